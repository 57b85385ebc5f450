/**
 * The types of the public surface. Those of requests and results, in request_types.ts and result_types.ts, come from schema/,
 * as the core's do.
 */
import type { ReadInput, ReadOptions } from './request_types.js';
import type { ContentType, ErrorCode, ToolResult } from './result_types.js';

export type * from './decode_types.js';
export type * from './request_types.js';
export type * from './result_types.js';

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
   * `TextReading.index` of an earlier read of the same bytes with the same `file_type`, `hash` and options of
   * text: pushing then starts at `TextReading.start`. The result is that of a read from the start; only
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

  /** After `finish`: whether the file must be read again with what `Reader.loadEncodings` loads. */
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
   * The same, at once. The result equals that of `read`, but for text that is not Unicode `loadEncodings` must have been
   * called.
   *
   * @throws TypeError as for `read`
   */
  readSync(bytes: Uint8Array, input: ReadInput, options?: ReadOptions): ToolResult;

  /**
   * Says what bytes are, without reading them further. Before `loadEncodings`, or a `read` that has done it, 8-bit data
   * without a NUL and with few control characters counts as text, although no encoding may make words of it.
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
   * collected up to its limit and read as a whole. Call `loadEncodings` first where text that is not Unicode is to be
   * expected.
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
   * Loads the tables of the encodings that are not Unicode, from windows-1252 to GB 18030, and what tells them apart.
   * `read` does it when it meets such text; `readSync` and `openText` cannot wait for it. Does nothing the second time.
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
