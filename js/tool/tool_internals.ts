/** What parts of this package ask of a tool beside reading: what is not for users. */
import type { DirectoryEntry, FileHandle } from '../fs/types.js';
import type { ReadInput, ReadOptions, ToolResult } from '../types/index.js';
import type { ExecuteOptions } from './tool_types.js';

/** The same in every copy of this package that a program may hold. */
const kKey = Symbol.for('lectern.tool');

/** A version of a file, as its file system names it. */
export type HandleVersion = Pick<FileHandle, 'size' | 'modified' | 'etag'>;

/** A read that opened a file. */
export interface FinishedRead {
  /** The absolute path of the file that was opened. */
  path: string;
  /** What was read inside of it. */
  member?: string;
  /** The input as it was taken. */
  input: ReadInput;
  /** All options of the read. */
  options: ReadOptions;
  /** Of the file that was opened. */
  version: HandleVersion;
  /** When it was opened, in milliseconds since 1970. */
  openedAt: number;
  /** Its result, whose media may have another form. */
  result: ToolResult;
  /** Whether marks stand in the result in place of secrets. */
  isHidden?: boolean;
}

/** What a tool was made with, and what it does beside reading. */
export interface ToolInternals {
  /** The options that its reads have, without those of the tool itself. */
  readOptions: ReadOptions;
  /** Milliseconds that a call may take. */
  deadlineMs: number | undefined;
  /** Calls `listener` after each read that opened a file. */
  follow(listener: (read: FinishedRead) => void): void;
  /** Tells those who follow of a read. */
  tell(read: FinishedRead): void;
  /** `execute` that tells `tell` of the read, and nobody else. */
  executeFor(
    input: unknown,
    call: ExecuteOptions | undefined,
    tell: (read: FinishedRead) => void,
  ): Promise<object>;
  /** Opens a file by its absolute path as a read would. @throws what the file system throws */
  open(path: string, signal: AbortSignal | undefined): Promise<FileHandle>;
  /** Lists a directory by its absolute path, with sizes and times. @throws what the file system throws */
  list(path: string, signal: AbortSignal | undefined): Promise<DirectoryEntry[]>;
  /** Its results lack what the files hold: nothing else may be given of a file. */
  hidesSecrets?: boolean;
}

/** Makes `internals` findable from `tool`. */
export function setToolInternals(tool: object, internals: ToolInternals): void {
  Object.defineProperty(tool, kKey, { value: internals });
}

/** Undefined for a tool that this package has not made. */
export function toolInternalsOf(tool: object): ToolInternals | undefined {
  return (tool as { [kKey]?: ToolInternals } | undefined)?.[kKey];
}
