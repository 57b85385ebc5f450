/**
 * How a file is read: piece by piece into the core, which says when it has seen enough. Text takes memory that does not
 * grow with it; everything else is collected, unless it is too large for what it is.
 */
import type { FileHandle } from '../fs/types.js';
import type { Reader, ReadInput, ReadOptions, TextReading, ToolResult } from '../types.js';

/** Bytes of the first piece: most files are no larger, and most refusals need no more. */
const kFirstBytes = 64 * 1024;
/** Bytes of every other piece. */
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

/** A result and what it took. */
export interface Loaded {
  result: ToolResult;
  /** Bytes that were read. */
  loadedBytes: number;
}

/** The file from its beginning. The signal is looked at before and after each read. */
async function* pieces(
  handle: FileHandle,
  { signal, onProgress }: LoadOptions,
): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < handle.size; ) {
    signal?.throwIfAborted();
    const length = Math.min(handle.size - at, at === 0 ? kFirstBytes : kChunkBytes);
    const piece = await handle.read(at, length, signal);
    signal?.throwIfAborted();
    if (piece.byteLength === 0) return;
    at += piece.byteLength;
    onProgress?.({ loadedBytes: at, totalBytes: handle.size });
    yield piece;
  }
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
  const modified = handle.modified?.toISOString();
  const withTime = modified ? { ...options, modified } : options;
  const first = await readOnce(reader, handle, input, withTime, load);
  if (!first.wantsEncodings) return first;
  await reader.loadEncodings();
  return readOnce(reader, handle, input, withTime, load);
}

async function readOnce(
  reader: Reader,
  handle: FileHandle,
  input: ReadInput,
  options: ReadOptions,
  load: LoadOptions,
): Promise<Loaded & { wantsEncodings: boolean }> {
  let reading: TextReading | undefined;
  let loadedBytes = 0;
  try {
    for await (const piece of pieces(handle, load)) {
      loadedBytes += piece.byteLength;
      if (!reading) {
        if (reader.detect(piece).kind === 'pdf') await reader.loadPdf();
        reading = reader.openText(input, options, handle.size, piece);
      }
      if (reading.push(piece) === 'done') break;
    }
  } catch (error) {
    // Gives the memory of the session back.
    reading?.finish();
    throw error;
  }
  reading ??= reader.openText(input, options, handle.size);
  const result = reading.finish();
  return { result, loadedBytes, wantsEncodings: reading.wantsEncodings };
}
