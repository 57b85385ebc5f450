// A server with the S3 API, through the SDK that people use.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import { S3, S3Client } from '@aws-sdk/client-s3';

import { s3Fs } from '../../../dist/fs/s3.js';
import { createReadTool } from '../../../dist/hosts/node.js';
import { kRedPixel, sample, temporaryDirectory } from '../support/samples.mjs';
import { startS3 } from './s3_server.mjs';

const kLines = Array.from({ length: 40_000 }, (_, index) => `line ${index + 1}`).join('\n');
const Bucket = 'reports';

let server;
let client;
/** The requests that were sent. */
const requests = [];

before(async () => {
  server = await startS3(temporaryDirectory(), Bucket);
  const { port } = server;
  client = new S3({
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    forcePathStyle: true,
    maxAttempts: 1,
    credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
  });
  client.middlewareStack.add(
    (next) => (step) => {
      requests.push({
        method: step.request.method,
        range: step.request.headers.range,
        ifMatch: step.request.headers['if-match'],
      });
      return next(step);
    },
    { step: 'finalizeRequest' },
  );
  const put = (Key, Body) => client.putObject({ Bucket, Key, Body });
  await put('docs/notes.txt', 'one\ntwo\n');
  await put('docs/a b#ü?.txt', 'odd name\n');
  await put('docs/long.txt', kLines);
  await put('docs/empty.txt', '');
  await put('docs/folder/pixel.png', kRedPixel);
  await put('docs/chart.png', sample('chart.png'));
  await put('secret.txt', 'secret\n');
});

after(() => {
  client.destroy();
  server.close();
});

const files = (options) => s3Fs(client, { bucket: Bucket, ...options });

