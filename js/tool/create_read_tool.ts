/** The Read tool: a checked call, a path inside the root, an open file, and the core. */
import { mergeOptions, toJson } from '../reader/arguments.js';
import type { CreateReader, ReaderModules } from '../reader/create.js';
import { joinPath, normalizePath, quoted } from '../fs/path_text.js';
import { askable, fileErrorCode } from '../fs/file_errors.js';
import { type AccessOptions, FileError } from '../fs/types.js';
import type {
  BlobResult,
  BytesResult,
  Reader,
  ReadInput,
  ReadOptions,
  ToolResult,
} from '../types/index.js';
import { checkDeadline, orAbort } from '../reader/abort.js';
import { internalsOf } from '../reader/internals.js';
import { ModuleLoadError } from '../reader/load_error.js';
import { rethrowCallers, withMarkedErrors } from './callbacks.js';
import { describeTool, type InputSchema, inputSchemaOf } from './description.js';
import { readHandle } from './load.js';
import {
  Handles,
  type HandleResult,
  inlineMedia,
  type MediaHandle,
  materialize,
  type ReadAgain,
} from './media_handles.js';
import { barePath, correctedInput, parsedInput } from './model_input.js';
import { Notes } from './notes.js';
import { closeQuietly, openPath, placeOf, refuseFile } from './open_path.js';
import { makePathRules, type PathRules, resolvePath } from './paths.js';
import { directoryBytes, listedAtMost, type OpenPlace, openPlace, withTime } from './places.js';
import { kMaxAudioBytes, withSound } from './sound.js';
import { findNearNames, isEntry, kReplacement } from './suggestions.js';
import { type TimedCall, withinDeadline } from './timed_call.js';
import { type FinishedRead, setToolInternals } from './tool_internals.js';
import { checkReadOptions, checkToolOptions, readOptionsOf } from './tool_options.js';
import type {
  CreateReadTool,
  ExecuteOptions,
  KnownContent,
  ListCall,
  MaterializeOptions,
  ReadEvent,
  ReadTool,
  ReadToolOptions,
} from './tool_types.js';

/** What a read found out beside its result. */
interface Outcome {
  /** Its media are in the form that was asked for. */
  result: ToolResult;
  /** The input as it was taken; absent when it was refused. */
  input?: ReadInput;
  path?: string;
  /** What was read in the file at `path`. */
  member?: string;
  loadedBytes: number;
  opened?: Pick<FinishedRead, 'version' | 'openedAt' | 'options'>;
  cause?: unknown;
  unchanged?: boolean;
}

/** Undefined when no file was opened. */
function finishedRead({ path, member, input, opened, result }: Outcome): FinishedRead | undefined {
  if (path === undefined || !input || !opened) return undefined;
  return { path, ...(member === undefined ? {} : { member }), input, ...opened, result };
}

function unchangedResult(result: ToolResult, path: string): ToolResult {
  const { images: _, documents: __, sounds: ___, parts: ____, truncation: _____, ...rest } = result;
  return {
    ...rest,
    content: `Unchanged since it was last read: ${path}. The content is in an earlier result of this conversation.`,
    shortResult: 'Unchanged',
    lineCount: 1,
    truncated: false,
  };
}

function isKnown(
  result: ToolResult,
  known: KnownContent | undefined,
  generation: unknown,
): boolean {
  return (
    known !== undefined &&
    result.success &&
    result.contentHash !== undefined &&
    known.contentHash === result.contentHash &&
    generation !== undefined &&
    known.generation === generation
  );
}

/** A result that says what was taken for what. */
function withWarnings(result: ToolResult, warnings: readonly string[]): ToolResult {
  if (warnings.length === 0) return result;
  const { metadata } = result;
  return {
    ...result,
    metadata: { ...metadata, warnings: [...(metadata.warnings ?? []), ...warnings] },
  };
}

/** A refusal with a line behind it. */
function withLine(result: ToolResult, line: string): ToolResult {
  return { ...result, content: `${result.content}\n${line}` };
}

function didYouMean(input: object): string {
  return `Did you mean ${JSON.stringify(input)}?`;
}

/** What is said of a path that a listing of Node may have named. */
const kNameIsNotUtf8 =
  'U+FFFD in a name stands for bytes that are not UTF-8: a file with such a name cannot be read here.';

class Tool implements ReadTool<ToolResult | BytesResult | BlobResult | HandleResult> {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: InputSchema;
  readonly #options: ReadToolOptions;
  readonly #readOptions: ReadOptions;
  readonly #rules: PathRules;
  readonly #notes = new Notes();
  readonly #handles = new Handles();
  readonly #listeners: ((read: FinishedRead) => void)[] = [];
  readonly #createReader: () => Promise<Reader>;
  #reader: Promise<Reader> | undefined;
  #isDisposed = false;

