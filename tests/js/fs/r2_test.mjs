// An R2 bucket of miniflare.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import { Miniflare } from 'miniflare';

import { r2Fs } from '../../../dist/fs/r2.js';
import { createReadTool } from '../../../dist/hosts/node.js';
import { kRedPixel } from '../support/samples.mjs';

const kLines = Array.from({ length: 40_000 }, (_, index) => `line ${index + 1}`).join('\n');

let miniflare;
let bucket;

before(async () => {
  process.env.CLOUDFLARE_CF_FETCH_ENABLED = 'false';
  miniflare = new Miniflare({
    modules: true,
    script: 'export default { fetch: () => new Response() }',
    r2Buckets: ['FILES'],
    host: '127.0.0.1',
  });
  bucket = await miniflare.getR2Bucket('FILES');
  await bucket.put('docs/notes.txt', 'one\ntwo\n');
  await bucket.put('docs/long.txt', kLines);
  await bucket.put('docs/empty.txt', '');
  await bucket.put('docs/folder/pixel.png', kRedPixel);
  await bucket.put('secret.txt', 'secret\n');
});

after(() => miniflare.dispose());

describe('a bucket', () => {
  test('is read by paths, with ranges of large objects', async () => {
    const tool = createReadTool({ fs: r2Fs(bucket), root: '/docs' });
    const notes = await tool.execute({ file_path: 'notes.txt' });
    assert.match(notes.content, /2\ttwo/);
    assert.match(notes.metadata.modified, /^\d{4}-/);
    assert.match(
      (await tool.execute({ file_path: 'long.txt', offset: 40_000 })).content,
      /40000\tline 40000/,
    );
    assert.equal((await tool.execute({ file_path: 'empty.txt' })).content, '(empty file)');
    assert.equal((await tool.execute({ file_path: '/docs/folder/pixel.png' })).images.length, 1);
  });

  test('keeps to the root, and knows folders and near names', async () => {
    const tool = createReadTool({ fs: r2Fs(bucket), root: '/docs' });
    const codeOf = async (file_path) => (await tool.execute({ file_path })).errorCode;
    assert.equal(await codeOf('../secret.txt'), 'OUTSIDE_ROOT');
    assert.equal(await codeOf('/secret.txt'), 'OUTSIDE_ROOT');
    assert.match((await tool.execute({ file_path: 'folder' })).content, /^\(directory: /);
    assert.match((await tool.execute({ file_path: '.' })).content, /^\(directory: /);
    const { content } = await tool.execute({ file_path: 'note.txt' });
    assert.match(content, /Did you mean {"file_path":"\/docs\/notes\.txt"}\?/);
  });

  test('can be a part of one', async () => {
    const tool = createReadTool({ fs: r2Fs(bucket, { prefix: 'docs/' }), root: '/' });
    assert.match((await tool.execute({ file_path: '/notes.txt' })).content, /one/);
    assert.equal((await tool.execute({ file_path: '/secret.txt' })).errorCode, 'FILE_NOT_FOUND');
  });

  test('gives one version of an object or none', async () => {
    await bucket.put('changing.txt', 'first');
    const handle = await r2Fs(bucket).open('/changing.txt', {});
    await bucket.put('changing.txt', 'other');
    await assert.rejects(handle.read(0, 5), { code: 'IO_ERROR' });
    await bucket.delete('changing.txt');
    await assert.rejects(handle.read(0, 5), { code: 'FILE_NOT_FOUND' });
  });
});
