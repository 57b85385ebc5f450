// Listings of directories below many .gitignore files, and large ones.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { createReadTool, FileError } from 'lectern';

/** A tool over `count` files `f1`, `f2` … in `directory`, and a .gitignore file in it and each one above it. */
function toolOver(directory, count, patterns) {
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
      const names = ['.git', '.gitignore', ...Array.from({ length: count }, (_, i) => `f${i + 1}`)];
      return names.map((name) => ({ name, isDirectory: name === '.git' }));
    },
  };
  return createReadTool({ fs, root: '/' });
}

async function firstLine(tool, file_path) {
  const start = process.cpuUsage();
  const { content } = await tool.execute({ file_path });
  const { user } = process.cpuUsage(start);
  return { line: content.split('\n', 1)[0], user };
}

test('comments and empty lines cost nothing', async () => {
  for (const idle of ['# a comment of some length\n'.repeat(9000), '\n'.repeat(250_000)]) {
    const { line } = await firstLine(toolOver('/', 6000, `${idle}f1*\n`), '/');
    assert.match(line, /, 1,111 ignored by \.gitignore \(i\);/);
  }
});

test('a pattern of many stars is compared, in time', async () => {
  const stars = Array.from({ length: 300 }, (_, i) => `*a*b*c*d*e*f*g${i}*\n`).join('');
  const { line, user } = await firstLine(toolOver('/', 3000, `${stars}f1*\n`), '/');
  assert.match(line, /, 1,111 ignored by \.gitignore \(i\);/);
  assert.ok(user < 5_000_000, `it took ${user} µs`);
});

test('a deep directory without a pattern is listed in time', async () => {
  const deep = `/${Array.from({ length: 30 }, () => 'd'.repeat(120)).join('/')}`;
  for (const patterns of ['', 'x\n']) {
    const { line, user } = await firstLine(toolOver(deep, 50_000, patterns), deep);
    assert.match(line, /^\(directory: 50,001 files/);
    assert.ok(user < 5_000_000, `it took ${user} µs`);
  }
});

test('patterns that take longest to begin with end the comparing: none counts', async () => {
  for (const pattern of ['**/q\n', '[a]\n']) {
    const patterns = pattern.repeat(Math.floor(262_000 / pattern.length));
    const few = await firstLine(toolOver('/', 10, `f1*\n${patterns}`), '/');
    assert.match(few.line, /, 2 ignored by/);
    const many = await firstLine(toolOver('/', 1000, `f1*\n${patterns}`), '/');
    assert.match(many.line, /^\(directory: 1,001 files/);
    assert.doesNotMatch(many.line, /ignored by/);
  }
});

test('others have their turns while patterns are read', async () => {
  let turns = 0;
  let isRead = false;
  const turn = () => {
    turns++;
    if (!isRead) setImmediate(turn);
  };
  const tool = toolOver('/', 1, '*x\n'.repeat(87_000));
  const reading = tool.execute({ file_path: '/' });
  setImmediate(turn);
  await reading;
  isRead = true;
  assert.ok(turns > 100, `${turns} turns`);
});
