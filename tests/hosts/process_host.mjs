// Work in a process of Node, Deno or Bun: it comes on stdin, the report goes to stdout. Needs no permission.
import process from 'node:process';

import * as lectern from 'lectern';

import { runWork } from './run_work.js';

let json = '';
process.stdin.setEncoding('utf8');
for await (const chunk of process.stdin) json += chunk;
console.log(JSON.stringify(await runWork(lectern, JSON.parse(json))));
