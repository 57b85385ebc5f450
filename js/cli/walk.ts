/**
 * The files of a tree, one after the other: directories in place, names in the order of their bytes. Symbolic links in it
 * are not followed, and what is neither file nor directory is not opened. Its twin is src/cli/walk.cpp.
 */
import { resolve, sep } from 'node:path';

import { FileError, type FileErrorCode } from '../fs/types.js';
import { type ByteText, toBuffer, toByteText, toText } from './bytes.js';
import { type DirectoryEntry, kindAt, listDirectory } from './directory.js';
import { chunksOf, type FileFacts, isInside, resolveInside, withFileBelow } from './file.js';
import { IgnoreFile } from './gitignore.js';
import { humanSize } from './terminal.js';

/** What a walk keeps to. */
export interface WalkOptions {
  /** Directory that nothing is touched outside of. */
  root: string | undefined;
  /** Whether .gitignore files count. */
  ignores: boolean;
  /** Files that are being written meanwhile: they are passed over. */
  written: ReadonlySet<string>;
  /** The wording of an error, with the path in it. */
  describe: (code: FileErrorCode, path: string) => string;
}

/** A file to read, or a directory that cannot be. */
export interface Found {
  path: ByteText;
  /** Absent for what cannot be opened: reading it says why. */
  facts?: FileFacts | undefined;
  /** Why the directory cannot be read. */
  error?: FileErrorCode;
}

interface Directory {
  /** As it is printed, with a slash at its end. */
  path: ByteText;
  /** What the system is asked for, without a slash at its end. */
  real: ByteText;
  /** Without a slash at its end. */
  absolute: ByteText;
  entries: DirectoryEntry[];
  position: number;
  /** Levels that were there before it. */
  outerLevels: number;
  /** The level of its repository. */
  firstLevel: number;
}

/** A file of patterns and the directory that they speak of. */
interface Level {
  patterns: IgnoreFile;
  /** Of the absolute path, with the slash. */
  baseBytes: number;
}

const kGit = '.git';
const kIgnoreFile = '.gitignore';
const kExcludeFile = '/.git/info/exclude';
/** A file of patterns that is larger is not one. */
const kMaxIgnoreBytes = 1 << 20;

/** "/a" of "/a/b", "" of "/a". */
function parentOf(absolute: ByteText): ByteText {
  return absolute.slice(0, Math.max(absolute.lastIndexOf('/'), 0));
}

/** A walk over files and directories; links among the paths given are followed. */
export class Walk {
  /** Links and special files that were left out so far. */
  leftOut = 0;
  readonly #paths: string[];
  readonly #options: WalkOptions;
  readonly #open: Directory[] = [];
  #levels: Level[] = [];
  #warnings: string[] = [];

  constructor(paths: readonly string[], options: WalkOptions) {
    this.#paths = [...paths].reverse();
    this.#options = options;
  }

  /** The next file; undefined at the end. */
  async next(): Promise<Found | undefined> {
    for (;;) {
      const directory = this.#open.at(-1);
      let found: Found | undefined;
      if (!directory) {
        const path = this.#paths.pop();
        if (path === undefined) return undefined;
        found = await this.#start(path);
      } else {
        const entry = directory.entries[directory.position++];
        if (entry) found = await this.#visit(directory, entry);
        else this.#leave(directory);
      }
      if (found) return found;
    }
  }

  /** What went wrong with files of patterns since the last call, for people. */
  takeWarnings(): string[] {
    const warnings = this.#warnings;
    this.#warnings = [];
    return warnings;
  }

