// The cases in a process of Node, Deno or Bun: cases come on stdin, the report goes to stdout. Needs no permission.
import process from 'node:process';

import { createReader } from 'lectern';

import { runCases } from './run_cases.js';

let json = '';
process.stdin.setEncoding('utf8');
for await (const chunk of process.stdin) json += chunk;
console.log(JSON.stringify(await runCases(createReader, JSON.parse(json))));
