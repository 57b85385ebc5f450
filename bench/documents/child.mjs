// Reads files with one engine, a file a message, in a process of its own: what hangs or crashes costs one file.
//
//   child.mjs ENGINE       forked by run_engine.mjs

import { readFileSync } from 'node:fs';
import { extname } from 'node:path';

import { kEngines } from './engines.mjs';

const read = await kEngines[process.argv[2]].load();

process.on('message', async ({ path, runs }) => {
  const bytes = new Uint8Array(readFileSync(path));
  const extension = extname(path).slice(1).toLowerCase();
  const answer = { success: true, content: '', ms: Infinity };
  for (let i = 0; i < runs && answer.success; i++) {
    const start = performance.now();
    try {
      answer.content = (await read(bytes, extension)) ?? '';
    } catch (error) {
      answer.success = false;
      answer.errorCode = String(error?.message ?? error).slice(0, 160);
    }
    answer.ms = Math.min(answer.ms, performance.now() - start);
  }
  process.send({ ...answer, peakRss: process.resourceUsage().maxRSS * 1024 });
});
process.send({ ready: read !== undefined });
