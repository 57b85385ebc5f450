/** The files that come with the page; scripts/make_samples.mjs makes them. */

export interface Sample {
  name: string;
  /** What it shows. */
  about: string;
}

export interface SampleGroup {
  title: string;
  samples: Sample[];
}

export const kSampleGroups: SampleGroup[] = [
  {
    title: 'Files that work',
    samples: [
      { name: 'report.pdf', about: 'PDF: text, a chart, a scanned page' },
      { name: 'analysis.ipynb', about: 'Notebook with a picture and an error' },
      { name: 'dashboard.png', about: 'Tall screenshot, scaled to fit the model' },
      { name: 'server.log', about: '6,000 lines, page by page' },
      { name: 'chart.png', about: 'A picture, proven to decode' },
      { name: 'steps.svg', about: 'A drawing, read as its text' },
    ],
  },
  {
    title: 'Documents, mail, tables',
    samples: [
      { name: 'application.docx', about: 'Word, with sentences nobody sees' },
      { name: 'budget.xlsx', about: 'Excel: formulas, a hidden sheet' },
      { name: 'review.pptx', about: 'PowerPoint, one slide hidden' },
      { name: 'keeper.epub', about: 'A book of two chapters' },
      { name: 'invoice.eml', about: 'Mail that speaks to assistants' },
      { name: 'project.zip', about: 'An archive, and one within it' },
      { name: 'shop.sqlite', about: 'A database of two tables' },
      { name: 'weather.parquet', about: 'Columns, row by row' },
    ],
  },
  {
    title: 'Files that trip others',
    samples: [
      { name: 'hidden.md', about: 'Instructions that only a model sees' },
      { name: 'letter.txt', about: 'Russian in windows-1251' },
      { name: 'notice.txt', about: 'Japanese in Shift_JIS' },
      { name: 'rings.png', about: 'Named .png, holds a BMP' },
      { name: 'rings.tiff', about: 'A picture browsers do not show' },
    ],
  },
  {
    title: 'Files to refuse',
    samples: [
      { name: 'download.png', about: 'HTML that was saved as a picture' },
      { name: 'damaged.png', about: 'One wrong bit in the pixels' },
      { name: 'bomb.png', about: '177 bytes, 3.6 billion pixels' },
      { name: 'binary.wasm', about: 'A program' },
    ],
  },
];

/** Name of the file that is made on the spot. */
export const kHugeName = 'huge.log';

const kHugeBytes = 5 * 1024 ** 3;

/** A log of 5 GB: two megabytes of lines, named many times over. Nothing of it is in memory more than once. */
export function hugeLog(): File {
  const lines = Array.from(
    { length: 20_000 },
    (_, i) =>
      `2026-03-01T08:${String(Math.floor(i / 60) % 60).padStart(2, '0')}:${String(i % 60).padStart(2, '0')}Z worker-${i % 16} job ${100_000 + i} finished in ${(i * 37) % 900} ms, state=done, queue=default\n`,
  );
  const block = new Blob(lines);
  const blocks = Array.from({ length: Math.ceil(kHugeBytes / block.size) }, () => block);
  // Nothing is kept about a file that may still be being written.
  const lastModified = Date.now() - 60_000;
  return new File(blocks, kHugeName, { type: 'text/plain', lastModified });
}
