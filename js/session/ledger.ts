/**
 * What a conversation has read: for tools that edit, which ask whether the file is still the one that the model has seen, and
 * whether it has seen the lines that it wants to change.
 */
import { fileErrorCode } from '../fs/file_errors.js';
import type { FileHandle } from '../fs/types.js';
import { orAbort } from '../reader/abort.js';
import type { HandleResult } from '../tool/media_handles.js';
import { type FinishedRead, type HandleVersion, toolInternalsOf } from '../tool/tool_internals.js';
import type { ReadTool } from '../tool/tool_types.js';
import type { BlobResult, BytesResult, ToolResult } from '../types/index.js';
import { holds, type LineRange, merged } from './ranges.js';
import { seenLines } from './seen_lines.js';

/** Default of `maxFiles`. */
const kMaxFiles = 10_000;
/** Larger files are not read again to compare them. */
const kMaxHashedBytes = 64 * 1024 * 1024;
/** A file that was changed this shortly before it was read may change again without its time showing it. */
const kSettledMs = 2000;

/** A version of a file, as far as it is known. Plain JSON. */
export interface FileVersion {
  /** Bytes of the file. */
  sizeBytes: number;
  /** Time of the last change, ISO 8601. */
  modified?: string;
  /** The file system's name for the version. */
  etag?: string;
  /** SHA-256 of the file's bytes in lower-case hex. */
  contentHash?: string;
}

/** What is known of a file that was read. Plain JSON. */
export interface LedgerEntry {
  /** Absolute path; of a member of an archive, that of the archive and the member's behind it. */
  path: string;
  /** The file that holds it, when `path` leads into an archive. */
  archive?: string;
  /** The version that was read last. */
  version: FileVersion;
  /** When it was read last, ISO 8601. */
  readAt: string;
  /** Reads of this version. */
  reads: number;
  /** Lines of a text of this version that were shown in full: sorted and apart. */
  lines: LineRange[];
  /** Pages of a PDF of this version that were shown: sorted. */
  pages: number[];
  /** Whether one read showed all of it. */
  whole: boolean;
}

/**
 * Whether a file is still the one that was read: `unknown` when its file system names no versions and the file is too large
 * to be compared.
 */
export type ChangeState = 'unchanged' | 'changed' | 'gone' | 'unread' | 'unknown';

/** How a ledger is made. */
export interface LedgerOptions {
  /** Files that are remembered; the one that was not read for the longest time is forgotten first. @defaultValue 10,000 */
  maxFiles?: number;
  /** What `entries` of an earlier ledger gave. */
  entries?: readonly LedgerEntry[];
}

/** What is said about one question. */
export interface LedgerCall {
  /** Ends it early, by rejecting with the signal's reason. */
  signal?: AbortSignal | undefined;
}

type AnyTool =
  | ReadTool<ToolResult>
  | ReadTool<BytesResult>
  | ReadTool<BlobResult>
  | ReadTool<HandleResult>;

/** A ledger of one conversation. */
export interface ReadLedger {
  /** All that was read, the latest last: a copy, for storing. */
  entries(): LedgerEntry[];
  /** What is known of a file, by a path as a model writes it; undefined when it was not read. */
  entry(filePath: string): LedgerEntry | undefined;
  /**
   * Whether a file has changed since it was read. Its size, time and version are compared and, where they prove nothing, its
   * content: up to 64 MiB of it are read then.
   *
   * @throws the signal's reason when it is aborted; FileError when the file is there and cannot be read
   */
  changed(filePath: string, call?: LedgerCall): Promise<ChangeState>;
  /**
   * Whether lines of a text were shown, each from its first to its last character, by reads of the version that was read last.
   * A line that was cut or in which a secret was hidden does not count, and neither does a range whose last line is before its first.
   *
   * @param first - from 1
   * @param last - that of the last one. @defaultValue `first`
   */
  sawLines(filePath: string, first: number, last?: number): boolean;
  /** Forgets a file: after an edit of your own. False when it was not known. */
  forget(filePath: string): boolean;
}

