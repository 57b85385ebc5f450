/** The only file access of the Node program. */
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

import type { ErrorCode } from '../types.js';

/** Largest single read, in bytes. */
const kReadBytes = 1 << 20;

/** A file that cannot be opened or loaded; the core knows its wording. */
export class FileError extends Error {
  override name = 'FileError';
  readonly code: ErrorCode;

  constructor(code: ErrorCode, cause?: unknown) {
    super(code, { cause });
    this.code = code;
  }
}

/** A file in memory. */
export interface LoadedFile {
  bytes: Uint8Array;
  /** ISO 8601, UTC, milliseconds. */
  modified: string;
}

function systemErrorCode(error: unknown): ErrorCode {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return 'FILE_NOT_FOUND';
    case 'EACCES':
    case 'EPERM':
      return 'PERMISSION_DENIED';
    default:
      return 'IO_ERROR';
  }
}

function readUpTo(descriptor: number, maxBytes: number, expectedBytes: number): Uint8Array {
  let bytes = new Uint8Array(Math.min(expectedBytes + 1, maxBytes));
  let size = 0;
  while (size < maxBytes) {
    if (size === bytes.byteLength) {
      const grown = new Uint8Array(Math.min(2 * size + kReadBytes, maxBytes));
      grown.set(bytes);
      bytes = grown;
    }
    const wanted = Math.min(kReadBytes, bytes.byteLength - size);
    const got = readSync(descriptor, bytes, size, wanted, null);
    if (got === 0) break;
    size += got;
  }
  return bytes.subarray(0, size);
}

/**
 * Loads a regular file, or its first `maxBytes` bytes, without ever blocking on a FIFO.
 *
 * @throws FileError
 */
export function loadFile(path: string, maxBytes: number): LoadedFile {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const facts = fstatSync(descriptor, { bigint: true });
    if (facts.isDirectory()) throw new FileError('IS_DIRECTORY');
    if (!facts.isFile()) throw new FileError('NOT_A_FILE');
    const modified = new Date(Number(facts.mtimeMs)).toISOString();
    return { bytes: readUpTo(descriptor, maxBytes, Number(facts.size)), modified };
  } catch (error) {
    throw error instanceof FileError ? error : new FileError(systemErrorCode(error), error);
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}
