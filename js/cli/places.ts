/** Where a path leads that is no file's own: into an archive, or to a directory. */
import { resolve } from 'node:path';

import { nodeFs } from '../fs/node.js';
import { FileError } from '../fs/types.js';
import { ignoredEntries } from '../tool/ignored.js';
import { makePathRules } from '../tool/paths.js';
import { type ByteText, toByteText } from './bytes.js';
import { listDirectory } from './directory.js';
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

/** The entries of a directory as the core reads them (src/package/directory_package.h); undefined when it cannot be read. */
export async function directoryBytes(
  root: string,
  path: string | Buffer,
): Promise<Uint8Array | undefined> {
  try {
    const directory = root ? await resolveInside(root, path.toString()) : path;
    const entries = listDirectory(bytesOf(directory), new Set());
    if (!entries) return undefined;
    const ignored = await ignoredOf(root, bytesOf(directory), entries);
    const lines = entries.map(({ name, kind, facts, isLink }, index) => {
      const size = kind === 'file' ? (facts?.size ?? '') : '';
      const letter = isLink ? 'l' : kLetters[kind];
      return `${ignored[index] ? 'i' : ''}${letter}${size} ${facts?.mtime.split('.')[0] ?? ''} ${name}\0`;
    });
    return Buffer.from(lines.join(''), 'latin1');
  } catch (error) {
    if (error instanceof FileError) return undefined;
    throw error;
  }
}
