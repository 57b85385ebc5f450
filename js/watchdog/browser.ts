/** `lectern/watchdog` for browsers and their workers. */
import {
  type StartThread,
  ThreadReader,
  type WatchedReader,
  type WatchedReaderOptions,
} from './watched_reader.js';

const startThread: StartThread = (onResult, onEnd) => {
  // Written out in full: bundlers look for this very form.
  const worker = new Worker(new URL('./browser_thread.js', import.meta.url), { type: 'module' });
  worker.onmessage = ({ data }) => onResult(data);
  worker.onerror = ({ message }) => onEnd(new Error(message || 'the worker cannot be started'));
  return {
    post: (call) => worker.postMessage(call, [call.bytes.buffer]),
    terminate: () => worker.terminate(),
  };
};

/**
 * Makes a reader that works in a worker of its own and ends it when a file takes too long, for files of strangers: a few
 * PDFs are made to take hours.
 *
 * @param options - defaults for every read, and `deadlineMs`
 * @throws TypeError when `options` is no object or `deadlineMs` no time
 * @example
 * ```ts
 * const reader = createWatchedReader({ deadlineMs: 20_000 });
 * const result = await reader.read(bytes, { file_path: 'report.pdf' });
 * ```
 */
export function createWatchedReader(options: WatchedReaderOptions = {}): WatchedReader {
  return new ThreadReader(startThread, options);
}
export type { WatchedReader, WatchedReaderOptions } from './watched_reader.js';
