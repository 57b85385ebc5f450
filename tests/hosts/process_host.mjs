// The cases in a process of Node, Deno or Bun: cases come on stdin, the report goes to stdout. Needs no permission. With
// the word "watchdog" they run in the worker of a watched reader.
import process from 'node:process';

import { createReader } from 'lectern';

import { runCases } from './run_cases.js';

let json = '';
process.stdin.setEncoding('utf8');
for await (const chunk of process.stdin) json += chunk;
const create = process.argv.includes('watchdog')
  ? (await import('lectern/watchdog')).createWatchedReader
  : createReader;
console.log(JSON.stringify(await runCases(() => create(), JSON.parse(json))));
