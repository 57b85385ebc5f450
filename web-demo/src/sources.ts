/** Where files come from: drops, folders, the clipboard, samples. */

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

/** A directory gives its entries in batches, the last of which is empty. */
async function entriesOf(directory: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = directory.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (batch.length === 0) return all;
    all.push(...batch);
  }
}

async function filesBelow(entry: FileSystemEntry): Promise<SourceFile[]> {
  if (entry.isFile) {
    const path = entry.fullPath.replace(/^\//, '');
    return [{ path, file: await fileOf(entry as FileSystemFileEntry) }];
  }
  const entries = await entriesOf(entry as FileSystemDirectoryEntry);
  return (await Promise.all(entries.map(filesBelow))).flat();
}

/** Files and folders that were dropped. Must be called while the event is handled. */
export async function filesOfDrop(data: DataTransfer): Promise<SourceFile[]> {
  const entries = Array.from(data.items, (item) =>
    item.kind === 'file' ? item.webkitGetAsEntry() : null,
  ).filter((entry) => entry !== null);
  const plain = filesOf(data.files);
  // A file that a script made has no entry.
  if (!entries.some((entry) => entry.isDirectory)) return plain;
  return (await Promise.all(entries.map(filesBelow))).flat();
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
