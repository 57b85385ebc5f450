/// <reference lib="esnext.disposable" preserve="true" />
/**
 * The types of the public surface. Those of requests and results, in request_types.ts and result_types.ts, come from schema/,
 * as the core's do.
 */
import type { ModuleName } from '../reader/module_names.js';
import type { ReadInput, ReadOptions } from './request_types.js';
import type { ContentType, DocumentContent, ImageContent, ToolResult } from './result_types.js';

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

/** A file whose bytes can be read anywhere: on disk, behind HTTP ranges, in a bucket. */
export interface ByteSource {
  /** Bytes of the file; a file over its limit is then refused after its first bytes. @defaultValue unknown */
  readonly sizeBytes?: number;
  /**
   * Reads bytes of the file.
   *
   * @param offset - of the first byte, from the file's start
   * @param length - how many at most; a short answer is asked for again, an empty one is the end of a file of unknown size
   * @param signal - of the read
   * @param into - `length` bytes of memory that the answer may lie in: they are used up before the next call
   */
  read(
    offset: number,
    length: number,
    signal?: AbortSignal,
    into?: Uint8Array,
  ): Promise<Uint8Array>;
}

/** How far a read has come. */
export interface ReadProgress {
  /** Where in the file the read has arrived, in bytes from its start. */
  loadedBytes: number;
  /** Bytes of the file; -1 when unknown. */
  totalBytes: number;
}

/** What a read is told beside the file. */
export interface ReadCallOptions {
  /**
   * Ends the read early, by rejecting with the signal's reason. A read looks at it between pages and pieces of a file, when
   * it lets others have their turn as well.
   */
  signal?: AbortSignal | undefined;
  /** Milliseconds that the read may take; longer ones give `LIMIT_EXCEEDED`. @defaultValue none */
  deadlineMs?: number | undefined;
  /** Called as bytes arrive. */
  onProgress?: ((progress: ReadProgress) => void) | undefined;
  /**
   * `SourceRead.notes` of an earlier read of the same bytes under the same name. A read with them begins near the lines
   * that it is for; its result is the same. Notes that were made with other options, or are damaged, are ignored.
   */
  notes?: Uint8Array | undefined;
  /** Pictures and documents in base64, as bytes, or as a `Blob` with its type. @defaultValue 'base64' */
  media?: 'base64' | 'bytes' | 'blob' | undefined;
}

/** The same picture or document, its bytes in another form. */
export type WithData<Media, Data> = Omit<Media, 'data'> & {
  /** Its bytes. */
  data: Data;
};

/** The same result with media of another kind. */
export type WithMedia<Result, Image, Document> = Result extends ToolResult
  ? Omit<Result, 'images' | 'documents'> & {
      /** The pictures. */
      images?: Image[];
      /** The documents. */
      documents?: Document[];
    }
  : never;

/** The bytes of a picture or a document in a result with `media: 'bytes'`. */
export type MediaBytes = Uint8Array<ArrayBuffer>;

/** A result with `media: 'bytes'`. */
export type BytesResult = WithMedia<
  ToolResult,
  WithData<ImageContent, MediaBytes>,
  WithData<DocumentContent, MediaBytes>
>;

/** A result with `media: 'blob'`. */
export type BlobResult = WithMedia<
  ToolResult,
  WithData<ImageContent, Blob>,
  WithData<DocumentContent, Blob>
>;

/** A result, and what the read took and left. */
export interface SourceRead<Result = ToolResult> {
  /** The result. */
  result: Result;
  /** Bytes that were loaded. */
  loadedBytes: number;
  /** For a later read of the same file; absent when there is nothing to note. */
  notes?: Uint8Array;
}

/** What a program asks of a file: as a model does, by `file_path`, or for bytes that have no path by their `name`. */
export type NamedInput =
  | ReadInput
  | (Omit<ReadInput, 'file_path'> & {
      /** The file's name: for its extension and in messages. */
      name: string;
      file_path?: undefined;
    });

