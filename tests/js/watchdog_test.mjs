import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { Worker } from 'node:worker_threads';

import { createReader, createReadTool, ModuleLoadError } from 'lectern';
import { memoryFs } from 'lectern/fs/memory';
import { createWatchedReader } from 'lectern/watchdog';

import { buildBytes } from '../hosts/run_cases.js';
import { ThreadReader } from '../../dist/watchdog/watched_reader.js';

const kBytes = new TextEncoder().encode('one\ntwo\n');
const kInput = { file_path: 'a.txt' };
const kPdfCases = JSON.parse(
  readFileSync(new URL('../conformance/pdf.json', import.meta.url), 'utf8'),
).cases;

/** A worker that runs `source` instead of reading. */
function startScript(source) {
  return (onResult, onEnd) => {
    const worker = new Worker(source, { eval: true });
    worker.on('message', onResult);
    worker.on('error', onEnd);
    worker.on('exit', () => onEnd(new Error('the worker ended')));
    return {
      post: (message, moved) => worker.postMessage(message, moved),
      terminate: () => worker.terminate(),
    };
  };
}

/** Starts what `starts` holds, one after the other. */
function startEach(...starts) {
  return (...events) => starts.shift()(...events);
}

const kAnswering = `const { parentPort } = require('node:worker_threads');
parentPort.on('message', ({ kind, source }) => {
  const result = { answer: source?.bytes.length };
  if (kind === 'read') parentPort.postMessage({ kind: 'result', read: { result, loadedBytes: 8 } });
});`;
const kNeverEnding = `${kAnswering}\nfor (;;);`;

test('a read in a worker gives what a read gives', async () => {
  const watched = await createWatchedReader({ text: { lineNumbers: 'arrow' } });
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
  const answerAtOnce = (onMessage) => ({
    post: () => onMessage({ kind: 'result', read: { result: { answer: 8 }, loadedBytes: 8 } }),
    terminate() {},
  });
  const start = (...events) =>
    started++ === 0 ? startScript(kNeverEnding)(...events) : answerAtOnce(...events);
  const reader = new ThreadReader(start, await createReader(), { deadlineMs: 50 });
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
  const reader = new ThreadReader(startScript(kAnswering), await createReader());
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
  const reader = new ThreadReader(start, await createReader());
  const failed = await reader.read(kBytes, kInput);
  assert.equal(failed.errorCode, 'INTERNAL');
  assert.match(failed.content, /boom/);
  assert.deepEqual(await reader.read(kBytes, kInput), { answer: 8 });
  reader.dispose();
});

test('a disposed reader ends the read under way and takes no other', async () => {
  const reader = new ThreadReader(startScript(kNeverEnding), await createReader());
  const reading = reader.read(kBytes, kInput);
  await Promise.resolve();
  reader.dispose();
  assert.equal((await reading).errorCode, 'INTERNAL');
  await assert.rejects(reader.read(kBytes, kInput), /the reader is disposed/);
});

test('a worker that cannot be started costs one read', async () => {
  const start = startEach(
    () => {
      throw new Error('no threads left');
    },
    () => ({
      post() {
        throw new Error('cannot be cloned');
      },
      terminate() {},
    }),
    startScript('throw new Error("no memory")'),
    startScript(kAnswering),
  );
  const reader = new ThreadReader(start, await createReader());
  for (const reason of [/no threads left/, /cannot be cloned/, /no memory/]) {
    const failed = await reader.read(kBytes, kInput);
    assert.equal(failed.errorCode, 'INTERNAL');
    assert.match(failed.content, reason);
    assert.equal(failed.metadata.sizeBytes, 8);
  }
  assert.deepEqual(await reader.read(kBytes, kInput), { answer: 8 });
  reader.dispose();
});

