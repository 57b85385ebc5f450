/** `lectern/watchdog` for browsers and their workers. */
import {
  type ModuleUrls,
  type StartThread,
  ThreadReader,
  type WatchedReader,
  type WatchedReaderOptions,
} from './watched_reader.js';

const startThread: StartThread = (onMessage, onEnd) => {
  // Written out in full: bundlers look for this very form.
  const worker = new Worker(new URL('./browser_thread.js', import.meta.url), { type: 'module' });
  worker.onmessage = ({ data }) => onMessage(data);
  worker.onmessageerror = () => onEnd(new Error('its answer cannot be read'));
  worker.onerror = ({ message }) => onEnd(new Error(message || 'the worker cannot be started'));
  return {
    post: (message, moved) => worker.postMessage(message, moved),
    terminate: () => worker.terminate(),
  };
};

/**
 * Makes a reader that works in a worker of its own and ends it when a file takes too long, for files of strangers: a few
 * PDFs are made to take hours.
 *
 * @param options - defaults for every read, and `deadlineMs`; `decodeImage` is called here, not in the worker
 * @param modules - URLs of what loads modules in the worker, as for `createReader`; the default fits this host
 * @throws TypeError when `options` is no object, `deadlineMs` no time or a module no absolute URL
 * @example
 * ```ts
 * const reader = createWatchedReader({ deadlineMs: 20_000 });
 * const result = await reader.read(bytes, { file_path: 'report.pdf' });
 * ```
 */
export function createWatchedReader(
  options: WatchedReaderOptions = {},
  modules: ModuleUrls = {},
): WatchedReader {
  return new ThreadReader(startThread, options, modules);
}
export type { ModuleUrls, WatchedReader, WatchedReaderOptions } from './watched_reader.js';
