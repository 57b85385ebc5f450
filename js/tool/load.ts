/**
 * How a file is read: piece by piece into the core, which says when it has seen enough. Text takes memory that does not
 * grow with it; everything else is collected, unless it is too large for what it is.
 */
import { mergeOptions } from '../reader/arguments.js';
import { loadFailure } from '../reader/failure.js';
import { FileError, type FileHandle } from '../fs/types.js';
import { isForHost, kHeadBytes } from '../reader/reader.js';
import type { Reader, ReadInput, ReadOptions, TextReading, ToolResult } from '../types/index.js';
import { orAbort } from './abort.js';
import type { KnownLines, LinesPlace } from './line_indexes.js';

/** Bytes of the first piece: most files are no larger, and most refusals need no more. */
const kFirstBytes = 64 * 1024;
/** Bytes of the first piece of a file whose lines are known: the range begins within it, or soon after. */
const kNearBytes = 1024 * 1024 + kFirstBytes;
/** Each piece is so many times as long as the one before it, for most reads end early in a file... */
const kPieceGrowth = 4;
/** ...up to this many bytes. */
const kMaxPieceBytes = 4 * 1024 * 1024;

/** How far a read has come. */
export interface ReadProgress {
  /** Where in the file the read has arrived, in bytes from its start. */
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

/** One read of an open file. */
interface Load {
  reader: Reader;
  handle: FileHandle;
  input: ReadInput;
  options: ReadOptions;
  lines: LinesPlace | undefined;
  load: LoadOptions;
}

/** Bytes of the file. @throws FileError unless there is at least one and not more than were asked for */
async function readPiece(
  handle: FileHandle,
  at: number,
  length: number,
  signal: AbortSignal | undefined,
): Promise<Uint8Array> {
  signal?.throwIfAborted();
  const piece = await orAbort(handle.read(at, length, signal), signal);
  if (!ArrayBuffer.isView(piece)) throw new FileError('IO_ERROR', 'got something else than bytes');
  if (piece.byteLength > length)
    throw new FileError('IO_ERROR', `got ${piece.byteLength} bytes for ${length}`);
  if (piece.byteLength === 0) {
    throw new FileError(
      'IO_ERROR',
      `the file became shorter while it was read: it ends at ${at} of ${handle.size} bytes`,
    );
  }
  return piece;
}

/** The first bytes tell which module reads a file: a file system that gives less is asked until there are enough. */
async function readFirstPiece(
  handle: FileHandle,
  at: number,
  length: number,
  signal: AbortSignal | undefined,
): Promise<Uint8Array> {
  const first = await readPiece(handle, at, length, signal);
  const enough = Math.min(length, kHeadBytes);
  if (first.byteLength >= enough) return first;
  const head = new Uint8Array(enough);
  head.set(first);
  for (let filled = first.byteLength; filled < enough; ) {
    const piece = await readPiece(handle, at + filled, enough - filled, signal);
    head.set(piece, filled);
    filled += piece.byteLength;
  }
  return head;
}

/** The file from `start` on. */
async function* pieces(
  handle: FileHandle,
  start: number,
  firstBytes: number,
  { signal, onProgress }: LoadOptions,
): AsyncGenerator<Uint8Array> {
  let length = firstBytes;
  for (let at = start; at < handle.size; ) {
    const wanted = Math.min(handle.size - at, length);
    const piece =
      at === start
        ? await readFirstPiece(handle, at, wanted, signal)
        : await readPiece(handle, at, wanted, signal);
    at += piece.byteLength;
    length = Math.min(length * kPieceGrowth, kMaxPieceBytes);
    onProgress?.({ loadedBytes: at, totalBytes: handle.size });
    yield piece;
  }
}

/**
 * Reads an open file.
 *
 * @param options - laid over the reader's
 * @param lines - where the file's line index is kept
 * @throws what `handle.read` throws; FileError when the file is not what its handle says; the signal's reason when it is
 * aborted
 */
export async function readHandle(
  reader: Reader,
  handle: FileHandle,
  input: ReadInput,
  options: ReadOptions,
  lines: LinesPlace | undefined,
  load: LoadOptions,
): Promise<Loaded> {
  const modified = handle.modified?.toISOString();
  const withTime = modified ? mergeOptions(options, { host: { modified } }) : options;
  const read = { reader, handle, input, options: withTime, lines, load };
  const first = await readOnce(read);
  if (withTime.decodeImage && isForHost(first.result)) return readWhole(read);
  if (!first.wantsEncodings) return first;
  try {
    await orAbort(reader.loadEncodings(), load.signal);
  } catch {
    load.signal?.throwIfAborted();
    // The result says that the tables are not there.
    return first;
  }
  return readOnce(read);
}

async function readOnce(read: Load): Promise<Loaded & { wantsEncodings: boolean }> {
  const { reader, handle, input, load, lines } = read;
  const known = lines?.known;
  let reading = known ? openNear(read, known) : undefined;
  let loadedBytes = 0;
  try {
    const firstBytes = known ? kNearBytes : kFirstBytes;
    for await (const piece of pieces(handle, reading?.start ?? 0, firstBytes, load)) {
      loadedBytes += piece.byteLength;
      if (!reading) {
        const failure = await loadModuleFor(piece, read);
        if (failure) return { result: failure, loadedBytes, wantsEncodings: false };
        reading = reader.openText(input, read.options, { sizeBytes: handle.size, head: piece });
      }
      if (reading.push(piece) === 'done') break;
    }
  } catch (error) {
    // Gives the memory of the session back.
    reading?.finish();
    throw error;
  }
  reading ??= reader.openText(input, read.options, { sizeBytes: handle.size });
  const result = reading.finish();
  const index = reading.index;
  if (index) lines?.keep({ index, contentHash: result.contentHash });
  return { result, loadedBytes, wantsEncodings: reading.wantsEncodings };
}

/** A picture that the host decodes. It has passed the limits, so that all of it may be in memory. */
async function readWhole({ reader, handle, input, options, load }: Load): Promise<Loaded> {
  const bytes = new Uint8Array(handle.size);
  let loadedBytes = 0;
  for await (const piece of pieces(handle, 0, kFirstBytes, load)) {
    bytes.set(piece, loadedBytes);
    loadedBytes += piece.byteLength;
  }
  const result = await orAbort(reader.read(bytes, input, options), load.signal);
  return { result, loadedBytes };
}

/** A read that goes on from what earlier ones found out. */
function openNear({ reader, handle, input, options }: Load, known: KnownLines): TextReading {
  const contentHash = options.host?.contentHash ?? known.contentHash;
  const withHash =
    contentHash === undefined ? options : mergeOptions(options, { host: { contentHash } });
  return reader.openText(input, withHash, { sizeBytes: handle.size, index: known.index });
}

/** Loads the module for a file with these first bytes. @returns the result when that fails */
async function loadModuleFor(
  head: Uint8Array,
  { reader, handle, load }: Load,
): Promise<ToolResult | undefined> {
  if (reader.detect(head).kind !== 'pdf') return undefined;
  try {
    await orAbort(reader.loadPdf(), load.signal);
    return undefined;
  } catch (error) {
    load.signal?.throwIfAborted();
    return loadFailure(error, handle.size);
  }
}
