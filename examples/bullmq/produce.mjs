// Queues every file below a directory: node produce.mjs ROOT. Run it again to queue what has changed since.
import { createHash } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { Queue } from 'bullmq';

import { connection, kQueue } from './connection.mjs';

/** Files that wait at most: whoever walks faster than the workers read waits for them. */
const kMostWaiting = 1000;
const kBatch = 100;

/** Every file below a directory. */
async function* filesBelow(directory) {
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) yield* filesBelow(path);
    else if (entry.isFile()) yield path;
  }
}

const root = resolve(process.argv[2]);
const queue = new Queue(kQueue, { connection });
let queued = 0;

async function add(batch) {
  while ((await queue.getWaitingCount()) > kMostWaiting) await wait(100);
  await queue.addBulk(batch);
  queued += batch.length;
}

let batch = [];
for await (const file of filesBelow(root)) {
  const { size, mtimeMs } = await stat(file);
  const path = relative(root, file);
  // The name of a job is its file and version: the same one is never in the queue twice, and has one result.
  const id = createHash('sha256').update(JSON.stringify([path, size, mtimeMs])).digest('hex');
  const opts = { jobId: id, attempts: 3, backoff: { type: 'exponential', delay: 1000 }, removeOnComplete: true };
  batch.push({ name: 'read', data: { path, id }, opts });
  if (batch.length === kBatch) {
    await add(batch);
    batch = [];
  }
}
await add(batch);
console.log(`${queued} files queued`);
await queue.close();
