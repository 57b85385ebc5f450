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

/** A name in a directory, and what it stands for. */
export interface NamedEntry {
  name: ByteText;
  isDirectory: boolean;
}

/** Calls `take` with the names in a directory until it returns false. @throws what Node throws */
function visitNames(path: ByteText, take: (entry: NamedEntry) => boolean): void {
  // The types have no names that are bytes.
  const options = { encoding: 'buffer', bufferSize: 1024 } as unknown as { bufferSize: number };
  const directory = opendirSync(toBuffer(path) as unknown as string, options);
  try {
    for (let goesOn = true; goesOn; ) {
      const entry = directory.readSync() as Dirent<Buffer> | null;
      if (!entry) return;
      goesOn = take({ name: entry.name.toString('latin1'), isDirectory: entry.isDirectory() });
    }
  } finally {
    directory.closeSync();
  }
}

/** The names in a directory; of too many no more than how many there are, and how many bytes they have. */
export interface Names {
  entries: NamedEntry[];
  count: number;
  bytes: number;
  areTooMany: boolean;
}

/**
 * The names in a directory, in no order; undefined when there is no directory at `path`.
 *
 * @param most - names that it may have; one more is counted
 * @param mostBytes - of all names together
 * @throws FileError
 */
export function namesIn(path: ByteText, most: number, mostBytes: number): Names | undefined {
  const names: Names = { entries: [], count: 0, bytes: 0, areTooMany: false };
  try {
    visitNames(path, (entry) => {
      names.count++;
      names.bytes += entry.name.length;
      names.areTooMany = names.count > most || names.bytes > mostBytes;
      if (names.areTooMany) names.entries = [];
      else names.entries.push(entry);
      return names.count <= most;
    });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return undefined;
    throw toFileError(error);
  }
  return names;
}

/** What a name in a directory stands for. What cannot be looked at counts as a file: reading it says why. */
export function entryIn(
  directory: ByteText,
  name: ByteText,
  written?: ReadonlySet<string>,
): DirectoryEntry {
  const facts = factsAt(`${directory}/${name}`);
  if (!facts) return { name, kind: 'file' };
  const size = Number(facts.size);
  const mtime = mtimeText(facts.mtimeNs);
  const isWritten = written?.has(identityOf(facts)) ?? false;
  const isLink = facts.isSymbolicLink();
  return { name, kind: kindOf(facts), facts: { size, mtime }, isWritten, isLink };
}

/**
 * The entries of a directory, in no order; undefined when there is no directory at `path`.
 *
 * @param written - files that this program writes
 * @throws FileError
 */
export function listDirectory(
  path: ByteText,
  written: ReadonlySet<string>,
): DirectoryEntry[] | undefined {
  const names = namesIn(path, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY);
  return names?.entries.map(({ name }) => entryIn(path, name, written));
}

/** Names that are looked at for one that may have been meant. */
const kMaxListedNames = 100_000;

/**
 * The names in a directory, at most `kMaxListedNames` of them, and which are directories; of nothing else is known more. None
 * where the directory cannot be read.
 */
export function listNames(path: ByteText): DirectoryEntry[] {
  const names: DirectoryEntry[] = [];
  try {
    visitNames(path, ({ name, isDirectory }) => {
      names.push({ name, kind: isDirectory ? 'directory' : 'file' });
      return names.length < kMaxListedNames;
    });
    return names;
  } catch {
    return [];
  }
}