/** Reads files. Made by `createReader` and `createWatchedReader`. */
export interface Reader {
  /**
   * Reads one file. Of a large file the SHA-256 is computed by the host while the core reads.
   *
   * @param bytes - the whole file; it must not change until the promise has settled
   * @param input - what the model asked for
   * @param options - laid over the reader's options
   * @returns a result in every case; a file that cannot be read gives `success: false`
   * @throws TypeError when an argument has the wrong JavaScript type, `bytes` become fewer, or the reader is disposed; the
   * signal's reason; ModuleLoadError when a part of the package that the file needs cannot be loaded
   * @example
   * ```ts
   * const result = await reader.read(bytes, { name: 'notes.txt', offset: 10, limit: 20 });
   * ```
   */
  read(
    bytes: Uint8Array,
    input: NamedInput,
    options: ReadOptions | undefined,
    call: ReadCallOptions & { media: 'bytes' },
  ): Promise<BytesResult>;
  /** The same with Blobs. */
  read(
    bytes: Uint8Array,
    input: NamedInput,
    options: ReadOptions | undefined,
    call: ReadCallOptions & { media: 'blob' },
  ): Promise<BlobResult>;
  /** The same with base64. */
  read(
    bytes: Uint8Array,
    input: NamedInput,
    options?: ReadOptions,
    call?: ReadCallOptions & { media?: 'base64' | undefined },
  ): Promise<ToolResult>;

  /**
   * Reads a file of which only what is needed is loaded. The result is that of `read` on all bytes; text takes memory that
   * does not grow with the file.
   *
   * @param source - a file that can be read anywhere, or a stream of bytes, which is read forward only
   * @param input - what the model asked for
   * @param options - laid over the reader's options
   * @throws as `read`, and what the source throws
   * @example
   * ```ts
   * const input = { name: 'server.log', offset: 1_000_000, limit: 50 };
   * const source = { sizeBytes: bytes.length, read: async (at, length) => bytes.subarray(at, at + length) };
   * const { result, loadedBytes } = await reader.readSource(source, input);
   * ```
   */
  readSource(
    source: ByteSource | AsyncIterable<Uint8Array>,
    input: NamedInput,
    options: ReadOptions | undefined,
    call: ReadCallOptions & { media: 'bytes' },
  ): Promise<SourceRead<BytesResult>>;
  /** The same with Blobs. */
  readSource(
    source: ByteSource | AsyncIterable<Uint8Array>,
    input: NamedInput,
    options: ReadOptions | undefined,
    call: ReadCallOptions & { media: 'blob' },
  ): Promise<SourceRead<BlobResult>>;
  /** The same with base64. */
  readSource(
    source: ByteSource | AsyncIterable<Uint8Array>,
    input: NamedInput,
    options?: ReadOptions,
    call?: ReadCallOptions & { media?: 'base64' | undefined },
  ): Promise<SourceRead>;

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
   * Loads the tables of the encodings that are not Unicode, from windows-1252 to GB 18030, and what tells them apart.
   * The other reads do it when they meet such text; `readSync` cannot wait for it. Does nothing the second time.
   *
   * @throws Error when they cannot be loaded
   */
  loadEncodings(): Promise<void>;

  /** Gives the memory back. Every later call throws. Calling it again does nothing. */
  dispose(): void;
  /** The same, at the end of a block: `using reader = await createReader()`. */
  [Symbol.dispose](): void;
  /** The same for `await using`, and for what disposes of asynchronous resources. */
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * A reader in the thread of its caller: it holds one WebAssembly instance, which it makes when first needed. Made by
 * `createReader`.
 */
export interface SyncReader extends Reader {
  /**
   * As `read`, at once. The result equals that of `read`, but for text that is not Unicode `loadEncodings` must have been
   * called, and for WebP, TIFF, BMP, icons, documents, the pages of PDFs and AVIF `loadModule`.
   *
   * @throws TypeError as for `read`
   */
  readSync(bytes: Uint8Array, input: NamedInput, options?: ReadOptions): ToolResult;

  /**
   * Loads a module, for `readSync`; the other reads load what they need by themselves. Does nothing where the reader was
   * made without it, and after `dispose`.
   *
   * @param name - `codecs`: WebP, TIFF, BMP and icons, in notebooks and documents as well; `pdf`: what reads the
   *   pages of PDFs; `documents`: documents, archives and databases; `office`, `sheets` and `html`: parts of that; `pictures`: AVIF
   * @throws TypeError when there is no module of that name
   * @throws ModuleLoadError when it cannot be loaded
   */
  loadModule(name: ModuleName): Promise<void>;
}