  constructor(options: ReadToolOptions, createReader: () => Promise<Reader>) {
    checkToolOptions(options);
    this.#options = options;
    this.#readOptions = readOptionsOf(options);
    this.#rules = makePathRules(options.fs, options.cwd, options.root);
    this.#createReader = createReader;
    this.name = options.name ?? 'Read';
    this.description = options.description ?? describeTool(this.#readOptions, this.#rules);
    this.inputSchema = inputSchemaOf(this.#readOptions);
    setToolInternals(this, {
      readOptions: this.#readOptions,
      deadlineMs: options.deadlineMs,
      follow: (listener) => void this.#listeners.push(listener),
      tell: (read) => this.#tell(read),
      executeFor: (input, call, tell) => this.#execute(input, call, tell),
      open: (path, signal) => openPath(options.fs, path, this.#rules, this.#access(signal)),
      list: async (path, signal) => {
        // Pages of them are no archive: a lower limit is not meant for them.
        const limit = Math.max(listedAtMost(this.#readOptions), listedAtMost({}));
        const access = { ...this.#access(signal), details: true, limit };
        const entries = (await options.fs.list?.(path, access)) ?? [];
        if (entries.length >= limit)
          throw new FileError('IO_ERROR', `the directory has more than ${limit - 1} names`);
        return entries.filter(isEntry).map(withTime);
      },
    });
  }

  execute(
    input: unknown,
    call?: ExecuteOptions,
  ): Promise<ToolResult | BytesResult | BlobResult | HandleResult> {
    return this.#execute(input, call, (read) => this.#tell(read));
  }

  async #execute(
    input: unknown,
    call: ExecuteOptions = {},
    tell: (read: FinishedRead) => void,
  ): Promise<ToolResult | BytesResult | BlobResult | HandleResult> {
    checkDeadline(call.deadlineMs);
    const start = performance.now();
    const parsed = parsedInput(input);
    const outcome = await this.#read(parsed, withMarkedErrors(call));
    const { result, path, loadedBytes, cause, unchanged = false } = outcome;
    this.#options.onRead?.({
      input,
      ...(path === undefined ? {} : { path }),
      success: result.success,
      ...(result.errorCode ? { errorCode: result.errorCode } : {}),
      ...(cause === undefined ? {} : { cause }),
      mimeType: result.metadata.mimeType,
      contentType: result.contentType,
      sizeBytes: result.metadata.sizeBytes,
      loadedBytes,
      durationMs: performance.now() - start,
      truncated: result.truncated,
      ...(result.truncation ? { truncationCause: result.truncation.cause } : {}),
      unchanged,
    } satisfies ReadEvent);
    const read = finishedRead(outcome);
    if (read) tell(read);
    if (this.#options.media !== 'handle') return result;
    return this.#handles.of(result, outcome.input ?? (parsed as ReadInput), call.options);
  }

  async materialize(handle: MediaHandle, call: MaterializeOptions = {}): Promise<never> {
    return (await materialize(handle, this.#readAgainFor(call))) as never;
  }

  inlineMedia(result: HandleResult, call: MaterializeOptions = {}): Promise<ToolResult> {
    return inlineMedia(result, this.#readAgainFor(call));
  }

  async list(directory = '.', { signal }: ListCall = {}): Promise<string[]> {
    const { fs } = this.#options;
    const resolved = resolvePath(directory, this.#rules);
    if (!fs.list || 'code' in resolved) return [];
    const path = normalizePath(resolved.path, this.#rules.style);
    const entries = await orAbort(fs.list(path, this.#access(signal)), signal);
    const files = entries.filter((entry) => isEntry(entry) && !entry.isDirectory);
    return files.map(({ name }) => joinPath(path, [name], this.#rules.style)).sort();
  }

  locate(filePath: string): string | undefined {
    const resolved = resolvePath(filePath, this.#rules);
    return 'code' in resolved ? undefined : normalizePath(resolved.path, this.#rules.style);
  }

  dispose(): void {
    // A reader that could not be made has failed the reads that waited for it.
    if (!this.#options.reader)
      this.#reader?.then(
        (reader) => reader.dispose(),
        () => undefined,
      );
    this.#isDisposed = true;
    this.#reader = undefined;
  }

  [Symbol.dispose](): void {
    this.dispose();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.dispose();
  }

  #readAgainFor({ signal, options }: MaterializeOptions): ReadAgain {
    return async (handle) => {
      const call = { signal, options: this.#handles.optionsOf(handle, options) };
      return (await this.#read(handle.input, call, true)).result;
    };
  }

  #access(signal: AbortSignal | undefined): AccessOptions {
    const { root, symlinks } = this.#options;
    return {
      ...(root === undefined ? {} : { root: this.#rules.root ?? root }),
      ...(symlinks === undefined ? {} : { symlinks }),
      ...(signal ? { signal } : {}),
    };
  }

  async #openReader(): Promise<Reader> {
    if (this.#isDisposed) throw new TypeError('the tool is disposed');
    this.#reader ??= Promise.resolve(this.#options.reader ?? this.#createReader());
    try {
      return await this.#reader;
    } catch (error) {
      this.#reader = undefined;
      throw error;
    }
  }

  #tell(read: FinishedRead): void {
    for (const listener of this.#listeners) listener(read);
  }

  /** @param isExact - the input is one that a read has given back */
  #read(
    asked: unknown,
    call: ExecuteOptions,
    isExact: boolean = this.#options.strictInput === true,
  ): Promise<Outcome> {
    const { deadlineMs = this.#options.deadlineMs } = call;
    return withinDeadline(
      { ...call, deadlineMs },
      (timed) => this.#readTimed(asked, timed, isExact),
      (result) => ({ result, loadedBytes: 0 }),
    );
  }

  async #readTimed(asked: unknown, call: TimedCall, isExact: boolean): Promise<Outcome> {
    call.signal?.throwIfAborted();
    const reader = await orAbort(this.#openReader(), call.signal);
    const merged = mergeOptions(this.#readOptions, call.options ?? {});
    // A handle names the content it stands for, whatever the call says.
    const callOptions: ReadOptions =
      this.#options.media === 'handle' ? { ...merged, hash: 'sha256' } : merged;
    const { input, warnings, suggestion } = isExact
      ? { input: asked, warnings: [] }
      : correctedInput(asked);
    const refusal = internalsOf(reader).prepare(input, callOptions);
    if (refusal) {
      checkReadOptions(reader, callOptions);
      const result = suggestion ? withLine(refusal, didYouMean(suggestion)) : refusal;
      return { result, loadedBytes: 0 };
    }
    // A number that JSON lacks is text for the core.
    const isText = typeof (input as ReadInput).file_path === 'string';
    const request: ReadInput = isText ? input : JSON.parse(toJson(input));
    const read = await this.#readBare(reader, request, callOptions, call, isExact);
    const outcome = { input: request, ...read, result: withWarnings(read.result, warnings) };
    if (!isKnown(outcome.result, call.known, call.generation)) return outcome;
    return {
      ...outcome,
      result: unchangedResult(outcome.result, request.file_path),
      unchanged: true,
    };
  }

  /** Reads the file; when there is none of that name, the one whose path stands in quotes, or in a URL. */
  async #readBare(
    reader: Reader,
    input: ReadInput,
    options: ReadOptions,
    call: TimedCall,
    isExact: boolean,
  ): Promise<Outcome> {
    const first = await this.#readPlace(reader, input, options, call, isExact);
    if (first.result.success || isExact || first.loadedBytes > 0) return first;
    const { errorCode } = first.result;
    if (errorCode !== 'FILE_NOT_FOUND' && errorCode !== 'NOT_A_FILE') return first;
    const bare = barePath(input.file_path, this.#rules.style);
    if (bare === undefined) {
      if (!/^~[\\/]/.test(input.file_path)) return first;
      return {
        ...first,
        result: withLine(first.result, '~ is not expanded: give the whole path.'),
      };
    }
    const corrected = { ...input, file_path: bare };
    const second = await this.#readPlace(reader, corrected, options, call, isExact);
    const warning = `took file_path ${quoted(input.file_path)} for ${quoted(bare)}`;
    return { input: corrected, ...second, result: withWarnings(second.result, [warning]) };
  }

  async #readPlace(
    reader: Reader,
    input: ReadInput,
    options: ReadOptions,
    call: TimedCall,
    isExact: boolean,
  ): Promise<Outcome> {
    const place = placeOf(reader, input.file_path, this.#rules);
    if ('refusal' in place) return { result: place.refusal, loadedBytes: 0 };
    return this.#readPath(reader, place.path, input, options, call, isExact);
  }

  /**
   * Reads the file; in place of one that does not exist, one whose name differs in its encoding only, or in its case.
   */
  async #readPath(
    reader: Reader,
    path: string,
    input: ReadInput,
    options: ReadOptions,
    call: TimedCall,
    isExact: boolean,
  ): Promise<Outcome> {
    const first = await this.#tryPath(reader, path, input, options, call);
    if (first.result.errorCode !== 'FILE_NOT_FOUND') return first;
    // Of an archive the core knows the names.
    if (first.member !== undefined && first.result.contentType === 'archive') return first;
    const access = this.#access(call.signal);
    const search = findNearNames(this.#options.fs, path, this.#rules, access);
    const { same, sameButCase, near } = await orAbort(search, call.signal);
    const found = same ?? (isExact ? undefined : sameButCase);
    if (found !== undefined) {
      const { result, ...rest } = await this.#tryPath(reader, found, input, options, call);
      const other = same === undefined ? 'in another case' : 'in other Unicode characters';
      const warning = `read ${quoted(found)}, whose name is the one given ${other}`;
      // What stands for this read later need not look for the name again.
      const taken = same === undefined ? { input: { ...input, file_path: found } } : {};
      return { ...taken, ...rest, result: withWarnings(result, [warning]) };
    }
    if (path.includes(kReplacement))
      return { ...first, result: withLine(first.result, kNameIsNotUtf8) };
    const [only, ...others] = near;
    if (only === undefined) return first;
    const meant =
      others.length === 0 && !isExact && !only.startsWith('"')
        ? didYouMean({ ...input, file_path: only })
        : `Did you mean ${near.join(' or ')}?`;
    return { ...first, result: withLine(first.result, meant) };
  }

  async #tryPath(
    reader: Reader,
    path: string,
    input: ReadInput,
    options: ReadOptions,
    call: TimedCall,
  ): Promise<Outcome> {
    let place: OpenPlace | undefined;
    const { media } = this.#options;
    const load = {
      ...call,
      signal: call.callers,
      media: media === 'bytes' || media === 'blob' ? media : undefined,
    };
    try {
      call.signal?.throwIfAborted();
      const access = this.#access(call.signal);
      const opening = openPlace(this.#options.fs, path, this.#rules, access);
      place = await orAbort(opening, call.signal, ({ handle }) => closeQuietly(handle));
      const { handle, member, path: file } = place;
      const openedAt = Date.now();
      const notes = this.#notes.placeOf(file, handle);
      const inside = member === undefined ? options : mergeOptions(options, { host: { member } });
      const reading = () => readHandle(reader, handle, input, inside, notes, load);
      const read = await call.apart(reading);
      const opened = { version: handle, openedAt, options };
      if (member !== undefined) return { path, member, ...read, opened };
      const { audio, maxAudioBytes = kMaxAudioBytes } = this.#options;
      if (!audio) return { path, ...read, opened };
      const result = await withSound(read.result, handle, maxAudioBytes, call.signal);
      return { path, ...read, result, opened };
    } catch (thrown) {
      call.signal?.throwIfAborted();
      const error = askable(thrown);
      rethrowCallers(error);
      const listed = await this.#readDirectory(reader, path, input, options, call, error);
      if (listed) return listed;
      if (error instanceof ModuleLoadError) throw error;
      if (error instanceof TypeError && this.#isDisposed) throw error;
      const result = refuseFile(reader, error, input.file_path);
      return { path, result, loadedBytes: 0, cause: error };
    } finally {
      // An aborted call does not wait for a file system that is slow to close.
      if (place) await orAbort(closeQuietly(place.handle), call.signal).catch(() => undefined);
    }
  }

  /** Lists what turned out to be a directory; undefined for anything else, and where it cannot be listed. */
  async #readDirectory(
    reader: Reader,
    path: string,
    input: ReadInput,
    options: ReadOptions,
    call: TimedCall,
    error: unknown,
  ): Promise<Outcome | undefined> {
    const { fs } = this.#options;
    const { list } = fs;
    if (!list || fileErrorCode(error) !== 'IS_DIRECTORY') return undefined;
    const { signal, callers, deadlineMs } = call;
    let bytes: Uint8Array;
    try {
      const access = this.#access(signal);
      const directory = normalizePath(path, this.#rules.style);
      const listing = directoryBytes(
        { open: fs.open.bind(fs), list: list.bind(fs) },
        directory,
        this.#rules,
        access,
        listedAtMost(options),
      );
      bytes = await orAbort(listing, signal);
    } catch {
      signal?.throwIfAborted();
      return undefined;
    }
    const host = { directory: true };
    const listed = mergeOptions(options, { host });
    const timed = { signal: callers, deadlineMs };
    const result = await call.apart(() => reader.read(bytes, input, listed, timed));
    return { path, result, loadedBytes: 0 };
  }
}

/**
 * A `createReadTool` whose tools make their readers with `createReader`. For entry points, and for those who load
 * WebAssembly in their own way.
 *
 * @param createWatched - makes a reader that works in a worker, for tools with a deadline; without it there is none
 */
export function makeCreateReadTool(
  createReader: CreateReader,
  createWatched?: (deadlineMs: number) => Promise<Reader>,
): CreateReadTool {
  return ((options: ReadToolOptions, modules?: ReaderModules) =>
    new Tool(options, () =>
      createWatched && options.deadlineMs !== undefined && modules === undefined
        ? createWatched(options.deadlineMs)
        : createReader({}, modules),
    )) as CreateReadTool;
}
