// Objects like fs.promises: Node's own, memfs, and lightning-fs over IndexedDB.

import 'fake-indexeddb/auto';
import assert from 'node:assert/strict';
import nodePromises, { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';

import { createFsFromVolume, Volume } from 'memfs';

import { fsPromises } from '../../../dist/fs/fs_promises.js';
import { createReadTool } from '../../../dist/hosts/node.js';
import { kRedPixel, temporaryDirectory } from '../support/samples.mjs';

// lightning-fs looks for locks there; Node 20 has none.
globalThis.navigator ??= {};
const { default: LightningFS } = await import('@isomorphic-git/lightning-fs');

/** Fills an object like fs.promises; the same files everywhere. */
async function fill(fs, top) {
  await fs.mkdir(`${top}/inside`);
  await fs.mkdir(`${top}/inside/folder`);
  await fs.mkdir(`${top}/outside`);
  await fs.writeFile(`${top}/inside/notes.txt`, 'one\ntwo\n');
  await fs.writeFile(`${top}/inside/pixel.png`, kRedPixel);
  await fs.writeFile(`${top}/outside/secret.txt`, 'secret\n');
  await fs.symlink(`${top}/inside/notes.txt`, `${top}/inside/link_inside`);
  await fs.symlink(`${top}/outside/secret.txt`, `${top}/inside/link_outside`);
  await fs.symlink('../outside', `${top}/inside/link_folder`);
}

const kFileSystems = {
  'fs.promises of Node': async () => {
    const top = temporaryDirectory();
    await fill({ mkdir, writeFile, symlink }, top);
    return { fs: nodePromises, top };
  },
  memfs: async () => {
    const fs = createFsFromVolume(new Volume());
    await fs.promises.mkdir('/top');
    await fill(fs.promises, '/top');
    return { fs, top: '/top' };
  },
  'lightning-fs': async () => {
    const fs = new LightningFS('files');
    await fs.promises.mkdir('/top');
    await fill(fs.promises, '/top');
    return { fs, top: '/top' };
  },
};

for (const [name, make] of Object.entries(kFileSystems)) {
  describe(name, async () => {
    const { fs, top } = await make();
    const root = join(top, 'inside');
    const tool = createReadTool({ fs: fsPromises(fs), root });
    const codeOf = async (file_path) => (await tool.execute({ file_path })).errorCode;

    test('is read', async () => {
      const result = await tool.execute({ file_path: 'notes.txt' });
      assert.match(result.content, /2\ttwo/);
      assert.match(result.metadata.modified, /^\d{4}-/);
      assert.equal((await tool.execute({ file_path: 'pixel.png' })).images.length, 1);
    });

    test('is listed with sizes and times', async () => {
      const { content } = await tool.execute({ file_path: '.' });
      assert.match(content, /^- +8 +\d{4}-\d\d-\d\d \d\d:\d\d +notes\.txt$/m);
      assert.match(content, /^l .* link_inside$/m);
    });

    test('keeps links inside the root', async () => {
      assert.equal(await codeOf('link_inside'), undefined);
      assert.equal(await codeOf('link_outside'), 'OUTSIDE_ROOT');
      assert.equal(await codeOf('link_folder/secret.txt'), 'OUTSIDE_ROOT');
      const strict = createReadTool({ fs: fsPromises(fs), root, symlinks: 'refuse' });
      assert.equal((await strict.execute({ file_path: 'link_inside' })).errorCode, 'NOT_A_FILE');
    });

    test('refuses what is not there, lists folders, and knows near names', async () => {
      assert.match((await tool.execute({ file_path: 'folder' })).content, /^\(directory: /);
      const { errorCode, content } = await tool.execute({ file_path: 'note.txt' });
      assert.equal(errorCode, 'FILE_NOT_FOUND');
      assert.match(content, /Did you mean {"file_path":".*inside\/notes\.txt"}\?/);
    });
  });
}

test('a link that is longer than a path may be is not followed', async () => {
  const facts = (isLink) => ({
    size: 0,
    isFile: () => false,
    isDirectory: () => !isLink,
    isSymbolicLink: () => isLink,
  });
  let looks = 0;
  const fs = {
    lstat: async (path) => facts(++looks && path.endsWith('/l')),
    stat: async () => facts(false),
    readlink: async () => `${'d/../'.repeat(100_000)}l`,
    readFile: async () => '',
    readdir: async () => [],
  };
  const tool = createReadTool({ fs: fsPromises(fs), root: '/r' });
  assert.equal((await tool.execute({ file_path: '/r/l' })).errorCode, 'NOT_A_FILE');
  assert.ok(looks < 10, `${looks} looks`);
});