  /** Begins with a path that was given: a file, or something that reading refuses, is found as it is. */
  async #start(given: string): Promise<Found | undefined> {
    const { root, ignores } = this.#options;
    const path = toByteText(given);
    let real = path;
    let entries: DirectoryEntry[] | undefined;
    let facts: FileFacts | undefined;
    try {
      if (root) real = toByteText(await resolveInside(root, given));
      entries = listDirectory(real);
      if (!entries) facts = await withFileBelow(root, given, (file) => file.facts);
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
    }
    if (!entries) return { path, facts };
    const absolute = toByteText(resolve(given).split(sep).join('/')).replace(/\/$/, '');
    this.#levels = [];
    if (ignores && !entries.some(({ name }) => name === kGit))
      await this.#loadLevelsAbove(absolute);
    await this.#enter(path.replace(/\/*$/, '/'), real.replace(/\/+$/, ''), absolute, entries);
    return undefined;
  }

  async #enter(
    path: ByteText,
    real: ByteText,
    absolute: ByteText,
    entries: DirectoryEntry[],
  ): Promise<void> {
    const outerLevels = this.#levels.length;
    let firstLevel = this.#open.at(-1)?.firstLevel ?? 0;
    if (this.#options.ignores) {
      const git = entries.find(({ name }) => name === kGit);
      // A repository of its own: what is said around it does not count in it.
      if (git) firstLevel = outerLevels;
      if (git?.kind === 'directory') await this.#loadLevel(absolute + kExcludeFile, absolute);
      const patterns = entries.find(({ name }) => name === kIgnoreFile);
      if (patterns?.kind === 'file') await this.#loadLevel(`${absolute}/${kIgnoreFile}`, absolute);
    }
    this.#open.push({ path, real, absolute, entries, position: 0, outerLevels, firstLevel });
  }

  #leave({ outerLevels }: Directory): void {
    this.#levels.length = outerLevels;
    this.#open.pop();
  }

  async #visit(directory: Directory, { name, kind, facts, identity }: DirectoryEntry) {
    if (name === kGit) return undefined;
    const absolute = `${directory.absolute}/${name}`;
    if (this.#isIgnored(absolute, kind === 'directory', directory.firstLevel)) return undefined;
    if (kind === 'other') {
      this.leftOut++;
      return undefined;
    }
    if (kind === 'file' && identity && this.#options.written.has(identity)) return undefined;
    const path = directory.path + name;
    if (kind === 'file') return { path, facts };
    const real = `${directory.real}/${name}`;
    try {
      const entries = listDirectory(real);
      // What was a directory a moment ago is left for reading to judge.
      if (!entries) return { path };
      await this.#enter(`${path}/`, real, absolute, entries);
      return undefined;
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      return { path, error: error.code };
    }
  }

  #isWithinRoot(absolute: ByteText): boolean {
    const { root } = this.#options;
    return !root || isInside(root, toText(absolute) || '/');
  }

  /** The patterns of the repository that the directory lies in, from its root down to the parent. */
  async #loadLevelsAbove(absolute: ByteText): Promise<void> {
    const directories: ByteText[] = [];
    let above = absolute;
    do {
      if (above === '') return;
      above = parentOf(above);
      if (!this.#isWithinRoot(above)) return;
      directories.unshift(above);
    } while (kindAt(`${above}/${kGit}`) === undefined);
    await this.#loadLevel(above + kExcludeFile, above);
    for (const directory of directories) {
      const file = `${directory}/${kIgnoreFile}`;
      if (kindAt(file) === 'file') await this.#loadLevel(file, directory);
    }
  }

  async #loadLevel(file: ByteText, directory: ByteText): Promise<void> {
    const name = toText(file);
    const warn = (reason: string) => {
      this.#warnings.push(`${reason}: its patterns do not count`);
    };
    try {
      const { root } = this.#options;
      const text = await withFileBelow(root, root ? name : toBuffer(file), (opened) => {
        let read = '';
        for (const chunk of chunksOf(opened)) {
          read += Buffer.from(chunk).toString('latin1');
          if (read.length > kMaxIgnoreBytes) return undefined;
        }
        return read;
      });
      if (text === undefined) return warn(`More than ${humanSize(kMaxIgnoreBytes)}: ${name}`);
      this.#levels.push({ patterns: new IgnoreFile(text), baseBytes: directory.length + 1 });
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      // Most repositories have no excludes of their own, and in a linked one .git is a file.
      if (error.code !== 'FILE_NOT_FOUND') warn(this.#options.describe(error.code, name));
    }
  }

  #isIgnored(absolute: ByteText, isDirectory: boolean, firstLevel: number): boolean {
    for (let i = this.#levels.length; i > firstLevel; i--) {
      const level = this.#levels[i - 1];
      const answer = level?.patterns.ignores(absolute.slice(level.baseBytes), isDirectory);
      if (answer !== undefined) return answer;
    }
    return false;
  }
}
