/** Files that are values in memory. */
import { Pace } from '../reader/abort.js';
import { type DirectoryEntry, FileError, type FileHandle, type FileSystem } from './types.js';

/** Content of a file: text becomes UTF-8. */
export type MemoryContent = string | Uint8Array;

/** A file with a time. */
export interface MemoryFile {
  /** What is in it. */
  content: MemoryContent;
  /** Time of the last change. */
  modified?: Date;
}

/** Paths and files; a path may lack its leading slash. */
export type MemoryFiles =
  | ReadonlyMap<string, MemoryContent | MemoryFile>
  | Readonly<Record<string, MemoryContent | MemoryFile>>;

function lookup(files: MemoryFiles, path: string): MemoryContent | MemoryFile | undefined {
  if (files instanceof Map) return files.get(path) ?? files.get(path.slice(1));
  const record = files as Readonly<Record<string, MemoryContent | MemoryFile>>;
  const key = [path, path.slice(1)].find((name) => Object.hasOwn(record, name));
  return key === undefined ? undefined : record[key];
}

/** A file's bytes and time. */
function fileOf(found: MemoryContent | MemoryFile): { bytes: Uint8Array; modified?: Date } {
  const file = typeof found === 'object' && 'content' in found ? found : { content: found };
  const { content, modified }: MemoryFile = file;
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  return { bytes, ...(modified ? { modified } : {}) };
}

function names(files: MemoryFiles): Iterable<string> {
  return files instanceof Map ? files.keys() : Object.keys(files);
}

/** Paths after which a pace is kept: there may be a hundred thousand, and a path that leads nowhere asks for all often. */
const kPathsPerPass = 1000;

/**
 * The paths below a directory, without its own, until `take` is true.
 *
 * @throws the signal's reason when it is aborted
 */
async function eachBelow(
  paths: Iterable<string>,
  directory: string,
  signal: AbortSignal | undefined,
  take: (path: string, below: string) => boolean,
): Promise<void> {
  const prefix = directory === '/' ? '/' : `${directory}/`;
  const pace = new Pace(signal);
  let count = 0;
  for (const key of paths) {
    if (++count % kPathsPerPass === 0) await pace.pass();
    const path = key.startsWith('/') ? key : `/${key}`;
    if (!path.startsWith(prefix) || path.length === prefix.length) continue;
    if (take(path, path.slice(prefix.length))) return;
  }
}

/**
 * What is wrong with the path of no file when all that is known is the paths of files.
 *
 * @param paths - of all files; one may lack its leading slash
 * @param path - absolute, normalized
 */
export async function noFile(
  paths: Iterable<string>,
  path: string,
  signal: AbortSignal | undefined,
): Promise<FileError> {
  let isDirectory = false;
  await eachBelow(paths, path, signal, () => {
    isDirectory = true;
    return true;
  });
  return new FileError(isDirectory ? 'IS_DIRECTORY' : 'FILE_NOT_FOUND');
}

/**
 * Entries of a directory, likewise.
 *
 * @param factsOf - what is known of a file
 */
export async function entriesBelow(
  paths: Iterable<string>,
  directory: string,
  signal: AbortSignal | undefined,
  factsOf: (path: string) => Pick<DirectoryEntry, 'size' | 'modified'> = () => ({}),
): Promise<DirectoryEntry[]> {
  const entries = new Map<string, DirectoryEntry>();
  await eachBelow(paths, directory, signal, (path, below) => {
    const end = below.indexOf('/');
    const isDirectory = end >= 0;
    const name = isDirectory ? below.slice(0, end) : below;
    entries.set(name, { name, isDirectory, ...(isDirectory ? {} : factsOf(path)) });
    return false;
  });
  return [...entries.values()];
}

/**
 * A file system over a Map or a plain object. It is a view: later changes of `files` are seen. Of many thousand files take a
 * Map: the names of an object take ten times as long to go through, which each path that leads nowhere asks for.
 *
 * @example
 * ```ts
 * const tool = createReadTool({ fs: memoryFs({ '/notes.txt': 'one\ntwo\n' }) });
 * const result = await tool.execute({ file_path: '/notes.txt' });
 * ```
 */
export function memoryFs(files: MemoryFiles): FileSystem {
  return {
    async open(path, { signal } = {}): Promise<FileHandle> {
      const found = lookup(files, path);
      if (found === undefined) throw await noFile(names(files), path, signal);
      const { bytes, modified } = fileOf(found);
      return {
        size: bytes.byteLength,
        ...(modified ? { modified } : {}),
        read: async (offset, length) => bytes.subarray(offset, offset + length),
      };
    },
    async list(path, { details = false, signal } = {}) {
      if (!details) return entriesBelow(names(files), path, signal);
      return entriesBelow(names(files), path, signal, (file) => {
        const found = lookup(files, file);
        if (found === undefined) return {};
        const { bytes, modified } = fileOf(found);
        return { size: bytes.byteLength, ...(modified ? { modified } : {}) };
      });
    },
  };
}
