// Files that are refused by their names.

import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';

import { createReadTool } from 'lectern';
import { memoryFs } from 'lectern/fs/memory';
import { nodeFs } from 'lectern/fs/node';
import { makeNameTest, refuseNames } from 'lectern/session';

import { temporaryDirectory } from '../support/samples.mjs';

describe('names that often hold secrets', () => {
  test('are read unless somebody asks for them to be refused', async () => {
    const fs = memoryFs({ '/.env': 'A=1' });
    assert.equal(
      (await createReadTool({ fs, root: '/' }).execute({ file_path: '.env' })).success,
      true,
    );
    const safe = createReadTool({ fs: refuseNames(fs), root: '/' });
    const result = await safe.execute({ file_path: '.env' });
    assert.equal(result.errorCode, 'PERMISSION_DENIED');
    assert.match(result.content, /files of this name are not read here/);
  });

  test('are refused in every spelling that leads to them', async () => {
    const fs = memoryFs({ '/app/.env': 'A=1', '/app/notes.txt': 'one', '/.ssh/config': 'x' });
    const tool = createReadTool({ fs: refuseNames(fs), root: '/' });
    for (const file_path of [
      '/app/.env',
      'app/./x/../.env',
      '"/app/.env"',
      'file:///app/.env',
      '/app/.ENV',
      '/app/.env.',
      '/app/.e\u200dnv',
      '/.\u017f\u017fh/config',
      '/app/.env/inside',
      '/.ssh/config',
      '/.ssh',
    ]) {
      const result = await tool.execute({ file_path });
      assert.equal(result.success, false, file_path);
      assert.doesNotMatch(result.content, /A=1/);
    }
    assert.equal((await tool.execute({ file_path: '/app/notes.txt' })).success, true);
    assert.match((await tool.execute({ file_path: '/app' })).content, /\.env/, 'listings name it');
  });

  test('are not reached by the short names of Windows', async () => {
    const files = { 'C:\\RUNNER~1\\app\\ENV~1': 'A=1', 'C:\\RUNNER~1\\app\\a~b.txt': 'one' };
    const open = async (path) => {
      const bytes = new TextEncoder().encode(files[path]);
      return {
        size: bytes.length,
        read: async (from, length) => bytes.subarray(from, from + length),
      };
    };
    const root = 'C:\\RUNNER~1\\app';
    for (const [pathStyle, name, isRead] of [
      ['windows', 'ENV~1', false],
      ['windows', 'ENV~1.', false],
      ['windows', 'a~b.txt', true],
    ]) {
      const tool = createReadTool({ fs: refuseNames({ pathStyle, open }), root });
      const result = await tool.execute({ file_path: `${root}\\${name}` });
      assert.equal(result.success, isRead, `${name}: ${result.content}`);
      if (!isRead) assert.match(result.content, /short names of Windows/);
    }
    const posix = refuseNames(memoryFs({ '/backup~1': 'one' }));
    const tool = createReadTool({ fs: posix, root: '/' });
    assert.equal((await tool.execute({ file_path: '/backup~1' })).success, true);
  });

  test('are not reached through links', async () => {
    const folder = temporaryDirectory();
    mkdirSync(join(folder, 'a'));
    writeFileSync(join(folder, 'a', '.env'), 'A=1');
    symlinkSync(join(folder, 'a', '.env'), join(folder, 'notes.txt'));
    const read = (fs) => createReadTool({ fs, root: folder }).execute({ file_path: 'notes.txt' });
    assert.equal((await read(nodeFs())).success, true);
    assert.equal((await read(refuseNames(nodeFs()))).success, false);
  });
});

describe('patterns', () => {
  test('fit components, several of them, and allow again', () => {
    const isRefused = makeNameTest(['*.key', '.aws/credentials', 'b?d', '!public.key']);
    for (const path of [
      '/a.key',
      '/A.KEY',
      '/x/a.key/y',
      '/me/.aws/credentials',
      'C:\\x\\.aws\\credentials',
      '/bad',
      '/a.key:stream',
    ])
      assert.equal(isRefused(path), true, path);
    for (const path of [
      '/a.keys',
      '/public.key',
      '/credentials',
      '/.aws/config',
      '/bed/x'.replace('e', ''),
      '/',
    ])
      assert.equal(isRefused(path), false, path);
  });

  test('take little time, whatever they are', () => {
    const isRefused = makeNameTest(['*a*a*a*a*a*a*a*a*b']);
    assert.equal(isRefused(`/${'a'.repeat(4000)}`), false);
  });

  test('are checked', () => {
    for (const patterns of [[''], ['!'], ['/'], 'x', [7]])
      assert.throws(() => makeNameTest(patterns), TypeError);
    assert.throws(() => refuseNames(undefined), /fs must be a FileSystem/);
  });
});

test('names in percent-encoding are those that they stand for', () => {
  const isRefused = makeNameTest(['.env', '.ssh', '100%25']);
  for (const path of ['/%2eenv', '/a/%252Eenv', '/.%65n%76', '/.ssh%2fconfig', '/100%25'])
    assert.equal(isRefused(path), true, path);
  for (const path of ['/100%', '/%2eenvy', '/%zz', '/%c3%a4'])
    assert.equal(isRefused(path), false, path);
  assert.equal(isRefused(`/${'%25'.repeat(500_000)}x`), false);
});

test('names are folded in time that grows with them alone', () => {
  const isRefused = makeNameTest(['.env', '.htpasswd', 'straße']);
  assert.equal(isRefused(`${'. '.repeat(500_000)}x`), false);
  assert.equal(isRefused('/STRA\u1e9eE'), true);
});

test('what was allowed allows the directories above it, and no other name', async () => {
  const fs = refuseNames({ open: async (path) => ({ path }) }, ['.env', '!.env.example', 'keys']);
  for (const path of ['/a/.env.example', '/a', '/b/keys.txt', '/b']) await fs.open(path, {});
  for (const path of ['/a/.env', '/b/keys'])
    await assert.rejects(fs.open(path, {}), { code: 'PERMISSION_DENIED' });
});
