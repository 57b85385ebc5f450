/** What the Read tool asks of a reader beside reading: what is not for users, and what a watched reader has as well. */
import type { ErrorCode, ReadFailure, Reader, ReadOptions } from '../types/index.js';

/** The same in every copy of this package that a program may hold. */
const kKey = Symbol.for('lectern.reader');

/** How a reader refuses what it has not read. */
export interface ReaderInternals {
  /**
   * Checks a request before its file is opened.
   *
   * @param input - what the model wrote, as it wrote it
   * @returns the refusal, or undefined when the file may be read
   * @throws TypeError when `options` is no object, or the reader is disposed
   */
  prepare(input: unknown, options?: ReadOptions): ReadFailure | undefined;

  /**
   * The result for a file that a host could not open.
   *
   * @param code - a file error's; any other code is taken for `IO_ERROR`
   * @param path - the path as the model gave it
   */
  refuse(code: ErrorCode, path: string): ReadFailure;
}

/** Makes `internals` findable from `reader`. */
export function setInternals(reader: Reader, internals: ReaderInternals): void {
  Object.defineProperty(reader, kKey, { value: internals });
}

/** @throws TypeError for a reader that this package has not made */
export function internalsOf(reader: Reader): ReaderInternals {
  const internals = (reader as { [kKey]?: ReaderInternals } | undefined)?.[kKey];
  if (!internals) throw new TypeError('reader must be made by createReader or createWatchedReader');
  return internals;
}
