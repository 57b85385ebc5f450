/** What reads of large text files found out about their lines, so that a later read starts near the lines it is for. */
import type { FileHandle } from '../fs/types.js';
import type { ReadInput, ReadOptions } from '../types/index.js';

/** Smaller files are read as fast without an index. */
const kMinFileBytes = 4 * 1024 * 1024;
/** Files that are remembered, the latest ones; an index has at most 200 KB. */
const kMaxFiles = 32;
/** A file that was changed this shortly before may change again without its time showing it. */
const kSettledMs = 2000;

/** What is kept of one file. */
export interface KnownLines {
  /** For `TextSource.index`. */
  index: Uint8Array;
  /** The file's hash, if a read has seen all of it. */
  contentHash?: string | undefined;
}

/** The place of one version of a file, read in one way. */
export interface LinesPlace {
  /** What earlier reads left. */
  known: KnownLines | undefined;
  /** Keeps what this read leaves. */
  keep(known: KnownLines): void;
}

/** Names one version of a file's content; undefined when the file system cannot tell versions apart. */
function versionOf({ size, modified, etag }: FileHandle): string | undefined {
  const time = modified?.getTime();
  if (time === undefined && etag === undefined) return undefined;
  if (time !== undefined && Date.now() - time < kSettledMs) return undefined;
  return JSON.stringify([size, time, etag]);
}

/** The indexes of one tool. */
export class LineIndexes {
  /** The last one used stands last. */
  readonly #files = new Map<string, { version: string; known: KnownLines }>();

  /** The place of an open file; undefined when its index would not help or could not be trusted. */
  placeOf(
    path: string,
    handle: FileHandle,
    input: ReadInput,
    options: ReadOptions,
  ): LinesPlace | undefined {
    const version = handle.size < kMinFileBytes ? undefined : versionOf(handle);
    if (version === undefined) return undefined;
    const { encoding, countLinesUpToBytes } = options.text ?? {};
    // Besides the bytes, these decide what a read finds out.
    const key = JSON.stringify([
      path,
      input.file_type,
      encoding,
      countLinesUpToBytes,
      options.hash,
    ]);
    const kept = this.#files.get(key);
    return {
      known: kept?.version === version ? kept.known : undefined,
      keep: (known) => this.#keep(key, { version, known }),
    };
  }

  #keep(key: string, file: { version: string; known: KnownLines }): void {
    this.#files.delete(key);
    this.#files.set(key, file);
    const [oldest] = this.#files.keys();
    if (this.#files.size > kMaxFiles && oldest !== undefined) this.#files.delete(oldest);
  }
}
