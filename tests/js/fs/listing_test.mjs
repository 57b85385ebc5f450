// What file systems list, and how much of it.

import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';

import { createReadTool } from '../../../dist/hosts/node.js';
import { blobFs } from '../../../dist/fs/blob.js';
import { memoryFs } from '../../../dist/fs/memory.js';
import { nodeFs } from '../../../dist/fs/node.js';
import { opfs } from '../../../dist/fs/opfs.js';
import { fsPromises } from '../../../dist/fs/fs_promises.js';
import { r2Fs } from '../../../dist/fs/r2.js';

import { temporaryDirectory } from '../support/samples.mjs';

const kNames = Array.from({ length: 2500 }, (_, index) => `${String(index).padStart(4, '0')}.txt`);

/** A bucket with `kNames`, and the requests that it has got. */
function bucketOf(keys) {
  const requests = [];
  const bucket = {
    requests,
    head: async () => null,
    get: async () => null,
    async list({ prefix, limit, cursor = '0' }) {
      requests.push(cursor);
      const below = keys.filter((key) => key.startsWith(prefix));
      const end = Number(cursor) + Math.min(limit, 1000);
      const objects = below.slice(Number(cursor), end).map((key) => ({ key, size: 1 }));
      const truncated = end < below.length;
      return {
        objects,
        delimitedPrefixes: [],
        truncated,
        ...(truncated ? { cursor: `${end}` } : {}),
      };
    },
  };
  return bucket;
}

describe('a bucket', () => {
  test('lists all of its names, page by page', async () => {
    const bucket = bucketOf(kNames);
    const tool = createReadTool({ fs: r2Fs(bucket), root: '/' });
    assert.deepEqual(
      await tool.list(),
      kNames.map((name) => `/${name}`),
    );
    assert.deepEqual(bucket.requests, ['0', '1000', '2000']);
  });

  test('is asked once for names that are only near', async () => {
    const bucket = bucketOf(kNames);
    await createReadTool({ fs: r2Fs(bucket), root: '/' }).execute({ file_path: '/0001.tx' });
    // The first request finds out whether the path is a folder.
    assert.equal(bucket.requests.length, 2);
  });

  test('is shown with all of its names, and asked for no more pages than it may have', async () => {
    const bucket = bucketOf(kNames);
    const tool = createReadTool({ fs: r2Fs(bucket), root: '/' });
    const { content } = await tool.execute({ file_path: '/', offset: -1 });
    assert.match(content, /2499\.txt/);
    assert.equal(bucket.requests.filter((cursor) => cursor === '2000').length, 1);
    const options = { limits: { maxMembers: 1500 } };
    const refused = await tool.execute({ file_path: '/' }, { options });
    assert.equal(refused.errorCode, 'LIMIT_EXCEEDED');
    assert.equal(bucket.requests.filter((cursor) => cursor === '2000').length, 1);
  });

  test('lists no file for the mark of a folder', async () => {
    const fs = r2Fs(bucketOf(['docs/', 'docs/a.txt']));
    assert.deepEqual(await fs.list('/docs', {}), [{ name: 'a.txt', isDirectory: false }]);
  });

  test('is listed with sizes and times where they are wanted', async () => {
    const uploaded = new Date(1000);
    const objects = [{ key: 'a.txt', size: 8, uploaded }];
    const fs = r2Fs({ list: async () => ({ objects, delimitedPrefixes: ['b/'] }) });
    assert.deepEqual(await fs.list('/', { details: true }), [
      { name: 'a.txt', isDirectory: false, size: 8, modified: uploaded },
      { name: 'b', isDirectory: true },
    ]);
  });

  test('whose pages do not go on is listed once', async () => {
    const list = async () => ({ objects: [], delimitedPrefixes: [], truncated: true, cursor: 'x' });
    assert.deepEqual(await r2Fs({ list }).list('/', {}), []);
  });

  test('whose pages lead in a circle, or go on for ever, is not listed for ever', async () => {
    let count = 0;
    const pageTo = (cursor) => ({ objects: [], delimitedPrefixes: [], truncated: true, cursor });
    const circle = { list: async () => pageTo(`${count++ % 2}`) };
    assert.deepEqual(await r2Fs(circle).list('/', {}), []);
    const endless = { list: async () => pageTo(`${count++}`) };
    await assert.rejects(r2Fs(endless).list('/', {}), { code: 'IO_ERROR' });
  });
});

