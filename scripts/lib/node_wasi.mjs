// How programs for WASI are run under node:wasi.

import { fileURLToPath } from 'node:url';

/**
 * Node's words before the program. Node 20 ends by SIGSEGV in up to a third of runs, as a program's memory grows or after it
 * has ended, unless it collects garbage on one thread.
 */
export const kNodeWasi = [
  '--no-warnings',
  '--single-threaded-gc',
  fileURLToPath(new URL('run_wasi.mjs', import.meta.url)),
];
