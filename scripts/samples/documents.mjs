// Documents of the samples: a notebook and a PDF.

import { deflateSync } from 'node:zlib';

import { scanPixels } from './pictures.mjs';

/** A notebook with markdown, code, a table, a picture and an error. */
export function notebook(picture) {
  const code = (execution_count, source, outputs) => ({
    cell_type: 'code',
    execution_count,
    metadata: {},
    outputs,
    source,
  });
  return {
    nbformat: 4,
    nbformat_minor: 5,
    metadata: { kernelspec: { name: 'python3', language: 'python', display_name: 'Python 3' } },
    cells: [
      { cell_type: 'markdown', metadata: {}, source: ['# Sales\n', 'Six months, in thousands.'] },
      code(1, ['import pandas as pd\n', "df = pd.read_csv('sales.csv')\n", 'df.head(2)'], [
        {
          output_type: 'execute_result',
          execution_count: 1,
          metadata: {},
          data: { 'text/plain': ['   month   sales\n', '0  January    35\n', '1  February   60'] },
        },
      ]),
      code(2, ['df.plot.bar()'], [
        { output_type: 'display_data', metadata: {}, data: { 'image/png': picture.toString('base64') } },
      ]),
      code(3, ['df.profit'], [
        {
          output_type: 'error',
          ename: 'AttributeError',
          evalue: "'DataFrame' object has no attribute 'profit'",
          traceback: ["\u001b[31mAttributeError\u001b[0m: 'DataFrame' object has no attribute 'profit'"],
        },
      ]),
    ],
  };
}

/** A PDF 1.7 file of these objects; the first is the catalog. */
export function pdfFile(objects) {
  const pieces = [Buffer.from('%PDF-1.7\n')];
  const offsets = [];
  let at = pieces[0].length;
  objects.forEach((body, index) => {
    const piece = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(body, 'latin1'), Buffer.from('\nendobj\n')]);
    offsets.push(at);
    at += piece.length;
    pieces.push(piece);
  });
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  const end = `xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n<</Size ${size}/Root 1 0 R>>\nstartxref\n${at}\n%%EOF\n`;
  return Buffer.concat([...pieces, Buffer.from(end)]);
}

/** A stream object; text is Latin-1. */
export function stream(dictionary, data) {
  return Buffer.concat([
    Buffer.from(`<<${dictionary}/Length ${data.length}>>stream\n`),
    Buffer.from(data, 'latin1'),
    Buffer.from('\nendstream'),
  ]);
}

const kReport = [
  'Sales grew in the first half of the year, from 35 thousand in January to',
  '95 thousand in June. The weakest month after January was March, when two',
  'large orders were delivered late. Costs did not change.',
  '',
  'The second page shows the same figures as a chart. The third is a scan of',
  'the signed minutes: there is no text in it, only a picture, so that is what',
  'a model is shown.',
];

function textPage() {
  const lines = kReport.map((line) => `(${line}) Tj T*`).join('\n');
  return `BT /F2 24 Tf 72 720 Td (Half-year report) Tj ET\nBT /F1 12 Tf 18 TL 72 676 Td\n${lines}\nET\n`;
}

function chartPage() {
  const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun'];
  const values = [35, 60, 45, 80, 70, 95];
  const bars = values.map((value, i) => `0.18 0.42 0.77 rg ${90 + i * 75} 420 50 ${value * 2.4} re f`);
  const labels = months.map((month, i) => `BT 0 g /F1 11 Tf ${100 + i * 75} 402 Td (${month} ${values[i]}) Tj ET`);
  const grid = Array.from({ length: 5 }, (_, i) => `0.85 G 80 ${420 + i * 60} m 540 ${420 + i * 60} l S`);
  return `BT /F2 18 Tf 72 720 Td (Sales by month, in thousands) Tj ET\n${[...grid, ...bars, ...labels].join('\n')}\n`;
}

/** Three pages: text, a chart with text, and a scan. */
export function reportPdf() {
  const [width, height] = [612, 792];
  const page = (content, resources) =>
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${width} ${height}]/Contents ${content} 0 R/Resources<<${resources}>>>>`;
  const fonts = '/Font<</F1 3 0 R/F2 4 0 R>>';
  const font = (name) => `<</Type/Font/Subtype/Type1/BaseFont/${name}>>`;
  const image = `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}/ColorSpace/DeviceGray/BitsPerComponent 8/Filter/FlateDecode`;
  return pdfFile([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[5 0 R 6 0 R 7 0 R]/Count 3>>',
    font('Helvetica'),
    font('Helvetica-Bold'),
    page(8, fonts),
    page(9, fonts),
    page(10, '/XObject<</Im1 11 0 R>>'),
    stream('', textPage()),
    stream('', chartPage()),
    stream('', `q ${width} 0 0 ${height} 0 0 cm /Im1 Do Q\n`),
    stream(image, deflateSync(scanPixels(width, height), { level: 9 })),
  ]);
}
