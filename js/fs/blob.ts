/** Files that a person has chosen: `<input type=file>`, drag and drop, or any Blob under a name. */
import { entriesBelow, noFile } from './memory.js';
import type { FileHandle, FileSystem } from './types.js';

/** Files with their own names, or Blobs under the names they are given. */
export type BlobFiles = Iterable<File> | ArrayLike<File> | ReadonlyMap<string, Blob>;

/** The handle of a Blob, whose content never changes. */
export function blobHandle(blob: Blob): FileHandle {
  const time = new Date((blob as Partial<File>).lastModified ?? Number.NaN);
  const modified = Number.isNaN(time.getTime()) ? undefined : time;
  return {
    size: blob.size,
    ...(modified ? { modified } : {}),
    async read(offset, length) {
      return new Uint8Array(await blob.slice(offset, offset + length).arrayBuffer());
    },
  };
}

function withSlash(path: string): string {
  return path.startsWith('/') ? path : `/${path}`;
}

function byPath(files: BlobFiles): Map<string, Blob> {
  if (files instanceof Map) {
    return new Map(
      [...(files as ReadonlyMap<string, Blob>)].map(([path, blob]) => [withSlash(path), blob]),
    );
  }
  const list = Array.from(files as Iterable<File> | ArrayLike<File>);
  return new Map(list.map((file) => [withSlash(file.webkitRelativePath || file.name), file]));
}

/**
 * A file system over chosen files. A file of a chosen folder has its path in the folder; of two files with one name the
 * last counts.
 *
 * @example
 * ```ts
 * input.addEventListener('change', async () => {
 *   const tool = createReadTool({ fs: blobFs(input.files ?? []) });
 *   const result = await tool.execute({ file_path: '/notes.txt' });
 * });
 * ```
 */
export function blobFs(files: BlobFiles): FileSystem {
  const blobs = byPath(files);
  return {
    async open(path, { signal } = {}) {
      const blob = blobs.get(path);
      if (blob) return blobHandle(blob);
      throw await noFile(blobs.keys(), path, signal);
    },
    async list(path, { signal } = {}) {
      return entriesBelow(blobs.keys(), path, signal);
    },
  };
}
