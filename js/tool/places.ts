/** Where a path leads that is no file's own: into an archive, or to a directory. */
import { fileErrorCode } from '../fs/file_errors.js';
import {
  joinPath,
  normalizePath,
  type PathStyle,
  relativeSegments,
  wellFormed,
} from '../fs/path_text.js';
import type { AccessOptions, DirectoryEntry, FileHandle, FileSystem } from '../fs/types.js';
import { inTurns } from '../reader/abort.js';
import type { ReadOptions } from '../types/index.js';
import { ignoredEntries } from './ignored.js';
import { kLimitDefaults } from './input_fields.js';
import { isTime, openPath } from './open_path.js';
import { namesDirectory, type PathRules } from './paths.js';
import { isEntry } from './suggestions.js';

/** An open file, and what a path names inside of it. */
export interface OpenPlace {
  handle: FileHandle;
  /** Of the file. */
  path: string;
  /** As `HostFacts.member`; `"/"` for all of the archive. */
  member?: string;
}

/** Archives in archives, and folders in them: no path has more. */
const kMaxSegments = 64;
/** Directories on the way to all fronts of a path. */
const kMaxPlaces = 16_384;

/**
 * Opens the file of that name, or, when there is none, the one that the path leads into: `logs.zip` for
 * `logs.zip/2026/a.log`. Nothing outside of the root is looked at.
 *
 * @param path - as `placeOf` gives it
 * @throws what `openPath` throws for the whole path
 */
export async function openPlace(
  fs: FileSystem,
  path: string,
  rules: PathRules,
  access: AccessOptions,
): Promise<OpenPlace> {
  try {
    return { handle: await openPath(fs, path, rules, access), path };
  } catch (error) {
    const place = canLeadInside(error) ? await openAround(fs, path, rules, access) : undefined;
    if (place) return place;
    throw error;
  }
}

/** Some file systems say of a path through a file that it is of the wrong kind. */
function canLeadInside(error: unknown): boolean {
  const code = fileErrorCode(error);
  return code === 'FILE_NOT_FOUND' || code === 'NOT_A_FILE';
}

/** The top of a normalized path: `/`, `C:\\`, `\\\\server\\share\\`. */
function topOf(path: string, style: PathStyle): string {
  if (style === 'posix') return '/';
  return /^(?:[A-Z]:\\|\\\\[^\\]+\\[^\\]+\\)/.exec(path)?.[0] ?? path;
}

/** The longest front of the path that is a file. */
async function openAround(
  fs: FileSystem,
  path: string,
  rules: PathRules,
  access: AccessOptions,
): Promise<OpenPlace | undefined> {
  const { style } = rules;
  const whole = normalizePath(path, style);
  const root = rules.root ?? topOf(whole, style);
  const segments = relativeSegments(whole, root, style, rules.caseSensitive) ?? [];
  const first = namesDirectory(path, style) ? segments.length : segments.length - 1;
  let left = kMaxPlaces;
  for (let count = first; count > 0 && count > segments.length - kMaxSegments; count--) {
    left -= count;
    if (left < 0) break;
    access.signal?.throwIfAborted();
    try {
      const front = joinPath(root, segments.slice(0, count), style);
      const handle = await openPath(fs, front, rules, access);
      return { handle, path: front, member: segments.slice(count).join('/') || '/' };
    } catch (error) {
      if (!canLeadInside(error)) return undefined;
    }
  }
  return undefined;
}

function kindOf({ isDirectory, isLink = false }: DirectoryEntry): string {
  if (isLink) return 'l';
  return isDirectory ? 'd' : '-';
}

/** An entry whose time is one. Field by field: there may be a hundred thousand, and a spread takes ten times as long. */
export function withTime(entry: DirectoryEntry): DirectoryEntry {
  const { name, isDirectory, isLink = false, size, modified } = entry;
  const plain: DirectoryEntry = { name, isDirectory, isLink };
  if (size !== undefined) plain.size = size;
  if (isTime(modified)) plain.modified = modified;
  return plain;
}

/** A time in whole seconds since 1970; none before that. */
function secondsOf(modified: Date | undefined): string {
  const seconds = Math.floor(Number(modified?.getTime()) / 1000);
  return Number.isSafeInteger(seconds) && seconds >= 0 ? String(seconds) : '';
}

/** What is no Unicode, or would end a name, is shown as what stands for it: the file is there, and has no path. */
function withShownName(entry: DirectoryEntry): DirectoryEntry {
  if (typeof entry?.name !== 'string') return entry;
  const name = wellFormed(entry.name).replaceAll('\0', '\ufffd');
  return name === entry.name ? entry : { ...entry, name };
}

/** Entries that a directory may have. */
export function mostEntries({ limits }: ReadOptions): number {
  return Number(limits?.maxMembers ?? kLimitDefaults.maxMembers);
}

/** Bytes that their names may have together, as src/package/package.h says. */
export function mostNameBytes({ limits }: ReadOptions): number {
  return Math.floor(Number(limits?.maxDecodedBytes ?? kLimitDefaults.maxDecodedBytes) / 2);
}

/** Entries of a directory that are looked at: with one more than it may have it is refused. */
export function listedAtMost(options: ReadOptions): number {
  return mostEntries(options) + 1;
}

/** What stands for more entries than a directory may have, or more bytes of names: the core refuses them. */
export function tooManyEntries(count: number, nameBytes: number): Uint8Array {
  return new TextEncoder().encode(`#${count} ${nameBytes}\0`);
}

/**
 * The entries of a directory as the core reads them (src/package/directory_package.h).
 *
 * @param most - entries that are looked at
 */
export async function directoryBytes(
  fs: FileSystem & Required<Pick<FileSystem, 'list'>>,
  path: string,
  rules: PathRules,
  access: AccessOptions,
  most: number,
): Promise<Uint8Array> {
  const listed = await fs.list(path, { ...access, details: true, limit: most });
  // What is no name counts, too: behind it may be files that were not asked for.
  if (listed.length >= most) return tooManyEntries(listed.length, 0);
  const entries = await inTurns(listed, access.signal, (some) =>
    some.map(withShownName).filter(isEntry).map(withTime),
  );
  const ignored = await ignoredEntries(fs, path, entries, rules, access);
  const line = (entry: DirectoryEntry) => {
    const size = !entry.isDirectory && Number.isSafeInteger(entry.size) ? entry.size : '';
    return `${ignored.has(entry) ? 'i' : ''}${kindOf(entry)}${size} ${secondsOf(entry.modified)} ${entry.name}\0`;
  };
  const lines = await inTurns(entries, access.signal, (some) => some.map(line));
  return new TextEncoder().encode(lines.join(''));
}
