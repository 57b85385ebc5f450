// Secrets of which a result shows a part only: lines that are cut, reads that begin inside of a line or of a key.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { createReadTool } from 'lectern';
import { memoryFs } from 'lectern/fs/memory';
import { withRedaction } from 'lectern/session';

import { sqliteDatabase } from '../../../scripts/samples/tables.mjs';

const filler = (length) => 'a1B2c3D4e5F6g7H8i9J0'.repeat(20).slice(0, length);
const kToken = `ghp_${filler(36)}`;
/** More than so many characters of it, its beginning among them, would help. */
const kMost = 9;

const toolOf = (files, options = {}) =>
  withRedaction(createReadTool({ fs: memoryFs(files), root: '/', ...options }));

function assertHidden(result, secret, why) {
  const text = JSON.stringify(result);
  for (let from = 0; from + kMost < secret.length; from++) {
    const part = secret.slice(from, from + kMost + 1);
    // The filler repeats.
    assert.ok(!text.includes(part), `${why}: ${part}`);
  }
}

describe('a token in a long line', () => {
  const line = `${'x '.repeat(990)}${kToken} tail ${'y '.repeat(3000)}`;

  test('is hidden wherever a read begins in the line, and however long a line may be', async () => {
    const tool = toolOf({ '/a.txt': line });
    for (let column = 1975; column <= 2025; column++)
      assertHidden(await tool.execute({ file_path: '/a.txt', column }), kToken, `column ${column}`);
    for (let maxLineChars = 1981; maxLineChars <= 2025; maxLineChars += 4) {
      const options = { limits: { maxLineChars } };
      const result = await tool.execute({ file_path: '/a.txt' }, { options });
      assertHidden(result, kToken, `${maxLineChars} characters`);
    }
  });

  test('is hidden before the words that are searched for', async () => {
    for (let gap = 60; gap < 200; gap += 3) {
      const text = `${'x '.repeat(3000)}${kToken} ${'y'.repeat(gap)} needle ${'z '.repeat(900)}`;
      const tool = toolOf({ '/a.txt': `first\n${text}\nlast\n` });
      const result = await tool.execute({ file_path: '/a.txt', search: 'needle' });
      assert.match(result.content, /needle/);
      assertHidden(result, kToken, `${gap} characters before`);
    }
  });

  test('is told from the words beside it in wide characters, wherever the line is cut', async () => {
    const wide = '\u{1f600} ';
    const text = `${wide.repeat(600)}${kToken} needle ${wide.repeat(700)}`;
    const tool = toolOf({ '/a.txt': `one\r\n${text}\r\n` });
    for (let maxLineChars = 30; maxLineChars <= 60; maxLineChars++) {
      const options = { limits: { maxLineChars } };
      const input = { file_path: '/a.txt', offset: 2, column: 1220 };
      const result = await tool.execute(input, { options });
      assertHidden(result, kToken, `${maxLineChars} characters`);
      assert.match(result.content, /\[hidden: github-token\]/, `${maxLineChars} characters`);
    }
  });

  test('is counted, and what follows it stays', async () => {
    const counts = [];
    const tool = withRedaction(createReadTool({ fs: memoryFs({ '/a.txt': line }), root: '/' }), {
      onRedact: (event) => counts.push(event.counts),
    });
    const rest = await tool.execute({ file_path: '/a.txt', column: '2001' });
    assert.match(rest.content, /^ {5}1\t\[hidden: github-token\] tail y y /);
    assert.deepEqual(counts, [{ 'github-token': 1 }]);
  });

  test('is no reason to hide other words that are cut', async () => {
    const words = `${'word '.repeat(399)}ending9 ${'more '.repeat(900)}`;
    const plain = createReadTool({ fs: memoryFs({ '/a.txt': words }), root: '/' });
    const tool = withRedaction(plain);
    for (const column of [1, 1990, 1997, 2001, 2003]) {
      const input = { file_path: '/a.txt', column };
      assert.deepEqual(await tool.execute(input), await plain.execute(input));
    }
  });
});

describe('the middle of a private key', () => {
  const lines = Array.from({ length: 26 }, (_, i) => `${i % 10}${filler(63)}`);
  const key = ['-----BEGIN PRIVATE KEY-----', ...lines, '-----END PRIVATE KEY-----'].join('\n');
  const data = Array.from({ length: 30 }, (_, i) => `${i % 10}${'Zm9vYmFy'.repeat(8)}`).join('\n');
  const text = `before\n${key}\nbetween\n${data}\n`;

  test('is hidden in each part of the file, and other data is not', async () => {
    const plain = createReadTool({ fs: memoryFs({ '/k.txt': text }), root: '/' });
    const tool = withRedaction(plain);
    for (const [offset, limit] of [
      ...[
        [3, 2],
        [5, 10],
        [20, 5],
        [28, 1],
      ],
    ])
      assertHidden(await tool.execute({ file_path: '/k.txt', offset, limit }), filler(63), offset);
    assertHidden(
      await tool.execute({ file_path: '/k.txt', lines: '4-6,9-10' }),
      filler(63),
      'lines',
    );
    for (const search of ['5a1', 'D4e5'])
      assertHidden(await tool.execute({ file_path: '/k.txt', search }), filler(63), search);
    const input = { file_path: '/k.txt', offset: 35, limit: 10 };
    assert.deepEqual(await tool.execute(input), await plain.execute(input));
  });

  test('is hidden below a line that is cut before the key begins', async () => {
    const tool = toolOf({ '/k.txt': `${'x '.repeat(1100)}${text}` });
    assertHidden(await tool.execute({ file_path: '/k.txt' }), filler(63), 'cut');
  });
});

test('bytes are refused under other names of the field, too', async () => {
  const tool = toolOf({ '/a.txt': kToken });
  for (const input of [{ view: 'hex' }, { View: 'hex' }, { view: 'HEX' }]) {
    const result = await tool.execute({ file_path: '/a.txt', ...input });
    assert.equal(result.success, false);
  }
});

test('a token in a value of a database is hidden wherever a cell is cut, or the excerpt of a search begins', async () => {
  const sql = 'CREATE TABLE t (v TEXT)';
  for (let pad = 0; pad < 60; pad++) {
    const found = `${'x '.repeat(150)}${kToken} ${'y'.repeat(150 + pad)} needle ${'z '.repeat(60)}`;
    const cut = `${'x '.repeat(125)}${'y'.repeat(pad)} ${kToken} ${'z '.repeat(60)}`;
    const file = sqliteDatabase({ one: { sql, rows: [[found]] }, two: { sql, rows: [[cut]] } });
    const tool = toolOf({ '/a.db': file });
    for (const input of [
      { search: 'needle' },
      { file_path: '/a.db/one', search: 'needle' },
      { file_path: '/a.db/two' },
    ]) {
      const result = await tool.execute({ file_path: '/a.db', ...input });
      assert.ok(result.success, result.error);
      assertHidden(result, kToken, `${JSON.stringify(input)} ${pad}`);
    }
  }
});
