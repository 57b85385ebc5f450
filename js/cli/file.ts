/** The only file access of the Node program. */
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

import type { ErrorCode } from '../types.js';

/** Bytes asked for at a time. */
const kChunkBytes = 1 << 18;

/** A file that cannot be opened or loaded; the core knows its wording. */
export class FileError extends Error {
  override name = 'FileError';
  readonly code: ErrorCode;

  constructor(code: ErrorCode, cause?: unknown) {
    super(code, { cause });
    this.code = code;
  }
}

/** An open file. */
export interface OpenFile {
  /** Bytes, as the file system says; -1 for files that the system makes up as they are read. */
  sizeBytes: number;
  /** ISO 8601, UTC, milliseconds. */
  modified: string;
  /** The bytes, piece by piece; a piece is valid until the next one is asked for. Reading throws FileError. */
  chunks: Iterable<Uint8Array>;
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

/** @throws FileError in place of what the system throws */
function withFileErrors<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof FileError ? error : new FileError(systemErrorCode(error), error);
  }
}

function* readChunks(descriptor: number): Generator<Uint8Array, void, undefined> {
  const buffer = new Uint8Array(kChunkBytes);
  for (;;) {
    const got = withFileErrors(() => readSync(descriptor, buffer, 0, kChunkBytes, null));
    if (got === 0) return;
    yield buffer.subarray(0, got);
  }
}

/**
 * Opens a regular file, without ever blocking on a FIFO, for the time that `use` takes.
 *
 * @throws FileError
 */
export function withFile<T>(path: string, use: (file: OpenFile) => T): T {
  const flags = constants.O_RDONLY | constants.O_NONBLOCK;
  const descriptor = withFileErrors(() => openSync(path, flags));
  try {
    const facts = withFileErrors(() => fstatSync(descriptor, { bigint: true }));
    if (facts.isDirectory()) throw new FileError('IS_DIRECTORY');
    if (!facts.isFile()) throw new FileError('NOT_A_FILE');
    return use({
      sizeBytes: facts.size > 0n ? Number(facts.size) : -1,
      modified: new Date(Number(facts.mtimeMs)).toISOString(),
      chunks: readChunks(descriptor),
    });
  } finally {
    closeSync(descriptor);
  }
}
