// What names cost that somebody else has chosen: those of a directory, and the one that a model asks for.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { createReadTool } from 'lectern';
import { memoryFs } from 'lectern/fs/memory';

import { makePathRules } from '../../../dist/tool/paths.js';
import { findNearNames } from '../../../dist/tool/suggestions.js';

const kRules = makePathRules({}, '/', undefined);
/** Characters that may be normalised for one directory. */
const kMostNormalized = 2_100_000;

function listing(names) {
  return { list: async () => names.map((name) => ({ name, isDirectory: false })) };
}

/** What comes of a search, and how many characters it has normalised. */
async function search(asked, names, options = {}) {
  const { normalize } = String.prototype;
  let normalized = 0;
  String.prototype.normalize = function (form) {
    normalized += this.length;
    return normalize.call(this, form);
  };
  try {
    const found = await findNearNames(listing(names), `/${asked}`, kRules, options);
    return { ...found, normalized };
  } finally {
    String.prototype.normalize = normalize;
  }
}

describe('a name that is asked for', () => {
  test('is normalised once, however many files there are', async () => {
    const marks = `a${'\u0301\u0316'.repeat(900)}`;
    const names = Array.from({ length: 2500 }, (_, index) => `file ${index}.txt`);
    assert.equal((await search(marks, names)).normalized, marks.length);
  });

  test('may have 4,096 bytes', async () => {
    const tool = createReadTool({ fs: memoryFs({ '/a.txt': '' }), root: '/' });
    const open = await tool.execute({ file_path: `/${'\u0301'.repeat(2047)}` });
    assert.equal(open.errorCode, 'FILE_NOT_FOUND');
    for (const file_path of ['\u0301'.repeat(2049), 'x'.repeat(4097), '\u0301'.repeat(20_000)]) {
      const refused = await tool.execute({ file_path });
      assert.equal(refused.errorCode, 'INVALID_ARGUMENT');
      assert.match(refused.error, /^file_path must be at most 4,096 bytes, got [\d,]+$/);
      assert.equal(refused.content, refused.error);
    }
  });
});

describe('the names of a directory', () => {
  test('are normalised up to a budget', async () => {
    const name = `\u00e9${'a\u0301\u0316'.repeat(300)}`;
    const names = Array.from({ length: 10_000 }, (_, index) => `${name}${index}`);
    const { normalized, near } = await search('other', names);
    assert.deepEqual(near, []);
    assert.ok(normalized > 1_000_000 && normalized < kMostNormalized, `${normalized}`);
  });

  test('are not looked at where no file system has names that long', async () => {
    const { normalized } = await search('other', ['\u0301'.repeat(1_000_000)]);
    assert.ok(normalized < 10);
  });

  test('give others their turn, and end with an abort', async () => {
    const names = Array.from({ length: 10_000 }, (_, index) => `${'ab'.repeat(95)}${index}`);
    let turns = 0;
    const timer = setInterval(() => turns++, 0);
    await search(`${'ba'.repeat(95)}xyz`, names);
    clearInterval(timer);
    assert.ok(turns > 0);

    const controller = new AbortController();
    const reason = new Error('enough');
    setTimeout(() => controller.abort(reason), 0);
    const { signal } = controller;
    await assert.rejects(search(`${'ba'.repeat(95)}xyz`, names, { signal }), reason);
  });

  test('are asked for only as far as they are looked at', async () => {
    let asked;
    const fs = {
      async list(_, options) {
        asked = options.limit;
        return [];
      },
    };
    await findNearNames(fs, '/a', kRules, {});
    assert.equal(asked, 10_000);
  });

  test('are no suggestions when they are no names', async () => {
    const entries = [null, 5, {}, { name: 7 }, { name: '' }, { name: 'not\ud800e.txt' }];
    const fs = { list: async () => [...entries, { name: 'node.txt', isDirectory: false }] };
    const { near } = await findNearNames(fs, '/note.txt', kRules, {});
    assert.deepEqual(near, ['/node.txt']);
  });

  test('forge no lines: what does not show is escaped', async () => {
    const names = ['note\n.txt', 'n\u202eote.txt', 'note\u2028.txt', 'note\u0085.txt'];
    const shown = [
      '"/note\\n.txt"',
      '"/n\\u202eote.txt"',
      '"/note\\u2028.txt"',
      '"/note\\u0085.txt"',
    ];
    for (const [index, name] of names.entries())
      assert.deepEqual((await search('note.txt', [name])).near, [shown[index]]);
    const tool = createReadTool({ fs: memoryFs({ '/a\u202f\u202e.txt': 'x' }), root: '/' });
    const { metadata } = await tool.execute({ file_path: '/a \u202e.txt' });
    assert.match(metadata.warnings.at(-1), /^read "\/a\u202f\\u202e\.txt", whose name/);
  });

  test('stay near by a few edits, however long they are', async () => {
    const long = 'a long name of a file that somebody has typed '.repeat(4);
    const typed = long.replace('somebody', 'smoebody').replace('typed', 'tiped');
    assert.deepEqual((await search(typed, [long, `${long} and more words`])).near, [`/${long}`]);
    assert.deepEqual((await search('raeder.ts', ['reader.ts', 'header.ts'])).near, [
      '/reader.ts',
      '/header.ts',
    ]);
  });
});

/** The definition of the distance, in full. */
function wholeDistance(from, to) {
  const rows = [Array.from({ length: to.length + 1 }, (_, index) => index)];
  for (let i = 1; i <= from.length; i++) {
    rows[i] = [i];
    for (let j = 1; j <= to.length; j++) {
      const cost = from[i - 1] === to[j - 1] ? 0 : 1;
      rows[i][j] = Math.min(rows[i - 1][j] + 1, rows[i][j - 1] + 1, rows[i - 1][j - 1] + cost);
      if (i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1])
        rows[i][j] = Math.min(rows[i][j], rows[i - 2][j - 2] + 1);
    }
  }
  return rows[from.length][to.length];
}

test('the distance that is cut short is the distance', async () => {
  let seed = 1;
  const random = (most) => {
    seed = (seed * 48271) % 2147483647;
    return seed % most;
  };
  const word = (length) => Array.from({ length }, () => 'abc'[random(3)]).join('');
  for (let i = 0; i < 2000; i++) {
    const asked = `${word(4 + random(30))}x`;
    const name = `${word(4 + random(30))}y`;
    const most = Math.min(8, Math.max(1, Math.floor(asked.length / 4)));
    const { near } = await search(asked, [name]);
    assert.equal(near.length === 1, wholeDistance(asked, name) <= most, `${asked} ${name}`);
  }
});

test('a name with U+FFFD is not suggested, and a path with it says why it names no file', async () => {
  const fs = {
    ...listing(['caf\ufffd.txt', 'cafe.txt']),
    open: async () => {
      throw Object.assign(new Error('gone'), { code: 'ENOENT' });
    },
  };
  const tool = createReadTool({ fs, root: '/' });
  const near = await tool.execute({ file_path: '/caf.txt' });
  assert.match(near.content, /Did you mean {"file_path":"\/cafe\.txt"}\?$/);
  const shown = await tool.execute({ file_path: '/caf\ufffd.txt' });
  assert.match(shown.content, /\nU\+FFFD in a name stands for bytes that are not UTF-8: /);
});
