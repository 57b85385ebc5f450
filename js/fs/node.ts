/**
 * The file system of Node, Bun and Deno. A read has one open handle, so the file cannot change to another one halfway.
 * What is opened is checked after it was opened: that it is a regular file, of a file system that holds files, and that
 * it lies inside the root.
 */
import { constants, lstat as lstatThen, type Stats } from 'node:fs';
import {
  type FileHandle as NodeHandle,
  lstat,
  open,
  opendir,
  readlink,
  realpath,
  stat,
  statfs,
} from 'node:fs/promises';
import { sep } from 'node:path';

import { fileErrorCode, toFileError } from './file_errors.js';
import { resolveLinks } from './links.js';
import { normalizePath, type PathStyle, relativeSegments } from './path_text.js';
import {
  type AccessOptions,
  type DirectoryEntry,
  FileError,
  type FileHandle,
  type FileSystem,
  type ListOptions,
} from './types.js';

const kStyle: PathStyle = process.platform === 'win32' ? 'windows' : 'posix';
const kIsCaseSensitive = process.platform !== 'win32' && process.platform !== 'darwin';

/** Linux file systems whose regular files are made up by the kernel as they are read (statfs(2), linux/magic.h). */
const kKernelFileSystems: ReadonlySet<number> = new Set([
  0x9fa0, // proc
  0x62656572, // sysfs
  0x64626720, // debugfs
  0x74726163, // tracefs
  0x73636673, // securityfs
  0x27e0eb, // cgroup
  0x63677270, // cgroup2
  0x62656570, // configfs
  0xcafe4a11, // bpf
]);

/** Names that are asked for at a time. */
const kListBuffer = 1024;
/** Entries whose facts are asked for at a time. */
const kLooks = 64;

/** Not blocked by a FIFO, no terminal taken over, and no link at the end of a path that has been resolved. */
const kOpenFlags =
  constants.O_RDONLY |
  (constants.O_NONBLOCK ?? 0) |
  (constants.O_NOCTTY ?? 0) |
  (constants.O_NOFOLLOW ?? 0);

async function readLink(path: string): Promise<string | undefined> {
  return (await lstat(path)).isSymbolicLink() ? readlink(path) : undefined;
}

/** An error as a FileError; Node and Deno may confine the program, and say so in ways of their own. */
function nodeError(error: unknown): FileError {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  const isNode = code === 'ERR_ACCESS_DENIED';
  if (!isNode && name !== 'NotCapable') return toFileError(error);
  const detail = `the program runs without --allow-${isNode ? 'fs-' : ''}read for it`;
  return new FileError('PERMISSION_DENIED', detail, { cause: error, detail });
}

/** A root that is not there would make every file a missing one. */
async function realRoot(root: string): Promise<string> {
  try {
    return await realpath(root);
  } catch (cause) {
    if (fileErrorCode(cause) !== 'FILE_NOT_FOUND') throw cause;
    const detail = 'the root of the tool does not exist';
    throw new FileError('FILE_NOT_FOUND', `${detail}: ${root}`, { cause, detail });
  }
}

/** The path without links, inside the root if there is one. */
async function resolve(
  path: string,
  { root, symlinks = 'follow-inside' }: AccessOptions,
): Promise<string> {
  if (root === undefined && symlinks === 'follow-inside') return realpath(path);
  const given = root ?? normalizePath(path, kStyle).slice(0, kStyle === 'windows' ? 3 : 1);
  const segments = relativeSegments(path, given, kStyle, kIsCaseSensitive);
  if (!segments) throw new FileError('OUTSIDE_ROOT');
  const names = {
    given,
    real: await realRoot(given),
    style: kStyle,
    caseSensitive: kIsCaseSensitive,
  };
  return resolveLinks(segments, names, symlinks, readLink);
}

function checkKind(facts: Stats): void {
  if (facts.isDirectory()) throw new FileError('IS_DIRECTORY');
  if (!facts.isFile()) throw new FileError('NOT_A_FILE');
}

/** Where an open file lies now. Linux tells by descriptor; elsewhere the path is resolved again and must lead to it. */
async function locationOf(handle: NodeHandle, facts: Stats, path: string): Promise<string> {
  if (process.platform === 'linux') {
    try {
      return await readlink(`/proc/self/fd/${handle.fd}`);
    } catch {
      // No /proc: resolve the path again.
    }
  }
  const location = await realpath(path);
  const there = await stat(location);
  if (there.dev !== facts.dev || there.ino !== facts.ino) {
    throw new FileError('IO_ERROR', 'the path led to another file while it was opened');
  }
  return location;
}

