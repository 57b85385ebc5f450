// Servers of S3 that answer with other bytes than were asked for, or with none.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { createReadTool } from '../../../dist/hosts/node.js';
import { s3Fs } from '../../../dist/fs/s3.js';

const kData = new TextEncoder().encode('line\n'.repeat(100_000));

/** The bytes that a range asks for. */
function rangeOf(range) {
  const [, from, to] = /bytes=(\d+)-(\d*)/.exec(range);
  return [Number(from), to === '' ? kData.length - 1 : Math.min(Number(to), kData.length - 1)];
}

const bodyOf = (chunks) => ({
  transformToByteArray: async () => new Uint8Array(Buffer.concat(chunks)),
  transformToWebStream: () => ReadableStream.from(chunks),
});

let pulls = 0;
const endlessBody = {
  transformToByteArray: () => Promise.reject(new Error('an endless body was read to its end')),
  transformToWebStream: () =>
    new ReadableStream({
      pull: (controller) => {
        pulls++;
        controller.enqueue(new Uint8Array(10_000));
      },
    }),
};

function answer([from, to], over = {}) {
  return {
    ETag: '"1"',
    LastModified: new Date(0),
    ContentRange: `bytes ${from}-${to}/${kData.length}`,
    ContentLength: to - from + 1,
    Body: bodyOf([kData.slice(from, to + 1)]),
    ...over,
  };
}

async function read(getObject) {
  const client = {
    getObject: async ({ Range }) => getObject(rangeOf(Range)),
    headObject: async () => ({
      ETag: '"1"',
      LastModified: new Date(0),
      ContentLength: kData.length,
    }),
    listObjectsV2: async () => ({ Contents: [] }),
  };
  const tool = createReadTool({ fs: s3Fs(client, { bucket: 'b' }), root: '/' });
  return tool.execute({ file_path: '/a.txt', offset: 90_000, limit: 1 });
}

test('a server that tells the truth is read', async () => {
  assert.match((await read((range) => answer(range))).content, /^ *90000\tline\n/);
});

let count = 0;
const lies = {
  'other bytes than asked for': ([from, to]) =>
    answer([from, to], { ContentRange: `bytes ${from + 5}-${to + 5}/${kData.length}` }),
  'a range that is none': (range) => answer(range, { ContentRange: 'x'.repeat(100_000) }),
  'a body that ends early': (range) => answer(range, { Body: bodyOf([kData.slice(0, 3)]) }),
  'an empty body': (range) => answer(range, { Body: bodyOf([]) }),
  'another tag each time': (range) => answer(range, { ETag: `"${count++}"` }),
  'a size beyond all numbers': ([from, to]) =>
    answer([from, to], { ContentRange: `bytes ${from}-${to}/99999999999999999999` }),
  'a body without an end': (range) => answer(range, { Body: endlessBody }),
  'no body': (range) => answer(range, { Body: undefined }),
  nothing: () => undefined,
  'an error that is none': () => Promise.reject(null),
};
for (const [name, lie] of Object.entries(lies)) {
  test(`a server that gives ${name} is an IO_ERROR, soon`, async () => {
    const result = await read(lie);
    assert.equal(result.success, false);
    assert.equal(result.errorCode, 'IO_ERROR');
  });
}

test('a body that is too long is left at the length that was asked for', async () => {
  pulls = 0;
  const result = await read((range) => answer(range, { Body: endlessBody }));
  assert.equal(result.errorCode, 'IO_ERROR');
  assert.ok(pulls >= 7 && pulls <= 9, `${pulls} pieces of 10,000 bytes for 65,536`);
});

test('a bucket that was forgotten is named', () => {
  const client = { getObject() {}, headObject() {}, listObjectsV2() {} };
  assert.throws(() => s3Fs(client), new TypeError('options.bucket must be a name'));
});

test('a body of empty chunks ends', async () => {
  const empty = new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array()) });
  const Body = { ...bodyOf([]), transformToWebStream: () => empty };
  const result = await read((range) => answer(range, { Body }));
  assert.equal(result.errorCode, 'IO_ERROR');
});

test('what is no entry of a listing does not take the others away', async () => {
  const listing = {
    Contents: [null, {}, { Key: 7 }, { Key: 'b.txt', Size: 'many', LastModified: 'today' }],
    CommonPrefixes: [null, { Prefix: 3 }, { Prefix: 'folder/' }],
    NextContinuationToken: null,
  };
  const client = { getObject() {}, headObject() {}, listObjectsV2: async () => listing };
  assert.deepEqual(await s3Fs(client, { bucket: 'b' }).list('/'), [
    { name: 'b.txt', isDirectory: false },
    { name: 'folder', isDirectory: true },
  ]);
});

test('a listing whose pages lead in a circle ends', async () => {
  let requests = 0;
  const listObjectsV2 = async () => {
    requests++;
    return { Contents: [{ Key: `${requests}.txt` }], NextContinuationToken: 'AB'[requests % 2] };
  };
  const client = { getObject() {}, headObject() {}, listObjectsV2 };
  await s3Fs(client, { bucket: 'b' }).list('/');
  assert.equal(requests, 3);
});

test('a listing that goes on for ever is an error', async () => {
  let pages = 0;
  const client = {
    getObject: () => Promise.reject(Object.assign(new Error('no key'), { name: 'NoSuchKey' })),
    headObject: () => Promise.reject(new Error('not asked for')),
    listObjectsV2: async () => ({
      Contents: [{ Key: `a${++pages}` }],
      NextContinuationToken: `page ${pages}`,
    }),
  };
  const fs = s3Fs(client, { bucket: 'b' });
  await assert.rejects(() => fs.list('/', {}), { code: 'IO_ERROR', message: /1000 pages/ });
  const tool = createReadTool({ fs, root: '/' });
  assert.equal((await tool.execute({ file_path: '/' })).success, false);
  assert.ok(pages < 2100, `${pages} pages`);
});
