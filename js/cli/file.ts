/** The only file access of the Node program. */
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readSync,
  readlinkSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { resolve } from 'node:path';

import { toFileError } from '../fs/file_errors.js';
import { resolveLinks } from '../fs/links.js';
import { type PathStyle, relativeSegments } from '../fs/path_text.js';
import { FileError } from '../fs/types.js';
import { bytesOf, type ByteText, toBuffer, toByteText } from './bytes.js';

/** Bytes asked for at a time. */
const kChunkBytes = 1 << 20;
/** Bytes of a pipe that are kept. */
const kKeptBytes = 64 * 1024;
/** How long to wait where nothing is there to be read yet. */
const kRetryMs = 10;
const kStandardInputDescriptor = 0;
const kNanoseconds = 1_000_000_000n;
/** Opening a FIFO that nobody writes to must not wait. */
const kOpenFlags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);
const kStyle: PathStyle = process.platform === 'win32' ? 'windows' : 'posix';
const kIsCaseSensitive = process.platform !== 'win32' && process.platform !== 'darwin';

/** What a file system says of a file: when it is the same, so is the file. */
export interface FileFacts {
  /** Bytes. */
  size: number;
  /** As `mtimeText` writes it. */
  mtime: string;
}

/** An open file. */
export interface OpenFile {
  /** Bytes, as the file system says; -1 for standard input and files that the system makes up as they are read. */
  sizeBytes: number;
  /** ISO 8601, UTC, milliseconds; absent when nobody knows. */
  modified?: string;
  /** Absent for standard input. */
  facts?: FileFacts;
  /**
   * Bytes from `from` on, at most up to `to`; none at the file's end. Of a file without a size, those behind the last ones.
   * Valid until the next call.
   *
   * @throws FileError
   */
  read(from: number, to: number): Uint8Array;
}

/** A file's time in seconds and nanoseconds, "1767225600.000000000": a changed file has another. */
export function mtimeText(mtimeNs: bigint): string {
  const nanoseconds = ((mtimeNs % kNanoseconds) + kNanoseconds) % kNanoseconds;
  const seconds = (mtimeNs - nanoseconds) / kNanoseconds;
  return `${seconds}.${nanoseconds.toString().padStart(9, '0')}`;
}

/** Seconds of the years that have four digits: 0 and 9999. */
const kYears = { first: -62_167_219_200n, end: 253_402_300_800n };

/** A file's time as ISO 8601 has it; undefined for one that no file was changed at. */
function isoTime(mtimeNs: bigint): string | undefined {
  const { first, end } = kYears;
  if (mtimeNs < first * kNanoseconds || mtimeNs >= end * kNanoseconds) return undefined;
  const nanoseconds = ((mtimeNs % kNanoseconds) + kNanoseconds) % kNanoseconds;
  const seconds = (mtimeNs - nanoseconds) / kNanoseconds;
  return new Date(Number(seconds * 1000n + nanoseconds / 1_000_000n)).toISOString();
}

/** @throws FileError in place of what the system throws */
function withFileErrors<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw toFileError(error);
  }
}

/** Standard input may be set not to block by whoever shares it; some files of the kernel never have more. `at`: null reads on. */
function readPatiently(descriptor: number, buffer: Uint8Array, at: number | null): number {
  for (;;) {
    try {
      return readSync(descriptor, buffer, 0, buffer.length, at);
    } catch (error) {
      const mayWait = descriptor === kStandardInputDescriptor;
      if (!mayWait || (error as NodeJS.ErrnoException).code !== 'EAGAIN') {
        throw new FileError('IO_ERROR', 'cannot be read', { cause: error });
      }
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, kRetryMs);
  }
}

/** `OpenFile.read` of a descriptor. */
function readerOf(descriptor: number, sizeBytes: number): OpenFile['read'] {
  const buffer = new Uint8Array(sizeBytes < 0 ? kChunkBytes : Math.min(sizeBytes, kChunkBytes));
  let kept: Uint8Array = buffer.subarray(0, 0);
  return (from, to) => {
    const room = buffer.subarray(0, Math.min(to - from, buffer.length));
    if (sizeBytes >= 0) return room.subarray(0, readPatiently(descriptor, room, from));
    // A module begins anew with the first bytes.
    if (from === 0 && kept.length > 0) return kept.subarray(0, to);
    const got = room.subarray(0, readPatiently(descriptor, room, null));
    if (from < kKeptBytes) kept = Uint8Array.of(...kept.subarray(0, from), ...got);
    return got;
  };
}

/** All of an open file, piece by piece; a piece is valid until the next one is asked for. */
export function* chunksOf({ read }: OpenFile): Generator<Uint8Array, void, undefined> {
  for (let at = 0; ; ) {
    const chunk = read(at, at + kChunkBytes);
    if (chunk.length === 0) return;
    at += chunk.length;
    yield chunk;
  }
}

