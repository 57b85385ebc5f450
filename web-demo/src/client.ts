/** The page's side of the worker: each question is a promise that can be aborted. */
import type { FromWorker, RequestKind, Requests, ToWorker } from './protocol.js';

/** How long an aborted worker may take to answer before it is ended: a hostile file can keep it busy. */
const kGraceMs = 1500;

export interface AskOptions {
  signal?: AbortSignal;
  onProgress?: (loadedBytes: number, totalBytes: number) => void;
}

interface Pending {
  message: ToWorker;
  resolve(answer: unknown): void;
  reject(error: Error): void;
  onProgress: AskOptions['onProgress'];
}

/** A question that got no answer. `name` is that of the worker's error. */
export class WorkerFailure extends Error {
  constructor(name: string, message: string) {
    super(message);
    this.name = name;
  }
}

/** Whether an error only says that the question was withdrawn. */
export function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}

export class WorkerClient {
  #worker: Worker | undefined;
  #nextId = 1;
  readonly #pending = new Map<number, Pending>();

  /** Starts the worker before the first question, so that the module is there when it comes. */
  start(): void {
    this.#open();
  }

  /** Starts the worker anew, unless it has something to do. */
  renew(): void {
    if (this.#pending.size > 0) return;
    this.#close();
    this.#open();
  }

  ask<Kind extends RequestKind>(
    kind: Kind,
    request: Requests[Kind]['ask'],
    { signal, onProgress }: AskOptions = {},
  ): Promise<Requests[Kind]['answer']> {
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(new WorkerFailure('AbortError', 'withdrawn'));
        return;
      }
      const message = { ...request, id, kind } as ToWorker;
      const answered = resolve as (answer: unknown) => void;
      this.#pending.set(id, { message, resolve: answered, reject, onProgress });
      signal?.addEventListener('abort', () => this.#abort(id), { once: true });
      this.#open().postMessage(message);
    });
  }

  #open(): Worker {
    if (this.#worker) return this.#worker;
    const worker = new Worker(new URL('./worker/worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => this.#take(data));
    worker.addEventListener('error', (event) => {
      event.preventDefault();
      this.#fail(event.message || 'the worker could not be started');
    });
    this.#worker = worker;
    return worker;
  }

  #take(message: FromWorker): void {
    const pending = this.#pending.get(message.id);
    if (!pending) return;
    if (message.kind === 'progress') {
      pending.onProgress?.(message.loadedBytes, message.totalBytes);
      return;
    }
    this.#pending.delete(message.id);
    if (message.kind === 'answer') pending.resolve(message.answer);
    else pending.reject(new WorkerFailure(message.name, message.message));
  }

  #abort(id: number): void {
    if (!this.#pending.has(id)) return;
    this.#worker?.postMessage({ id, kind: 'abort' } satisfies ToWorker);
    setTimeout(() => this.#endStuck(id), kGraceMs);
  }

  /** Ends a worker that does not answer, and asks another one what was waiting behind it. */
  #endStuck(id: number): void {
    const stuck = this.#pending.get(id);
    if (!stuck) return;
    this.#pending.delete(id);
    this.#close();
    stuck.reject(new WorkerFailure('AbortError', 'ended'));
    for (const { message } of this.#pending.values()) this.#open().postMessage(message);
  }

  #fail(reason: string): void {
    this.#close();
    const failed = [...this.#pending.values()];
    this.#pending.clear();
    for (const pending of failed) pending.reject(new WorkerFailure('WorkerError', reason));
  }

  #close(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
  }
}

/** The one worker of the page. */
export const client: WorkerClient = new WorkerClient();
