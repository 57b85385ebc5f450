/**
 * How much of a file is read: its beginning first. What that shows decides how it goes on: text is read in pieces, as far
 * as the request needs and in memory that does not grow with it; everything else is loaded as a whole, unless it is too
 * large for what it is.
 */
import type { FileHandle } from '../fs/types.js';
import type { Reader, ReadInput, ReadOptions, ToolResult } from '../types.js';

/** Bytes from which a file's kind is told; a PDF's header may start at 1024, a notebook is known by its name. */
const kHeadBytes = 64 * 1024;
/** Largest single read, in bytes. */
const kChunkBytes = 4 * 1024 * 1024;

/** How far a read has come. */
export interface ReadProgress {
  /** Bytes loaded so far. */
  loadedBytes: number;
  /** Bytes of the file. */
  totalBytes: number;
}

/** What a read is told beside the file. */
export interface LoadOptions {
  signal?: AbortSignal | undefined;
  onProgress?: ((progress: ReadProgress) => void) | undefined;
}

/** Bytes of an open file, counted and abortable. */
class Source {
  readonly #handle: FileHandle;
  readonly #options: LoadOptions;
  /** Bytes loaded so far. */
  loadedBytes = 0;

  constructor(handle: FileHandle, options: LoadOptions) {
    this.#handle = handle;
    this.#options = options;
  }

  /** The first `length` bytes, or all if there are fewer. */
  async readHead(length: number): Promise<Uint8Array> {
    const chunk = await this.#read(0, length);
    if (chunk.byteLength === length || chunk.byteLength === 0) return chunk;
    const bytes = new Uint8Array(length);
    bytes.set(chunk);
    return this.readRest(bytes, chunk.byteLength);
  }

  /** The pieces from `offset` on, one after the other. */
  async *pieces(offset: number): AsyncGenerator<Uint8Array> {
    for (let at = offset; at < this.#handle.size; ) {
      const chunk = await this.#read(at, Math.min(this.#handle.size - at, kChunkBytes));
      if (chunk.byteLength === 0) return;
      at += chunk.byteLength;
      yield chunk;
    }
  }

  /** Fills `bytes`, whose first `size` are there already; what is returned is shorter when the file is. */
  async readRest(bytes: Uint8Array, size: number): Promise<Uint8Array> {
    for (let at = size; ; ) {
      if (at === bytes.byteLength) return bytes;
      const chunk = await this.#read(at, Math.min(bytes.byteLength - at, kChunkBytes));
      if (chunk.byteLength === 0) return bytes.subarray(0, at);
      bytes.set(chunk, at);
      at += chunk.byteLength;
    }
  }

  /** The signal is looked at before and after each read. */
  async #read(offset: number, length: number): Promise<Uint8Array> {
    const { signal, onProgress } = this.#options;
    signal?.throwIfAborted();
    if (length === 0) return new Uint8Array();
    const chunk = await this.#handle.read(offset, length, signal);
    signal?.throwIfAborted();
    this.loadedBytes += chunk.byteLength;
    onProgress?.({ loadedBytes: this.loadedBytes, totalBytes: this.#handle.size });
    return chunk;
  }
}

/** A result and what it took. */
export interface Loaded {
  result: ToolResult;
  /** Bytes that were read. */
  loadedBytes: number;
}

/**
 * Reads an open file.
 *
 * @param options - laid over the reader's
 * @throws what `handle.read` throws; the signal's reason when it is aborted
 */
export async function readHandle(
  reader: Reader,
  handle: FileHandle,
  input: ReadInput,
  options: ReadOptions,
  load: LoadOptions,
): Promise<Loaded> {
  const source = new Source(handle, load);
  const done = (result: ToolResult): Loaded => ({ result, loadedBytes: source.loadedBytes });
  const withTime = handle.modified
    ? { ...options, modified: handle.modified.toISOString() }
    : options;

  const head = await source.readHead(Math.min(handle.size, kHeadBytes));
  if (head.byteLength >= handle.size) return done(await reader.read(head, input, withTime));

  const detection = reader.detect(head, input.file_path, input.file_type);
  const isSurelyBinary = detection.kind === 'binary' && detection.confidence === 'signature';
  if (isSurelyBinary) {
    const result = await reader.read(head, input, { ...withTime, hash: 'none' });
    return done(withSize(result, handle.size));
  }
  // Bytes that look binary at their beginning may be text in the judgement of all of them.
  const isText = detection.kind === 'text' || detection.kind === 'binary';
  if (!isText || options.limits?.maxTextBytes !== undefined) {
    const refusal = reader.checkSize(head, handle.size, input, withTime);
    if (refusal) return done(refusal);
  }
  if (isText)
    return done(withSize(await readText(reader, source, head, input, withTime), handle.size));
  const bytes = new Uint8Array(handle.size);
  bytes.set(head);
  return done(await reader.read(await source.readRest(bytes, head.byteLength), input, withTime));
}

async function readText(
  reader: Reader,
  source: Source,
  head: Uint8Array,
  input: ReadInput,
  options: ReadOptions,
): Promise<ToolResult> {
  const reading = reader.openText(input, options);
  try {
    if (reading.push(head) === 'more') {
      for await (const chunk of source.pieces(head.byteLength))
        if (reading.push(chunk) === 'done') break;
    }
  } catch (error) {
    // Gives the session's memory back.
    reading.finish();
    throw error;
  }
  return reading.finish();
}

/** The result with the size of the file, of which only a part was read. */
function withSize(result: ToolResult, sizeBytes: number): ToolResult {
  return { ...result, metadata: { ...result.metadata, size: sizeBytes } };
}