async function checkOpened(
  handle: NodeHandle,
  path: string,
  root: string | undefined,
): Promise<Stats> {
  const facts = await handle.stat();
  checkKind(facts);
  if (process.platform === 'linux') {
    const { type } = await statfs(`/proc/self/fd/${handle.fd}`).catch(() => ({ type: 0 }));
    if (kKernelFileSystems.has(type)) throw new FileError('NOT_A_FILE');
  }
  if (root === undefined) return facts;
  const location = await locationOf(handle, facts, path);
  const realRoot = await realpath(root);
  if (!relativeSegments(location, realRoot, kStyle, kIsCaseSensitive)) {
    throw new FileError('OUTSIDE_ROOT', 'the opened file lies outside the root');
  }
  return facts;
}

function fileHandle(handle: NodeHandle, facts: Stats): FileHandle {
  return {
    size: facts.size,
    modified: facts.mtime,
    // The time of the last change of the inode, unlike that of the content, cannot be set back.
    etag: `${facts.ino}-${facts.ctimeMs}`,
    async read(offset, length, signal, into) {
      signal?.throwIfAborted();
      const buffer = into ?? new Uint8Array(length);
      const { bytesRead } = await handle.read(buffer, 0, length, offset);
      return bytesRead === length ? buffer : buffer.subarray(0, bytesRead);
    },
    close: () => handle.close(),
  };
}

async function openFile(path: string, options: AccessOptions): Promise<FileHandle> {
  const real = await resolve(path, options);
  // Before it is opened: opening a device or a FIFO has effects.
  checkKind(await lstat(real));
  options.signal?.throwIfAborted();
  const handle = await open(real, kOpenFlags);
  try {
    return fileHandle(handle, await checkOpened(handle, real, options.root));
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function listDirectory(path: string, options: ListOptions): Promise<DirectoryEntry[]> {
  const { limit = Number.POSITIVE_INFINITY, signal, details = false } = options;
  const real = await resolve(path, options);
  signal?.throwIfAborted();
  const entries: DirectoryEntry[] = [];
  // Leaving the loop closes the directory.
  for await (const entry of await opendir(real, { bufferSize: kListBuffer })) {
    signal?.throwIfAborted();
    entries.push({ name: entry.name, isDirectory: entry.isDirectory() });
    if (entries.length >= limit) break;
  }
  // With so many there may be more: whoever asked refuses the directory, and looks would take seconds.
  if (!details || entries.length >= limit) return entries;
  const separator = real.endsWith(sep) ? '' : sep;
  for (let at = 0; at < entries.length; at += kLooks) {
    signal?.throwIfAborted();
    const looks = entries.slice(at, at + kLooks);
    await Promise.all(looks.map((entry) => addFacts(entry, `${real}${separator}${entry.name}`)));
  }
  return entries;
}

/** What the promises of Node make of a look takes more than the look. */
function lookAt(path: string): Promise<Stats | undefined> {
  return new Promise((resolve) => lstatThen(path, (_, facts) => resolve(facts)));
}

/** What is known of an entry itself; a link is not followed, and what has gone meanwhile stays a name. */
async function addFacts(entry: DirectoryEntry, path: string): Promise<void> {
  const facts = await lookAt(path).catch(() => undefined);
  if (!facts) return;
  entry.modified = facts.mtime;
  if (facts.isSymbolicLink()) entry.isLink = true;
  if (facts.isFile()) entry.size = facts.size;
}

/**
 * The files of this machine.
 *
 * FIFOs, sockets, devices and the files of `/proc` and its like are refused without being opened for long. With a root,
 * links are resolved component by component and the opened file is checked again. Hard links are files like any other.
 *
 * @example
 * ```ts
 * const tool = createReadTool({ fs: nodeFs(), root: '/home/me/project' });
 * const result = await tool.execute({ file_path: 'src/main.ts' });
 * ```
 */
export function nodeFs(): FileSystem {
  return {
    pathStyle: kStyle,
    caseSensitive: kIsCaseSensitive,
    get cwd() {
      return process.cwd();
    },
    async open(path, options) {
      try {
        return await openFile(path, options);
      } catch (error) {
        options.signal?.throwIfAborted();
        throw nodeError(error);
      }
    },
    async list(path, options) {
      try {
        return await listDirectory(path, options);
      } catch (error) {
        options.signal?.throwIfAborted();
        throw nodeError(error);
      }
    },
  };
}
