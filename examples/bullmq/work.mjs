// Reads what is queued: node work.mjs ROOT RESULTS. Start as many as you like, on as many machines as see both directories.
import { access, mkdir, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { Worker } from 'bullmq';
import { createReadTool } from 'lectern';
import { nodeFs } from 'lectern/fs/node';

import { connection, kQueue } from './connection.mjs';

const [root, results] = process.argv.slice(2).map((path) => resolve(path));
const tool = createReadTool({ fs: nodeFs(), root, provider: 'anthropic' });
await mkdir(results, { recursive: true });

async function read({ data: { path, id } }) {
  const file = join(results, `${id}.json`);
  // A job whose worker died after it wrote is given out again.
  const isThere = await access(file).then(
    () => true,
    () => false,
  );
  if (isThere) return;
  const result = await tool.execute({ file_path: join(root, path) });
  // The disk could not be read: that is no result of the file, and is tried again.
  if (result.errorCode === 'IO_ERROR') throw new Error(result.error);
  // Whole or not at all, also when this process ends here.
  const unfinished = `${file}.${process.pid}`;
  await writeFile(unfinished, JSON.stringify({ path, ...result }));
  await rename(unfinished, file);
}

const worker = new Worker(kQueue, read, {
  connection,
  concurrency: Number(process.env.CONCURRENCY ?? 2),
  // A worker that says nothing for so long is dead, and its files are given to others; a file that kills two is put aside.
  lockDuration: Number(process.env.LOCK_MS ?? 30_000),
  stalledInterval: Number(process.env.LOCK_MS ?? 30_000),
  maxStalledCount: 2,
});
worker.on('error', (error) => console.error(error.message));
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => worker.close());
