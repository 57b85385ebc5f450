// Work in a page or, with `onmessage` unset by a document, in a module worker of it. The server of page_server.mjs has
// /lectern.mjs, which re-exports the package's entry point for browsers, because a page knows no bare names; likewise
// /watchdog.mjs.
import * as lectern from '/lectern.mjs';
import { createWatchedReader } from '/watchdog.mjs';

import { runWork } from './run_work.js';

async function report(entry = lectern) {
  const response = await fetch('/work.json');
  return runWork(entry, await response.json());
}

function reportOfWorker() {
  return new Promise((resolve, reject) => {
    const worker = new Worker('/tests/hosts/page_host.mjs', { type: 'module' });
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = ({ message }) => reject(new Error(message));
  });
}

if (typeof document === 'undefined') {
  report().then(postMessage);
} else {
  globalThis.reports = {
    page: () => report(),
    worker: reportOfWorker,
    watchdog: () => report({ createReader: () => createWatchedReader() }),
  };
}
