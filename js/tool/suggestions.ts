/** "Did you mean": names near one that does not exist, and names that differ from it only in how they are encoded. */
import { baseName, joinPath, parentPath } from '../fs/path_text.js';
import type { AccessOptions, DirectoryEntry, FileSystem } from '../fs/types.js';
import type { PathRules } from './paths.js';

/** Names of a directory that are looked at. */
const kMaxEntries = 10_000;
/** Names that are suggested. */
const kMaxSuggestions = 3;
/** Longer names are compared by their form only. */
const kMaxComparedChars = 200;

/**
 * A name without the differences that do not show: composed or decomposed accents (macOS), and the spaces that macOS
 * writes into the names of screenshots (U+202F) or that come with copied text (U+00A0 and the other Unicode spaces).
 */
function visibleForm(name: string): string {
  return name.normalize('NFC').replace(/[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g, ' ');
}

/** Edits (insert, delete, replace, swap neighbours) that turn one name into the other; above `most`: `most + 1`. */
function editDistance(from: string, to: string, most: number): number {
  if (Math.abs(from.length - to.length) > most) return most + 1;
  let before: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i++) {
    const row = [i];
    for (let j = 1; j <= to.length; j++) {
      const cost = from[i - 1] === to[j - 1] ? 0 : 1;
      let least = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + cost);
      if (i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]) {
        least = Math.min(least, (before[j - 2] ?? 0) + 1);
      }
      row.push(least);
    }
    before = last;
    last = row;
  }
  return Math.min(last[to.length] ?? 0, most + 1);
}

function stem(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(0, dot) : name;
}

/** How far a name is from the one asked for; undefined when it is another name. */
function distance(asked: string, name: string): number | undefined {
  const [from, to] = [visibleForm(asked).toLowerCase(), visibleForm(name).toLowerCase()];
  if (from === to) return 0;
  if (from.length > kMaxComparedChars || to.length > kMaxComparedChars) return undefined;
  const most = Math.max(1, Math.floor(from.length / 4));
  const edits = editDistance(from, to, most);
  if (edits <= most) return edits;
  return stem(from) === stem(to) ? most + 1 : undefined;
}

async function listOrNothing(
  fs: FileSystem,
  path: string,
  options: AccessOptions,
): Promise<DirectoryEntry[]> {
  try {
    return ((await fs.list?.(path, options)) ?? []).slice(0, kMaxEntries);
  } catch {
    return [];
  }
}

/** What was found in place of a file that does not exist. */
export interface NearNames {
  /** The one path that differs from the one asked for only in how its name is encoded. */
  same?: string;
  /** Paths of files with near names, the nearest first. */
  near: string[];
}

/**
 * Looks for what a model may have meant. Only the file's directory is listed, and the current directory when that does
 * not exist.
 *
 * @param path - absolute path that does not exist, inside the root
 */
export async function findNearNames(
  fs: FileSystem,
  path: string,
  rules: PathRules,
  options: AccessOptions,
): Promise<NearNames> {
  const { style, cwd } = rules;
  const asked = baseName(path, style);
  const directories = [...new Set([parentPath(path, style), cwd])];
  for (const directory of directories) {
    const entries = await listOrNothing(fs, directory, options);
    if (entries.length === 0) continue;
    const files = entries
      .filter((entry) => !entry.isDirectory && joinPath(directory, [entry.name], style) !== path)
      .map(({ name }) => name);
    const same = files.filter((name) => visibleForm(name) === visibleForm(asked));
    const near = files
      .map((name) => ({ name, far: distance(asked, name) }))
      .filter((entry): entry is { name: string; far: number } => entry.far !== undefined)
      .sort((a, b) => a.far - b.far || (a.name < b.name ? -1 : 1))
      .slice(0, kMaxSuggestions)
      .map(({ name }) => joinPath(directory, [name], style));
    const [only] = same;
    const isElsewhere = directory !== directories[0];
    return only !== undefined && same.length === 1 && !isElsewhere
      ? { same: joinPath(directory, [only], style), near }
      : { near };
  }
  return { near: [] };
}