describe('a picture that the host decodes', () => {
  const bytes = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>');
  const drawing = { svg: 'image' };
  const image = { width: 1, height: 1, rgba: new Uint8Array([1, 2, 3, 255]) };

  test('is decoded by the host, while its worker waits', async () => {
    const seen = [];
    const decodeImage = async (given, mimeType) => {
      seen.push([Buffer.from(given), mimeType]);
      return image;
    };
    const plain = await createReader({ decodeImage, image: drawing });
    const expected = await plain.read(bytes, { file_path: 'a.svg' });
    assert.equal(expected.success, true);
    const watched = await createWatchedReader({ decodeImage, image: drawing });
    assert.deepEqual(await watched.read(bytes, { file_path: 'a.svg' }), expected);
    assert.deepEqual(seen[1], [bytes, 'image/svg+xml']);
    assert.deepEqual(seen[1], seen[0]);
    assert.equal(image.rgba.length, 4, 'the pixels stay with the host');
    watched.dispose();
  });

  test('fails as in a reader without a worker', async () => {
    for (const decodeImage of [
      async () => undefined,
      async () => {
        throw new Error('no codec');
      },
    ]) {
      const watched = await createWatchedReader({ decodeImage, image: drawing });
      const plain = await createReader({ decodeImage, image: drawing });
      assert.deepEqual(
        await watched.read(bytes, { file_path: 'a.svg' }),
        await plain.read(bytes, { file_path: 'a.svg' }),
      );
      watched.dispose();
    }
  });

  test('whose pixels are none costs one read', async () => {
    const watched = await createWatchedReader({ image: drawing });
    const decodeImage = async () => ({ width: 5, height: 5, rgba: new Uint8Array(3) });
    const failed = await watched.read(bytes, { file_path: 'a.svg' }, { decodeImage });
    assert.equal(failed.errorCode, 'INTERNAL');
    assert.match(failed.content, /decodeImage must give/);
    assert.equal((await watched.read(kBytes, kInput)).success, true);
    watched.dispose();
  });

  test('does not hold a read beyond its deadline', async () => {
    const watched = await createWatchedReader({ deadlineMs: 3000, image: drawing });
    const decodeImage = () => new Promise(() => {});
    const stopped = await watched.read(bytes, { file_path: 'a.svg' }, { decodeImage });
    assert.equal(stopped.errorCode, 'LIMIT_EXCEEDED');
    watched.dispose();
  });
});

describe('modules of a worker', () => {
  const pdf = buildBytes(kPdfCases[0].bytes);
  const input = { file_path: 'a.pdf' };

  test('are its own without any, and may come from a URL', async () => {
    const plain = await createReader();
    const expected = await plain.read(pdf, input);
    const urls = [{}, { pdf: import.meta.resolve('lectern/pdf') }];
    for (const modules of urls) {
      const watched = await createWatchedReader({}, modules);
      assert.deepEqual(await watched.read(pdf, input), expected);
      watched.dispose();
    }
  });

  test('that cannot be loaded are said so, as in a reader', async () => {
    for (const [source, reason] of [
      ['export const other = 1;', /exports nothing that loads "pdf"/],
      ['export default async () => { throw new Error("offline"); };', /offline/],
      ['this is no module', /./],
    ]) {
      const url = `data:text/javascript,${encodeURIComponent(source)}`;
      const watched = await createWatchedReader({}, { pdf: url });
      await assert.rejects(watched.read(pdf, input), (error) => {
        assert.ok(error instanceof ModuleLoadError);
        assert.match(error.message, /^cannot load the pdf module: /);
        assert.match(error.message, reason);
        return true;
      });
      assert.equal((await watched.read(kBytes, kInput)).success, true);
      watched.dispose();
    }
  });

  test('are absolute URLs', async () => {
    const refused = /modules.pdf must be the absolute URL/;
    for (const pdf of ['./pdf.js', 'lectern/pdf', 5, () => {}])
      await assert.rejects(createWatchedReader({}, { pdf }), refused);
  });
});

test('wrong types throw before anything is sent', async () => {
  await assert.rejects(createWatchedReader({ deadlineMs: 0 }), /deadlineMs must be a number/);
  await assert.rejects(createWatchedReader({ deadlineMs: Number.NaN }), TypeError);
  await assert.rejects(createWatchedReader(5), /options must be an object/);
  const reader = await createWatchedReader();
  await assert.rejects(reader.read('text', kInput), /bytes must be a Uint8Array/);
  reader.dispose();
});

test('an idle worker does not keep the process alive', () => {
  const program = `import { createWatchedReader } from 'lectern/watchdog';
const { content } = await (await createWatchedReader()).read(new Uint8Array([65]), { file_path: 'a.txt' });
console.log(content.trim());`;
  const { stdout, status } = spawnSync(
    process.execPath,
    ['--input-type=module', '--eval', program],
    { encoding: 'utf8', timeout: 120_000 },
  );
  assert.equal(stdout, '1\tA\n');
  assert.equal(status, 0);
});