function versionOf({ size, modified, etag }: HandleVersion): FileVersion {
  return {
    sizeBytes: size,
    ...(modified ? { modified: modified.toISOString() } : {}),
    ...(etag === undefined ? {} : { etag }),
  };
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function isLineRange(range: unknown): range is LineRange {
  return (
    Array.isArray(range) &&
    range.length === 2 &&
    range.every(isCount) &&
    range[0] >= 1 &&
    range[0] <= range[1]
  );
}

function isTextOrAbsent(value: unknown): boolean {
  return value === undefined || typeof value === 'string';
}

/** A copy of an entry that was stored somewhere. @throws TypeError when it is none */
function checkedEntry(entry: LedgerEntry, index: number): LedgerEntry {
  const { path, archive, version, readAt, reads, lines, pages, whole } = entry ?? {};
  const { sizeBytes, modified, etag, contentHash } = version ?? {};
  const isGood =
    typeof path === 'string' &&
    isTextOrAbsent(archive) &&
    isCount(sizeBytes) &&
    [modified, etag, contentHash].every(isTextOrAbsent) &&
    typeof readAt === 'string' &&
    !Number.isNaN(Date.parse(readAt)) &&
    isCount(reads) &&
    Array.isArray(lines) &&
    Array.from(lines).every(isLineRange) &&
    Array.isArray(pages) &&
    Array.from(pages).every(isCount) &&
    typeof whole === 'boolean';
  if (!isGood) throw new TypeError(`entries[${index}] is no entry of a ledger`);
  return {
    path,
    ...(archive === undefined ? {} : { archive }),
    version: {
      sizeBytes,
      ...(modified === undefined ? {} : { modified }),
      ...(etag === undefined ? {} : { etag }),
      ...(contentHash === undefined ? {} : { contentHash }),
    },
    readAt,
    reads,
    lines: merged(lines),
    pages: [...new Set(pages)].sort((a, b) => a - b),
    whole,
  };
}

/** Undefined when neither can be told. */
function isSame(before: FileVersion, now: FileVersion, readAt: number): boolean | undefined {
  if (before.sizeBytes !== now.sizeBytes) return false;
  if (before.contentHash !== undefined && now.contentHash !== undefined)
    return before.contentHash === now.contentHash;
  const isSettled =
    before.modified !== undefined && readAt - Date.parse(before.modified) >= kSettledMs;
  if (before.etag !== undefined && now.etag !== undefined) {
    // Some file systems make it of the time, too.
    if (before.etag === now.etag) return isSettled || before.modified === undefined || undefined;
    // A file that was written again as it was has a new name for its version.
    return before.contentHash === undefined ? false : undefined;
  }
  return (isSettled && before.modified === now.modified) || undefined;
}

/** Undefined when the file ends early, or the host cannot hash. */
async function contentHashOf(handle: FileHandle, signal: AbortSignal | undefined) {
  const bytes = new Uint8Array(handle.size);
  for (let at = 0; at < bytes.length; ) {
    const piece = await handle.read(at, bytes.length - at, signal);
    if (piece.byteLength === 0) return undefined;
    bytes.set(piece, at);
    at += piece.byteLength;
  }
  const digest = await globalThis.crypto?.subtle?.digest('SHA-256', bytes);
  if (!digest) return undefined;
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

class Ledger implements ReadLedger {
  readonly #tool: AnyTool;
  readonly #open: (path: string, signal: AbortSignal | undefined) => Promise<FileHandle>;
  readonly #maxFiles: number;
  /** The latest last. */
  readonly #files = new Map<string, LedgerEntry>();

  constructor(tool: AnyTool, { maxFiles = kMaxFiles, entries = [] }: LedgerOptions) {
    const internals = toolInternalsOf(tool);
    if (!internals) throw new TypeError('tool must be made by createReadTool');
    if (!(Number.isSafeInteger(maxFiles) && maxFiles >= 1))
      throw new TypeError(`maxFiles must be a whole number of at least 1, got ${maxFiles}`);
    this.#tool = tool;
    this.#open = internals.open;
    this.#maxFiles = maxFiles;
    if (!Array.isArray(entries)) throw new TypeError('entries must be an array');
    for (const [index, entry] of entries.entries()) this.#keep(checkedEntry(entry, index));
    internals.follow((read) => this.#record(read));
  }

  entries(): LedgerEntry[] {
    return structuredClone([...this.#files.values()]);
  }

  entry(filePath: string): LedgerEntry | undefined {
    const known = this.#find(filePath);
    return known && structuredClone(known);
  }

  async changed(filePath: string, { signal }: LedgerCall = {}): Promise<ChangeState> {
    signal?.throwIfAborted();
    const known = this.#find(filePath);
    if (!known) return 'unread';
    // An entry may come from anywhere: what the tool would not open is not there.
    const path = this.#tool.locate(known.archive ?? known.path);
    if (path === undefined) return 'gone';
    let handle: FileHandle;
    try {
      handle = await orAbort(this.#open(path, signal), signal, (late) => late.close?.());
    } catch (error) {
      signal?.throwIfAborted();
      const code = fileErrorCode(error);
      if (code === 'FILE_NOT_FOUND') return 'gone';
      if (code === 'IS_DIRECTORY' || code === 'NOT_A_FILE') return 'changed';
      throw error;
    }
    try {
      const now = versionOf(handle);
      const same = isSame(known.version, now, Date.parse(known.readAt));
      if (same !== undefined) return same ? 'unchanged' : 'changed';
      const { contentHash } = known.version;
      if (contentHash === undefined || handle.size > kMaxHashedBytes) return 'unknown';
      const hash = await contentHashOf(handle, signal);
      if (hash === undefined) return 'unknown';
      return hash === contentHash ? 'unchanged' : 'changed';
    } finally {
      const closing = handle.close?.();
      if (closing) await orAbort(closing, signal).catch(() => undefined);
    }
  }

  sawLines(filePath: string, first: number, last: number = first): boolean {
    const isRange = Number.isSafeInteger(first) && Number.isSafeInteger(last) && first <= last;
    return isRange && holds(this.#find(filePath)?.lines ?? [], first, last);
  }

  forget(filePath: string): boolean {
    const known = this.#find(filePath);
    return known !== undefined && this.#files.delete(known.path);
  }

  #find(filePath: string): LedgerEntry | undefined {
    const path = this.#tool.locate(filePath);
    return path === undefined ? undefined : this.#files.get(path);
  }

  #record(read: FinishedRead): void {
    const { path, member, input, result, openedAt } = read;
    // A file that cannot be read has shown nothing.
    if (!result.success) return;
    const { contentHash, metadata } = result;
    // Of a member of an archive the hash is not that of the file that is opened.
    const hash = member === undefined && contentHash ? { contentHash } : {};
    const version = { ...versionOf(read.version), ...hash };
    const whole = member === undefined || member === '/' ? path : `${path}/${member}`;
    const known = this.#files.get(whole);
    const isKnown =
      known !== undefined && isSame(known.version, version, Date.parse(known.readAt)) === true;
    const { lines = [], pages = [] } = isKnown ? known : {};
    const { file_path: _, file_type: __, ...selected } = input;
    const isAll = !result.truncated && !read.isHidden && Object.keys(selected).length === 0;
    this.#keep({
      path: whole,
      ...(whole === path ? {} : { archive: path }),
      version: isKnown ? { ...known.version, ...version } : version,
      readAt: new Date(openedAt).toISOString(),
      reads: isKnown ? known.reads + 1 : 1,
      lines: merged([...lines, ...seenLines(read)]),
      pages: [...new Set([...pages, ...(metadata.pages ?? []).map(({ page }) => page)])].sort(
        (a, b) => a - b,
      ),
      whole: isAll || (isKnown && known.whole),
    });
  }

  #keep(entry: LedgerEntry): void {
    this.#files.delete(entry.path);
    this.#files.set(entry.path, entry);
    const [oldest] = this.#files.keys();
    if (this.#files.size > this.#maxFiles && oldest !== undefined) this.#files.delete(oldest);
  }
}

/**
 * Makes a ledger of what a tool reads from now on. It holds no content, and lives as long as the tool does.
 *
 * @param tool - of `createReadTool`
 * @throws TypeError when `tool` is none of this package's, an option has the wrong type, or an entry is none
 * @example
 * ```ts
 * const ledger = createLedger(tool);
 * await tool.execute({ file_path: '/notes.txt' });
 * ledger.sawLines('/notes.txt', 1); // true
 * await ledger.changed('/notes.txt'); // 'unchanged'
 * ```
 */
export function createLedger(tool: AnyTool, options: LedgerOptions = {}): ReadLedger {
  return new Ledger(tool, options);
}
