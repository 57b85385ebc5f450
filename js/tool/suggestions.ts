/**
 * "Did you mean": names near one that does not exist, and names that differ from it only in how they are encoded. The
 * names are anybody's, the one asked for is a model's: the work has a budget, and others get their turn meanwhile.
 */
import {
  baseName,
  isWellFormed,
  joinPath,
  normalizePath,
  parentPath,
  shownName,
} from '../fs/path_text.js';
import type { AccessOptions, DirectoryEntry, FileSystem } from '../fs/types.js';
import { nextTurn } from '../reader/abort.js';
import { namesDirectory, type PathRules } from './paths.js';

/** Names of a directory that are looked at. */
const kMaxEntries = 10_000;
/** Names that are suggested. */
const kMaxSuggestions = 3;
/** No file system has longer names. Longer ones are not compared. */
const kMaxNameChars = 1024;
/** Of longer names than this only what is equal but for its case or its extension is near. */
const kMaxComparedChars = 200;
/** More edits make another name. */
const kMaxEdits = 8;
/** Units of work for one directory, each about a nanosecond. */
const kWorkBudget = 20_000_000;
/** Units after which others get their turn. */
const kWorkPerTurn = 4_000_000;
/** Units of a character that is normalised, and of a cell of an edit distance. */
const kWorkOfCharacter = 10;
const kWorkOfCell = 4;

/** Stands in names for bytes that are not UTF-8: most file systems have no file of that name. */
export const kReplacement = '\ufffd';

/** Work done on one directory. */
class Work {
  #done = 0;
  #sinceTurn = 0;
  readonly #signal: AbortSignal | undefined;

  constructor(signal: AbortSignal | undefined) {
    this.#signal = signal;
  }

  /** Whether there is as much left. */
  has(units: number): boolean {
    return this.#done + units <= kWorkBudget;
  }

  /** @throws the signal's reason when it is aborted */
  async spend(units: number): Promise<void> {
    this.#done += units;
    this.#sinceTurn += units;
    if (this.#sinceTurn < kWorkPerTurn) return;
    this.#sinceTurn = 0;
    await nextTurn();
    this.#signal?.throwIfAborted();
  }
}

/**
 * A name without the differences that do not show: composed or decomposed accents (macOS), and the spaces that macOS
 * writes into the names of screenshots (U+202F) or that come with copied text (U+00A0 and the other Unicode spaces).
 */
function visibleForm(name: string): string {
  if (/^[ -~]*$/.test(name)) return name;
  return name.normalize('NFC').replace(/[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g, ' ');
}

/**
 * Edits (insert, delete, replace, swap neighbours) that turn one name into the other; above `most`: `most + 1`. Only
 * the diagonals that `most` edits reach are looked at.
 */
function editDistance(from: string, to: string, most: number): number {
  if (Math.abs(from.length - to.length) > most) return most + 1;
  const far = most + 1;
  let before: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, index) => Math.min(index, far));
  for (let i = 1; i <= from.length; i++) {
    const row: number[] = new Array(to.length + 1).fill(far);
    if (i <= most) row[0] = i;
    let leastOfRow = row[0] ?? far;
    for (let j = Math.max(1, i - most); j <= Math.min(to.length, i + most); j++) {
      const cost = from[i - 1] === to[j - 1] ? 0 : 1;
      let least = Math.min(
        (last[j] ?? far) + 1,
        (row[j - 1] ?? far) + 1,
        (last[j - 1] ?? far) + cost,
      );
      if (i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]) {
        least = Math.min(least, (before[j - 2] ?? far) + 1);
      }
      row[j] = least;
      leastOfRow = Math.min(leastOfRow, least);
    }
    // A swap reaches back two rows, and costs at least one edit.
    if (leastOfRow > most && i > 1 && Math.min(...last) > most) return far;
    before = last;
    last = row;
  }
  return Math.min(last[to.length] ?? far, far);
}

function stem(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(0, dot) : name;
}

/** The name that was asked for, in the forms that others are compared with. */
interface Asked {
  /** Its visible form. */
  visible: string;
  /** The same in lower case. */
  folded: string;
  /** That without its extension. */
  stem: string;
  /** Edits that leave it the same name. */
  mostEdits: number;
}

function askedFor(name: string): Asked {
  const visible = visibleForm(name);
  const folded = visible.toLowerCase();
  const mostEdits = Math.min(kMaxEdits, Math.max(1, Math.floor(folded.length / 4)));
  return { visible, folded, stem: stem(folded), mostEdits };
}

