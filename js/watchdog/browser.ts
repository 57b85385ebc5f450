/** `lectern/watchdog` for browsers and their workers. */
import { loadCore } from '../hosts/browser_core.js';
import { makeCreateReader } from '../reader/create.js';
import {
  type CreateWatchedReader,
  makeCreateWatchedReader,
  type StartThread,
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
 * const reader = await createWatchedReader({ deadlineMs: 20_000 });
 * const result = await reader.read(bytes, { name: 'report.pdf' });
 * ```
 */
export const createWatchedReader: CreateWatchedReader = makeCreateWatchedReader(
  startThread,
  makeCreateReader(loadCore),
);
export type { CreateWatchedReader, ModuleUrls, WatchedReaderOptions } from './watched_reader.js';
