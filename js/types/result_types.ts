/** What a read gives. */
import type { ReadInput } from './request_types.js';

/** The closed set of failures (contract, section 7). `INTERNAL` is a bug in lectern, never the file's fault. */
export type ErrorCode =
  | 'FILE_NOT_FOUND'
  | 'PERMISSION_DENIED'
  | 'IS_DIRECTORY'
  | 'NOT_A_FILE'
  | 'OUTSIDE_ROOT'
  | 'IO_ERROR'
  | 'INVALID_ARGUMENT'
  | 'FILE_TOO_LARGE'
  | 'OUT_OF_RANGE'
  | 'CORRUPT_IMAGE'
  | 'CORRUPT_PDF'
  | 'CORRUPT_NOTEBOOK'
  | 'ENCRYPTED'
  | 'UNSUPPORTED_FORMAT'
  | 'BINARY_FILE'
  | 'LIMIT_EXCEEDED'
  | 'INTERNAL';

/** What kind of thing a file is. */
export type ContentType = 'text' | 'image' | 'notebook' | 'pdf' | 'binary';

/** Size of a picture in pixels. */
export interface Dimensions {
  /** Pixels. */
  width: number;
  /** Pixels. */
  height: number;
}

/** One picture, ready to be sent. */
export interface ImageData {
  /** Standard base64 with padding, no line breaks, no `data:` prefix. */
  data: string;
  /** MIME type of `data`. */
  mediaType: string;
  /** Pixels of the picture in `data`. */
  width: number;
  /** Pixels of the picture in `data`. */
  height: number;
  /** The 1-based PDF page it shows. */
  page?: number;
  /** The 1-based notebook cell it comes from. */
  cell?: number;
}

/** One PDF, ready to be sent. */
export interface DocumentData {
  /** Standard base64 with padding, no line breaks, no `data:` prefix. */
  data: string;
  /** MIME type of `data`. */
  mediaType: 'application/pdf';
  /** Pages of the document. */
  pageCount: number;
}

/** A piece of a result in reading order: text, or an index in `images`. */
export type Part = { type: 'text'; text: string } | { type: 'image'; image: number };

/** Why something of the requested range is missing, and how to go on. */
export interface Truncation {
  /** The bound that cut. */
  cause: 'lines' | 'columns' | 'bytes' | 'tokens' | 'pages' | 'cells';
  /** The input that reads on where this read stopped; absent when there is nothing more to read. */
  next?: ReadInput;
}

/** One PDF page of a result. */
export interface PageInfo {
  /** The 1-based page. */
  page: number;
  /** What it is: text, a picture of a page, both text and pictures or drawings that matter, or nothing. */
  class: 'text' | 'scan' | 'mixed' | 'empty';
  /** How the document numbers it ("iv"), when that differs from `page`. */
  label?: string;
  /** Points (1/72 inch), upright. */
  width: number;
  /** Points (1/72 inch), upright. */
  height: number;
}

/** One line of a PDF's outline. */
export interface OutlineItem {
  /** Its text. */
  title: string;
  /** How deep it stands; 0 is the outermost. */
  level: number;
  /** The 1-based page it leads to. */
  page?: number;
}

/** What is known about the file. Fields that do not apply to its kind are absent. */
export interface Metadata {
  /** Bytes of the file. */
  size: number;
  /** Time of the last change, ISO 8601, when the host knows it. */
  modified?: string;
  /** MIME type of the bytes; `application/octet-stream` when nothing is known. */
  mimeType: string;

  /** Text: WHATWG name of the encoding in lower case. */
  encoding?: string;
  /** Text: how sure a guessed encoding is, in percent; absent when it is certain or forced. */
  encodingConfidence?: number;
  /** Text: whether the file begins with a byte order mark. */
  bom?: boolean;
  /** Text: its line ends. */
  eol?: 'lf' | 'crlf' | 'cr' | 'mixed';
  /** Text: whether the last line is terminated. */
  finalNewline?: boolean;
  /** Text: invalid sequences that became U+FFFD. */
  replacements?: number;

  /** Image: its format, "PNG", "JPEG" … */
  format?: string;
  /** Image: size of the picture that is delivered. */
  dimensions?: Dimensions;
  /** Image: size of the picture in the file, when the delivered one differs. */
  originalDimensions?: Dimensions;
  /** Image: original = delivered x scale on both axes; present with `originalDimensions`. */
  scale?: number;
  /** Image: bits per channel. */
  bitDepth?: number;
  /** Image: colour model. */
  colorType?: string;
  /** Image: whether it has transparency. */
  alpha?: boolean;
  /** Image: EXIF orientation, 1-8. */
  orientation?: number;
  /** Image: frames of an animation. */
  frames?: number;
  /** Image: duration of an animation, in milliseconds. */
  durationMs?: number;

  /** Notebook: number of cells. */
  cellCount?: number;
  /** Notebook: programming language. */
  language?: string;
  /** Notebook: version of its format, "4.5". */
  nbformat?: string;

  /** PDF: number of pages. */
  pageCount?: number;
  /** PDF: whether it is encrypted. */
  encrypted?: boolean;
  /** PDF: title from its information dictionary. */
  title?: string;
  /** PDF: author from its information dictionary. */
  author?: string;

  /** PDF: the pages that the result shows. */
  pages?: PageInfo[];
  /** PDF: its outline. */
  outline?: OutlineItem[];
  /** What the caller should know although the read succeeded. */
  warnings?: string[];
}

/** What every read gives back (contract, section 3). A failure is a result, never an exception. */
export interface ToolResult {
  /** Whether the file could be read. */
  success: boolean;
  /** What the model reads; never empty. For a failure it is the error's text. */
  content: string;
  /** One line for a user interface: "Read 50 of 1234 lines". */
  shortResult?: string;
  /** What went wrong; present exactly when `success` is false. */
  error?: string;
  /** What went wrong, for programs; present exactly when `success` is false. */
  errorCode?: ErrorCode;
  /** What the file is. */
  contentType: ContentType;
  /** The pictures. */
  images?: ImageData[];
  /** The documents. */
  documents?: DocumentData[];
  /** Text and pictures in reading order. */
  parts?: Part[];
  /** Lines in `content`; 0 for visual content. */
  lineCount: number;
  /** First line shown, 1-based; 0 for visual content. */
  startLine: number;
  /** Last line shown, 1-based; 0 for visual content. */
  endLine: number;
  /** Lines of the file; -1 when it was not read to its end; 0 for visual content. */
  totalLines: number;
  /** Whether anything of the requested range is missing. */
  truncated: boolean;
  /** Why, and how to go on. */
  truncation?: Truncation;
  /** SHA-256 of the file's bytes in lower-case hex; absent when the read did not see the whole file. */
  contentHash?: string;
  /** What is known about the file. */
  metadata: Metadata;
}
