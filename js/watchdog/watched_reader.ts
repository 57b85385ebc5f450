/**
 * Reads in a worker that is ended when a file takes longer than it may: what no limit inside the module can bound. Each
 * host gives it its own kind of worker.
 */
import { checkDeadline, deadlineOf, orAbort } from '../reader/abort.js';
import {
  checkBytes,
  checkCall,
  checkedInput,
  checkOptions,
  checkSource,
  mergeOptions,
  toJson,
} from '../reader/arguments.js';
import type { CreateReader, ReaderModules } from '../reader/create.js';
import { deadlineFailure, workerFailure } from '../reader/failure.js';
import { internalsOf, setInternals } from '../reader/internals.js';
import { ModuleLoadError } from '../reader/load_error.js';
import { bytesOf, endStream } from '../reader/sources.js';
import type {
  BlobResult,
  BytesResult,
  ByteSource,
  DecodedImage,
  DecodeImage,
  Detection,
  NamedInput,
  ReadCallOptions,
  Reader,
  ReadInput,
  ReadOptions,
  SourceRead,
  ToolResult,
} from '../types/index.js';

/**
 * Modules by the URL of what loads them. Functions do not travel to a worker: it imports the URL and takes the export
 * `default`, or the one that is called as in `ReaderModules` with `load` before it: `loadPdf`.
 */
export type ModuleUrls = { [Name in keyof ReaderModules]?: string | URL };

/** What a worker is told first. */
export interface SetUp {
  kind: 'setUp';
  /** Absolute URLs. */
  modules: Record<string, string>;
}

/** Where the bytes of a read come from: they travel with it, or the worker asks for them. */
export type TravellingSource =
  | { kind: 'memory'; bytes: Uint8Array<ArrayBuffer> }
  /** A file that can be read anywhere; -1 bytes: of unknown size. */
  | { kind: 'ranges'; sizeBytes: number }
  | { kind: 'stream' };

/** One read, as it travels to the worker. */
export interface ReadCall {
  kind: 'read';
  source: TravellingSource;
  inputJson: string;
  optionsJson: string;
  notes: Uint8Array | undefined;
  media: ReadCallOptions['media'];
  /** Whether the worker may ask for pixels. */
  canDecode: boolean;
}

/** What the worker has asked for, or why there is none. */
export interface Given {
  kind: 'given';
  image?: DecodedImage | undefined;
  /** Absent at the end of a stream. */
  bytes?: Uint8Array | undefined;
  error?: string;
}

/** What travels to a worker. */
export type ToWorker = SetUp | ReadCall | Given;

/** A read as it travels back: base64 or bytes; Blobs travel as they are. */
type TravellingRead = SourceRead<ToolResult | BytesResult | BlobResult>;

/** What comes from a worker: a result, or a question for the bytes of the file or the pixels of a picture in it. */
export type FromWorker =
  | { kind: 'result'; read: TravellingRead }
  | {
      kind: 'failed';
      error: string;
      missing?: { part: string; url?: string | undefined; hint: string };
      /** The source gave other bytes than it said: its caller's error. */
      isOfSource?: boolean;
    }
  | { kind: 'bytes'; offset: number; length: number }
  | { kind: 'next' }
  | { kind: 'decode'; bytes: Uint8Array; mimeType: string };

/** A worker. It answers one call after the other. */
export interface Thread {
  /** What `moved` holds is moved, not copied. @throws what the host throws for a message that it cannot send */
  post(message: ToWorker, moved: ArrayBuffer[]): void;
  terminate(): void;
}

/** Starts a worker; it tells its messages, and once at most that it has ended by itself. @throws when it cannot */
export type StartThread = (
  onMessage: (message: FromWorker) => void,
  onEnd: (error: Error) => void,
) => Thread;

/** Options of `createWatchedReader`: those of every read, and how long one may take. */
export interface WatchedReaderOptions extends ReadOptions {
  /**
   * Milliseconds that a read may take, with the modules that its worker loads and the pictures that `decodeImage` decodes
   * for it.
   *
   * @defaultValue 30,000
   */
  deadlineMs?: number;
}