/** A file, and how far its name is from the one asked for. */
interface NearFile {
  name: string;
  isSame: boolean;
  far: number;
}

/** Undefined when it is another name, or when the budget is spent. @throws the signal's reason when it is aborted */
async function compare(asked: Asked, name: string, work: Work): Promise<NearFile | undefined> {
  const { folded, mostEdits } = asked;
  if (name.length > kMaxNameChars || !work.has(name.length * kWorkOfCharacter)) return undefined;
  await work.spend(name.length * kWorkOfCharacter);
  const visible = visibleForm(name);
  if (visible === asked.visible) return { name, isSame: true, far: 0 };
  const to = visible.toLowerCase();
  if (to === folded) return { name, isSame: false, far: 0 };
  const isComparable =
    folded.length <= kMaxComparedChars && Math.abs(folded.length - to.length) <= mostEdits;
  // A row is made anew for each character.
  const units = isComparable ? folded.length * (to.length + (2 * mostEdits + 1) * kWorkOfCell) : 0;
  if (isComparable && work.has(units)) {
    await work.spend(units);
    const edits = editDistance(folded, to, mostEdits);
    if (edits <= mostEdits) return { name, isSame: false, far: edits };
  }
  return stem(to) === asked.stem ? { name, isSame: false, far: mostEdits + 1 } : undefined;
}

async function listOrNothing(
  fs: FileSystem,
  path: string,
  options: AccessOptions,
): Promise<DirectoryEntry[]> {
  try {
    const entries = (await fs.list?.(path, { ...options, limit: kMaxEntries })) ?? [];
    // As plain values: what they are looked at for later may throw.
    return entries
      .slice(0, kMaxEntries)
      .filter(isEntry)
      .map(({ name, isDirectory }) => ({ name: String(name), isDirectory }));
  } catch {
    return [];
  }
}

/** What is no name of a file system is not taken for one. */
export function isEntry(entry: DirectoryEntry): boolean {
  return typeof entry?.name === 'string' && entry.name !== '' && isWellFormed(entry.name);
}

/** What was found in place of a file that does not exist. */
export interface NearNames {
  /** The one path that differs from the one asked for only in how its name is encoded. */
  same?: string;
  /** The one path that differs from it only in the case of its name. */
  sameButCase?: string;
  /** Paths of files with near names, the nearest first; quoted where they hold what does not show. */
  near: string[];
}

/**
 * Looks for what a model may have meant. Only the file's directory is listed, and the current directory when that does
 * not exist.
 *
 * @param path - absolute path that does not exist, inside the root, as `PathRules` allow it
 * @throws the signal's reason when it is aborted
 */
export async function findNearNames(
  fs: FileSystem,
  path: string,
  rules: PathRules,
  options: AccessOptions,
): Promise<NearNames> {
  const { style, cwd } = rules;
  const file = normalizePath(path, style);
  // "notes.txt/" is not what it looks like, but somebody may mean that file.
  const isFile = !namesDirectory(path, style);
  const asked = askedFor(baseName(file, style));
  const parent = parentPath(file, style);
  for (const directory of new Set([parent, cwd])) {
    options.signal?.throwIfAborted();
    const entries = await listOrNothing(fs, directory, options);
    if (entries.length === 0) continue;
    const work = new Work(options.signal);
    const found: NearFile[] = [];
    for (const { name, isDirectory } of entries) {
      if (isDirectory || (isFile && joinPath(directory, [name], style) === file)) continue;
      if (name.includes(kReplacement)) continue;
      const near = await compare(asked, name, work);
      if (near) found.push(near);
    }
    const near = found
      .sort((a, b) => a.far - b.far || (a.name < b.name ? -1 : 1))
      .slice(0, kMaxSuggestions)
      .map(({ name }) => shownName(joinPath(directory, [name], style)));
    const onlyOne = (names: NearFile[]) =>
      names.length === 1 && names[0] && directory === parent && isFile
        ? joinPath(directory, [names[0].name], style)
        : undefined;
    const same = onlyOne(found.filter(({ isSame }) => isSame));
    const sameButCase = onlyOne(found.filter(({ far }) => far === 0));
    return {
      near,
      ...(same === undefined ? {} : { same }),
      ...(sameButCase === undefined ? {} : { sameButCase }),
    };
  }
  return { near: [] };
}
