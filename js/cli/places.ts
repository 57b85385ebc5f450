/** Where a path leads that is no file's own: into an archive, or to a directory. */
import { resolve } from 'node:path';

import { nodeFs } from '../fs/node.js';
import { FileError } from '../fs/types.js';
import { ignoredEntries } from '../tool/ignored.js';
import { makePathRules } from '../tool/paths.js';
import { type ByteText, toByteText, toText } from './bytes.js';
import type { DirectoryEntry } from './command.js';
import { listDirectory, listNames } from './directory.js';
import { type OpenFile, resolveInside, withFileBelow } from './file.js';

/** A path as bytes, a character each: names need not be text. */
function bytesOf(path: string | Buffer): ByteText {
  return typeof path === 'string' ? toByteText(path) : path.toString('latin1');
}

/** Carries what `use` has thrown past the search for the file. */
class UseError extends Error {}

/**
 * Opens the file of that name, or, when there is none, the one that the path leads into: `logs.zip` for
 * `logs.zip/2026/a.log`, for the time that `use` takes.
 *
 * @param use - is told what the path names inside of the file; `''` is the file itself
 * @throws FileError
 */
export async function withPlace<T>(
  root: string,
  path: string | Buffer,
  use: (file: OpenFile, member: string) => Promise<T>,
): Promise<T> {
  const whole = bytesOf(path);
  const open = (front: ByteText, member: string) =>
    withFileBelow(
      root,
      typeof path === 'string'
        ? Buffer.from(front, 'latin1').toString()
        : Buffer.from(front, 'latin1'),
      (file) =>
        use(file, member).catch((error) => {
          throw new UseError('', { cause: error });
        }),
    );
  try {
    return await open(whole, '').catch((error) => openAround(whole, open, error));
  } catch (error) {
    throw error instanceof UseError ? error.cause : error;
  }
}

/** The longest front of the path that is a file. @throws the error of the whole path when there is none */
async function openAround<T>(
  whole: ByteText,
  open: (front: ByteText, member: string) => Promise<T>,
  first: unknown,
): Promise<T> {
  let front = whole;
  let error = first;
  while (error instanceof FileError && error.code === 'FILE_NOT_FOUND') {
    const slash = front.lastIndexOf('/');
    const below = front.slice(slash + 1);
    if (slash <= 0 || below === '.' || below === '..') break;
    // Of "logs.zip/" the slash is left: it names what is in the file, not the file.
    const rest = whole.slice(slash + 1 === whole.length ? slash : slash + 1);
    front = front.slice(0, slash);
    try {
      return await open(front, Buffer.from(rest, 'latin1').toString());
    } catch (next) {
      error = next;
    }
  }
  throw error instanceof UseError ? error : first;
}

/** Whether each of the entries is ignored by git. */
async function ignoredOf(
  root: string,
  directory: ByteText,
  entries: readonly { name: ByteText; kind: string }[],
): Promise<boolean[]> {
  const text = (bytes: ByteText) => Buffer.from(bytes, 'latin1').toString();
  const fs = nodeFs();
  const cwd = process.cwd();
  // The directory's path is absolute, so that these rules need no working directory, which may lie outside of the root.
  const rules =
    root === '' ? makePathRules(fs, cwd, undefined) : makePathRules(fs, undefined, resolve(root));
  const named = entries.map(({ name, kind }) => ({
    name: text(name),
    isDirectory: kind === 'directory',
  }));
  const ignored = await ignoredEntries(fs, resolve(cwd, text(directory)), named, rules, {
    ...(rules.root === undefined ? {} : { root: rules.root }),
  });
  return named.map((entry) => ignored.has(entry));
}

const kLetters = { file: '-', directory: 'd', other: 'o' } as const;

/** An entry as the core reads it (src/package/directory_package.h). */
function entryLine({ name, kind, facts, isLink }: DirectoryEntry): string {
  const size = kind === 'file' ? (facts?.size ?? '') : '';
  const letter = isLink ? 'l' : kLetters[kind];
  return `${letter}${size} ${facts?.mtime.split('.')[0] ?? ''} ${toText(name)}\0`;
}

/** The directory that a path names. @throws FileError when it does not lie inside of the root */
async function placeOfDirectory(root: string, path: string | Buffer): Promise<ByteText> {
  return bytesOf(root ? await resolveInside(root, path.toString()) : path);
}

/** The entries of a directory as the core reads them; undefined when it cannot be read. */
export async function directoryBytes(
  root: string,
  path: string | Buffer,
): Promise<Uint8Array | undefined> {
  try {
    const directory = await placeOfDirectory(root, path);
    const entries = listDirectory(directory, new Set());
    if (!entries) return undefined;
    const ignored = await ignoredOf(root, directory, entries);
    const lines = entries.map((entry, index) => `${ignored[index] ? 'i' : ''}${entryLine(entry)}`);
    return Buffer.from(lines.join(''));
  } catch (error) {
    if (error instanceof FileError) return undefined;
    throw error;
  }
}

/** The names of a directory likewise. Not all may be compared: those come first that begin like `name`. */
export async function namesAround(root: string, path: string, name: string): Promise<Uint8Array> {
  let names: DirectoryEntry[];
  try {
    names = listNames(await placeOfDirectory(root, path));
  } catch (error) {
    if (error instanceof FileError) return new Uint8Array();
    throw error;
  }
  names.sort((a, b) => (a.name < b.name ? -1 : 1));
  const wanted = toByteText(name);
  let below = names.findIndex((entry) => entry.name >= wanted);
  if (below < 0) below = names.length;
  let above = below;
  const lines: string[] = [];
  while (above > 0 || below < names.length) {
    const [next, last] = [names[below++], names[--above]];
    if (next) lines.push(entryLine(next));
    if (last) lines.push(entryLine(last));
  }
  return Buffer.from(lines.join(''));
}
