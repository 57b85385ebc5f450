// Chosen files.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { blobFs } from '../../../dist/fs/blob.js';
import { memoryFs } from '../../../dist/fs/memory.js';
import { createReadTool } from '../../../dist/hosts/node.js';
import { kRedPixel } from '../support/samples.mjs';

/** As the browsers make it: a File with a path. */
function file(name, content, path = '') {
  const made = new File([content], name, { lastModified: Date.UTC(2026, 0, 2) });
  Object.defineProperty(made, 'webkitRelativePath', { value: path });
  return made;
}

test('files are read by their names, files of a folder by their paths', async () => {
  const list = {
    length: 3,
    0: file('a.png', kRedPixel),
    1: file('b.txt', 'one\n', 'folder/b.txt'),
    2: file('c.txt', 'x'),
  };
  const tool = createReadTool({ fs: blobFs(list), root: '/' });
  const image = await tool.execute({ file_path: 'a.png' });
  assert.equal(image.images.length, 1);
  assert.equal(image.metadata.modified, '2026-01-02T00:00:00.000Z');
  assert.match((await tool.execute({ file_path: '/folder/b.txt' })).content, /one/);
  assert.match((await tool.execute({ file_path: '/folder' })).content, /^\(directory: /);
  assert.match(
    (await tool.execute({ file_path: '/d.txt' })).content,
    /Did you mean {"file_path":"\/c\.txt"}/,
  );
});

test('any Blob can have a name', async () => {
  const tool = createReadTool({ fs: blobFs(new Map([['notes.txt', new Blob(['one\n'])]])) });
  assert.match((await tool.execute({ file_path: '/notes.txt' })).content, /one/);
});

const kMany = Array.from({ length: 100_000 }, (_, i) => `/d/file-${i}.txt`);

for (const [what, fs] of [
  ['in memory', () => memoryFs(Object.fromEntries(kMany.map((path) => [path, ''])))],
  ['that were chosen', () => blobFs(new Map(kMany.map((path) => [path, new Blob()])))],
]) {
  test(`a hundred thousand files ${what} leave others their turns, and what looks at them can be aborted`, async () => {
    const files = fs();
    for (const look of [
      (options) => files.list('/d', options),
      (options) => files.open('/none', options),
    ]) {
      const controller = new AbortController();
      setImmediate(() => controller.abort(new Error('enough')));
      await assert.rejects(look({ signal: controller.signal }), /enough/);
    }
    assert.equal((await files.list('/d')).length, kMany.length);
    await assert.rejects(files.open('/d'), { code: 'IS_DIRECTORY' });
    await assert.rejects(files.open('/none'), { code: 'FILE_NOT_FOUND' });
  });
}
