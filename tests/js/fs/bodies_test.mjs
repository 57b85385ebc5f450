// Bodies of servers that come in odd pieces, or not at all, by a `fetch` that does not look at its signal.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { createReadTool } from '../../../dist/hosts/node.js';
import { httpFs } from '../../../dist/fs/http.js';
import { s3Fs } from '../../../dist/fs/s3.js';

const kByte = new Uint8Array([97]);
const kInput = { file_path: '/a.txt' };

/** `AbortSignal.timeout` keeps no program alive. */
function abortedIn(milliseconds) {
  const controller = new AbortController();
  setTimeout(() => controller.abort(new Error('stop')), milliseconds);
  return controller.signal;
}

/** A body that gives a piece for each number from 0 up. */
function bodyOf(piece, onCancel = () => undefined) {
  let count = 0;
  return new ReadableStream({
    pull: (controller) => controller.enqueue(piece(count++)),
    cancel: onCancel,
  });
}

/** A body that gives nothing. */
function stuckBody(onCancel) {
  return new ReadableStream({ pull: () => new Promise(() => undefined), cancel: onCancel });
}

/** A server without ranges, with them, and a bucket. */
const kServers = {
  'without a size': (body) => httpFs('http://x/', { fetch: async () => new Response(body()) }),
  'with ranges': (body) =>
    httpFs('http://x/', {
      fetch: async (_, { headers }) => {
        const [first, last] = headers.range.match(/\d+/g).map(Number);
        const range = { 'content-range': `bytes ${first}-${last}/8000000`, etag: '"1"' };
        return new Response(body(last - first + 1), { status: 206, headers: range });
      },
    }),
  'of S3': (body) => {
    const getObject = async ({ Range }) => {
      const [first, last] = Range.match(/\d+/g).map(Number);
      const Body = { transformToWebStream: () => body(last - first + 1) };
      return { Body, ContentRange: `bytes ${first}-${last}/8000000`, ETag: '"1"' };
    };
    return s3Fs({ getObject, listObjectsV2: async () => ({}) }, { bucket: 'b' });
  },
};

for (const [name, fsWith] of Object.entries(kServers)) {
  describe(`a server ${name}`, () => {
    for (const [what, piece] of [
      ['single bytes', () => kByte],
      ['a byte behind hundreds of empty pieces', (n) => (n % 900 ? new Uint8Array() : kByte)],
    ]) {
      test(`that sends ${what} without end lets the deadline come`, async () => {
        const tool = createReadTool({ fs: fsWith(() => bodyOf(piece)), root: '/' });
        const result = await tool.execute({ ...kInput, offset: -1 }, { deadlineMs: 200 });
        assert.ok(['LIMIT_EXCEEDED', 'IO_ERROR'].includes(result.errorCode), result.content);
      });
    }

    test('that sends nothing is left at an abort', async () => {
      let left;
      const isLeft = new Promise((resolve) => {
        left = resolve;
      });
      const tool = createReadTool({ fs: fsWith(() => stuckBody(left)), root: '/' });
      const signal = abortedIn(50);
      await assert.rejects(tool.execute(kInput, { signal }), { message: 'stop' });
      await isLeft;
    });
  });
}

test('an answer that comes after the abort is left', async () => {
  let left;
  const isLeft = new Promise((resolve) => {
    left = resolve;
  });
  const fetch = () =>
    new Promise((resolve) => setTimeout(() => resolve(new Response(stuckBody(left))), 100));
  const tool = createReadTool({ fs: httpFs('http://x/', { fetch }), root: '/' });
  const signal = abortedIn(20);
  await assert.rejects(tool.execute(kInput, { signal }), { message: 'stop' });
  await isLeft;
});

test('an error of S3 is told by names that it has itself', async () => {
  for (const name of ['constructor', 'toString', '__proto__']) {
    const getObject = async () => {
      throw Object.assign(new Error('x'), { name });
    };
    const fs = s3Fs({ getObject, listObjectsV2: async () => ({}) }, { bucket: 'b' });
    const { error } = await createReadTool({ fs, root: '/' }).execute(kInput);
    assert.equal(error, 'Cannot read file: /a.txt');
  }
});

test('a redirection to what is no URL leaves no body open', async () => {
  let isCancelled = false;
  const body = stuckBody(() => {
    isCancelled = true;
  });
  const fetch = async () => new Response(body, { status: 302, headers: { location: 'http://[' } });
  const tool = createReadTool({ fs: httpFs('http://x/', { fetch }), root: '/' });
  assert.equal((await tool.execute(kInput)).errorCode, 'IO_ERROR');
  assert.equal(isCancelled, true);
  tool.dispose();
});
