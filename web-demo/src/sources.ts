/** Where files come from: drops, folders, the clipboard, samples. */
import { formatCount } from './format.js';

/** A file with the path by which it is called. */
export interface SourceFile {
  path: string;
  file: File;
}

function named(file: File): SourceFile {
  return { path: file.webkitRelativePath || file.name, file };
}

export function filesOf(list: Iterable<File> | ArrayLike<File> | null): SourceFile[] {
  return Array.from(list ?? []).map(named);
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}

/** What was dropped, as far as it is taken. */
export interface Dropped {
  files: SourceFile[];
  /** What is missing, for a person; '' when nothing is. */
  missing: string;
}

/** Files that are asked for at once. Browsers take longer for each the more there are: 100,000 held the page for a minute. */
const kFilesAtOnce = 50;

/** Folders that are looked into. Browsers take more than a millisecond for each: 20,000 without a file took half a minute. */
const kMaxFolders = 2000;

/** Files below an entry, and what could not be looked into. */
class Found {
  readonly files: FileSystemFileEntry[] = [];
  unread = 0;
  #folders = 0;
  constructor(readonly most: number) {}

  /** What there is more of than is taken. */
  get full(): string | undefined {
    if (this.files.length > this.most) return `${formatCount(this.most)} files`;
    return this.#folders > kMaxFolders ? `${formatCount(kMaxFolders)} folders` : undefined;
  }

  async add(entry: FileSystemEntry): Promise<void> {
    if (entry.isFile) {
      this.files.push(entry as FileSystemFileEntry);
      return;
    }
    this.#folders++;
    const reader = (entry as FileSystemDirectoryEntry).createReader();
    // A directory gives its entries in batches, the last of which is empty.
    while (this.full === undefined) {
      const batch = await new Promise<FileSystemEntry[]>((resolve, reject) =>
        reader.readEntries(resolve, reject),
      ).catch(() => {
        this.unread++;
        return [];
      });
      if (batch.length === 0) return;
      for (const below of batch) {
        if (this.full === undefined) await this.add(below);
      }
    }
  }
}

async function filesBelow(entries: FileSystemEntry[], most: number): Promise<Dropped> {
  const found = new Found(most);
  for (const entry of entries) {
    if (found.full === undefined) await found.add(entry);
  }
  const taken = found.files.slice(0, most);
  const files: SourceFile[] = [];
  for (let at = 0; at < taken.length; at += kFilesAtOnce) {
    const some = taken.slice(at, at + kFilesAtOnce).map(async (entry) => ({
      path: entry.fullPath.replace(/^\//, ''),
      file: await fileOf(entry),
    }));
    // Files vanish, and links lead nowhere: the others are there.
    for (const one of await Promise.allSettled(some)) {
      if (one.status === 'fulfilled') files.push(one.value);
      else found.unread++;
    }
  }
  const missing = [
    found.full && `Only the first ${found.full} of what was dropped are taken.`,
    found.unread > 0 && `${formatCount(found.unread)} of its files and folders cannot be read.`,
  ];
  return { files, missing: missing.filter(Boolean).join(' ') };
}

/**
 * Files and folders that were dropped. Must be called while the event is handled.
 *
 * @param most - files that are taken of folders
 */
export async function filesOfDrop(data: DataTransfer, most: number): Promise<Dropped> {
  const entries = Array.from(data.items, (item) =>
    item.kind === 'file' ? item.webkitGetAsEntry() : null,
  ).filter((entry) => entry !== null);
  const plain = filesOf(data.files);
  // A file that a script made has no entry.
  if (!entries.some((entry) => entry.isDirectory)) return { files: plain, missing: '' };
  return filesBelow(entries, most);
}

/** Files of the clipboard or, when it holds none, its text as a file. */
export function filesOfPaste(data: DataTransfer): SourceFile[] {
  if (data.files.length > 0) return filesOf(data.files);
  const text = data.getData('text/plain');
  return text === '' ? [] : [named(new File([text], 'pasted.txt', { type: 'text/plain' }))];
}

const kExtensions: Record<string, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/svg+xml': 'svg',
  'text/html': 'html',
};

/** The clipboard, asked for by a button. The browser may ask for leave, or refuse. */
export async function filesOfClipboard(): Promise<SourceFile[]> {
  const items = await navigator.clipboard.read();
  const files = await Promise.all(
    items.map(async (item) => {
      const image = item.types.find((type) => type.startsWith('image/'));
      const type = image ?? item.types.find((text) => text === 'text/plain') ?? item.types[0];
      if (type === undefined) return undefined;
      const name = `pasted.${kExtensions[type] ?? 'txt'}`;
      return named(new File([await item.getType(type)], name, { type }));
    }),
  );
  return files.filter((file) => file !== undefined);
}

/** A sample that comes with the page. */
export async function fetchSample(name: string): Promise<SourceFile> {
  const response = await fetch(new URL(`samples/${name}`, document.baseURI));
  if (!response.ok) throw new Error(`the sample ${name} is not there (HTTP ${response.status})`);
  return named(new File([await response.blob()], name));
}
