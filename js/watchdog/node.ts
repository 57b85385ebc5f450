/** `lectern/watchdog` for Node and Bun. */
import { Worker } from 'node:worker_threads';

import { loadCore } from '../hosts/node_core.js';
import { makeCreateReader } from '../reader/create.js';
import { loadErrorOf } from '../reader/load_error.js';
import {
  type CreateWatchedReader,
  type FromWorker,
  makeCreateWatchedReader,
  type StartThread,
} from './watched_reader.js';

const startThread: StartThread = (onMessage, onEnd) => {
  // Written out in full: bundlers look for this very form. The options of this process are for its own program: Node refuses
  // --input-type beside a file.
  const worker = new Worker(new URL('./node_thread.js', import.meta.url), { execArgv: [] });
  worker.on('message', (message: FromWorker) => {
    // Only a read keeps the process alive.
    if (message.kind === 'result' || message.kind === 'failed') worker.unref();
    onMessage(message);
  });
  worker.on('messageerror', onEnd);
  worker.on('error', (error: NodeJS.ErrnoException) => {
    const isMissing = error.code === 'ERR_MODULE_NOT_FOUND' || error.code === 'MODULE_NOT_FOUND';
    onEnd(isMissing ? loadErrorOf(new URL('node_thread.js', import.meta.url), error) : error);
  });
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
