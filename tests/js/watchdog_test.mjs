import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';

import { createReader } from 'lectern';
import { createWatchedReader } from 'lectern/watchdog';

import { ThreadReader } from '../../dist/watchdog/watched_reader.js';

const kBytes = new TextEncoder().encode('one\ntwo\n');
const kInput = { file_path: 'a.txt' };

/** A worker that runs `source` instead of reading. */
function startScript(source) {
  return (onResult, onEnd) => {
    const worker = new Worker(source, { eval: true });
    worker.on('message', onResult);
    worker.on('error', onEnd);
    worker.on('exit', () => onEnd(new Error('the worker ended')));
    return {
      post: (call) => worker.postMessage(call, [call.bytes.buffer]),
      terminate: () => worker.terminate(),
    };
  };
}

/** Starts what `starts` holds, one after the other. */
function startEach(...starts) {
  return (...events) => starts.shift()(...events);
}

const kAnswering = `const { parentPort } = require('node:worker_threads');
parentPort.on('message', (call) => parentPort.postMessage({ answer: call.bytes.length }));`;
const kNeverEnding = `${kAnswering}\nfor (;;);`;

test('a read in a worker gives what a read gives', async () => {
  const watched = createWatchedReader({ text: { lineNumbers: 'arrow' } });
  const reader = await createReader({ text: { lineNumbers: 'arrow' } });
  for (const options of [{}, { limits: { maxLines: 1 } }]) {
    assert.deepEqual(
      await watched.read(kBytes, kInput, options),
      await reader.read(kBytes, kInput, options),
    );
  }
  assert.equal(kBytes.length, 8, 'the bytes stay with the caller');
  watched.dispose();
});

test('a read that does not end is stopped, and the next one has a new worker', async () => {
  let started = 0;
  // Stands for a worker that answers at once: a real one may need longer than the deadline to start.
  const answerAtOnce = (onResult) => ({ post: () => onResult({ answer: 8 }), terminate() {} });
  const start = (...events) =>
    started++ === 0 ? startScript(kNeverEnding)(...events) : answerAtOnce(...events);
  const reader = new ThreadReader(start, { deadlineMs: 50 });
  const stopped = await reader.read(kBytes, kInput);
  assert.equal(stopped.success, false);
  assert.equal(stopped.errorCode, 'LIMIT_EXCEEDED');
  assert.equal(stopped.content, 'the file could not be read within 50 ms');
  assert.equal(stopped.metadata.sizeBytes, 8);
  assert.deepEqual(await reader.read(kBytes, kInput), { answer: 8 });
  assert.equal(started, 2);
  reader.dispose();
});

test('reads wait for each other and each gets its own result', async () => {
  const reader = new ThreadReader(startScript(kAnswering));
  const reads = [3, 1, 2].map((size) => reader.read(new Uint8Array(size), kInput));
  assert.deepEqual(await Promise.all(reads), [{ answer: 3 }, { answer: 1 }, { answer: 2 }]);
  reader.dispose();
});

test('a worker that fails costs one read', async () => {
  const start = startEach(
    startScript(
      "require('node:worker_threads').parentPort.on('message', () => { throw new Error('boom') })",
    ),
    startScript(kAnswering),
  );
  const reader = new ThreadReader(start);
  const failed = await reader.read(kBytes, kInput);
  assert.equal(failed.errorCode, 'INTERNAL');
  assert.match(failed.content, /boom/);
  assert.deepEqual(await reader.read(kBytes, kInput), { answer: 8 });
  reader.dispose();
});

test('a disposed reader ends the read under way and takes no other', async () => {
  const reader = new ThreadReader(startScript(kNeverEnding));
  const reading = reader.read(kBytes, kInput);
  await Promise.resolve();
  reader.dispose();
  assert.equal((await reading).errorCode, 'INTERNAL');
  await assert.rejects(reader.read(kBytes, kInput), /the reader is disposed/);
});

test('wrong types throw before anything is sent', async () => {
  assert.throws(() => createWatchedReader({ deadlineMs: 0 }), /deadlineMs must be a number/);
  assert.throws(() => createWatchedReader({ deadlineMs: Number.NaN }), TypeError);
  assert.throws(() => createWatchedReader(5), /options must be an object/);
  const reader = createWatchedReader();
  await assert.rejects(reader.read('text', kInput), /bytes must be a Uint8Array/);
  reader.dispose();
});

test('an idle worker does not keep the process alive', () => {
  const program = `import { createWatchedReader } from 'lectern/watchdog';
const { content } = await createWatchedReader().read(new Uint8Array([65]), { file_path: 'a.txt' });
console.log(content.trim());`;
  const { stdout, status } = spawnSync(
    process.execPath,
    ['--input-type=module', '--eval', program],
    { encoding: 'utf8', timeout: 120_000 },
  );
  assert.equal(stdout, '1\tA\n');
  assert.equal(status, 0);
});
