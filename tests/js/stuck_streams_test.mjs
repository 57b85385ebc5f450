// Streams and sources that owe an answer, that never end, and that give other views than bytes.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { createReader } from 'lectern';
import { createWatchedReader } from 'lectern/watchdog';

const kInput = { file_path: 'a.txt', limit: 1 };
const kNever = new Promise(() => undefined);

function streamOf(iterator) {
  return { [Symbol.asyncIterator]: () => iterator };
}

/** Streams that are not done when a read is. */
const kStuck = {
  async *'that owes an answer'() {
    yield new Uint8Array([65]);
    await kNever;
  },
  'that cannot be ended': () =>
    streamOf({
      next: async () => ({ done: false, value: new Uint8Array([65]) }),
      return: () => kNever,
    }),
};

for (const [name, create] of Object.entries({ createReader, createWatchedReader })) {
  for (const [kind, open] of Object.entries(kStuck)) {
    test(`${name}: a stream ${kind} holds up no deadline and no abort`, async () => {
      const reader = await create();
      await reader.read(new Uint8Array([65]), kInput); // what is loaded first takes its time
      const { result } = await reader.readSource(open(), kInput, {}, { deadlineMs: 200 });
      assert.equal(result.errorCode, 'LIMIT_EXCEEDED');
      const controller = new AbortController();
      setTimeout(() => controller.abort(new Error('stop')), 200);
      const { signal } = controller;
      await assert.rejects(reader.readSource(open(), kInput, {}, { signal }), { message: 'stop' });
      reader.dispose();
    });
  }

  test(`${name}: a source that becomes shorter is its caller's error`, async () => {
    const reader = await create();
    const line = new TextEncoder().encode('line\n'.repeat(40_000));
    const source = { sizeBytes: 900_000, read: async (from, n) => line.subarray(from, from + n) };
    await assert.rejects(reader.readSource(source, { file_path: 'a.txt' }), {
      name: 'RangeError',
      message: /^the file became shorter while it was read: it ends at 200000 of 900000 bytes$/,
    });
    reader.dispose();
  });

  test(`${name}: the bytes of a view are its memory, whatever its elements are`, async () => {
    const reader = await create();
    const words = new Uint16Array(new TextEncoder().encode('aab\ncc').buffer);
    const stream = streamOf([words][Symbol.iterator]());
    const source = { sizeBytes: 6, read: async () => words };
    for (const bytes of [stream, source]) {
      const { result } = await reader.readSource(bytes, { file_path: 'a.txt' });
      assert.equal(result.content, '     1\taab\n     2\tcc');
    }
    reader.dispose();
  });
}

/** Timers that keep the process alive. */
const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;

test('a source that throws when it is looked at leaves no timer behind', async () => {
  const reader = await createReader();
  const before = timers();
  const fail = () => {
    throw new Error('not now');
  };
  const stream = { [Symbol.asyncIterator]: fail };
  await assert.rejects(reader.readSource(stream, kInput, {}, { deadlineMs: 60_000 }), {
    message: 'not now',
  });
  assert.equal(timers(), before);
  reader.dispose();
});

test('a stream that throws when it is ended keeps no deadline from its result', async () => {
  const reader = await createReader();
  const stream = streamOf({
    next: () => kNever,
    return() {
      throw new Error('not now');
    },
  });
  const { result } = await reader.readSource(stream, kInput, {}, { deadlineMs: 50 });
  assert.equal(result.errorCode, 'LIMIT_EXCEEDED');
  reader.dispose();
});

test('a source may answer at once', async () => {
  const reader = await createReader();
  const bytes = new TextEncoder().encode('one\n');
  const answers = [{ value: bytes, done: false }, { done: true }];
  const stream = streamOf({ next: () => answers.shift() });
  for (const source of [{ sizeBytes: 4, read: () => bytes }, stream]) {
    const { result } = await reader.readSource(source, kInput, {}, { deadlineMs: 10_000 });
    assert.equal(result.content, '     1\tone');
  }
  reader.dispose();
});

test('a module that never comes holds up no deadline and no abort, of bytes as of a source', async () => {
  const reader = await createReader({}, { documents: () => kNever, office: () => kNever });
  const bytes = new TextEncoder().encode('{\\rtf1 Words}');
  const input = { file_path: 'a.rtf' };
  const late = await reader.read(bytes, input, {}, { deadlineMs: 50 });
  assert.equal(late.errorCode, 'LIMIT_EXCEEDED');
  const controller = new AbortController();
  setTimeout(() => controller.abort(new Error('stop')), 50);
  const { signal } = controller;
  await assert.rejects(reader.read(bytes, input, {}, { signal }), { message: 'stop' });
  const source = { sizeBytes: bytes.length, read: async () => bytes };
  const { result } = await reader.readSource(source, input, {}, { deadlineMs: 50 });
  assert.equal(result.errorCode, 'LIMIT_EXCEEDED');
  reader.dispose();
});

test('empty pieces without end let the deadline come', async () => {
  const reader = await createReader();
  const empty = streamOf({ next: async () => ({ done: false, value: new Uint8Array(0) }) });
  const { result } = await reader.readSource(empty, kInput, {}, { deadlineMs: 100 });
  assert.equal(result.errorCode, 'LIMIT_EXCEEDED');
});

test('a source of a size that no file has is refused before it is asked', async () => {
  for (const create of [createReader, createWatchedReader]) {
    const reader = await create();
    for (const sizeBytes of [Number.NaN, -5, 1.5, '7', Number.POSITIVE_INFINITY, 5n, 2 ** 60]) {
      const source = { sizeBytes, read: () => assert.fail('was asked') };
      await assert.rejects(async () => reader.readSource(source, kInput), TypeError);
    }
    reader.dispose();
  }
});

test('a piece that is nothing does not end a stream or a file', async () => {
  const line = new TextEncoder().encode('one\n');
  for (const create of [createReader, createWatchedReader]) {
    const reader = await create();
    const pieces = [line, undefined, line].map((value) => ({ done: false, value }));
    const stream = streamOf({ next: async () => pieces.shift() ?? { done: true } });
    await assert.rejects(reader.readSource(stream, { file_path: 'a.txt' }), TypeError);
    const source = { read: async (offset) => (offset === 0 ? line : undefined) };
    await assert.rejects(reader.readSource(source, { file_path: 'a.txt' }), TypeError);
    reader.dispose();
  }
});
