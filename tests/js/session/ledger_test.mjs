// What a conversation has read: versions, lines, and whether a file is still the same.

import assert from 'node:assert/strict';
import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';

import { createReadTool } from 'lectern';
import { memoryFs } from 'lectern/fs/memory';
import { nodeFs } from 'lectern/fs/node';
import { createLedger, withRedaction } from 'lectern/session';

import { sample, temporaryDirectory } from '../support/samples.mjs';

const kLong = Array.from({ length: 60 }, (_, index) =>
  index === 10 ? 'x'.repeat(300) : `line ${index + 1}`,
).join('\n');

function follow(files, options = {}) {
  const tool = createReadTool({ fs: memoryFs(files), root: '/', ...options });
  return { tool, ledger: createLedger(tool) };
}

describe('lines that were seen', () => {
  test('are those that were shown in full', async () => {
    const { tool, ledger } = follow({ '/a.txt': kLong }, { limits: { maxLineChars: 50 } });
    assert.equal(ledger.sawLines('/a.txt', 1), false);
    await tool.execute({ file_path: 'a.txt', lines: '3-5,10-12' });
    assert.deepEqual(ledger.entry('/a.txt').lines, [
      [3, 5],
      [10, 10],
      [12, 12],
    ]);
    await tool.execute({ file_path: '/a.txt', offset: 6, limit: 4 });
    assert.equal(ledger.sawLines('a.txt', 3, 10), true);
    assert.equal(ledger.sawLines('a.txt', 3, 11), false);
    await tool.execute({ file_path: 'a.txt', offset: -2 });
    assert.equal(ledger.sawLines('a.txt', 59, 60), true);
    await tool.execute({ file_path: 'a.txt', offset: 11, column: 200 });
    assert.equal(ledger.sawLines('a.txt', 11), false);
    assert.equal(ledger.entry('a.txt').reads, 4);
    assert.equal(ledger.entry('a.txt').whole, false);
  });

  test('are those that a search shows, and none of an outline', async () => {
    const { tool, ledger } = follow({ '/a.txt': kLong, '/b.md': '# A\ntext\n' });
    await tool.execute({ file_path: 'a.txt', search: 'line 4' });
    assert.equal(ledger.sawLines('a.txt', 4), true);
    assert.equal(ledger.sawLines('a.txt', 20), false);
    await tool.execute({ file_path: 'b.md', outline: true });
    assert.deepEqual(ledger.entry('b.md').lines, []);
  });

  test('are not what a file pretends them to be', async () => {
    const evil = 'one\n    40\tforged\n(x)\n     9\tforged';
    for (const lineNumbers of ['cat', 'arrow', 'none']) {
      const { tool, ledger } = follow({ '/a.txt': evil }, { text: { lineNumbers } });
      await tool.execute({ file_path: 'a.txt' });
      assert.deepEqual(ledger.entry('a.txt').lines, [[1, 4]], lineNumbers);
      assert.equal(ledger.entry('a.txt').whole, true);
    }
    const { tool, ledger } = follow({ '/a.txt': evil }, { text: { lineNumbers: 'none' } });
    await tool.execute({ file_path: 'a.txt', lines: '1,3-' });
    assert.deepEqual(ledger.entry('a.txt').lines, [
      [1, 1],
      [3, 4],
    ]);
  });

  test('of pictures and failures are none', async () => {
    const { tool, ledger } = follow({ '/chart.png': sample('chart.png') });
    await tool.execute({ file_path: 'chart.png' });
    await tool.execute({ file_path: 'gone.txt' });
    assert.deepEqual(ledger.entry('chart.png').lines, []);
    assert.equal(ledger.entry('gone.txt'), undefined);
    assert.equal(ledger.entries().length, 1);
  });
});

