/** `lectern/watchdog` for Node and Bun. */
import { Worker } from 'node:worker_threads';

import {
  type FromWorker,
  type ModuleUrls,
  type StartThread,
  ThreadReader,
  type WatchedReader,
  type WatchedReaderOptions,
} from './watched_reader.js';

const startThread: StartThread = (onMessage, onEnd) => {
  // The options of this process are for its own program: Node refuses --input-type beside a file.
  const worker = new Worker(new URL('./node_thread.js', import.meta.url), { execArgv: [] });
  worker.on('message', (message: FromWorker) => {
    // Only a read keeps the process alive.
    if (message.kind !== 'decode') worker.unref();
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
export function createWatchedReader(
  options: WatchedReaderOptions = {},
  modules: ModuleUrls = {},
): WatchedReader {
  return new ThreadReader(startThread, options, modules);
}
export type { ModuleUrls, WatchedReader, WatchedReaderOptions } from './watched_reader.js';
