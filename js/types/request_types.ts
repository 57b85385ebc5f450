/** The types of what is asked for. */

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
  /** Most units of work that one picture, or the pages of one PDF, may take. @defaultValue 5,000,000,000 */
  maxWork?: number;
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
