// Listings of directories below many .gitignore files, and large ones.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { createReadTool, FileError } from 'lectern';

/** A tool over `count` files `f1`, `f2` … in `directory`, and a .gitignore file in it and each one above it. */
function toolOver(directory, count, patterns, prefix = 'f') {
  const bytes = new TextEncoder().encode(patterns);
  const fs = {
    async open(path) {
      if (path === directory || path === '/.git') throw new FileError('IS_DIRECTORY');
      if (!path.endsWith('/.gitignore')) throw new FileError('FILE_NOT_FOUND');
      const read = async (offset, length) => bytes.subarray(offset, offset + length);
      const close = () => Promise.reject(new Error('it cannot be closed'));
      return { size: bytes.length, read, close };
    },
    async list() {
      const names = ['.gitignore', ...Array.from({ length: count }, (_, i) => `${prefix}${i + 1}`)];
      if (directory === '/') names.push('.git');
      return names.map((name) => ({ name, isDirectory: name === '.git' }));
    },
  };
  return createReadTool({ fs, root: '/' });
}

async function firstLine(tool, file_path) {
  const { content } = await tool.execute({ file_path });
  return content.split('\n', 1)[0];
}

/** What `work` gives, and the turns that others have had meanwhile. */
async function turnsOf(work) {
  let turns = 0;
  let isDone = false;
  const turn = () => {
    turns++;
    if (!isDone) setImmediate(turn);
  };
  setImmediate(turn);
  const result = await work();
  isDone = true;
  return { result, turns };
}

test('comments and empty lines cost nothing', async () => {
  for (const idle of ['# a comment of some length\n'.repeat(9000), '\n'.repeat(250_000)]) {
    const line = await firstLine(toolOver('/', 6000, `${idle}f1*\n`), '/');
    assert.match(line, /, 1,111 ignored by \.gitignore \(i\);/);
  }
});

test('patterns of many stars take no more steps than the budget has', async () => {
  const stars = Array.from({ length: 100 }, (_, i) => `*a*b*c*d*e*f*g*${i}x\n`).join('');
  // Whoever tried what each star may have would take millions of steps for each pattern, and no pattern would count.
  const prefix = 'abcdefg'.repeat(15);
  const tool = toolOver('/', 1000, `${stars}${prefix}1*\n`, prefix);
  assert.match(await firstLine(tool, '/'), /, 112 ignored by \.gitignore \(i\);/);
});

test('the paths of a deep directory count: beyond a budget none is compared', async () => {
  const deep = `/${Array.from({ length: 30 }, () => 'd'.repeat(120)).join('/')}`;
  assert.match(await firstLine(toolOver(deep, 1000, 'x\nf1*\n'), deep), /, 112 ignored by/);
  for (const patterns of ['', 'x\nf1*\n']) {
    const line = await firstLine(toolOver(deep, 50_000, patterns), deep);
    assert.match(line, /^\(directory: 50,001 files/);
    assert.doesNotMatch(line, /ignored by/);
  }
});

test('others have their turns while many names are listed', async () => {
  const { result, turns } = await turnsOf(() => firstLine(toolOver('/', 50_000, 'f1*\n'), '/'));
  assert.match(result, /, 11,111 ignored by \.gitignore \(i\);/);
  assert.ok(turns > 25, `${turns} turns`);
});

test('below thousands of directories few others are looked at', async () => {
  const places = [];
  const deep = '/d'.repeat(1900);
  const open = async (path) => {
    places.push(path);
    throw new FileError(path === deep ? 'IS_DIRECTORY' : 'FILE_NOT_FOUND');
  };
  const list = async () => [{ name: 'f', isDirectory: false }];
  const tool = createReadTool({ fs: { open, list } });
  assert.match(await firstLine(tool, deep), /^\(directory: 1 file/);
  assert.ok(places.length < 10, `${places.length} places`);
  places.length = 0;
  assert.match(await firstLine(tool, `${deep}/${'x/'.repeat(62)}f`), /^File does not exist/);
  assert.ok(places.length < 10, `${places.length} places`);
});

test('patterns that take longest to begin with end the comparing: none counts', async () => {
  for (const pattern of ['**/q\n', '[a]\n']) {
    const patterns = pattern.repeat(Math.floor(262_000 / pattern.length));
    const few = await firstLine(toolOver('/', 10, `f1*\n${patterns}`), '/');
    assert.match(few, /, 2 ignored by/);
    const many = await firstLine(toolOver('/', 1000, `f1*\n${patterns}`), '/');
    assert.match(many, /^\(directory: 1,001 files/);
    assert.doesNotMatch(many, /ignored by/);
  }
});

test('others have their turns while patterns are read', async () => {
  const tool = toolOver('/', 1, '*x\n'.repeat(87_000));
  const { turns } = await turnsOf(() => tool.execute({ file_path: '/' }));
  assert.ok(turns > 100, `${turns} turns`);
});
