/** Opens files of file systems that may be wrong about them, and says to a model why a file cannot be read. */
import { fileErrorCode } from '../fs/file_errors.js';
import { normalizePath } from '../fs/path_text.js';
import { type AccessOptions, FileError, type FileHandle, type FileSystem } from '../fs/types.js';
import type { Reader, ReadFailure } from '../types/index.js';
import { orAbort, Turns } from '../reader/abort.js';
import { internalsOf } from '../reader/internals.js';
import { bytesOf } from '../reader/sources.js';
import { kMaxPathBytes, namesDirectory, type PathRules, pathBytes, resolvePath } from './paths.js';

/** Of what a file system says of an error. */
const kMaxDetailChars = 1000;

/** Whether a value is a time: one that is none is not known. */
export function isTime(modified: unknown): modified is Date {
  const isDate = Object.prototype.toString.call(modified) === '[object Date]';
  return isDate && !Number.isNaN((modified as Date).getTime());
}

/**
 * A handle whose facts stay as they were. Its reads give no other bytes than were asked for, end with their signal and let
 * others have their turn.
 *
 * @throws FileError when a handle is none
 */
function steady(handle: FileHandle): FileHandle {
  const { size, modified, etag } = (handle ?? {}) as Partial<FileHandle>;
  if (size === undefined || !Number.isSafeInteger(size) || size < 0)
    throw new FileError('IO_ERROR', `the file system gave ${String(size)} for the file's size`);
  if (typeof handle.read !== 'function')
    throw new FileError('IO_ERROR', 'the file system gave a handle without read()');
  const turns = new Turns();
  return {
    size,
    ...(isTime(modified) ? { modified } : {}),
    ...(typeof etag === 'string' ? { etag } : {}),
    async read(offset, length, signal, into) {
      const piece = await orAbort(handle.read(offset, length, signal, into), signal);
      if (!ArrayBuffer.isView(piece)) {
        throw new FileError('IO_ERROR', 'got something else than bytes');
      }
      if (piece.byteLength > length) {
        throw new FileError('IO_ERROR', `got ${piece.byteLength} bytes for ${length}`);
      }
      await turns.count(piece.byteLength);
      return bytesOf(piece, 'got');
    },
    async close() {
      await handle.close?.();
    },
  };
}

/** Closes a handle, whatever comes of it. */
export async function closeQuietly(handle: FileHandle): Promise<void> {
  try {
    await handle?.close?.();
  } catch {
    // Nothing can be done.
  }
}

/**
 * Opens a path of the tool.
 *
 * @param path - as `placeOf` gives it
 * @throws what the file system throws; FileError when its handle is none, or when the path names a directory
 */
export async function openPath(
  fs: FileSystem,
  path: string,
  { style }: PathRules,
  access: AccessOptions,
): Promise<FileHandle> {
  const handle = await fs.open(normalizePath(path, style), access);
  try {
    const file = steady(handle);
    if (!namesDirectory(path, style)) return file;
    throw new FileError('FILE_NOT_FOUND', 'the path names a directory, the file is none');
  } catch (error) {
    // Nobody waits for what is not used.
    void closeQuietly(handle);
    throw error;
  }
}

/** The result for a file that cannot be read. */
export function refuseFile(reader: Reader, error: unknown, filePath: string): ReadFailure {
  const refusal = internalsOf(reader).refuse(fileErrorCode(error), filePath);
  if (!(error instanceof FileError) || error.detail === undefined) return refusal;
  const detail = error.detail.slice(0, kMaxDetailChars).replace(/[\r\n]/g, ' ');
  const text = `${refusal.content} (${detail})`;
  return { ...refusal, content: text, error: text };
}

/** The result for an input whose path is too long to be one. */
function refuseLength(reader: Reader, bytes: number): ReadFailure {
  const [most, got] = [kMaxPathBytes, bytes].map((count) => count.toLocaleString('en-US'));
  const error = `file_path must be at most ${most} bytes, got ${got}`;
  // What the core refuses arguments with, in other words.
  const { prepare, refuse } = internalsOf(reader);
  const refusal = prepare({}) ?? refuse('IO_ERROR', '');
  return { ...refusal, errorCode: 'INVALID_ARGUMENT', content: error, error };
}

/** Where the path that a model wrote leads, or the result that refuses it. */
export function placeOf(
  reader: Reader,
  filePath: string,
  rules: PathRules,
): { path: string } | { refusal: ReadFailure } {
  const bytes = pathBytes(filePath);
  if (bytes > kMaxPathBytes) return { refusal: refuseLength(reader, bytes) };
  const resolved = resolvePath(filePath, rules);
  return 'code' in resolved
    ? { refusal: internalsOf(reader).refuse(resolved.code, filePath) }
    : resolved;
}