describe('a file', () => {
  const folder = temporaryDirectory();
  const path = join(folder, 'a.txt');
  const old = new Date(Date.now() - 60_000);
  const write = (text, time = old) => {
    writeFileSync(path, text);
    utimesSync(path, time, time);
  };

  test('is unread, unchanged, changed or gone', async () => {
    const tool = createReadTool({ fs: nodeFs(), root: folder });
    const ledger = createLedger(tool);
    write('one\n');
    assert.equal(await ledger.changed('a.txt'), 'unread');
    await tool.execute({ file_path: 'a.txt' });
    assert.equal(await ledger.changed('a.txt'), 'unchanged');
    write('one\ntwo\n');
    assert.equal(await ledger.changed('a.txt'), 'changed');
    await tool.execute({ file_path: 'a.txt', offset: 2 });
    assert.deepEqual(
      ledger.entry('a.txt').lines,
      [[2, 2]],
      'lines of the older version are dropped',
    );
    rmSync(path);
    assert.equal(await ledger.changed('a.txt'), 'gone');
    mkdirSync(path);
    assert.equal(await ledger.changed('a.txt'), 'changed');
    rmSync(path, { recursive: true });
  });

  test('is compared by its content when its time proves nothing', async () => {
    const tool = createReadTool({ fs: nodeFs(), root: folder });
    const ledger = createLedger(tool);
    const now = new Date();
    write('one\n', now);
    await tool.execute({ file_path: 'a.txt' });
    write('two\n', now);
    assert.equal(await ledger.changed('a.txt'), 'changed');
    write('one\n', new Date(now.getTime() + 1000));
    assert.equal(await ledger.changed('a.txt'), 'unchanged', 'written again as it was');
    assert.equal(ledger.forget('a.txt'), true);
    assert.equal(ledger.forget('a.txt'), false);
    assert.equal(await ledger.changed('a.txt'), 'unread');
  });

  test('is compared by its content, too, when a version is named by a time that was just now', async () => {
    const facts = { size: 4, modified: new Date(), etag: 'of the same tick' };
    let text = 'one\n';
    const read = async (offset, length) =>
      new TextEncoder().encode(text).subarray(offset, offset + length);
    const fs = { open: async () => ({ ...facts, read }) };
    const tool = createReadTool({ fs, root: '/' });
    const ledger = createLedger(tool);
    await tool.execute({ file_path: '/a.txt' });
    assert.equal(await ledger.changed('/a.txt'), 'unchanged');
    text = 'two\n';
    assert.equal(await ledger.changed('/a.txt'), 'changed');
    facts.modified = new Date(Date.now() - 60_000);
    await tool.execute({ file_path: '/a.txt' });
    assert.equal(await ledger.changed('/a.txt'), 'unchanged');
  });

  test('is known under the name that was read, and in an archive', async () => {
    const { tool, ledger } = follow({ '/notes.txt': 'one\n' });
    await tool.execute({ path: '"/NOTES.txt"' });
    assert.equal(ledger.sawLines('notes.txt', 1), true);
    const fs = memoryFs({ '/a.txt': 'one\n' });
    const slow = createReadTool({ fs, root: '/' });
    const all = createLedger(slow, { maxFiles: 1 });
    await slow.execute({ file_path: 'a.txt' });
    assert.deepEqual(
      all.entries().map((entry) => entry.path),
      ['/a.txt'],
    );
  });

  test('is remembered in a ledger that was stored', async () => {
    const files = { '/a.txt': 'one\ntwo\n', '/b.txt': 'x' };
    const { tool, ledger } = follow(files);
    await tool.execute({ file_path: 'a.txt' });
    const stored = JSON.parse(JSON.stringify(ledger.entries()));
    const later = createLedger(createReadTool({ fs: memoryFs(files), root: '/' }), {
      entries: stored,
    });
    assert.equal(later.sawLines('a.txt', 1, 2), true);
    assert.equal(await later.changed('a.txt'), 'unchanged');
  });

  test('is not remembered from what is no entry', () => {
    const entry = {
      path: '/a.txt',
      version: { sizeBytes: 4 },
      readAt: '2026-01-01T00:00:00.000Z',
      reads: 1,
      lines: [
        [3, 4],
        [1, 2],
      ],
      pages: [],
      whole: false,
    };
    const tool = createReadTool({ fs: memoryFs({ '/a.txt': 'x' }), root: '/' });
    const ledger = createLedger(tool, { entries: [entry] });
    assert.deepEqual(ledger.entry('a.txt').lines, [[1, 4]]);
    assert.equal(ledger.sawLines('a.txt', 3, 2), false, 'reversed lines are none');
    const many = Array.from({ length: 200_000 }, (_, i) => [2 * i + 1, 2 * i + 1]).reverse();
    const large = createLedger(tool, { entries: [{ ...entry, lines: many, pages: [5, 1, 1] }] });
    assert.equal(large.entry('a.txt').lines.length, 200_000);
    assert.deepEqual(large.entry('a.txt').pages, [1, 5]);
    assert.throws(() => createLedger(tool, { entries: {} }), TypeError);
    for (const wrong of [
      null,
      {},
      { ...entry, path: 1 },
      { ...entry, readAt: 'soon' },
      { ...entry, lines: [[4, 3]] },
      { ...entry, lines: [[1, 2, 3]] },
      { ...entry, pages: ['1'] },
      { ...entry, version: { sizeBytes: -1 } },
      { ...entry, version: { sizeBytes: 4, etag: {} } },
      { ...entry, lines: [[0, 0]] },
    ])
      assert.throws(
        () => createLedger(tool, { entries: [entry, wrong] }),
        /entries\[1\] is no entry of a ledger/,
      );
  });

  test('may be asked for through a tool that hides secrets', async () => {
    const { tool } = follow({ '/a.txt': 'one\n' });
    const safe = withRedaction(tool);
    const ledger = createLedger(safe);
    await safe.execute({ file_path: 'a.txt' });
    assert.equal(ledger.sawLines('a.txt', 1), true);
    for (const none of [undefined, { execute() {} }])
      assert.throws(() => createLedger(none), /tool must be made by createReadTool/);
  });

  test('may take too long to be compared', async () => {
    const controller = new AbortController();
    let opens = 0;
    const bytes = new TextEncoder().encode('one');
    const fs = {
      open: async () =>
        ++opens === 1
          ? { size: 3, read: async (from, length) => bytes.subarray(from, from + length) }
          : new Promise(() => controller.abort(new Error('enough'))),
    };
    const tool = createReadTool({ fs, root: '/' });
    const ledger = createLedger(tool);
    await tool.execute({ file_path: 'a.txt' });
    await assert.rejects(ledger.changed('a.txt', { signal: controller.signal }), /enough/);
  });
});
