/** `lectern/watchdog` for Node and Bun. */
import { Worker } from 'node:worker_threads';

import { loadCore } from '../hosts/node_core.js';
import { makeCreateReader } from '../reader/create.js';
import {
  type CreateWatchedReader,
  type FromWorker,
  makeCreateWatchedReader,
  type StartThread,
} from './watched_reader.js';

const startThread: StartThread = (onMessage, onEnd) => {
  // The options of this process are for its own program: Node refuses --input-type beside a file.
  const worker = new Worker(new URL('./node_thread.js', import.meta.url), { execArgv: [] });
  worker.on('message', (message: FromWorker) => {
    // Only a read keeps the process alive.
    if (message.kind === 'result' || message.kind === 'failed') worker.unref();
    onMessage(message);
  });
  worker.on('messageerror', onEnd);
  worker.on('error', onEnd);
  worker.on('exit', () => onEnd(new Error('the worker ended')));
  return {
    post(message, moved) {
      worker.ref();
      worker.postMessage(message, moved);
    },
    terminate: () => void worker.terminate(),
  };
};

/** As in the browser's entry point. */
export const createWatchedReader: CreateWatchedReader = makeCreateWatchedReader(
  startThread,
  makeCreateReader(loadCore),
);
export type { CreateWatchedReader, ModuleUrls, WatchedReaderOptions } from './watched_reader.js';
