/**
 * What the Read tool asks of a file system. Yours is an object with one function; this one serves a Map:
 *
 * ```ts
 * const files = new Map([['/notes.txt', new TextEncoder().encode('hello\n')]]);
 * const fs: FileSystem = {
 *   async open(path) {
 *     const bytes = files.get(path);
 *     if (!bytes) throw new FileError('FILE_NOT_FOUND');
 *     return { size: bytes.length, read: async (offset, length) => bytes.subarray(offset, offset + length) };
 *   },
 * };
 * const tool = createReadTool({ fs, root: '/' });
 * ```
 */

/** Why a file cannot be opened or read; each has its wording in the contract, section 7. */
export type FileErrorCode =
  | 'FILE_NOT_FOUND'
  | 'PERMISSION_DENIED'
  | 'IS_DIRECTORY'
  | 'NOT_A_FILE'
  | 'OUTSIDE_ROOT'
  | 'IO_ERROR';

/**
 * What a file system throws. Errors of Node (`ENOENT`, `EACCES` …) and DOMExceptions (`NotFoundError` …) are understood
 * as well; anything else is an `IO_ERROR`.
 */
export class FileError extends Error {
  /** `FileError`. */
  override name = 'FileError';
  /** What went wrong. */
  readonly code: FileErrorCode;
  /** What the model is shown after the contract's wording, in a few words. */
  readonly detail: string | undefined;

  /**
   * @param code - what went wrong
   * @param message - for the log; the model is shown the contract's wording
   */
  constructor(code: FileErrorCode, message: string = code, options: FileErrorOptions = {}) {
    super(message, options);
    this.code = code;
    this.detail = options.detail;
  }
}

/** What a FileError may carry. */
export interface FileErrorOptions extends ErrorOptions {
  /** What the model is shown after the contract's wording: "too many symbolic links". @defaultValue nothing */
  detail?: string;
}

/** What becomes of symbolic links: those that stay inside the root are followed, or none is. */
export type SymlinkPolicy = 'follow-inside' | 'refuse';

/** What a file system is told about one access. */
export interface AccessOptions {
  /**
   * The directory that the access must not leave. The path's text has been checked; a file system with links must see to
   * it that they do not lead outside, and throw `OUTSIDE_ROOT` if they do. Absent: no confinement.
   */
  root?: string;
  /** What becomes of links. A file system without links ignores it. @defaultValue 'follow-inside' */
  symlinks?: SymlinkPolicy;
  /** Ends the access early, by rejecting with the signal's reason. */
  signal?: AbortSignal;
}

/** A file that is open for one read of the tool. What is read through it must be one version of the file. */
export interface FileHandle {
  /** Bytes of the file: an integer. Anything else is an `IO_ERROR`. */
  readonly size: number;
  /** Time of the last change, if known. */
  readonly modified?: Date;
  /** Names the version of the content, if the file system has such names. */
  readonly etag?: string;
  /**
   * Reads bytes.
   *
   * @param offset - of the first byte, at most `size`
   * @param length - at least 1
   * @param into - `length` bytes of memory that the answer may lie in: they are used up before the next call
   * @returns up to `length` bytes; fewer are allowed, none means the end of the file. They must not change later,
   * unless they lie in `into`
   */
  read(
    offset: number,
    length: number,
    signal?: AbortSignal,
    into?: Uint8Array,
  ): Promise<Uint8Array>;
  /** Called once, when the tool is done. */
  close?(): Promise<void>;
}

/** What a file system is told about one listing. */
export interface ListOptions extends AccessOptions {
  /**
   * As many names are enough: a file system may stop there. Where no `details` are wanted, one request for names is enough, too.
   *
   * @defaultValue all of them
   */
  limit?: number;
  /**
   * Sizes, times and links are wanted, too, as far as the file system can tell them. They may be missing where the directory
   * has as many names as `limit`.
   *
   * @defaultValue false
   */
  details?: boolean;
}

/** One name in a directory. */
export interface DirectoryEntry {
  /** The last component of the path. */
  name: string;
  /** Whether it is a directory. */
  isDirectory: boolean;
  /** Whether it is a symbolic link. */
  isLink?: boolean;
  /** Bytes of a file. */
  size?: number;
  /** Time of the last change. */
  modified?: Date;
}

/** Files by path. Paths arrive absolute, without `.`, `..` and doubled separators. */
export interface FileSystem {
  /** How paths are written. @defaultValue 'posix' */
  readonly pathStyle?: 'posix' | 'windows';
  /** Whether names that differ in case are different files. @defaultValue true */
  readonly caseSensitive?: boolean;
  /** Where relative paths start when the tool has neither `cwd` nor `root`. @defaultValue '/' */
  readonly cwd?: string;

  /**
   * Opens a file for reading. Must not block on what is no regular file (a FIFO, a device): that is `NOT_A_FILE`.
   *
   * @throws FileError when it cannot be opened
   */
  open(path: string, options: AccessOptions): Promise<FileHandle>;

  /**
   * Names in a directory: for reading it as a listing, for "did you mean" and for listing resources. Without it there are
   * none of them.
   *
   * @throws FileError when it cannot be listed
   */
  list?(path: string, options: ListOptions): Promise<DirectoryEntry[]>;
}
