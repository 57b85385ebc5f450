/**
 * Any object with the shape of Node's `fs.promises`: memfs, lightning-fs, the file systems of isomorphic-git and the
 * like. Links are resolved by this file where the object has `lstat` and `readlink`.
 */
import { toFileError } from './file_errors.js';
import { resolveLinks } from './links.js';
import { relativeSegments } from './path_text.js';
import {
  type AccessOptions,
  type DirectoryEntry,
  FileError,
  type FileHandle,
  type FileSystem,
  type ListOptions,
} from './types.js';

/** Names of a directory that are looked at side by side. */
const kLooks = 64;

/** What `stat` tells. */
export interface FsStats {
  /** Bytes. */
  size: number | bigint;
  /** Whether it is a regular file. */
  isFile(): boolean;
  /** Whether it is a directory. */
  isDirectory(): boolean;
  /** Whether it is a symbolic link, of `lstat`. */
  isSymbolicLink(): boolean;
  /** Time of the last change, in milliseconds. */
  mtimeMs?: number | bigint;
}

/** What `open` gives. */
export interface FsHandle {
  /** Reads into a buffer. */
  read(
    buffer: Uint8Array,
    offset: number,
    length: number,
    position: number,
  ): Promise<{ bytesRead: number }>;
  /** Closes it. */
  close(): Promise<void>;
}

/** The functions that are used; without `open` a file is read as a whole. */
export interface FsPromises {
  /** As in Node. */
  stat(path: string): Promise<FsStats>;
  /** As in Node. */
  readFile(path: string): Promise<Uint8Array | string>;
  /** As in Node. */
  readdir(path: string): Promise<unknown[]>;
  /** As in Node. */
  lstat?(path: string): Promise<FsStats>;
  /** As in Node. */
  readlink?(path: string): Promise<unknown>;
  /** As in Node. */
  open?(path: string, flags: string): Promise<FsHandle>;
}

async function resolve(fs: FsPromises, path: string, options: AccessOptions): Promise<string> {
  const { root, symlinks = 'follow-inside' } = options;
  if (!fs.lstat || !fs.readlink || (root === undefined && symlinks === 'follow-inside'))
    return path;
  const given = root ?? '/';
  const segments = relativeSegments(path, given, 'posix', true);
  if (!segments) throw new FileError('OUTSIDE_ROOT');
  const readLink = async (place: string) =>
    (await fs.lstat?.(place))?.isSymbolicLink() ? String(await fs.readlink?.(place)) : undefined;
  return resolveLinks(
    segments,
    { given, real: given, style: 'posix', caseSensitive: true },
    symlinks,
    readLink,
  );
}

function wholeFile(fs: FsPromises, path: string): FileHandle['read'] {
  let loading: Promise<Uint8Array> | undefined;
  const load = async () => {
    const content = await fs.readFile(path);
    return typeof content === 'string' ? new TextEncoder().encode(content) : content;
  };
  return async (offset, length) => {
    loading ??= load();
    return (await loading).subarray(offset, offset + length);
  };
}

function byRanges(handle: FsHandle): FileHandle['read'] {
  return async (offset, length, signal, into) => {
    signal?.throwIfAborted();
    const buffer = into ?? new Uint8Array(length);
    const { bytesRead } = await handle.read(buffer, 0, length, offset);
    if (!Number.isInteger(bytesRead) || bytesRead < 0 || bytesRead > length)
      throw new FileError('IO_ERROR', `got ${String(bytesRead)} bytes for ${length}`);
    return buffer.subarray(0, bytesRead);
  };
}

async function openFile(fs: FsPromises, path: string, options: AccessOptions): Promise<FileHandle> {
  const real = await resolve(fs, path, options);
  const facts = await fs.stat(real);
  if (facts.isDirectory()) throw new FileError('IS_DIRECTORY');
  if (!facts.isFile()) throw new FileError('NOT_A_FILE');
  const about = {
    size: Number(facts.size),
    ...(facts.mtimeMs === undefined ? {} : { modified: new Date(Number(facts.mtimeMs)) }),
  };
  if (!fs.open) return { ...about, read: wholeFile(fs, real) };
  const handle = await fs.open(real, 'r');
  return { ...about, read: byRanges(handle), close: () => handle.close() };
}

/** What is known of a name itself; a link is not followed: what it leads to may lie outside the root. */
async function entryOf(
  fs: FsPromises,
  name: string,
  path: string,
  details: boolean,
): Promise<DirectoryEntry> {
  const facts = await (fs.lstat ?? fs.stat).call(fs, path).catch(() => undefined);
  const entry: DirectoryEntry = { name, isDirectory: facts?.isDirectory() ?? false };
  if (!facts || !details) return entry;
  if (facts.mtimeMs !== undefined) entry.modified = new Date(Number(facts.mtimeMs));
  if (fs.lstat && facts.isSymbolicLink()) entry.isLink = true;
  if (facts.isFile()) entry.size = Number(facts.size);
  return entry;
}

async function listDirectory(
  fs: FsPromises,
  path: string,
  options: ListOptions,
): Promise<DirectoryEntry[]> {
  const { limit, signal, details = false } = options;
  const real = await resolve(fs, path, options);
  const names = (await fs.readdir(real)).map(String).slice(0, limit);
  const entries: DirectoryEntry[] = [];
  for (let at = 0; at < names.length; at += kLooks) {
    signal?.throwIfAborted();
    const looks = names
      .slice(at, at + kLooks)
      .map((name) => entryOf(fs, name, `${real === '/' ? '' : real}/${name}`, details));
    entries.push(...(await Promise.all(looks)));
  }
  return entries;
}

/**
 * A file system over an object like `fs.promises`. For Node's own use `nodeFs`, which checks what it has opened.
 *
 * @param fs - the object itself, or one that has it as `promises`
 * @example
 * ```ts
 * import { vol } from 'memfs';
 * const tool = createReadTool({ fs: fsPromises(vol), root: '/repository' });
 * ```
 */
export function fsPromises(fs: FsPromises | { promises: FsPromises }): FileSystem {
  const functions = 'promises' in fs ? fs.promises : fs;
  return {
    async open(path, options) {
      try {
        return await openFile(functions, path, options);
      } catch (error) {
        throw toFileError(error);
      }
    },
    async list(path, options) {
      try {
        return await listDirectory(functions, path, options);
      } catch (error) {
        options.signal?.throwIfAborted();
        throw toFileError(error);
      }
    },
  };
}
