/** What stands in a directory, as the core reads it. Loaded when a path turns out to name one, or nothing. */
import { resolve } from 'node:path';

import { nodeFs } from '../fs/node.js';
import { FileError } from '../fs/types.js';
import { toJson } from '../reader/arguments.js';
import { converse, drive } from '../reader/conversation.js';
import type { CoreHost } from '../reader/core_host.js';
import { answerFromMemory } from '../reader/sources.js';
import { ignoredEntries } from '../tool/ignored.js';
import { makePathRules } from '../tool/paths.js';
import { mostEntries, mostNameBytes, tooManyEntries } from '../tool/places.js';
import type { ReadInput, ReadOptions, ToolResult } from '../types/index.js';
import { bytesOf, type ByteText, toBuffer, toByteText, toText } from './bytes.js';
import type { DirectoryEntry } from './command.js';
import { entryIn, listNames, type NamedEntry, namesIn } from './directory.js';
import { resolveInside } from './file.js';
import { moduleNamed } from './modules.js';

/** Those of the names in a directory that git ignores. */
function ignoredOf(
  root: string,
  directory: ByteText,
  entries: readonly NamedEntry[],
): Promise<Set<NamedEntry>> {
  const fs = nodeFs();
  const cwd = process.cwd();
  // The directory's path is absolute, so that these rules need no working directory, which may lie outside of the root.
  const rules =
    root === '' ? makePathRules(fs, cwd, undefined) : makePathRules(fs, undefined, resolve(root));
  const access = rules.root === undefined ? {} : { root: rules.root };
  const place = resolve(cwd, toText(directory));
  return ignoredEntries(fs, place, entries, rules, access, ({ name }) => toBuffer(name));
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
  return root ? resolveInside(root, path) : bytesOf(path);
}

/** Characters of entries that are joined at a time. */
const kPieceChars = 65_536;

/** The entries of a directory as the core reads them; undefined when it cannot be read. */
async function directoryBytes(
  root: string,
  path: string | Buffer,
  options: ReadOptions,
): Promise<Uint8Array | undefined> {
  try {
    const directory = await placeOfDirectory(root, path);
    const names = namesIn(directory, mostEntries(options), mostNameBytes(options));
    if (!names) return undefined;
    if (names.areTooMany) return tooManyEntries(names.count, names.bytes);
    const ignored = await ignoredOf(root, directory, names.entries);
    const pieces: Buffer[] = [];
    let piece = '';
    for (const entry of names.entries) {
      piece += `${ignored.has(entry) ? 'i' : ''}${entryLine(entryIn(directory, entry.name))}`;
      if (piece.length < kPieceChars) continue;
      pieces.push(Buffer.from(piece));
      piece = '';
    }
    return Buffer.concat([...pieces, Buffer.from(piece)]);
  } catch (error) {
    if (error instanceof FileError) return undefined;
    throw error;
  }
}

/** The names of a directory likewise. Not all may be compared: those come first that begin like `name`. */
async function namesAround(root: string, path: string, name: string): Promise<Uint8Array> {
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

interface CallForDirectory {
  input: ReadInput;
  options: ReadOptions;
}

/** The listing of a directory, or what stands for a member of it. @param bytes its entries, as the core reads them */
async function readEntries(
  core: CoreHost,
  { input, options }: CallForDirectory,
  bytes: Uint8Array,
): Promise<ToolResult> {
  const listed = { ...options, host: { ...options.host, directory: true } };
  const call = {
    inputJson: toJson(input),
    optionsJson: toJson(listed),
    sizeBytes: bytes.byteLength,
  };
  const { result } = await drive(converse(core, call), async (question) => {
    if (question.kind === 'bytes') return answerFromMemory(bytes, question.from, question.to);
    if (question.kind === 'module')
      return { kind: 'module', host: await moduleNamed(question.name) };
    return { kind: 'declined' };
  });
  return result;
}

/** The listing of a directory; undefined when its entries cannot be read. */
export async function readDirectory(
  core: CoreHost,
  call: CallForDirectory,
  root: string,
  path: string | Buffer,
): Promise<ToolResult | undefined> {
  const entries = await directoryBytes(root, path, call.options);
  return entries && readEntries(core, call, entries);
}

/** What the core writes before the names that may have been meant. */
const kDidYouMean = '\nDid you mean ';

/** A line that asks for files whose names are near that of one that does not exist; '' for none. */
export async function nearNames(core: CoreHost, path: string, root: string): Promise<string> {
  const slash = path.lastIndexOf('/');
  if (slash === 0 || slash === path.length - 1) return '';
  const isHere = slash < 0;
  const input = { file_path: isHere ? `./${path}` : path };
  const name = path.slice(slash + 1);
  const options = { host: { member: name } };
  const entries = await namesAround(root, isHere ? '.' : path.slice(0, slash), name);
  const { error = '' } = await readEntries(core, { input, options }, entries);
  const line = error.indexOf(kDidYouMean);
  return line < 0 ? '' : error.slice(line);
}
