/**
 * The types of the public surface; those of results are in result_types.ts. They mirror the core field by field, which decides:
 * src/read/request_json.cpp and src/read/result_json.cpp.
 */
import type { ContentType, ErrorCode, ToolResult } from './result_types.js';

export type * from './result_types.js';

/** What a model writes: the input of the Read tool. */
export interface ReadInput {
  /** Path of the file. The core uses its last component only: for the extension and in messages. */
  file_path: string;
  /** First line, 1-based (text and raw notebooks). @defaultValue 1 */
  offset?: number;
  /** First character (Unicode code point) of line `offset`, 1-based; reads on inside a long line. @defaultValue 1 */
  column?: number;
  /** Number of lines, at least 1. @defaultValue `limits.maxLines` */
  limit?: number;
  /** PDF pages, 1-based: `"3"`, `"1-5"`, `"2,7-9"`; at most `limits.maxPages` a read. @defaultValue from the first on */
  pages?: string;
  /** Notebook cells, 1-based, in the grammar of `pages`. @defaultValue all */
  cells?: string;
  /**
   * Hint for when detection fails: `text`, `image`, `pdf`, `notebook` or a MIME type. It never overrides a signature
   * found in the bytes.
   */
  file_type?: string;
}

/** The bounds of a read (contract, section 5). Each is checked before memory is taken. */
export interface Limits {
  /** Largest image file, in bytes. @defaultValue 20,971,520 */
  maxImageBytes?: number;
  /** Largest PDF file, in bytes. @defaultValue 33,554,432 */
  maxPdfBytes?: number;
  /** Largest notebook file, in bytes. @defaultValue 52,428,800 */
  maxNotebookBytes?: number;
  /** Largest text file, in bytes. @defaultValue 52,428,800 for one buffer, none when streamed */
  maxTextBytes?: number;
  /** Most pixels (width x height) of one image, by its header. @defaultValue 100,000,000 */
  maxPixels?: number;
  /** Most bytes that decoding one file may hold at a time. @defaultValue 268,435,456 */
  maxDecodedBytes?: number;
  /** Most lines of text in one result when the input has no `limit`. @defaultValue 2,000 */
  maxLines?: number;
  /** Most characters (Unicode code points) of a line before it is cut. @defaultValue 2,000 */
  maxLineChars?: number;
  /** Most characters (Unicode code points) of `content`. @defaultValue 100,000 */
  maxContentChars?: number;
  /** Most estimated tokens of `content`. @defaultValue none */
  maxTokens?: number;
  /** Most PDF pages of one read. @defaultValue 20 */
  maxPages?: number;
  /** Most images of one result; 0 is allowed. @defaultValue 20 */
  maxImages?: number;
  /** Most characters shown of one notebook cell's outputs. @defaultValue 10,000 */
  maxCellOutputChars?: number;
  /** Deepest nesting of JSON. @defaultValue 256 */
  maxJsonDepth?: number;
}

/** Whose limits images and documents must fit (contract, section 6). */
export type Provider =
  | 'anthropic'
  | 'anthropic-large'
  | 'bedrock'
  | 'openai'
  | 'gemini'
  | 'mcp'
  | 'none';

/** A rectangle in pixels of the upright image; the origin is the upper left corner. */
export interface PixelRegion {
  /** Pixels from the left edge. @defaultValue 0 */
  x?: number;
  /** Pixels from the upper edge. @defaultValue 0 */
  y?: number;
  /** Pixels, at least 1. */
  width: number;
  /** Pixels, at least 1. */
  height: number;
}

/** All of a picture, upright. */
export interface DecodedImage {
  /** Pixels. */
  width: number;
  /** Pixels. */
  height: number;
  /** Rows from top to bottom without padding; red, green, blue and alpha of each pixel, not premultiplied. */
  rgba: Uint8Array | Uint8ClampedArray;
}

/**
 * Decodes a picture file, or draws an SVG.
 *
 * @param bytes - the whole file; not to be changed
 * @param mimeType - `image/avif`, `image/heic` or `image/svg+xml`
 * @returns undefined for a format that it does not know; what it throws becomes a failed result
 */
export type DecodeImage = (
  bytes: Uint8Array,
  mimeType: string,
) => Promise<DecodedImage | undefined>;

