// Work in a process of Node, Deno or Bun: it comes on stdin, the report goes to stdout. Needs no permission. With the
// word "watchdog" files are read in the worker of a watched reader.
import process from 'node:process';

import * as lectern from 'lectern';

import { runWork } from './run_work.js';

async function watchedEntry() {
  const { createWatchedReader } = await import('lectern/watchdog');
  return { createReader: () => createWatchedReader() };
}

let json = '';
process.stdin.setEncoding('utf8');
for await (const chunk of process.stdin) json += chunk;
const entry = process.argv.includes('watchdog') ? await watchedEntry() : lectern;
console.log(JSON.stringify(await runWork(entry, JSON.parse(json))));
