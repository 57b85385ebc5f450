/**
 * What a batch has read, one line of JSON for each file, so that a later one can leave out what has not changed. The head
 * of its twin, src/cli/manifest.h, describes the lines.
 */
import { closeSync, constants, ftruncateSync, openSync, writeSync } from 'node:fs';

import { toFileError } from '../fs/file_errors.js';
import { FileError } from '../fs/types.js';
import type { ToolResult } from '../types/index.js';
import { chunksOf, type FileFacts, withFile } from './file.js';

interface Entry {
  facts: FileFacts | undefined;
  line: string;
}

/** The line for a file, with its line end. */
export function manifestLine(
  path: string,
  { success, errorCode, contentHash }: ToolResult,
  facts: FileFacts | undefined,
): string {
  const line = { file_path: path, ...facts, success, errorCode, contentHash };
  return `${JSON.stringify(line)}\n`;
}

function factsOf({ size, mtime }: Record<string, unknown>): FileFacts | undefined {
  const isKnown = Number.isInteger(size) && typeof mtime === 'string';
  return isKnown ? { size: size as number, mtime } : undefined;
}

function parseLine(line: string): Record<string, unknown> | undefined {
  try {
    const entry: unknown = JSON.parse(line);
    return typeof entry === 'object' && entry !== null
      ? (entry as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

/** A line of a manifest is none of ours. */
export class ManifestError extends Error {
  override name = 'ManifestError';
}

/** A manifest of an earlier batch. */
export class Manifest {
  /** Bytes up to the end of the last whole line. */
  wholeBytes = 0;
  readonly #entries = new Map<string, Entry>();

  /**
   * Reads a file. Text after the last line end is a line that was not written to its end, and does not count.
   *
   * @throws FileError
   * @throws ManifestError that names the line
   */
  static async load(path: string): Promise<Manifest> {
    const bytes = await withFile(path, (file) => Buffer.concat([...copies(chunksOf(file))]));
    const manifest = new Manifest();
    manifest.wholeBytes = bytes.lastIndexOf('\n') + 1;
    const lines = bytes.toString('utf8', 0, manifest.wholeBytes).split('\n').slice(0, -1);
    for (const [i, line] of lines.entries()) {
      const entry = parseLine(line);
      if (typeof entry?.file_path !== 'string') {
        const number = (i + 1).toLocaleString('en-US');
        throw new ManifestError(`line ${number} is no entry of a manifest`);
      }
      manifest.#entries.set(entry.file_path, { facts: factsOf(entry), line: `${line}\n` });
    }
    return manifest;
  }

  /** The line of a file, when it has the size and time that it had then. */
  unchanged(path: string, facts: FileFacts): string | undefined {
    const entry = this.#entries.get(path);
    const isSame = entry?.facts?.size === facts.size && entry.facts.mtime === facts.mtime;
    return isSame ? entry.line : undefined;
  }
}

function* copies(chunks: Iterable<Uint8Array>): Generator<Buffer, void, undefined> {
  for (const chunk of chunks) yield Buffer.from(chunk);
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
