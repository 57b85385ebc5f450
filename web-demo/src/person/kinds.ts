/** Kinds of files that neither the page nor a model can read, by what a person calls them. */

/** What a person calls a file, and how it becomes one that can be read. */
export interface Kind {
  /** With its article: "a Word document". */
  name: string;
  remedy: string;
}

const kExport = 'Save it as PDF or as text in the program that made it, and open that.';
const kUnpack = 'Unpack it and open what is in it.';
const kTranscript = 'Make a transcript or still pictures of it, and open those.';

const kKinds: [extensions: string, name: string, remedy: string][] = [
  ['doc docx docm dotx', 'a Word document', kExport],
  ['xls xlsx xlsm xlsb', 'an Excel workbook', 'Save its sheets as CSV or as PDF, and open those.'],
  ['ppt pptx pptm', 'a PowerPoint presentation', kExport],
  ['odt ods odp', 'an OpenDocument file', kExport],
  ['pages numbers key', 'an iWork document', kExport],
  ['epub mobi', 'an e-book', 'Convert it to PDF or to text, and open that.'],
  ['zip 7z rar tar gz tgz bz2 xz zst jar', 'an archive', kUnpack],
  ['mp3 wav ogg flac m4a aac', 'a sound file', kTranscript],
  ['mp4 mov webm avi mkv', 'a video', kTranscript],
  ['exe dll so dylib wasm', 'a program', 'Open its source, or its documentation.'],
  ['db sqlite sqlite3', 'a database', 'Export a table as CSV, and open that.'],
  ['parquet arrow feather', 'a table', 'Export it as CSV, and open that.'],
  ['ttf otf woff woff2', 'a font', 'Open a picture of its letters.'],
];

const kMimeKinds: [pattern: RegExp, extension: string][] = [
  [/^audio\//, 'mp3'],
  [/^video\//, 'mp4'],
  [/^font\//, 'ttf'],
  [/zip|compressed|tar$/, 'zip'],
];

const kUnknown: Kind = { name: 'binary data', remedy: kExport };

function byExtension(extension: string): Kind | undefined {
  const found = kKinds.find(([extensions]) => extensions.split(' ').includes(extension));
  return found && { name: found[1], remedy: found[2] };
}

/** The kind of a binary file, by its name and, where that says nothing, by its MIME type. */
export function kindOfBinary(name: string, mimeType = ''): Kind {
  const extension = name.split('.').pop()?.toLowerCase() ?? '';
  const [, ofMime] = kMimeKinds.find(([pattern]) => pattern.test(mimeType)) ?? [];
  return byExtension(extension) ?? byExtension(ofMime ?? '') ?? kUnknown;
}
