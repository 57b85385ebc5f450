/** The Read tool: a checked call, a path inside the root, an open file, and the core. */
import { checkOptions, mergeOptions } from '../reader/arguments.js';
import type { CreateReader, ReaderModules } from '../reader/create.js';
import { joinPath, normalizePath, quoted } from '../fs/path_text.js';
import type { AccessOptions, FileHandle } from '../fs/types.js';
import type { Reader, ReadInput, ReadOptions, ToolResult } from '../types/index.js';
import { orAbort } from '../reader/abort.js';
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
import { Notes } from './notes.js';
import { openPath, placeOf, refuseFile } from './open_path.js';
import { makePathRules, type PathRules, resolvePath } from './paths.js';
import { findNearNames, isEntry } from './suggestions.js';
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
  result: ToolResult;
  path?: string;
  loadedBytes: number;
  cause?: unknown;
  unchanged?: boolean;
}

/** The options of a read, without those of the tool. */
function readOptionsOf(options: ReadToolOptions): ReadOptions {
  const { fs, cwd, root, symlinks, name, description, reader, media, onRead, ...readOptions } =
    options;
  return readOptions;
}

function checkToolOptions(options: ReadToolOptions): void {
  checkOptions(options);
  if (typeof options.fs?.open !== 'function')
    throw new TypeError('options.fs must be a FileSystem');
  if (options.media !== undefined && options.media !== 'inline' && options.media !== 'handle') {
    throw new TypeError(
      `options.media must be 'inline' or 'handle', got ${JSON.stringify(options.media)}`,
    );
  }
  if (options.symlinks !== undefined && !['follow-inside', 'refuse'].includes(options.symlinks)) {
    throw new TypeError(
      `options.symlinks must be 'follow-inside' or 'refuse', got ${JSON.stringify(options.symlinks)}`,
    );
  }
}

/** Arguments that arrive as JSON text are what some models' wires carry. */
function parsedInput(input: unknown): unknown {
  if (typeof input !== 'string') return input;
  try {
    return JSON.parse(input);
  } catch {
    return input;
  }
}

function unchangedResult(result: ToolResult, path: string): ToolResult {
  const { images: _, documents: __, parts: ___, truncation: ____, ...rest } = result;
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

/** Closes a file; what goes wrong then changes no result. */
async function closeQuietly(handle: FileHandle): Promise<void> {
  try {
    await handle.close?.();
  } catch {
    // Nothing can be done.
  }
}

class Tool implements ReadTool<ToolResult | HandleResult> {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: InputSchema;
  readonly #options: ReadToolOptions;
  readonly #readOptions: ReadOptions;
  readonly #rules: PathRules;
  readonly #notes = new Notes();
  readonly #handles = new Handles();
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
  }

  async execute(input: unknown, call: ExecuteOptions = {}): Promise<ToolResult | HandleResult> {
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
    if (this.#options.media !== 'handle') return result;
    return this.#handles.of(result, parsed as ReadInput, call.options);
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

  #readAgainFor({ signal, options }: MaterializeOptions): ReadAgain {
    return async (handle) => {
      const call = { signal, options: this.#handles.optionsOf(handle, options) };
      return (await this.#read(handle.input, call)).result;
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

  async #read(input: unknown, call: ExecuteOptions): Promise<Outcome> {
    call.signal?.throwIfAborted();
    const reader = await orAbort(this.#openReader(), call.signal);
    const merged = mergeOptions(this.#readOptions, call.options ?? {});
    // A handle names the content it stands for, whatever the call says.
    const callOptions: ReadOptions =
      this.#options.media === 'handle' ? { ...merged, hash: 'sha256' } : merged;
    const refusal = reader.prepare(input, callOptions);
    if (refusal) return { result: refusal, loadedBytes: 0 };

    const request = input as ReadInput;
    const place = placeOf(reader, request.file_path, this.#rules);
    if ('refusal' in place) return { result: place.refusal, loadedBytes: 0 };
    const outcome = await this.#readPath(reader, place.path, request, callOptions, call);
    if (!isKnown(outcome.result, call.known, call.generation)) return outcome;
    return {
      ...outcome,
      result: unchangedResult(outcome.result, request.file_path),
      unchanged: true,
    };
  }

  /** Reads the file; in place of one that does not exist, one whose name differs in its encoding only. */
  async #readPath(
    reader: Reader,
    path: string,
    input: ReadInput,
    options: ReadOptions,
    call: ExecuteOptions,
  ): Promise<Outcome> {
    const first = await this.#tryPath(reader, path, input, options, call);
    if (first.result.errorCode !== 'FILE_NOT_FOUND') return first;
    const access = this.#access(call.signal);
    const search = findNearNames(this.#options.fs, path, this.#rules, access);
    const { same, near } = await orAbort(search, call.signal);
    if (same !== undefined) {
      const { result, ...rest } = await this.#tryPath(reader, same, input, options, call);
      const warning = `read ${quoted(same)}, whose name is the one given in other Unicode characters`;
      const warnings = [...(result.metadata.warnings ?? []), warning];
      return { ...rest, result: { ...result, metadata: { ...result.metadata, warnings } } };
    }
    if (near.length === 0) return first;
    const content = `${first.result.content}\nDid you mean ${near.join(' or ')}?`;
    return { ...first, result: { ...first.result, content } };
  }

  async #tryPath(
    reader: Reader,
    path: string,
    input: ReadInput,
    options: ReadOptions,
    call: ExecuteOptions,
  ): Promise<Outcome> {
    let handle: FileHandle | undefined;
    try {
      call.signal?.throwIfAborted();
      const access = this.#access(call.signal);
      const opening = openPath(this.#options.fs, path, this.#rules, access);
      handle = await orAbort(opening, call.signal, closeQuietly);
      const place = this.#notes.placeOf(path, handle);
      return { path, ...(await readHandle(reader, handle, input, options, place, call)) };
    } catch (error) {
      call.signal?.throwIfAborted();
      rethrowCallers(error);
      if (error instanceof TypeError && this.#isDisposed) throw error;
      const result = refuseFile(reader, error, input.file_path);
      return { path, result, loadedBytes: 0, cause: error };
    } finally {
      // An aborted call does not wait for a file system that is slow to close.
      if (handle) await orAbort(closeQuietly(handle), call.signal).catch(() => undefined);
    }
  }
}

/**
 * A `createReadTool` whose tools make their readers with `createReader`. For entry points, and for those who load
 * WebAssembly in their own way.
 */
export function makeCreateReadTool(createReader: CreateReader): CreateReadTool {
  return ((options: ReadToolOptions, modules?: ReaderModules) =>
    new Tool(options, () => createReader({}, modules))) as CreateReadTool;
}
