/** The names in a directory and what they stand for. */
import { type BigIntStats, fstatSync, lstatSync, readdirSync, statSync } from 'node:fs';

import { toFileError } from '../fs/file_errors.js';
import { type ByteText, toBuffer } from './bytes.js';
import { type FileFacts, mtimeText } from './file.js';

const kStandardOutputDescriptor = 1;

/** What a name stands for; `other` is a symbolic link, a FIFO, a device, a socket. */
export type EntryKind = 'file' | 'directory' | 'other';

/** One name in a directory. */
export interface DirectoryEntry {
  name: ByteText;
  kind: EntryKind;
  /** Absent for what cannot be looked at. */
  facts?: FileFacts;
  /** As `writtenFiles` names files. */
  identity?: string;
}

function factsAt(path: ByteText): BigIntStats | undefined {
  try {
    return lstatSync(toBuffer(path), { bigint: true });
  } catch {
    return undefined;
  }
}

function kindOf(facts: BigIntStats): EntryKind {
  if (facts.isDirectory()) return 'directory';
  return facts.isFile() ? 'file' : 'other';
}

/** What a file is the same by, whatever its name: the device and the number there. */
function identityOf({ dev, ino }: BigIntStats): string {
  return `${dev}:${ino}`;
}

/** The regular files that standard output goes to and that lies at `path`. */
export function writtenFiles(path: string | undefined): Set<string> {
  const output = fstatSync(kStandardOutputDescriptor, { bigint: true });
  const listed = path ? statSync(path, { bigint: true, throwIfNoEntry: false }) : undefined;
  const written = [output, listed].filter((facts) => facts?.isFile());
  return new Set(written.map((facts) => identityOf(facts as BigIntStats)));
}

/** What is at `path`, without following a link; undefined when there is nothing. */
export function kindAt(path: ByteText): EntryKind | undefined {
  const facts = factsAt(path);
  return facts && kindOf(facts);
}

/**
 * The entries of a directory in the order of their names' bytes; undefined when there is no directory at `path`. What
 * cannot be looked at counts as a file: reading it says why.
 *
 * @throws FileError
 */
export function listDirectory(path: ByteText): DirectoryEntry[] | undefined {
  let names: ByteText[];
  try {
    names = readdirSync(toBuffer(path), 'buffer').map((name) => name.toString('latin1'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return undefined;
    throw toFileError(error);
  }
  return names.sort(byBytes).map((name) => {
    const facts = factsAt(`${path}/${name}`);
    if (!facts) return { name, kind: 'file' };
    const size = Number(facts.size);
    const mtime = mtimeText(facts.mtimeNs);
    return { name, kind: kindOf(facts), facts: { size, mtime }, identity: identityOf(facts) };
  });
}

function byBytes(left: ByteText, right: ByteText): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
