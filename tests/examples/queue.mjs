// The worker that reads a whole bucket, with Miniflare's queues and buckets.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { bundleWorker } from './worker_bundle.mjs';

const require = createRequire(import.meta.url);

const kFiles = ['notes.txt', 'chart.png', 'report.pdf', 'analysis.ipynb'];
const kWaits = 600;

/** Waits until as many results are there. */
async function resultsOf(bucket, count) {
  for (let waits = 0; waits < kWaits; waits++) {
    const { objects } = await bucket.list({ include: ['customMetadata'] });
    if (objects.length >= count) return objects;
    await wait(100);
  }
  throw new Error(`fewer than ${count} results after ${kWaits / 10} seconds`);
}

/** @returns {Promise<string>} a note */
export async function runQueueExample(files, project) {
  const { Miniflare } = require('miniflare');
  const entry = join(project, 'examples', 'cloudflare-queue', 'src', 'index.js');
  const { script, modules } = await bundleWorker(entry, project);
  const server = new Miniflare({
    compatibilityDate: '2026-04-01',
    cf: false,
    r2Buckets: ['FILES', 'RESULTS'],
    queueProducers: { JOBS: 'read-jobs' },
    queueConsumers: { 'read-jobs': { maxBatchSize: 10, maxBatchTimeout: 0, maxRetries: 3 } },
    modules: [{ type: 'ESModule', path: 'worker.mjs', contents: script }, ...modules],
  });
  try {
    const bucket = await server.getR2Bucket('FILES');
    const results = await server.getR2Bucket('RESULTS');
    for (const name of kFiles) await bucket.put(`in/${name}`, new Uint8Array(readFileSync(join(files, name))));
    await bucket.put('in/broken.png', 'no picture');
    await bucket.put('elsewhere.txt', 'not asked for');
    const enqueue = async () => {
      const answer = await server.dispatchFetch('http://localhost/jobs?prefix=in/', { method: 'POST' });
      return answer.json();
    };
    assert.deepEqual(await enqueue(), { queued: kFiles.length + 1, cursor: null });
    const first = await resultsOf(results, kFiles.length + 1);
    const resultOf = async (name) => JSON.parse(await (await results.get(`in/${name}.json`)).text());
    assert.equal((await resultOf('notes.txt')).content, '     1\tone\n     2\ttwo');
    assert.equal((await resultOf('chart.png')).images.length, 1);
    assert.match((await resultOf('report.pdf')).content, /second page/);
    assert.equal((await resultOf('analysis.ipynb')).contentType, 'notebook');
    assert.equal((await resultOf('broken.png')).errorCode, 'CORRUPT_IMAGE');

    // A second round reads again only what has changed.
    await bucket.put('in/notes.txt', 'three\n');
    await enqueue();
    const uploaded = (objects) => new Map(objects.map(({ key, uploaded: time }) => [key, Number(time)]));
    const before = uploaded(first);
    for (let waits = 0; (await resultOf('notes.txt')).content !== '     1\tthree'; waits++) {
      assert.ok(waits < kWaits, 'the changed file is not read again');
      await wait(100);
    }
    const after = uploaded(await resultsOf(results, kFiles.length + 1));
    assert.deepEqual(
      [...after].filter(([key, time]) => time !== before.get(key)).map(([key]) => key),
      ['in/notes.txt.json'],
    );
  } finally {
    await server.dispose();
  }
  return `${kFiles.length + 1} files of a bucket, then the one that changed`;
}