describe('a listing', () => {
  const top = temporaryDirectory();
  for (const name of kNames) writeFileSync(join(top, name), '');
  mkdirSync(join(top, 'folder'));
  const directory = {
    async *values() {
      for (const name of kNames) yield { name, kind: 'file' };
    },
  };
  const promises = {
    readdir: async () => kNames,
    stat: async () => ({ isDirectory: () => false }),
  };

  test('of Node looks at no entry where there are more names than are wanted', async () => {
    const asked = { details: true, limit: 100 };
    const few = await nodeFs().list(top, asked);
    assert.equal(few.length, 100);
    assert.ok(few.every(({ modified }) => modified === undefined));
    const all = await nodeFs().list(top, { ...asked, limit: kNames.length + 2 });
    assert.ok(all.every(({ modified }) => modified instanceof Date));
  });

  for (const [what, fs, path] of [
    ['of Node', nodeFs(), top],
    ['of a browser', opfs(directory), '/'],
    ['of fs.promises', fsPromises(promises), '/'],
  ]) {
    test(`${what} stops where it is enough, and ends with an abort`, async () => {
      assert.equal((await fs.list(path, { limit: 10 })).length, 10);
      assert.ok((await fs.list(path, {})).length >= kNames.length);
      const reason = new Error('enough');
      const signal = AbortSignal.abort(reason);
      await assert.rejects(fs.list(path, { signal }), reason);
    });
  }

  test('of more names than it may have is refused before they are all looked at', async () => {
    let looked = 0;
    const counted = {
      async *values() {
        for await (const entry of directory.values()) {
          looked++;
          yield entry;
        }
      },
      getFileHandle: async (name) => ({ getFile: async () => new File([], name) }),
    };
    const limits = { maxMembers: 100 };
    const { errorCode } = await createReadTool({ fs: opfs(counted), root: '/', limits }).execute({
      file_path: '/',
    });
    assert.equal(errorCode, 'LIMIT_EXCEEDED');
    assert.equal(looked, 101);
    const ofNode = createReadTool({ fs: nodeFs(), root: top, limits });
    assert.equal((await ofNode.execute({ file_path: '.' })).errorCode, 'LIMIT_EXCEEDED');
  });

  test('of more entries than it may have is refused, though some of them are no names', async () => {
    const fs = {
      ...memoryFs({ '/a.txt': 'a' }),
      list: async (_, { limit }) =>
        ['', '', ...kNames].slice(0, limit).map((name) => ({ name, isDirectory: false })),
    };
    const limits = { maxMembers: kNames.length };
    const { errorCode } = await createReadTool({ fs, root: '/', limits }).execute({
      file_path: '/',
    });
    assert.equal(errorCode, 'LIMIT_EXCEEDED');
  });

  test('of a browser has sizes and times where they are wanted', async () => {
    const getFileHandle = async (name) => ({
      getFile: async () => new File(['x'.repeat(name.length)], name, { lastModified: 1000 }),
    });
    const fs = opfs({ ...directory, getFileHandle });
    const [entry] = await fs.list('/', { limit: 1, details: true });
    const modified = new Date(1000);
    assert.deepEqual(entry, { name: '0000.txt', isDirectory: false, size: 8, modified });
    assert.deepEqual(await fs.list('/', { limit: 1 }), [{ name: '0000.txt', isDirectory: false }]);
  });

  test('of fs.promises looks at few names at a time, and at no target of a link', async () => {
    let open = 0;
    let most = 0;
    const lstat = async () => {
      most = Math.max(most, ++open);
      await new Promise((resolve) => setImmediate(resolve));
      open--;
      return { isDirectory: () => false, isSymbolicLink: () => true };
    };
    const stat = () => assert.fail('followed a link');
    const fs = fsPromises({ ...promises, lstat, stat });
    assert.equal((await fs.list('/', {})).length, kNames.length);
    assert.ok(most <= 64, `${most}`);
  });

  test('of a tool is names only, whatever a file system gives', async () => {
    const entries = [null, { name: 5 }, { name: '\ud800' }, { name: 'a', isDirectory: false }];
    const fs = { open: async () => {}, list: async () => entries };
    assert.deepEqual(await createReadTool({ fs }).list('/'), ['/a']);
    assert.deepEqual(await createReadTool({ fs, root: '/x' }).list('..'), []);
  });
});