/** All bytes, or as many as show that there are more than `most`. */
export function allBytes(chunks: Iterable<Uint8Array>, most: number): Uint8Array {
  const copies: Buffer[] = [];
  let size = 0;
  for (const chunk of chunks) {
    copies.push(Buffer.from(chunk));
    size += chunk.length;
    if (size > most) break;
  }
  return Buffer.concat(copies);
}

/** Whether there is a directory at the path that can be opened. */
export function isDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    // There is nothing, or the way there leads through a file.
    return false;
  }
}

/** Standard input. */
export function standardInput(): OpenFile {
  return { sizeBytes: -1, read: readerOf(kStandardInputDescriptor, -1) };
}

/**
 * Opens a regular file, without ever blocking on a FIFO, for the time that `use` takes.
 *
 * @param flags - what the file is opened with, beside the usual
 * @throws FileError
 */
export async function withFile<T>(
  path: string | Buffer,
  use: (file: OpenFile) => T | Promise<T>,
  flags = 0,
): Promise<T> {
  const descriptor = withFileErrors(() => openSync(path, kOpenFlags | flags));
  try {
    const facts = withFileErrors(() => fstatSync(descriptor, { bigint: true }));
    if (facts.isDirectory()) throw new FileError('IS_DIRECTORY');
    if (!facts.isFile()) throw new FileError('NOT_A_FILE');
    if (flags !== 0) checkLocation(descriptor, bytesOf(path));
    const sizeBytes = facts.size > 0n ? Number(facts.size) : -1;
    const modified = isoTime(facts.mtimeNs);
    return await use({
      sizeBytes,
      ...(modified === undefined ? {} : { modified }),
      facts: { size: Number(facts.size), mtime: mtimeText(facts.mtimeNs) },
      read: readerOf(descriptor, sizeBytes),
    });
  } finally {
    closeSync(descriptor);
  }
}

/** Node cannot open a file below an open directory, so Linux is asked where the open file lies. */
function checkLocation(descriptor: number, path: ByteText): void {
  if (process.platform !== 'linux') return;
  const place = withFileErrors(() => readlinkSync(`/proc/self/fd/${descriptor}`, 'buffer'));
  if (bytesOf(place) === path) return;
  throw new FileError('OUTSIDE_ROOT', 'the path led elsewhere while it was opened');
}

/** Without waiting: a path may have thousands of components, which are looked at again for each front of it. */
async function linkTarget(path: ByteText): Promise<ByteText | undefined> {
  const name = toBuffer(path);
  return lstatSync(name).isSymbolicLink() ? bytesOf(readlinkSync(name, 'buffer')) : undefined;
}

/**
 * The path without links of what must lie in the directory `root`. Links are followed as long as they stay inside.
 *
 * @throws FileError
 */
export async function resolveInside(root: string, path: string | Buffer): Promise<ByteText> {
  const given = toByteText(resolve(root));
  const absolute = resolve(toByteText(process.cwd()), bytesOf(path));
  const segments = relativeSegments(absolute, given, kStyle, kIsCaseSensitive);
  if (!segments) throw new FileError('OUTSIDE_ROOT');
  const names = {
    given,
    real: bytesOf(withFileErrors(() => realpathSync(toBuffer(given), 'buffer'))),
    style: kStyle,
    caseSensitive: kIsCaseSensitive,
  };
  return resolveLinks(segments, names, 'follow-inside', linkTarget).catch((error) => {
    throw toFileError(error);
  });
}

/** Whether `path` lies in the directory `root`, by its text. */
export function isInside(root: string, path: string): boolean {
  return relativeSegments(path, resolve(root), kStyle, kIsCaseSensitive) !== undefined;
}

/**
 * As `withFile`, for a file that must lie in the directory `root`. Links are followed as long as they stay inside.
 *
 * @throws FileError
 */
export async function withFileInside<T>(
  root: string,
  path: string | Buffer,
  use: (file: OpenFile) => T | Promise<T>,
): Promise<T> {
  // "a.txt/" is no file.
  const flags = /(^|\/)\.{0,2}$/.test(bytesOf(path)) ? (constants.O_DIRECTORY ?? 0) : 0;
  const place = toBuffer(await resolveInside(root, path));
  return withFile(place, use, flags | (constants.O_NOFOLLOW ?? 0));
}

/**
 * `withFile`, or `withFileInside` when there is a root.
 *
 * @throws FileError
 */
export async function withFileBelow<T>(
  root: string,
  path: string | Buffer,
  use: (file: OpenFile) => T | Promise<T>,
): Promise<T> {
  return root ? withFileInside(root, path, use) : withFile(path, use);
}