/** What the host's programmer sets, once for a reader or for one call. */
export interface ReadOptions {
  /** Bounds of the read. Those of a call are merged over the reader's one by one. */
  limits?: Limits;
  /** Whose limits the result must fit. @defaultValue 'none' */
  provider?: Provider;
  /** Whether `contentHash` is computed. @defaultValue 'sha256' */
  hash?: 'sha256' | 'none';
  /**
   * SHA-256 of the file in lower-case hex, for a host that has it already; it goes into the result as it is. For hosts:
   * it must be the hash of the very bytes that are read.
   */
  contentHash?: string;
  /** Time of the file's last change in ISO 8601, for `metadata.modified`. For hosts that know it. */
  modified?: string;

  /** How lines are numbered: `cat -n` style, `12→text`, or not at all. @defaultValue 'cat' */
  lineNumbers?: 'cat' | 'arrow' | 'none';
  /** WHATWG label of a text encoding to force. @defaultValue detected */
  encoding?: string;
  /** Files above this many bytes are not read to their end only to count lines; `totalLines` is then -1. */
  countLinesUpToBytes?: number;

  /** Images that the request to the model holds already. @defaultValue 0 */
  imagesInRequest?: number;
  /** Bytes that the request to the model holds already. @defaultValue 0 */
  bytesInRequest?: number;
  /** The part of an image to deliver. @defaultValue all of it */
  region?: PixelRegion;
  /** Deliver pictures at the provider's hard limit, not at the size it would scale them to. @defaultValue false */
  fullResolution?: boolean;
  /** Cut a tall image into tiles. @defaultValue false */
  tile?: boolean;
  /** Accept a JPEG whose picture data is cut off. @defaultValue false */
  lenientImages?: boolean;
  /**
   * What becomes of an animation: the file as it is where the provider takes it, its first frame, or up to 9 frames
   * evenly spread over it side by side. @defaultValue `'keep'`, and `'first'` for providers that take no animation
   */
  animation?: 'keep' | 'first' | 'contact-sheet';
  /** An SVG as text, or as the picture that `decodeImage` draws of it. @defaultValue 'text' */
  svg?: 'text' | 'image';
  /**
   * Decodes what the core only recognises: AVIF, HEIC, and SVG when `svg` is `'image'`. Only `read` calls it, after the
   * file's header has passed the limits. `lectern/decode` has one for browsers.
   */
  decodeImage?: DecodeImage;

  /** A notebook as cells or as numbered lines of JSON. @defaultValue 'cells' */
  notebook?: 'cells' | 'raw';
  /** Which outputs of a notebook are shown. @defaultValue 'all' */
  outputs?: 'all' | 'text' | 'none';
  /** One line per notebook cell. @defaultValue false */
  outline?: boolean;

  /** A PDF as text and pictures of its pages, or as the document itself. @defaultValue 'pages' */
  pdf?: 'pages' | 'document';
  /** When PDF pages become pictures; `auto`: where a page has little text. @defaultValue 'auto' */
  pageImages?: 'auto' | 'always' | 'never';
  /** Password of an encrypted PDF. @defaultValue the empty password */
  password?: string;
  /** Words to find: the result shows the lines of a PDF that hold them. */
  search?: string;
}

/** What bytes are. */
export interface Detection {
  /** What kind of thing they are. */
  kind: ContentType;
  /** Their MIME type; `application/octet-stream` when nothing is known. */
  mimeType: string;
  /** The format's name ("PNG", "Jupyter notebook"); absent for binary data of no known format. */
  format?: string;
  /** What the decision rests on, strongest first: a signature, the text test, the extension, the hint, nothing. */
  confidence: 'signature' | 'text' | 'extension' | 'hint' | 'none';
  /** What the name promises and the bytes do not hold: "named .png, holds JPEG". */
  warnings?: string[];
}

/** What a host knows of a file whose bytes it will push. */
export interface TextSource {
  /** The file's size; a file over its limit is then refused after its first bytes. @defaultValue unknown */
  sizeBytes?: number;
  /** The file's first bytes, still to be pushed: lets a PDF be read by its module when `loadPdf` has loaded it. */
  head?: Uint8Array;
  /**
   * `TextReading.index` of an earlier read of the same bytes with the same `file_type`, `encoding`, `hash` and
   * `countLinesUpToBytes`: pushing then starts at `TextReading.start`. The result is that of a read from the start; only
   * `contentHash` is missing unless it is given as an option, for the read does not see the whole file.
   */
  index?: Uint8Array;
}

