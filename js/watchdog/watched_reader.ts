/**
 * Reads in a worker that is ended when a file takes longer than it may: what no limit inside the module can bound. Each
 * host gives it its own kind of worker.
 */
import type { ReaderModules } from '../reader/create.js';
import { checkBytes, checkInput, checkOptions, mergeOptions, toJson } from '../reader/arguments.js';
import { deadlineFailure, workerFailure } from '../reader/failure.js';
import type {
  DecodedImage,
  DecodeImage,
  ReadInput,
  ReadOptions,
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

/** One read, as it travels to the worker. */
export interface ReadCall {
  kind: 'read';
  bytes: Uint8Array<ArrayBuffer>;
  inputJson: string;
  optionsJson: string;
  /** Whether the worker may ask for pixels. */
  canDecode: boolean;
}

/** Pixels that the worker has asked for, or why there are none. */
export interface Decoded {
  kind: 'decoded';
  image?: DecodedImage | undefined;
  error?: string;
}

/** What travels to a worker. */
export type ToWorker = SetUp | ReadCall | Decoded;

/** What comes from a worker: a result, or the bytes of a picture that only the host can decode. */
export type FromWorker =
  | { kind: 'result'; result: ToolResult }
  | { kind: 'failed'; error: string }
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

/** Reads files in a worker of its own, one after the other. */
export interface WatchedReader {
  /**
   * As `Reader.read`, on a copy of the bytes. `decodeImage` is called here, not in the worker.
   *
   * @returns a result in every case: `LIMIT_EXCEEDED` when the read took too long, `INTERNAL` when the worker failed
   * @throws TypeError when an argument has the wrong JavaScript type, or the reader is disposed
   */
  read(bytes: Uint8Array, input: ReadInput, options?: ReadOptions): Promise<ToolResult>;

  /** Ends the worker. A read under way ends with `INTERNAL`; every later call throws. */
  dispose(): void;
}

const kDefaultDeadlineMs = 30_000;
/** Timers count in 32 bits. */
const kMaxDeadlineMs = 2 ** 31 - 1;

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
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
  settle(result: ToolResult): void;
}

/** A WatchedReader over the workers of a host. */
export class ThreadReader implements WatchedReader {
  readonly #start: StartThread;
  readonly #options: ReadOptions;
  readonly #modules: Record<string, string>;
  readonly #deadlineMs: number;
  #thread: Thread | undefined;
  #run: Run | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #isDisposed = false;

  constructor(start: StartThread, options: WatchedReaderOptions = {}, modules: ModuleUrls = {}) {
    checkOptions(options);
    const { deadlineMs = kDefaultDeadlineMs, ...readOptions } = options;
    if (!(deadlineMs > 0 && deadlineMs <= kMaxDeadlineMs)) {
      throw new TypeError(
        `deadlineMs must be a number from 1 to ${kMaxDeadlineMs}, got ${deadlineMs}`,
      );
    }
    this.#start = start;
    this.#options = readOptions;
    this.#modules = checkModules(modules);
    this.#deadlineMs = deadlineMs;
  }

  async read(bytes: Uint8Array, input: ReadInput, options: ReadOptions = {}): Promise<ToolResult> {
    checkBytes(bytes);
    checkInput(input);
    checkOptions(options);
    if (this.#isDisposed) throw new TypeError('the reader is disposed');
    const merged = mergeOptions(this.#options, options);
    const call: ReadCall = {
      kind: 'read',
      bytes: new Uint8Array(bytes),
      inputJson: toJson(input),
      optionsJson: toJson(merged),
      canDecode: merged.decodeImage !== undefined,
    };
    const reading = this.#last.then(() => this.#read(call, merged.decodeImage));
    this.#last = reading;
    return reading;
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#fail('the reader was disposed');
  }

  /** Never rejects: the reads behind it wait for it. */
  #read(call: ReadCall, decodeImage: DecodeImage | undefined): Promise<ToolResult> {
    const sizeBytes = call.bytes.byteLength;
    if (this.#isDisposed)
      return Promise.resolve(workerFailure('the reader was disposed', sizeBytes));
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.#end();
        this.#run?.settle(deadlineFailure(this.#deadlineMs, sizeBytes));
      }, this.#deadlineMs);
      const settle = (result: ToolResult) => {
        clearTimeout(timer);
        this.#run = undefined;
        resolve(result);
      };
      this.#run = { call, sizeBytes, decodeImage, settle };
      try {
        this.#thread ??= this.#begin();
        this.#thread.post(call, [call.bytes.buffer]);
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
        if (this.#thread === thread) this.#fail(error.message);
      },
    );
    this.#thread = thread;
    thread.post({ kind: 'setUp', modules: this.#modules }, []);
    return thread;
  }

  #receive(message: FromWorker, thread: Thread): void {
    const run = this.#run;
    if (message.kind === 'result') run?.settle(message.result);
    else if (message.kind === 'failed') this.#fail(message.error);
    else if (run) void this.#decode(message.bytes, message.mimeType, run, thread);
  }

  /** Decodes a picture for the worker, which may have been ended meanwhile. */
  async #decode(bytes: Uint8Array, mimeType: string, run: Run, thread: Thread): Promise<void> {
    let answer: Decoded;
    try {
      answer = { kind: 'decoded', image: ownImage(await run.decodeImage?.(bytes, mimeType)) };
    } catch (error) {
      answer = { kind: 'decoded', error: messageOf(error) };
    }
    if (this.#thread !== thread || this.#run !== run) return;
    try {
      const pixels = answer.image?.rgba.buffer;
      thread.post(answer, pixels instanceof ArrayBuffer ? [pixels] : []);
    } catch (error) {
      this.#fail(`its worker cannot be given the picture: ${messageOf(error)}`);
    }
  }

  /** Ends the worker, and the read under way with it. */
  #fail(reason: string): void {
    this.#end();
    this.#run?.settle(workerFailure(reason, this.#run.sizeBytes));
  }

  #end(): void {
    const thread = this.#thread;
    this.#thread = undefined;
    thread?.terminate();
  }
}