describe('a watched reader is a reader like any other', () => {
  const bytes = new TextEncoder().encode('line\n'.repeat(400_000));
  const input = { name: 'a.log', offset: 300_000, limit: 2 };

  test('that reads ranges and streams', async () => {
    const [watched, plain] = [await createWatchedReader(), await createReader()];
    const source = {
      sizeBytes: bytes.length,
      read: async (offset, length) => bytes.subarray(offset, offset + length),
    };
    const seen = [];
    const call = { onProgress: ({ loadedBytes }) => seen.push(loadedBytes) };
    assert.deepEqual(
      await watched.readSource(source, input, {}, call),
      await plain.readSource(source, input),
    );
    assert.equal(seen.at(-1), bytes.length);
    async function* stream() {
      for (let i = 0; i < bytes.length; i += 100_000) yield bytes.subarray(i, i + 100_000);
    }
    assert.deepEqual(
      await watched.readSource(stream(), input),
      await plain.readSource(stream(), input),
    );
    watched.dispose();
  });

  test('that throws what a source throws, and reads on', async () => {
    const watched = await createWatchedReader();
    const wrong = new Error('the disk is gone');
    const source = { sizeBytes: 100, read: () => Promise.reject(wrong) };
    await assert.rejects(watched.readSource(source, input), (error) => error === wrong);
    assert.equal((await watched.read(kBytes, kInput)).success, true);
    watched.dispose();
  });

  test('that tells a source when nothing more is wanted', async () => {
    const reader = await createWatchedReader({ deadlineMs: 3000 });
    const controller = new AbortController();
    let given;
    const read = (_offset, _length, signal) => {
      if (given) controller.abort('enough');
      given = signal;
      return new Promise(() => undefined);
    };
    const result = (await reader.readSource({ sizeBytes: 5, read }, kInput)).result;
    assert.equal(result.errorCode, 'LIMIT_EXCEEDED');
    assert.equal(given.aborted, true);
    const { signal } = controller;
    const reading = reader.readSource({ sizeBytes: 5, read }, kInput, {}, { signal });
    assert.equal(await reading.catch((error) => error), 'enough');
    assert.equal(given.reason, 'enough');
    reader.dispose();
  });

  test('that throws what cannot be looked at', async () => {
    const reader = await createWatchedReader();
    const thrown = Object.create(null);
    const read = () => Promise.reject(thrown);
    const reading = reader.readSource({ sizeBytes: 5, read }, kInput);
    assert.equal(await reading.catch((error) => error), thrown);
    reader.dispose();
  });

  test('that ends with its signal, in a read and before it', async () => {
    const watched = await createWatchedReader();
    const reason = new Error('enough');
    const controller = new AbortController();
    const stuck = { sizeBytes: 100, read: () => new Promise(() => {}) };
    const reading = watched.readSource(stuck, input, {}, { signal: controller.signal });
    const waiting = watched.read(kBytes, kInput, {}, { signal: controller.signal });
    controller.abort(reason);
    await assert.rejects(reading, reason);
    await assert.rejects(waiting, reason);
    assert.equal((await watched.read(kBytes, kInput)).success, true);
    watched.dispose();
  });

  test('that says what bytes are and gives media as bytes', async () => {
    const watched = await createWatchedReader();
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
    assert.equal(watched.detect(svg, 'a.svg').kind, 'text');
    const options = {
      image: { svg: 'image' },
      decodeImage: async () => ({ width: 1, height: 1, rgba: new Uint8Array(4) }),
    };
    const { images } = await watched.read(svg, { name: 'a.svg' }, options, { media: 'bytes' });
    assert.ok(images[0].data instanceof Uint8Array);
    watched.dispose();
  });

  test('that a tool takes', async () => {
    const reader = await createWatchedReader();
    const tool = createReadTool({ fs: memoryFs({ '/a.txt': 'one' }), root: '/', reader });
    assert.equal((await tool.execute({ file_path: 'a.txt' })).success, true);
    assert.equal((await tool.execute({ file_path: 'b.txt' })).errorCode, 'FILE_NOT_FOUND');
    reader.dispose();
  });
});

test('a tool with a deadline reads in a worker and gives what others give', async () => {
  const fs = memoryFs({ '/a.txt': 'one\ntwo\n' });
  const watched = createReadTool({ fs, root: '/', deadlineMs: 20_000 });
  const plain = createReadTool({ fs, root: '/' });
  const input = { file_path: 'a.txt' };
  assert.deepEqual(await watched.execute(input), await plain.execute(input));
  const stuck = { open: async () => ({ size: 5, read: () => new Promise(() => {}) }) };
  for (const reader of [undefined, await createReader()]) {
    const tool = createReadTool({
      fs: stuck,
      root: '/',
      deadlineMs: 100,
      ...(reader ? { reader } : {}),
    });
    const result = await tool.execute(input);
    assert.equal(result.errorCode, 'LIMIT_EXCEEDED');
    assert.equal(result.content, 'the file could not be read within 100 ms');
    tool.dispose();
  }
  assert.throws(() => createReadTool({ fs, deadlineMs: 0 }), /deadlineMs must be a number/);
  watched.dispose();
});