/**
 * Makes a `Reader` whose reads run in a worker, one after the other; each ends with `LIMIT_EXCEEDED` when it takes too long, and
 * with `INTERNAL` when the worker fails. `decodeImage` and sources are called here.
 */
export type CreateWatchedReader = (
  options?: WatchedReaderOptions,
  modules?: ModuleUrls,
) => Promise<Reader>;

const kDefaultDeadlineMs = 30_000;

/** Sources throw anything, even what throws when it is looked at. */
function messageOf(error: unknown): string {
  try {
    return String(error instanceof Error ? error.message : error);
  } catch {
    return 'no reason given';
  }
}

/** @throws TypeError unless every module is an absolute URL */
function checkModules(modules: ModuleUrls): Record<string, string> {
  const urls: Record<string, string> = {};
  for (const [name, url] of Object.entries(modules)) {
    if (url === undefined) continue;
    try {
      urls[name] = new URL(url).href;
    } catch {
      throw new TypeError(
        `modules.${name} must be the absolute URL of a module, as import.meta.resolve() gives it`,
      );
    }
  }
  return urls;
}

/** The bytes of a picture, as their own: what travels is moved. */
function ownImage(image: DecodedImage | undefined): DecodedImage | undefined {
  if (!image) return undefined;
  const { width, height, rgba } = image;
  return { width, height, rgba: new Uint8Array(rgba) };
}

/** One read and what it waits for. */
interface Run {
  call: ReadCall;
  sizeBytes: number;
  decodeImage: DecodeImage | undefined;
  /** Answers what the worker asks for of the file. */
  give(
    asked: { kind: 'bytes'; offset: number; length: number } | { kind: 'next' },
    signal: AbortSignal,
  ): Promise<Uint8Array | undefined>;
  /** Ends what the source is asked for with the read, however that ends. */
  reads: AbortController;
  deadlineMs: number;
  loadedBytes: number;
  settle(read: TravellingRead): void;
  reject(error: unknown): void;
  /** What the source has thrown: the read ends with it. */
  thrown?: { error: unknown };
}

/** What a read is about, before it has a worker. */
type Request = Omit<Run, 'settle' | 'reject' | 'thrown'> & { signal: AbortSignal | undefined };

/** Bytes of their own: what travels is moved, and some hosts hand out views of more. */
function ownBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes);
}

/** A Reader over the workers of a host. */
export class ThreadReader implements Reader {
  readonly #start: StartThread;
  readonly #local: Reader;
  readonly #options: ReadOptions;
  readonly #modules: Record<string, string>;
  readonly #deadlineMs: number;
  #thread: Thread | undefined;
  #run: Run | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #isDisposed = false;

  /** @param local - says what bytes are, and refuses what is not read */
  constructor(
    start: StartThread,
    local: Reader,
    options: WatchedReaderOptions = {},
    modules: ModuleUrls = {},
  ) {
    const { deadlineMs = kDefaultDeadlineMs, ...readOptions } = options;
    this.#start = start;
    this.#local = local;
    this.#options = readOptions;
    this.#modules = checkModules(modules);
    this.#deadlineMs = deadlineMs;
    setInternals(this, internalsOf(local));
  }

