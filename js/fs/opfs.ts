/**
 * The origin private file system and the directories that a person has opened (File System Access). They have no links,
 * and nothing in them leads out of the directory.
 */
import { blobHandle } from './blob.js';
import { toFileError } from './file_errors.js';
import { type DirectoryEntry, FileError, type FileHandle, type FileSystem } from './types.js';

/** Files of a directory that are looked at side by side. */
const kLooks = 64;

/** A directory of the browser. `FileSystemDirectoryHandle` is one. */
export interface BrowserDirectory {
  /** As in the standard. */
  getDirectoryHandle(name: string): Promise<BrowserDirectory>;
  /** As in the standard. */
  getFileHandle(name: string): Promise<{ getFile(): Promise<File> }>;
  /** As in the standard. */
  values?(): AsyncIterable<{ name: string; kind: 'file' | 'directory' }>;
}

function originPrivate(): Promise<BrowserDirectory> {
  return navigator.storage.getDirectory();
}

async function directoryAt(
  top: BrowserDirectory,
  segments: readonly string[],
): Promise<BrowserDirectory> {
  let directory = top;
  for (const segment of segments) directory = await directory.getDirectoryHandle(segment);
  return directory;
}

function segmentsOf(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '');
}

/** A TypeMismatchError says that a name is of the other kind; a TypeError that there can be no such name. */
function asFileError(error: unknown, wanted: 'file' | 'folder on the way'): FileError {
  if (error instanceof TypeError)
    return new FileError('FILE_NOT_FOUND', error.message, { cause: error });
  const isOtherKind = error instanceof DOMException && error.name === 'TypeMismatchError';
  if (!isOtherKind) return toFileError(error);
  return new FileError(wanted === 'file' ? 'IS_DIRECTORY' : 'FILE_NOT_FOUND', error.message, {
    cause: error,
  });
}

async function openFile(top: BrowserDirectory, path: string): Promise<FileHandle> {
  const segments = segmentsOf(path);
  const name = segments.pop();
  if (name === undefined) throw new FileError('IS_DIRECTORY');
  let directory: BrowserDirectory;
  try {
    directory = await directoryAt(top, segments);
  } catch (error) {
    throw asFileError(error, 'folder on the way');
  }
  try {
    // A snapshot: reading it fails once the file has changed.
    return blobHandle(await (await directory.getFileHandle(name)).getFile());
  } catch (error) {
    throw asFileError(error, 'file');
  }
}

/** What has gone meanwhile stays a name. */
async function addFacts(directory: BrowserDirectory, entry: DirectoryEntry): Promise<void> {
  if (entry.isDirectory) return;
  try {
    const file = await (await directory.getFileHandle(entry.name)).getFile();
    entry.size = file.size;
    entry.modified = new Date(file.lastModified);
  } catch {}
}

/**
 * A file system over a directory of the browser, in a page or in a worker.
 *
 * @param directory - what `showDirectoryPicker()` gave; the origin private file system without it
 * @example
 * ```ts
 * const tool = createReadTool({ fs: opfs() });
 * const opened = createReadTool({ fs: opfs(await showDirectoryPicker()) });
 * ```
 */
export function opfs(directory?: BrowserDirectory): FileSystem {
  const top = async () => directory ?? (await originPrivate());
  return {
    async open(path) {
      return openFile(await top(), path);
    },
    async list(path, { limit = Number.POSITIVE_INFINITY, signal, details = false } = {}) {
      const entries: DirectoryEntry[] = [];
      try {
        const found = await directoryAt(await top(), segmentsOf(path));
        for await (const { name, kind } of found.values?.() ?? []) {
          signal?.throwIfAborted();
          entries.push({ name, isDirectory: kind === 'directory' });
          if (entries.length >= limit) break;
        }
        for (let at = 0; details && at < entries.length; at += kLooks) {
          signal?.throwIfAborted();
          const looks = entries.slice(at, at + kLooks);
          await Promise.all(looks.map((entry) => addFacts(found, entry)));
        }
      } catch (error) {
        signal?.throwIfAborted();
        throw asFileError(error, 'folder on the way');
      }
      return entries;
    },
  };
}
