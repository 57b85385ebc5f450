/** The names in a directory and what they stand for. */
import {
  type BigIntStats,
  type Dirent,
  fstatSync,
  lstatSync,
  opendirSync,
  statSync,
} from 'node:fs';

import { toFileError } from '../fs/file_errors.js';
import { type ByteText, toBuffer } from './bytes.js';
import type { DirectoryEntry } from './command.js';
import { mtimeText } from './file.js';

const kStandardOutputDescriptor = 1;

function factsAt(path: ByteText): BigIntStats | undefined {
  try {
    return lstatSync(toBuffer(path), { bigint: true });
  } catch {
    return undefined;
  }
}

function kindOf(facts: BigIntStats): DirectoryEntry['kind'] {
  if (facts.isDirectory()) return 'directory';
  return facts.isFile() ? 'file' : 'other';
}

/** What a file is the same by, whatever its name: the device and the number there. */
function identityOf({ dev, ino }: BigIntStats): string {
  return `${dev}:${ino}`;
}

/** The regular files that standard output goes to and that lies at `path`. */
export function writtenFiles(path: string): Set<string> {
  const output = fstatSync(kStandardOutputDescriptor, { bigint: true });
  const listed = path ? statSync(path, { bigint: true, throwIfNoEntry: false }) : undefined;
  const written = [output, listed].filter((facts) => facts?.isFile());
  return new Set(written.map((facts) => identityOf(facts as BigIntStats)));
}

/** What is at `path`, without following a link; undefined when there is nothing. */
export function kindAt(path: ByteText): DirectoryEntry['kind'] | undefined {
  const facts = factsAt(path);
  return facts && kindOf(facts);
}

/** The first names in a directory, and what they stand for. @throws what Node throws */
function firstNames(path: ByteText, most: number): { name: ByteText; isDirectory: boolean }[] {
  // The types have no names that are bytes.
  const options = { encoding: 'buffer', bufferSize: 1024 } as unknown as { bufferSize: number };
  const directory = opendirSync(toBuffer(path) as unknown as string, options);
  try {
    const names: { name: ByteText; isDirectory: boolean }[] = [];
    while (names.length < most) {
      const entry = directory.readSync() as Dirent<Buffer> | null;
      if (!entry) break;
      names.push({ name: entry.name.toString('latin1'), isDirectory: entry.isDirectory() });
    }
    return names;
  } finally {
    directory.closeSync();
  }
}

/**
 * The entries of a directory, in no order; undefined when there is no directory at `path`. What cannot be looked at counts
 * as a file: reading it says why.
 *
 * @param written - files that this program writes
 * @param most - of so many entries nothing but their names is known, and there may be more: they are refused
 * @throws FileError
 */
export function listDirectory(
  path: ByteText,
  written: ReadonlySet<string>,
  most: number = Number.POSITIVE_INFINITY,
): DirectoryEntry[] | undefined {
  let names: ReturnType<typeof firstNames>;
  try {
    names = firstNames(path, most);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return undefined;
    throw toFileError(error);
  }
  const isTooMany = names.length >= most;
  return names.map(({ name }) => {
    const facts = isTooMany ? undefined : factsAt(`${path}/${name}`);
    if (!facts) return { name, kind: 'file' };
    const size = Number(facts.size);
    const mtime = mtimeText(facts.mtimeNs);
    const isWritten = written.has(identityOf(facts));
    const isLink = facts.isSymbolicLink();
    return { name, kind: kindOf(facts), facts: { size, mtime }, isWritten, isLink };
  });
}

/** Names that are looked at for one that may have been meant. */
const kMaxListedNames = 100_000;

/**
 * The names in a directory, at most `kMaxListedNames` of them, and which are directories; of nothing else is known more. None
 * where the directory cannot be read.
 */
export function listNames(path: ByteText): DirectoryEntry[] {
  try {
    const names = firstNames(path, kMaxListedNames);
    return names.map(({ name, isDirectory }) => ({
      name,
      kind: isDirectory ? 'directory' : 'file',
    }));
  } catch {
    return [];
  }
}