  async read(
    bytes: Uint8Array,
    input: NamedInput,
    options: ReadOptions = {},
    call: ReadCallOptions = {},
  ): Promise<never> {
    checkBytes(bytes);
    const checked = checkedInput(input);
    checkOptions(options);
    const source = { kind: 'memory', bytes: ownBytes(bytes) } as const;
    const read = await this.#queue(
      source,
      checked,
      options,
      call,
      bytes.byteLength,
      async () => undefined,
    );
    return read.result as never;
  }

  async readSource(
    source: ByteSource | AsyncIterable<Uint8Array>,
    input: NamedInput,
    options: ReadOptions = {},
    call: ReadCallOptions = {},
  ): Promise<never> {
    checkSource(source);
    const checked = checkedInput(input);
    checkOptions(options);
    if (!(Symbol.asyncIterator in source)) {
      const sizeBytes = source.sizeBytes ?? -1;
      const give: Run['give'] = async (asked, signal) =>
        asked.kind === 'bytes'
          ? bytesOf(await source.read(asked.offset, asked.length, signal), 'got')
          : undefined;
      return this.#queue(
        { kind: 'ranges', sizeBytes },
        checked,
        options,
        call,
        sizeBytes,
        give,
      ) as never;
    }
    const iterator = source[Symbol.asyncIterator]();
    let isOwing = false;
    const give: Run['give'] = async () => {
      isOwing = true;
      const { done, value } = await iterator.next();
      isOwing = false;
      return done ? undefined : bytesOf(value, 'the stream gave');
    };
    try {
      return (await this.#queue({ kind: 'stream' }, checked, options, call, -1, give)) as never;
    } finally {
      const { signal, clear } = deadlineOf(call.signal, call.deadlineMs ?? this.#deadlineMs);
      await endStream(iterator, isOwing, signal).finally(clear);
    }
  }

  detect(bytes: Uint8Array, name = '', hint = ''): Detection {
    return this.#local.detect(bytes, name, hint);
  }

  loadEncodings(): Promise<void> {
    return this.#local.loadEncodings();
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#local.dispose();
    this.#fail('the reader was disposed');
  }

  [Symbol.dispose](): void {
    this.dispose();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.dispose();
  }

  /** Waits for the reads before this one. */
  #queue(
    source: TravellingSource,
    input: ReadInput,
    options: ReadOptions,
    call: ReadCallOptions,
    sizeBytes: number,
    give: Run['give'],
  ): Promise<TravellingRead> {
    checkCall(call);
    if (this.#isDisposed) throw new TypeError('the reader is disposed');
    const { signal, onProgress, notes, media, deadlineMs = this.#deadlineMs } = call;
    const merged = mergeOptions(this.#options, options);
    const request: Request = {
      call: {
        kind: 'read',
        source,
        inputJson: toJson(input),
        optionsJson: toJson(merged),
        notes,
        media,
        canDecode: merged.decodeImage !== undefined,
      },
      sizeBytes: Math.max(0, sizeBytes),
      decodeImage: merged.decodeImage,
      reads: new AbortController(),
      give: async (asked, reads) => {
        const bytes = await give(asked, reads);
        if (bytes === undefined) return undefined;
        request.loadedBytes += bytes.byteLength;
        const loadedBytes =
          asked.kind === 'bytes' ? asked.offset + bytes.byteLength : request.loadedBytes;
        onProgress?.({ loadedBytes, totalBytes: sizeBytes });
        return bytes;
      },
      deadlineMs,
      loadedBytes: 0,
      signal,
    };
    const reading = this.#last.then(() => this.#read(request));
    // The reads behind it wait for it, whatever becomes of it.
    this.#last = reading.catch(() => undefined);
    return orAbort(reading, signal);
  }

  #read(request: Request): Promise<TravellingRead> {
    const { call, sizeBytes, deadlineMs, signal } = request;
    signal?.throwIfAborted();
    if (this.#isDisposed) {
      const result = workerFailure('the reader was disposed', sizeBytes);
      return Promise.resolve({ result, loadedBytes: 0 });
    }
    return new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
        this.#run = undefined;
        request.reads.abort(signal?.reason);
      };
      const timer = setTimeout(() => {
        this.#end();
        const result = deadlineFailure(deadlineMs, sizeBytes);
        this.#run?.settle({ result, loadedBytes: run.loadedBytes });
      }, deadlineMs);
      // A worker that reads hears nothing.
      const abort = () => {
        this.#end();
        this.#run?.reject(signal?.reason);
      };
      const run: Run = Object.assign(request, {
        settle(read: TravellingRead) {
          end();
          resolve(read);
        },
        reject(error: unknown) {
          end();
          reject(error);
        },
      });
      signal?.addEventListener('abort', abort, { once: true });
      this.#run = run;
      try {
        this.#thread ??= this.#begin();
        this.#thread.post(call, call.source.kind === 'memory' ? [call.source.bytes.buffer] : []);
      } catch (error) {
        // The next read tries again with another worker.
        this.#fail(`its worker cannot be started: ${messageOf(error)}`);
      }
    });
  }

  /** Events of a worker that has been replaced since are not for the read under way. */
  #begin(): Thread {
    const thread: Thread = this.#start(
      (message) => {
        if (this.#thread === thread) this.#receive(message, thread);
      },
      (error) => {
        if (this.#thread !== thread) return;
        if (!(error instanceof ModuleLoadError)) return this.#fail(error.message);
        this.#end();
        this.#run?.reject(error);
      },
    );
    this.#thread = thread;
    thread.post({ kind: 'setUp', modules: this.#modules }, []);
    return thread;
  }

  #receive(message: FromWorker, thread: Thread): void {
    const run = this.#run;
    if (!run) return;
    if (message.kind === 'result')
      run.settle({ ...message.read, loadedBytes: loadedBy(run, message.read) });
    else if (message.kind === 'decode') void this.#give(run, thread, () => decoded(run, message));
    else if (message.kind !== 'failed') void this.#give(run, thread, () => given(run, message));
    else if (run.thrown) run.reject(run.thrown.error);
    else if (message.isOfSource) run.reject(new RangeError(message.error));
    else if (message.missing) {
      const { part, ...about } = message.missing;
      run.reject(new ModuleLoadError(part, { ...about, cause: new Error(message.error) }));
    } else this.#fail(message.error);
  }

  /** Answers the worker, which may have been ended meanwhile. */
  async #give(run: Run, thread: Thread, ask: () => Promise<Given>): Promise<void> {
    const answer = await ask();
    if (this.#thread !== thread || this.#run !== run) return;
    try {
      const { buffer } = answer.image?.rgba ?? answer.bytes ?? {};
      thread.post(answer, buffer instanceof ArrayBuffer ? [buffer] : []);
    } catch (error) {
      this.#fail(`its worker cannot be given what it asked for: ${messageOf(error)}`);
    }
  }

  /** Ends the worker, and the read under way with it. */
  #fail(reason: string): void {
    this.#end();
    const result = workerFailure(reason, this.#run?.sizeBytes ?? 0);
    this.#run?.settle({ result, loadedBytes: this.#run.loadedBytes });
  }

  #end(): void {
    const thread = this.#thread;
    this.#thread = undefined;
    thread?.terminate();
  }
}

