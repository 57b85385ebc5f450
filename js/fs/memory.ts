/** Files that are values in memory. */
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

function names(files: MemoryFiles): string[] {
  const keys = files instanceof Map ? [...files.keys()] : Object.keys(files);
  return keys.map((key) => (key.startsWith('/') ? key : `/${key}`));
}

/**
 * Entries of a directory when all that is known is the paths of files.
 *
 * @param paths - absolute paths of all files
 * @param directory - absolute, normalized
 * @param factsOf - what is known of a file
 */
export function entriesBelow(
  paths: Iterable<string>,
  directory: string,
  factsOf: (path: string) => Pick<DirectoryEntry, 'size' | 'modified'> = () => ({}),
): DirectoryEntry[] {
  const prefix = directory === '/' ? '/' : `${directory}/`;
  const entries = new Map<string, DirectoryEntry>();
  for (const path of paths) {
    if (!path.startsWith(prefix) || path.length === prefix.length) continue;
    const [name = '', ...rest] = path.slice(prefix.length).split('/');
    const isDirectory = rest.length > 0;
    entries.set(name, { name, isDirectory, ...(isDirectory ? {} : factsOf(path)) });
  }
  return [...entries.values()];
}

/**
 * A file system over a Map or a plain object. It is a view: later changes of `files` are seen.
 *
 * @example
 * ```ts
 * const tool = createReadTool({ fs: memoryFs({ '/notes.txt': 'one\ntwo\n' }) });
 * const result = await tool.execute({ file_path: '/notes.txt' });
 * ```
 */
export function memoryFs(files: MemoryFiles): FileSystem {
  return {
    async open(path): Promise<FileHandle> {
      const found = lookup(files, path);
      if (found === undefined) {
        throw new FileError(
          entriesBelow(names(files), path).length > 0 ? 'IS_DIRECTORY' : 'FILE_NOT_FOUND',
        );
      }
      const { bytes, modified } = fileOf(found);
      return {
        size: bytes.byteLength,
        ...(modified ? { modified } : {}),
        read: async (offset, length) => bytes.subarray(offset, offset + length),
      };
    },
    async list(path, { details = false } = {}) {
      if (!details) return entriesBelow(names(files), path);
      return entriesBelow(names(files), path, (file) => {
        const found = lookup(files, file);
        if (found === undefined) return {};
        const { bytes, modified } = fileOf(found);
        return { size: bytes.byteLength, ...(modified ? { modified } : {}) };
      });
    },
  };
}
