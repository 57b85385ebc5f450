/**
 * Reads in a worker that is ended when a file takes longer than it may: what no limit inside the module can bound. Each
 * host gives it its own kind of worker.
 */
import { checkBytes, checkInput, checkOptions, mergeOptions, toJson } from '../reader/arguments.js';
import { deadlineFailure, workerFailure } from '../reader/failure.js';
import type { ReadInput, ReadOptions, ToolResult } from '../types/index.js';

/** One read, as it travels to the worker. */
export interface ReadCall {
  bytes: Uint8Array<ArrayBuffer>;
  inputJson: string;
  optionsJson: string;
}

/** A worker. It answers one call after the other. */
export interface Thread {
  /** The call's bytes are moved, not copied. */
  post(call: ReadCall): void;
  terminate(): void;
}

/** Starts a worker; it tells its results, and once at most that it has ended by itself. */
export type StartThread = (
  onResult: (result: ToolResult) => void,
  onEnd: (error: Error) => void,
) => Thread;

/** Options of `createWatchedReader`: those of every read, and how long one may take. */
export interface WatchedReaderOptions extends ReadOptions {
  /** Milliseconds that a read may take in the worker; the first one also loads the modules. @defaultValue 30,000 */
  deadlineMs?: number;
}

/** Reads files in a worker of its own, one after the other. */
export interface WatchedReader {
  /**
   * As `Reader.read`, on a copy of the bytes.
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

/** A WatchedReader over the workers of a host. */
export class ThreadReader implements WatchedReader {
  readonly #start: StartThread;
  readonly #options: ReadOptions;
  readonly #deadlineMs: number;
  #thread: Thread | undefined;
  #settle: ((result: ToolResult) => void) | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #isDisposed = false;

  constructor(start: StartThread, options: WatchedReaderOptions = {}) {
    checkOptions(options);
    const { deadlineMs = kDefaultDeadlineMs, ...readOptions } = options;
    if (!(deadlineMs > 0 && deadlineMs <= kMaxDeadlineMs)) {
      throw new TypeError(
        `deadlineMs must be a number from 1 to ${kMaxDeadlineMs}, got ${deadlineMs}`,
      );
    }
    this.#start = start;
    this.#options = readOptions;
    this.#deadlineMs = deadlineMs;
  }

  async read(bytes: Uint8Array, input: ReadInput, options: ReadOptions = {}): Promise<ToolResult> {
    checkBytes(bytes);
    checkInput(input);
    checkOptions(options);
    if (this.#isDisposed) throw new TypeError('the reader is disposed');
    const call = {
      bytes: new Uint8Array(bytes),
      inputJson: toJson(input),
      optionsJson: toJson(mergeOptions(this.#options, options)),
    };
    const reading = this.#last.then(() => this.#run(call));
    this.#last = reading;
    return reading;
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#end();
    this.#settle?.(workerFailure('the reader was disposed', 0));
  }

  #run(call: ReadCall): Promise<ToolResult> {
    const sizeBytes = call.bytes.byteLength;
    if (this.#isDisposed)
      return Promise.resolve(workerFailure('the reader was disposed', sizeBytes));
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.#end();
        this.#settle?.(deadlineFailure(this.#deadlineMs, sizeBytes));
      }, this.#deadlineMs);
      this.#settle = (result) => {
        clearTimeout(timer);
        this.#settle = undefined;
        resolve(result);
      };
      this.#thread ??= this.#begin(sizeBytes);
      this.#thread.post(call);
    });
  }

  /** Events of a worker that has been replaced since are not for the read under way. */
  #begin(sizeBytes: number): Thread {
    const thread: Thread = this.#start(
      (result) => {
        if (this.#thread === thread) this.#settle?.(result);
      },
      (error) => {
        if (this.#thread !== thread) return;
        this.#end();
        this.#settle?.(workerFailure(error.message, sizeBytes));
      },
    );
    return thread;
  }

  #end(): void {
    this.#thread?.terminate();
    this.#thread = undefined;
  }
}
