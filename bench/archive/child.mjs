// One reader and one task in a process of its own: node child.mjs ENGINE TASK RUNS [ARGUMENT...] prints what proves that the task
// was done, the fastest run in milliseconds, and the peak of memory in bytes.

import { kEngines } from './engines.mjs';

const [engine, task, runs, ...words] = process.argv.slice(2);
const run = await kEngines[engine][task]();
let ms = Infinity;
let proof;
for (let i = 0; i < Number(runs); i++) {
  const start = performance.now();
  proof = await run(...words);
  ms = Math.min(ms, performance.now() - start);
}
console.log(JSON.stringify({ proof, ms, peakRss: process.resourceUsage().maxRSS * 1024 }));
process.exit();
