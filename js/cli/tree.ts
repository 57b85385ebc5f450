/** What the walk of a batch asks of the file system. */
import { resolve, sep } from 'node:path';

import { FileError, type FileErrorCode } from '../fs/types.js';
import type { ToolResult } from '../types/index.js';
import { type ByteText, toBuffer, toByteText, toText } from './bytes.js';
import type { Command, Listing, Step } from './command.js';
import { kindAt, listDirectory } from './directory.js';
import { allBytes, chunksOf, isInside, resolveInside, withFileBelow } from './file.js';

/** What a tree is looked at with. */
export interface TreeOptions {
  /** Directory that nothing is touched outside of; '' is none. */
  root: string;
  /** Files that this program writes, as `identityOf` names them. */
  written: ReadonlySet<string>;
  /** The failed read of a file that cannot be opened. */
  refuse: (code: FileErrorCode, path: string) => ToolResult;
}

/** Paths with slashes, as patterns have them. */
export function absoluteOf(path: string): string {
  return resolve(path).split(sep).join('/');
}

/** Answers the questions of a batch. */
export class Tree {
  readonly #options: TreeOptions;
  /** The directory that was given, as it is named and as the system is asked for it. */
  #given: ByteText = '';
  #real: ByteText = '';

  constructor(options: TreeOptions) {
    this.#options = options;
  }

  /** Answers the question of a step. */
  async answer({ question, text: path, most = 0 }: Step, command: Command): Promise<void> {
    if (question === 'exists') return command.answerPresence(this.#presence(path));
    if (question === 'start') return command.answerListing(await this.#start(path));
    if (question === 'list') return command.answerListing(this.#list(path));
    if (question === 'loadFile' && kindAt(path) !== 'file')
      return command.answerPatterns(undefined);
    return this.#load(path, most, command);
  }

  /** A file, or something that reading refuses, has no entries. */
  async #start(path: ByteText): Promise<Listing> {
    const { root, written } = this.#options;
    const text = toText(path);
    const name = toBuffer(path);
    const real = async () => (root ? await resolveInside(root, name) : path);
    try {
      this.#given = path.replace(/\/*$/, '/');
      this.#real = await real();
      const entries = listDirectory(this.#real, written);
      if (entries) return { entries, absolute: toByteText(absoluteOf(text)) };
      return { facts: await withFileBelow(root, name, (file) => file.facts) };
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      return {};
    }
  }

  #list(path: ByteText): Listing {
    const real = `${this.#real.replace(/\/+$/, '')}/${path.slice(this.#given.length)}`;
    try {
      // What was a directory a moment ago is left for reading to judge.
      return { entries: listDirectory(real, this.#options.written) };
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      return { failure: this.#options.refuse(error.code, toText(path)) };
    }
  }

  #presence(path: ByteText): 'absent' | 'present' | 'outside' {
    const { root } = this.#options;
    const directory = toText(path.slice(0, path.lastIndexOf('/'))) || '/';
    if (root && !isInside(root, directory)) return 'outside';
    return kindAt(path) === undefined ? 'absent' : 'present';
  }

  async #load(path: ByteText, most: number, command: Command): Promise<void> {
    const { root, refuse } = this.#options;
    const text = toText(path);
    try {
      const read = await withFileBelow(root, toBuffer(path), (file) =>
        allBytes(chunksOf(file), most),
      );
      command.answerPatterns(read);
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      const isMissing = error.code === 'FILE_NOT_FOUND';
      command.answerPatterns(undefined, isMissing ? '' : refuse(error.code, text).content);
    }
  }
}