describe('a bucket', () => {
  test('is read by paths, with ranges of large objects that are conditional on the ETag', async () => {
    const tool = createReadTool({ fs: files(), root: '/docs' });
    const notes = await tool.execute({ file_path: 'notes.txt' });
    assert.match(notes.content, /2\ttwo/);
    assert.match(notes.metadata.modified, /^\d{4}-/);
    requests.length = 0;
    const last = await tool.execute({ file_path: 'long.txt', offset: 40_000 });
    assert.match(last.content, /40000\tline 40000/);
    assert.equal(requests[0].range, 'bytes=0-65535');
    assert.ok(requests.length > 1);
    assert.ok(requests.slice(1).every(({ ifMatch, range }) => /^"/.test(ifMatch) && range));
    assert.equal((await tool.execute({ file_path: 'empty.txt' })).content, '(empty file)');
    assert.equal((await tool.execute({ file_path: '/docs/folder/pixel.png' })).images.length, 1);
    assert.equal((await tool.execute({ file_path: 'chart.png' })).success, true);
    assert.match((await tool.execute({ file_path: 'a b#ü?.txt' })).content, /odd name/);
  });

  test('takes one request for a small file', async () => {
    const tool = createReadTool({ fs: files(), root: '/' });
    requests.length = 0;
    await tool.execute({ file_path: '/docs/notes.txt' });
    assert.equal(requests.length, 1);
  });

  test('keeps to the root, and knows folders and near names', async () => {
    const tool = createReadTool({ fs: files(), root: '/docs' });
    const codeOf = async (file_path) => (await tool.execute({ file_path })).errorCode;
    assert.equal(await codeOf('../secret.txt'), 'OUTSIDE_ROOT');
    assert.equal(await codeOf('/secret.txt'), 'OUTSIDE_ROOT');
    const listing = (await tool.execute({ file_path: '.' })).content;
    assert.match(listing, /^\(directory: /);
    assert.match(listing, /notes\.txt/);
    assert.match((await tool.execute({ file_path: 'folder' })).content, /pixel\.png/);
    const { content } = await tool.execute({ file_path: 'note.txt' });
    assert.match(content, /Did you mean {"file_path":"\/docs\/notes\.txt"}\?/);
  });

  test('can be a part of one', async () => {
    const tool = createReadTool({ fs: files({ prefix: 'docs/' }), root: '/' });
    assert.match((await tool.execute({ file_path: '/notes.txt' })).content, /one/);
    assert.equal((await tool.execute({ file_path: '/secret.txt' })).errorCode, 'FILE_NOT_FOUND');
    assert.ok((await tool.list()).includes('/notes.txt'));
  });

  test('gives one version of an object or none', async () => {
    const put = (Body) => client.putObject({ Bucket, Key: 'changing.txt', Body });
    const long = 'x'.repeat(200_000);
    await put(long);
    const handle = await files().open('/changing.txt', {});
    assert.equal((await handle.read(0, 5)).length, 5);
    await put(`${long}!`);
    await assert.rejects(handle.read(100_000, 5), { code: 'IO_ERROR', message: /changed while/ });
    await client.deleteObject({ Bucket, Key: 'changing.txt' });
    await assert.rejects(handle.read(100_000, 5), { code: 'FILE_NOT_FOUND' });
  });

  test('that does not exist, or may not be read, is an error of files', async () => {
    const none = createReadTool({ fs: s3Fs(client, { bucket: 'none' }), root: '/' });
    assert.equal((await none.execute({ file_path: '/x.txt' })).errorCode, 'FILE_NOT_FOUND');
    const { endpoint } = client.config;
    const { hostname, port } = await endpoint();
    const stranger = new S3({
      endpoint: `http://${hostname}:${port}`,
      region: 'us-east-1',
      forcePathStyle: true,
      credentials: { accessKeyId: 'nobody', secretAccessKey: 'x' },
    });
    const tool = createReadTool({ fs: s3Fs(stranger, { bucket: Bucket }), root: '/' });
    assert.equal((await tool.execute({ file_path: '/secret.txt' })).errorCode, 'PERMISSION_DENIED');
    stranger.destroy();
  });

  test('is left when the call is aborted', async () => {
    const controller = new AbortController();
    const reading = createReadTool({ fs: files(), root: '/' }).execute(
      { file_path: '/docs/long.txt', offset: -1 },
      { signal: controller.signal },
    );
    controller.abort(new Error('enough'));
    await assert.rejects(reading, /enough/);
    await assert.rejects(files().open('/docs/notes.txt', { signal: controller.signal }), /enough/);
  });
});

describe('a listing', () => {
  test('goes on page by page, and has sizes and times', async () => {
    const names = Array.from(
      { length: 1005 },
      (_, index) => `${String(index).padStart(4, '0')}.txt`,
    );
    for (let at = 0; at < names.length; at += 50)
      await Promise.all(
        names
          .slice(at, at + 50)
          .map((name) => client.putObject({ Bucket, Key: `many/${name}`, Body: 'x' })),
      );
    const entries = await files().list('/many', {});
    assert.deepEqual(
      entries.map(({ name }) => name),
      names,
    );
    assert.equal(entries[0].size, 1);
    assert.ok(entries[0].modified instanceof Date);
    requests.length = 0;
    const tool = createReadTool({ fs: files(), root: '/' });
    assert.match((await tool.execute({ file_path: '/many/0001.tx' })).content, /Did you mean/);
    // The object and whether it is a folder, the same of what holds it, and one page of names.
    assert.equal(requests.length, 5);
  });
});

describe('a client', () => {
  test('must have methods', () => {
    assert.throws(() => s3Fs(new S3Client({ region: 'x' }), { bucket: 'b' }), /new S3\(/);
    assert.throws(() => s3Fs(client, { bucket: '' }), TypeError);
  });

  test('may be any that has three functions, and is not believed', async () => {
    const bodyOf = (text) => ({ transformToByteArray: async () => new TextEncoder().encode(text) });
    const fsWith = (object) =>
      s3Fs(
        {
          getObject: async () => object,
          headObject: async () => ({}),
          listObjectsV2: async () => ({}),
        },
        { bucket: 'b' },
      );
    const whole = { Body: bodyOf('one'), ContentLength: 3 };
    assert.equal((await fsWith(whole).open('/a', {})).size, 3);
    for (const object of [
      { Body: bodyOf('one'), ContentLength: 70_000 },
      { Body: bodyOf('one'), ContentLength: 3, ContentRange: 'bytes 1-3/4' },
      { Body: bodyOf('one'), ContentLength: 3, ContentRange: 'bytes 0-2/2' },
      { Body: bodyOf('one!'), ContentLength: 3, ContentRange: 'bytes 0-2/3' },
      { Body: bodyOf(''), ContentLength: 3, ContentRange: 'bytes 0-2/3' },
      {},
    ])
      await assert.rejects(fsWith(object).open('/a', {}), { code: 'IO_ERROR' });
  });
});
