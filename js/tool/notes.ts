/** What reads of large files found out, so that a later read of the same version starts near what it is for. */
import type { FileHandle } from '../fs/types.js';

/** Smaller files are read as fast without notes. */
const kMinFileBytes = 4 * 1024 * 1024;
/** The same for files of which the name says that they are compressed. */
const kMinPackedBytes = 512 * 1024;
const kPackedName = /\.t?gz$/i;
/** Files that are remembered, the latest ones; notes of a text have at most 200 KB, those of a compressed file 768 KB more. */
const kMaxFiles = 32;
/** A file that was changed this shortly before may change again without its time showing it. */
const kSettledMs = 2000;

/** The place of one version of a file. */
export interface NotesPlace {
  /** What earlier reads left. */
  known: Uint8Array | undefined;
  /** Keeps what this read leaves. */
  keep(notes: Uint8Array): void;
}

/** Names one version of a file's content; undefined when the file system cannot tell versions apart. */
function versionOf({ size, modified, etag }: FileHandle): string | undefined {
  const time = modified?.getTime();
  if (time === undefined && etag === undefined) return undefined;
  if (time !== undefined && Date.now() - time < kSettledMs) return undefined;
  return JSON.stringify([size, time, etag]);
}

/** The notes of one tool. The core ignores those that were made with other options. */
export class Notes {
  /** The last one used stands last. */
  readonly #files = new Map<string, { version: string; notes: Uint8Array }>();

  /** The place of an open file; undefined when notes would not help or could not be trusted. */
  placeOf(path: string, handle: FileHandle): NotesPlace | undefined {
    const least = kPackedName.test(path) ? kMinPackedBytes : kMinFileBytes;
    const version = handle.size < least ? undefined : versionOf(handle);
    if (version === undefined) return undefined;
    const kept = this.#files.get(path);
    return {
      known: kept?.version === version ? kept.notes : undefined,
      keep: (notes) => this.#keep(path, { version, notes }),
    };
  }

  #keep(path: string, file: { version: string; notes: Uint8Array }): void {
    this.#files.delete(path);
    this.#files.set(path, file);
    const [oldest] = this.#files.keys();
    if (this.#files.size > kMaxFiles && oldest !== undefined) this.#files.delete(oldest);
  }
}
