/** `lectern/watchdog` for Node and Bun. */
import { Worker } from 'node:worker_threads';

import {
  type StartThread,
  ThreadReader,
  type WatchedReader,
  type WatchedReaderOptions,
} from './watched_reader.js';

const startThread: StartThread = (onResult, onEnd) => {
  // The options of this process are for its own program: Node refuses --input-type beside a file.
  const worker = new Worker(new URL('./node_thread.js', import.meta.url), { execArgv: [] });
  worker.on('message', (result) => {
    // Only a read keeps the process alive.
    worker.unref();
    onResult(result);
  });
  worker.on('error', onEnd);
  worker.on('exit', () => onEnd(new Error('the worker ended')));
  return {
    post(call) {
      worker.ref();
      worker.postMessage(call, [call.bytes.buffer]);
    },
    terminate: () => void worker.terminate(),
  };
};

/** As in the browser's entry point. */
export function createWatchedReader(options: WatchedReaderOptions = {}): WatchedReader {
  return new ThreadReader(startThread, options);
}
export type { WatchedReader, WatchedReaderOptions } from './watched_reader.js';
