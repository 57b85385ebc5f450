/**
 * Which entries of a directory its `.gitignore` file and those above it leave out. What a pattern means is what
 * src/command/gitignore.h and glob.h say; bytes are compared, not characters.
 */
import { fileErrorCode } from '../fs/file_errors.js';
import { baseName, joinPath, parentPath, relativeSegments, splitPath } from '../fs/path_text.js';
import type { AccessOptions, DirectoryEntry, FileSystem } from '../fs/types.js';
import { nextTurn } from '../reader/abort.js';
import { byteText, type Glob, matches, parseGlob, type StepBudget } from './glob.js';
import { closeQuietly, openPath } from './open_path.js';
import type { PathRules } from './paths.js';

/** src/cli/ignored.cpp has the same numbers. */
const kMaxPatternFileBytes = 256 * 1024;
/** Of all files together. */
const kMaxPatternBytesInAll = 512 * 1024;
const kMaxLevels = 32;
/** Directories on the way to those files. */
const kMaxPlaces = 4096;
/** Steps of patterns that may be looked at, and bytes of paths: about a second. */
const kMaxSteps = 100_000_000;
/** A longer pattern does not count. */
const kMaxPatternBytes = 4096;
/** Steps that are looked at before others have their turn, and what each entry counts beside them. */
const kStepsPerTurn = 4_000_000;
const kStepsOfEntry = 2000;
/** Bytes of the patterns that a path is compared with before others have their turn, and what each counts beside them. */
const kLevelBytes = 8192;
const kLevelBytesOfPattern = 16;
/** Bytes of a path that cost as much as a step. */
const kPathBytesPerStep = 4;

const bytesOf = (text: string) => new TextEncoder().encode(text);

interface Pattern {
  glob: Glob;
  isNegated: boolean;
  isForDirectories: boolean;
  /** At any depth. */
  isForNames: boolean;
}

function parsePattern(line: string): Pattern {
  const isNegated = line.startsWith('!');
  let rest = isNegated ? line.slice(1) : line;
  const isForDirectories = rest.endsWith('/');
  if (isForDirectories) rest = rest.slice(0, -1);
  const isForNames = !rest.includes('/');
  if (rest.startsWith('/')) rest = rest.slice(1);
  return { glob: parseGlob(rest), isNegated, isForDirectories, isForNames };
}

/** The line without the spaces at its end, except for an escaped one. */
function withoutTrailingSpaces(line: string): string {
  if (!line.endsWith(' ')) return line;
  let end = 0;
  for (let i = 0; i < line.length; i++) {
    if (line[i] === ' ') continue;
    if (line[i] === '\\') i++;
    end = i + 1;
  }
  return line.slice(0, end);
}

/** Patterns of one file, the last one first: few enough that others can wait while a path is compared with them. */
interface Level {
  patterns: Pattern[];
  /** Which file it is of: that many directories above. */
  file: number;
  /** What is in front of a name, from the file's directory on. */
  below: string;
}

/** The patterns of a file, in levels. Others have their turns meanwhile. */
async function levelsOf(text: Uint8Array, file: number, below: string): Promise<Level[]> {
  const lines = byteText(text)
    .replace(/^\xef\xbb\xbf/, '')
    .split('\n')
    .map((line) => line.replace(/\r$/, ''))
    .filter((line) => line !== '' && !line.startsWith('#'));
  const levels: Level[] = [];
  let room = 0;
  for (const line of lines) {
    const pattern = withoutTrailingSpaces(line);
    if (pattern.length > kMaxPatternBytes) continue;
    if (room <= 0) {
      levels.push({ patterns: [], file, below });
      room = kLevelBytes;
      await nextTurn();
    }
    room -= pattern.length + kLevelBytesOfPattern;
    levels.at(-1)?.patterns.push(parsePattern(pattern));
  }
  for (const { patterns } of levels) patterns.reverse();
  return levels.reverse();
}

/** Whether a level says that a path below it is ignored, or that it is not; undefined when no pattern fits, or the budget is used up. */
function ignores(
  { patterns }: Level,
  whole: string,
  isDirectory: boolean,
  budget: StepBudget,
): boolean | undefined {
  const name = whole.slice(whole.lastIndexOf('/') + 1);
  for (const { glob, isNegated, isForDirectories, isForNames } of patterns) {
    if (budget.left < 0) return undefined;
    budget.left--;
    if (isForDirectories && !isDirectory) continue;
    if (matches(glob, isForNames ? name : whole, budget)) return !isNegated;
  }
  return undefined;
}