/** A read of text that arrives in pieces, of any size and in memory that does not grow with it. Made by `openText`. */
export interface TextReading {
  /**
   * Takes the next bytes of the file, as many or few as the caller likes: the result is the same.
   *
   * @param chunk - copied before the call returns
   * @returns `done` when more bytes would change nothing and the caller may stop
   * @throws TypeError when `chunk` is no Uint8Array, or after `finish`
   */
  push(chunk: Uint8Array): 'more' | 'done';

  /**
   * The result. Call it once, after the last push.
   *
   * @throws TypeError when it is called again
   */
  finish(): ToolResult;

  /** Where in the file the first push starts, in bytes; 0 without `TextSource.index`. */
  readonly start: number;

  /** After `finish`: for a later read of the same file. Undefined for what is not text, and after a failure inside. */
  readonly index: Uint8Array | undefined;

  /** After `finish`: whether the read failed for want of what `Reader.loadEncodings` loads. */
  readonly wantsEncodings: boolean;
}

/** Reads files. Made by `createReader`; it holds one WebAssembly instance, which it makes when first needed. */
export interface Reader {
  /**
   * Reads one file. Of a large file the SHA-256 is computed by the host while the core reads.
   *
   * @param bytes - the whole file; it must not change until the promise has settled
   * @param input - what the model asked for
   * @param options - laid over the reader's options
   * @returns a result in every case; a file that cannot be read gives `success: false`
   * @throws TypeError when an argument has the wrong JavaScript type, or the reader is disposed
   * @example
   * ```ts
   * const result = await reader.read(bytes, { file_path: 'notes.txt', offset: 10, limit: 20 });
   * ```
   */
  read(bytes: Uint8Array, input: ReadInput, options?: ReadOptions): Promise<ToolResult>;

  /**
   * The same, at once. The result equals that of `read`, but for text in East Asian encodings `loadEncodings` must have
   * been called.
   *
   * @throws TypeError as for `read`
   */
  readSync(bytes: Uint8Array, input: ReadInput, options?: ReadOptions): ToolResult;

  /**
   * Says what bytes are, without reading them further.
   *
   * @param bytes - the whole file, or its beginning
   * @param name - path or file name; only its extension counts
   * @param hint - as `ReadInput.file_type`
   * @throws TypeError as for `read`
   */
  detect(bytes: Uint8Array, name?: string, hint?: string): Detection;

  /**
   * Checks a request before its file is opened. For hosts that open files themselves, as `createReadTool` does.
   *
   * @param input - what the model wrote, as it wrote it
   * @returns the refusal, or undefined when the file may be read
   * @throws TypeError when `options` is no object, or the reader is disposed
   */
  prepare(input: unknown, options?: ReadOptions): ToolResult | undefined;

  /**
   * The result for a file that a host could not open.
   *
   * @param code - `FILE_NOT_FOUND`, `PERMISSION_DENIED`, `IS_DIRECTORY`, `NOT_A_FILE`, `OUTSIDE_ROOT` or `IO_ERROR`;
   * any other code is taken for `IO_ERROR`
   * @param path - the path as the model gave it
   * @throws TypeError when an argument is no string, or the reader is disposed
   */
  refuse(code: ErrorCode, path: string): ToolResult;

  /**
   * Starts to read a file that arrives in pieces. Text is read in bounded memory; what turns out to be of another kind is
   * collected up to its limit and read as a whole. Call `loadEncodings` first where text in East Asian encodings is
   * to be expected.
   *
   * @param input - what the model asked for
   * @param options - laid over the reader's options
   * @param source - what is known of the file beforehand
   * @throws TypeError as for `read`
   * @example
   * ```ts
   * const reading = reader.openText({ file_path: 'server.log', offset: 1_000_000, limit: 50 });
   * for await (const chunk of stream) if (reading.push(chunk) === 'done') break;
   * const result = reading.finish();
   * ```
   */
  openText(input: ReadInput, options?: ReadOptions, source?: TextSource): TextReading;

  /**
   * Loads the tables of Big5, EUC-JP, EUC-KR, GB 18030, GBK, ISO-2022-JP and Shift_JIS. `read` does it when it meets such
   * text; `readSync` and `openText` cannot wait for it.
   *
   * @throws Error when they cannot be loaded
   */
  loadEncodings(): Promise<void>;

  /**
   * Loads what reads the pages of PDFs, for `readSync`; `read` does it by itself. Does nothing where the reader was made
   * without it.
   *
   * @throws Error when it cannot be loaded
   */
  loadPdf(): Promise<void>;

  /** Gives the memory back. Every later call throws. Calling it again does nothing. */
  dispose(): void;
}
