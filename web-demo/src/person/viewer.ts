/** Which viewer shows a document: each is loaded when the first file asks for it. */
import type { ToolResult } from 'lectern';

export type Viewer = (file: File, result: ToolResult) => Promise<HTMLElement>;

const kWord: Viewer = async (file) => (await import('./viewers/word_view.js')).wordView(file);
const kSheets: Viewer = async (file) => (await import('./viewers/sheet_view.js')).sheetView(file);
const kSlides: Viewer = async (file) => (await import('./viewers/slides_view.js')).slidesView(file);
const kBook: Viewer = async (file) => (await import('./viewers/book_view.js')).bookView(file);
const kMail: Viewer = async (file) => (await import('./viewers/mail_view.js')).mailView(file);
const kArchive: Viewer = async (_, result) =>
  (await import('./viewers/archive_view.js')).archiveView(result);

/** What a viewer is for, by MIME type. */
const kViewers: [pattern: RegExp, viewer: Viewer][] = [
  [/wordprocessingml|ms-word\.(document|template)\.macro/, kWord],
  [/spreadsheet|ms-excel/, kSheets],
  [/presentationml|ms-powerpoint\..*macro/, kSlides],
  [/epub/, kBook],
  [/^message\/rfc822$/, kMail],
];

const kPlain: Viewer = async (_, result) => {
  const about = 'Its text, set as a page: its own program shows more.';
  return (await import('./viewers/plain_view.js')).plainView(result, about);
};

/** The viewer of a document or an archive that was read. What a viewer cannot show is set as plain text. */
export async function documentView(file: File, result: ToolResult): Promise<HTMLElement> {
  if (result.contentType === 'archive') return kArchive(file, result);
  const { mimeType } = result.metadata;
  const [, viewer = kPlain] = kViewers.find(([pattern]) => pattern.test(mimeType)) ?? [];
  try {
    return await viewer(file, result);
  } catch {
    return kPlain(file, result);
  }
}
