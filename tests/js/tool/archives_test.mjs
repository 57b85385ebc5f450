// Paths that lead into archives, over file systems of memory.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, describe, test } from 'node:test';

import { createReadTool } from 'lectern';
import { memoryFs } from 'lectern/fs/memory';

const { cases } = JSON.parse(
  readFileSync(new URL('../../conformance/archive.json', import.meta.url)),
);
const bytesOf = (name) =>
  new Uint8Array(Buffer.from(cases.find((one) => one.name === name).bytes.base64, 'base64'));
const kZip = bytesOf('an archive is listed with the kinds, sizes, times and names of its members');
const kTar = bytesOf('a tar archive is listed with its links');

describe('a path into an archive', () => {
  const files = {
    '/desk/logs.zip': kZip,
    '/desk/s.tar': kTar,
    '/desk/fake.zip/a.txt': 'in a directory\n',
    '/desk/plain.txt': 'plain\n',
    '/secret.zip': kZip,
  };
  const tool = createReadTool({ fs: memoryFs(files), root: '/desk' });
  after(() => tool.dispose());
  const read = (file_path, more = {}) => tool.execute({ file_path, ...more });

  test('reads the member as a file of its own', async () => {
    const result = await read('logs.zip/2026/b.log');
    assert.equal(result.content, '     1\tshort');
    assert.equal(result.metadata.sizeBytes, 6);
  });

  test('goes through archives in archives', async () => {
    assert.equal((await read('/desk/logs.zip/inner.zip/deep/x.txt')).content, '     1\tfound');
  });

  test('of a folder, and of the archive with a slash, is a listing', async () => {
    assert.match((await read('logs.zip/2026')).content, /^\(ZIP archive: 2 files/);
    assert.match((await read('logs.zip/')).content, /^\(ZIP archive: 4 files/);
    assert.match((await read('s.tar/src')).content, /\nl +0 .* l -> \/etc\/passwd$/);
  });

  test('lets a directory of that name win', async () => {
    assert.equal((await read('fake.zip/a.txt')).content, '     1\tin a directory');
    assert.equal((await read('fake.zip/b.txt')).errorCode, 'FILE_NOT_FOUND');
  });

  test('names what may have been meant', async () => {
    const { errorCode, content } = await read('logs.zip/2026/c.log');
    assert.equal(errorCode, 'FILE_NOT_FOUND');
    assert.match(content, /Did you mean logs\.zip\/2026\/a\.log or/);
  });

  test('stays inside of the root', async () => {
    assert.equal((await read('../secret.zip/2026/b.log')).errorCode, 'OUTSIDE_ROOT');
    assert.equal((await read('logs.zip/../../secret.zip')).errorCode, 'OUTSIDE_ROOT');
  });

  test('reads on with the call that a result names', async () => {
    const first = await read('logs.zip', { limit: 3 });
    assert.equal(first.lineCount, 3);
    const { content } = await read('logs.zip/2026/a.log', { offset: 20 });
    assert.equal(content, '    20\tentry 20');
  });
});