describe('fs.promises', () => {
  const facts = {
    size: 10,
    isFile: () => true,
    isDirectory: () => false,
    isSymbolicLink: () => false,
  };
  const base = { stat: async () => facts, readdir: async () => [] };

  test('that says it has read what it cannot have is not believed', async () => {
    for (const bytesRead of [-1, 11, Number.NaN, 1.5, '5', undefined]) {
      const handle = { read: async () => ({ bytesRead }), close: async () => {} };
      const fs = fsPromises({ ...base, open: async () => handle });
      const result = await createReadTool({ fs }).execute({ file_path: '/a.txt' });
      assert.equal(result.errorCode, 'IO_ERROR', String(bytesRead));
    }
  });

  test('that gives something else than a file is an error', async () => {
    for (const content of [null, undefined, 5, {}, new ArrayBuffer(10)]) {
      const fs = fsPromises({ ...base, readFile: async () => content });
      const result = await createReadTool({ fs }).execute({ file_path: '/a.txt' });
      assert.equal(result.errorCode, 'IO_ERROR');
    }
  });
});

describe('files of a person', () => {
  test('may have a time that is none', async () => {
    const file = new File(['one\n'], 'a.txt', { lastModified: 1e20 });
    const result = await createReadTool({ fs: blobFs([file]), root: '/' }).execute({
      file_path: 'a.txt',
    });
    assert.equal(result.content, '     1\tone');
  });

  test('may have names that objects have by themselves', async () => {
    const tool = createReadTool({ fs: memoryFs({}), root: '/' });
    for (const file_path of [
      '__proto__',
      'constructor',
      'toString',
      'hasOwnProperty',
      '/__proto__/x',
    ])
      assert.equal((await tool.execute({ file_path })).errorCode, 'FILE_NOT_FOUND', file_path);
  });
});

test('links of thousands of components are not looked up', async () => {
  let looks = 0;
  const isLink = (path) => /^\/l\d+$/.test(path);
  const stat = async (path) => {
    looks++;
    return {
      size: 2,
      isFile: () => path === '/a/f',
      isDirectory: () => path === '/a',
      isSymbolicLink: () => isLink(path),
    };
  };
  const readlink = async (path) =>
    `${'a/../'.repeat(300)}${path === '/l3' ? 'a' : `l${Number(path.slice(2)) + 1}`}`;
  const fs = fsPromises({
    stat,
    lstat: stat,
    readlink,
    readFile: async () => 'x\n',
    readdir: async () => [],
  });
  const tool = createReadTool({ fs, root: '/' });
  assert.equal((await tool.execute({ file_path: '/l3/f' })).success, true);
  looks = 0;
  const { error } = await tool.execute({ file_path: '/l0/f' });
  assert.match(error, /\(too many symbolic links\)$/);
  assert.ok(looks < 2000, `${looks} looks`);
});

test('a link to itself below the root is too many links for every file system', async () => {
  const top = temporaryDirectory();
  symlinkSync('self', join(top, 'self'));
  const memory = {
    lstat: async () => ({ isSymbolicLink: () => true }),
    readlink: async () => 'self',
    stat: () => assert.fail('followed'),
    readFile: () => assert.fail('read'),
    readdir: async () => [],
  };
  for (const [fs, root] of [
    [nodeFs(), top],
    [fsPromises(memory), '/'],
  ]) {
    const result = await createReadTool({ fs, root }).execute({ file_path: 'self' });
    assert.equal(result.content, 'Not a regular file: self (too many symbolic links)');
  }
});