/** What was loaded for a read: the worker asks for the head of a file once more when a module begins anew. */
function loadedBy(run: Run, read: TravellingRead): number {
  return run.call.source.kind === 'memory' ? read.loadedBytes : run.loadedBytes;
}

/** Pixels for the worker. */
async function decoded(run: Run, asked: { bytes: Uint8Array; mimeType: string }): Promise<Given> {
  try {
    return { kind: 'given', image: ownImage(await run.decodeImage?.(asked.bytes, asked.mimeType)) };
  } catch (error) {
    return { kind: 'given', error: messageOf(error) };
  }
}

/** Bytes of the file for the worker. What the source throws, the read throws. */
async function given(run: Run, asked: Parameters<Run['give']>[0]): Promise<Given> {
  try {
    const bytes = await run.give(asked, run.reads.signal);
    if (bytes === undefined) return { kind: 'given', bytes };
    return { kind: 'given', bytes: ownBytes(bytes) };
  } catch (error) {
    run.thrown = { error };
    return { kind: 'given', error: messageOf(error) };
  }
}

/** Makes watched readers over the workers of a host; see `createWatchedReader` of an entry point. */
export function makeCreateWatchedReader(
  start: StartThread,
  createReader: CreateReader,
): CreateWatchedReader {
  return async (options = {}, modules = {}) => {
    checkOptions(options);
    checkDeadline(options.deadlineMs);
    checkModules(modules);
    const { deadlineMs: _, ...readOptions } = options;
    return new ThreadReader(start, await createReader(readOptions), options, modules);
  };
}
