/** The workspace: a directory of the origin private file system. */
import type { FileSystem } from 'lectern';
import { opfs } from 'lectern/fs/opfs';
import type { WorkspaceFile } from '../protocol.js';

const kDirectory = 'workspace';

/** Where files are written that a browser has no `createWritable` for (Safari). */
interface SyncHandle {
  truncate(size: number): void;
  write(bytes: Uint8Array, options: { at: number }): number;
  close(): void;
}
interface FileHandleOfWorkers extends FileSystemFileHandle {
  createSyncAccessHandle(): Promise<SyncHandle>;
}

async function top(): Promise<FileSystemDirectoryHandle> {
  const root = await navigator.storage.getDirectory();
  return root.getDirectoryHandle(kDirectory, { create: true });
}

/** The workspace for the tool. */
export async function workspaceFs(): Promise<FileSystem> {
  return opfs(await top());
}

async function filesBelow(
  directory: FileSystemDirectoryHandle,
  path: string,
): Promise<WorkspaceFile[]> {
  const files: WorkspaceFile[] = [];
  for await (const handle of directory.values()) {
    const entryPath = `${path}/${handle.name}`;
    if (handle.kind === 'directory') {
      files.push(...(await filesBelow(handle as FileSystemDirectoryHandle, entryPath)));
    } else {
      const { size } = await (handle as FileSystemFileHandle).getFile();
      files.push({ path: entryPath, sizeBytes: size });
    }
  }
  return files;
}

/** Every file of the workspace, by path. */
export async function listWorkspace(): Promise<WorkspaceFile[]> {
  const files = await filesBelow(await top(), '');
  return files.sort((a, b) => (a.path < b.path ? -1 : 1));
}

async function directoryOf(path: string): Promise<[FileSystemDirectoryHandle, string]> {
  const segments = path.split('/').filter((segment) => segment !== '');
  const name = segments.pop() ?? '';
  let directory = await top();
  for (const segment of segments) {
    directory = await directory.getDirectoryHandle(segment, { create: true });
  }
  return [directory, name];
}

async function writeFile(path: string, blob: Blob): Promise<void> {
  const [directory, name] = await directoryOf(path);
  const old = await directory.getFileHandle(name).catch(() => undefined);
  const handle = old ?? (await directory.getFileHandle(name, { create: true }));
  // An empty file, or a part of one, would pass for the file.
  let isDamaged = !old;
  try {
    if ('createWritable' in handle) {
      // What was there stays until all is written.
      await blob.stream().pipeTo(await handle.createWritable());
      return;
    }
    const bytes = new Uint8Array(await blob.arrayBuffer());
    const file = await (handle as FileHandleOfWorkers).createSyncAccessHandle();
    isDamaged = true;
    try {
      file.truncate(0);
      file.write(bytes, { at: 0 });
    } finally {
      file.close();
    }
  } catch (error) {
    if (isDamaged) await directory.removeEntry(name).catch(() => undefined);
    throw error;
  }
}

/**
 * Writes files, but for those whose names the browser does not take, or that have gone meanwhile.
 *
 * @returns how many were not written
 */
export async function writeWorkspace(files: { path: string; blob: Blob }[]): Promise<number> {
  let unwritten = 0;
  for (const { path, blob } of files) {
    await writeFile(path, blob).catch(() => unwritten++);
  }
  return unwritten;
}

/** Removes a file, or with the path `/` the whole workspace. */
export async function removeFromWorkspace(path: string): Promise<void> {
  if (path === '/') {
    const root = await navigator.storage.getDirectory();
    await root.removeEntry(kDirectory, { recursive: true });
    return;
  }
  const [directory, name] = await directoryOf(path);
  await directory.removeEntry(name);
}
