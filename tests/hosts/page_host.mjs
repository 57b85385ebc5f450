// The cases in a page or, with `onmessage` unset by a document, in a module worker of it. run.mjs serves /lectern.mjs,
// which re-exports the package's entry point for browsers, because a page knows no bare names; likewise /watchdog.mjs.
import { createReader } from '/lectern.mjs';
import { createWatchedReader } from '/watchdog.mjs';

import { runCases } from './run_cases.js';

async function report(create = createReader) {
  const response = await fetch('/cases.json');
  return runCases(create, await response.json());
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
    watchdog: () => report(() => createWatchedReader()),
  };
}
