/** Manifests of batches as files. */
import { closeSync, constants, ftruncateSync, openSync, writeSync } from 'node:fs';

import { toFileError } from '../fs/file_errors.js';
import { FileError } from '../fs/types.js';
import { allBytes, chunksOf, withFile } from './file.js';

/** @throws FileError */
export function loadBytes(path: string): Promise<Uint8Array> {
  return withFile(path, (file) => allBytes(chunksOf(file), Number.POSITIVE_INFINITY));
}

/** A manifest that is being written. Each line is with the system when `add` returns. */
export class ManifestFile {
  readonly #descriptor: number;
  #position: number;

  /**
   * Creates the file, or cuts it down to its first `keptBytes`.
   *
   * @throws FileError
   */
  constructor(path: string, keptBytes: number) {
    try {
      this.#descriptor = openSync(path, constants.O_WRONLY | constants.O_CREAT, 0o666);
      ftruncateSync(this.#descriptor, keptBytes);
    } catch (error) {
      throw toFileError(error);
    }
    this.#position = keptBytes;
  }

  /** @throws FileError */
  add(line: string): void {
    const bytes = Buffer.from(line);
    try {
      for (let at = 0; at < bytes.length; ) {
        const written = writeSync(this.#descriptor, bytes, at, bytes.length - at, this.#position);
        at += written;
        this.#position += written;
      }
    } catch (error) {
      throw new FileError('IO_ERROR', 'cannot be written', { cause: error });
    }
  }

  close(): void {
    closeSync(this.#descriptor);
  }
}