/** A small file; undefined for one that is not there or too large. */
async function loadSmall(
  fs: FileSystem,
  path: string,
  rules: PathRules,
  access: AccessOptions,
): Promise<Uint8Array | undefined> {
  try {
    const handle = await openPath(fs, path, rules, access);
    try {
      if (handle.size > kMaxPatternFileBytes) return undefined;
      const bytes = new Uint8Array(handle.size);
      let size = 0;
      while (size < bytes.length) {
        const piece = await handle.read(size, bytes.length - size, access.signal);
        if (piece.length === 0) break;
        bytes.set(piece, size);
        size += piece.length;
      }
      return bytes.subarray(0, size);
    } finally {
      await closeQuietly(handle);
    }
  } catch {
    return undefined;
  }
}

/** Whether there is a file or a directory. */
async function isThere(
  fs: FileSystem,
  path: string,
  rules: PathRules,
  access: AccessOptions,
): Promise<boolean> {
  try {
    await closeQuietly(await openPath(fs, path, rules, access));
    return true;
  } catch (error) {
    return fileErrorCode(error) === 'IS_DIRECTORY';
  }
}

/**
 * The entries that are ignored. The files above the directory count as far up as the repository that it lies in; without
 * one, only its own does. None at all counts when comparing would take too long.
 *
 * @param nameBytes - the bytes of an entry's name, which may be no UTF-8
 */
export async function ignoredEntries<Entry extends DirectoryEntry>(
  fs: FileSystem,
  path: string,
  entries: readonly Entry[],
  rules: PathRules,
  access: AccessOptions,
  nameBytes: (entry: Entry) => Uint8Array = ({ name }) => bytesOf(name),
): Promise<Set<Entry>> {
  const { style, root, caseSensitive } = rules;
  const levels: Level[] = [];
  const has = (name: string) => entries.some((entry) => entry.name === name);
  let patternBytes = 0;
  let ownLevels = 0;
  let below = '';
  let directory = path;
  let isRepository = false;
  let places = 0;
  for (let level = 0; level < kMaxLevels && !isRepository; level++) {
    places += splitPath(directory, style).length;
    if (level > 0 && places > kMaxPlaces) break;
    access.signal?.throwIfAborted();
    const inDirectory = (name: string) => joinPath(directory, [name], style);
    const isOwn = level === 0;
    const file =
      isOwn && !has('.gitignore')
        ? undefined
        : await loadSmall(fs, inDirectory('.gitignore'), rules, access);
    if (file !== undefined) {
      patternBytes += file.length;
      if (patternBytes > kMaxPatternBytesInAll) return new Set();
      levels.push(...(await levelsOf(file, level, byteText(bytesOf(below)))));
    }
    if (isOwn) ownLevels = levels.length;
    isRepository = isOwn ? has('.git') : await isThere(fs, inDirectory('.git'), rules, access);
    const parent = parentPath(directory, style);
    const isTop =
      parent === directory ||
      (root !== undefined && !relativeSegments(parent, root, style, caseSensitive));
    if (isTop) break;
    below = `${baseName(directory, style)}/${below}`;
    directory = parent;
  }
  if (!isRepository) levels.length = ownLevels;
  const ignored = new Set<Entry>();
  const budget: StepBudget = { left: kMaxSteps };
  let turnAt = kMaxSteps;
  for (const entry of levels.length > 0 ? entries : []) {
    const isDirectory = entry.isDirectory && !entry.isLink;
    const name = byteText(nameBytes(entry));
    let [path, ofFile] = [name, -1];
    turnAt += kStepsOfEntry;
    for (const level of levels) {
      if (turnAt - budget.left > kStepsPerTurn) {
        turnAt = budget.left;
        await nextTurn();
        access.signal?.throwIfAborted();
      }
      if (level.file !== ofFile) {
        ofFile = level.file;
        path = level.below + name;
        budget.left -= 1 + Math.floor(path.length / kPathBytesPerStep);
      }
      const answer = ignores(level, path, isDirectory, budget);
      if (budget.left < 0) return new Set();
      if (answer) ignored.add(entry);
      if (answer !== undefined) break;
    }
  }
  return ignored;
}
