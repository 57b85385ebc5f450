/** Reads files in several threads at once, each with a reader of its own: a file that ends one ends nothing else. */
import { Worker } from 'node:worker_threads';

import type { ByteText } from './bytes.js';
import type { Reading, Words } from './command.js';

/** What a worker starts with. */
export interface WorkerSetup {
  words: Words;
  /** The modules that it makes instances of. */
  core: WebAssembly.Module;
  command: WebAssembly.Module;
}

/** A file that was read, by the number that `start` was given. */
export type FinishedRead = { ticket: number; path: ByteText } & (
  | { reading: Reading; death?: undefined }
  /** The worker ended; how it came. */
  | { reading?: undefined; death: string }
);

/** A place for a worker. A thread that has ended leaves it empty until the next file. */
interface Place {
  worker?: Worker | undefined;
  ticket?: number | undefined;
  path: ByteText;
}

/** As many workers as files are read at once. */
export class Workers {
  readonly #places: Place[];
  readonly #setup: WorkerSetup;
  readonly #finished: FinishedRead[] = [];
  #wake: (() => void) | undefined;

  constructor(count: number, setup: WorkerSetup) {
    this.#places = Array.from({ length: count }, () => ({ path: '' }));
    this.#setup = setup;
  }

  /** Gives a file to an idle worker. */
  start(ticket: number, path: ByteText): void {
    const place = this.#places.find((candidate) => candidate.ticket === undefined);
    if (!place) throw new RangeError('no worker is idle');
    place.ticket = ticket;
    place.path = path;
    place.worker ??= this.#begin(place);
    place.worker.postMessage(path);
  }

  /** Waits until one of the files that were started is read. */
  async wait(): Promise<FinishedRead> {
    for (;;) {
      const finished = this.#finished.shift();
      if (finished) return finished;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  /** Ends all workers. */
  async close(): Promise<void> {
    await Promise.all(this.#places.map(({ worker }) => worker?.terminate()));
  }

  #begin(place: Place): Worker {
    // The options of this process are for its own program: Node refuses --input-type beside a file.
    const worker = new Worker(new URL('./worker.js', import.meta.url), {
      execArgv: [],
      workerData: this.#setup,
    });
    let death: string | undefined;
    worker.on('message', (reading: Reading) => this.#finish(place, { reading }));
    worker.on('error', (error) => {
      death = error.message;
    });
    worker.on('exit', (status) => {
      place.worker = undefined;
      this.#finish(place, { death: death ?? `its thread ended with status ${status}` });
    });
    return worker;
  }

  #finish(place: Place, outcome: { reading: Reading } | { death: string }): void {
    const { ticket, path } = place;
    if (ticket === undefined) return;
    place.ticket = undefined;
    this.#finished.push({ ticket, path, ...outcome });
    this.#wake?.();
  }
}
