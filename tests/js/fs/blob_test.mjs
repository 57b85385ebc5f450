// Chosen files.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { blobFs } from '../../../dist/fs/blob.js';
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
