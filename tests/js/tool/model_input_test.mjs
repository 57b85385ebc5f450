import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { createReadTool } from 'lectern';
import { memoryFs } from 'lectern/fs/memory';

const kLines = Array.from({ length: 50 }, (_, index) => `line ${index + 1}`).join('\n');
const kFiles = {
  '/repo/notes.txt': kLines,
  '/repo/README.md': '# Title\n',
  '/repo/two words.txt': 'two\n',
  '/repo/"odd".txt': 'odd\n',
  '/repo/Case.md': 'one',
  '/repo/CASE.md': 'two',
  '/etc/secret.txt': 'secret',
};
const kOptions = { fs: memoryFs(kFiles), root: '/repo' };
const tool = createReadTool(kOptions);
const strict = createReadTool({ ...kOptions, strictInput: true });

/** The lines that a result shows, without their text. */
function linesOf({ content }) {
  return [...content.matchAll(/^ *(\d+)\t/gm)].map(([, number]) => Number(number));
}

describe('another spelling that can mean one thing only is taken, with a warning', () => {
  for (const [input, first, last] of [
    [{ path: 'notes.txt' }, 1, 50],
    [{ filePath: 'notes.txt' }, 1, 50],
    [{ filename: 'notes.txt' }, 1, 50],
    [{ absolute_path: '/repo/notes.txt' }, 1, 50],
    [{ file_path: 'notes.txt', start_line: 4, end_line: 9 }, 4, 9],
    [{ file_path: 'notes.txt', startLine: '4', endLine: '9' }, 4, 9],
    [{ file_path: 'notes.txt', start_line: 48 }, 48, 50],
    [{ file_path: 'notes.txt', end_line: 3 }, 1, 3],
    [{ file_path: 'notes.txt', view_range: [4, 9] }, 4, 9],
    [{ file_path: 'notes.txt', view_range: [48, -1] }, 48, 50],
    [{ file_path: 'notes.txt', view_range: '4-9' }, 4, 9],
    [{ file_path: 'notes.txt', lines: [4, 5, 6] }, 4, 6],
    [{ file_path: 'notes.txt', lines: [[4, 6]] }, 4, 6],
    [{ file_path: 'notes.txt', lines: { start: 4, end: 6 } }, 4, 6],
    [{ file_path: 'notes.txt', lines: '4:6' }, 4, 6],
    [{ file_path: 'notes.txt', lines: 'L4-L6' }, 4, 6],
    [{ file_path: 'notes.txt', line: 7 }, 7, 7],
    [{ file_path: 'notes.txt', offset: 0, limit: 2 }, 1, 2],
    [{ file_path: '"notes.txt"', limit: 2 }, 1, 2],
    [{ file_path: " './notes.txt'\n", limit: 2 }, 1, 2],
    [{ file_path: 'file:///repo/notes.txt', limit: 2 }, 1, 2],
    [{ file_path: 'file:///repo/two%20words.txt' }, 1, 1],
    [{ file_path: 'readme.MD' }, 1, 1],
  ]) {
    test(JSON.stringify(input), async () => {
      const result = await tool.execute(input);
      assert.equal(result.success, true, result.content);
      const lines = linesOf(result);
      assert.deepEqual([lines.at(0), lines.at(-1)], [first, last]);
      assert.equal(result.metadata.warnings.length > 0, true);
      for (const warning of result.metadata.warnings) assert.doesNotMatch(warning, /\n/);
      assert.equal((await strict.execute(input)).success, false);
    });
  }

  test('which names what was taken for what', async () => {
    const result = await tool.execute({ path: 'notes.txt', view_range: [4, 9] });
    assert.deepEqual(result.metadata.warnings, [
      'took path for file_path "notes.txt"',
      'took view_range for lines "4-9"',
    ]);
    const quoted = await tool.execute({ file_path: '`README.md`' });
    assert.deepEqual(quoted.metadata.warnings, ['took file_path "`README.md`" for "README.md"']);
  });

  test('and the name of a sheet is a range', async () => {
    const fs = memoryFs({ '/a.csv': 'a,b\n1,2\n' });
    const sheets = createReadTool({ fs, root: '/' });
    const { metadata } = await sheets.execute({ file_path: 'a.csv', sheet: 'a' });
    assert.equal(metadata.warnings[0], 'took sheet for range "a"');
  });

  test('and pages and cells may be lists of numbers', async () => {
    const fs = memoryFs({
      '/a.ipynb': JSON.stringify({
        nbformat: 4,
        cells: [1, 2, 3].map((number) => ({
          cell_type: 'markdown',
          metadata: {},
          source: `cell ${number}`,
        })),
      }),
    });
    const notebooks = createReadTool({ fs, root: '/' });
    for (const input of [{ cells: [1, 3] }, { cell: [1, 3] }, { cells: ['1', '3'] }]) {
      const { content } = await notebooks.execute({ file_path: 'a.ipynb', ...input });
      assert.match(content, /cell 1[\s\S]*cell 3/);
      assert.doesNotMatch(content, /cell 2/);
    }
  });
});

describe('a name as it stands comes first', () => {
  test('whatever quotes it has', async () => {
    const result = await tool.execute({ file_path: '"odd".txt' });
    assert.match(result.content, /odd/);
    assert.equal(result.metadata.warnings, undefined);
  });

  test('and an input as the schema has it is taken as it is', async () => {
    const input = { file_path: './notes.txt', lines: '4-6' };
    assert.deepEqual(await tool.execute(input), await strict.execute(input));
  });
});

describe('what can mean several things is refused, with the call that may have been meant', () => {
  for (const [input, meant] of [
    [
      { file_path: 'notes.txt', lines: [10, 20] },
      { file_path: 'notes.txt', lines: '10-20' },
    ],
    [
      { file_path: 'notes.txt', ofset: 3 },
      { file_path: 'notes.txt', offset: 3 },
    ],
    [
      { path: 'notes.txt', limt: 3 },
      { file_path: 'notes.txt', limit: 3 },
    ],
    [
      { file_path: 'notes.txt', limit: 5, view_range: [1, 9] },
      { file_path: 'notes.txt', limit: 5, lines: '1-9' },
    ],
    [
      { file_path: 'chart.png', region: '0,0,10,20' },
      { file_path: 'chart.png', region: { x: 0, y: 0, width: 10, height: 20 } },
    ],
  ]) {
    test(JSON.stringify(input), async () => {
      const result = await tool.execute(input);
      assert.equal(result.errorCode, 'INVALID_ARGUMENT');
      assert.equal(result.content, `${result.error}\nDid you mean ${JSON.stringify(meant)}?`);
      assert.equal(result.error, (await strict.execute(input)).error);
    });
  }

  test('as two paths, or a name that two files have in other cases', async () => {
    const two = await tool.execute({ file_path: 'notes.txt', path: 'README.md' });
    assert.equal(two.errorCode, 'INVALID_ARGUMENT');
    assert.match(two.error, /unknown field "path"/);
    const cases = await tool.execute({ file_path: 'case.md' });
    assert.equal(cases.errorCode, 'FILE_NOT_FOUND');
    assert.match(cases.content, /Did you mean \/repo\/CASE\.md or \/repo\/Case\.md\?/);
    const near = await tool.execute({ file_path: 'READMEE.md', limit: 1 });
    assert.match(near.content, /Did you mean {"file_path":"\/repo\/README\.md","limit":1}\?/);
  });

  for (const view_range of [[5], [1, 2, 3], { a: 1 }, 'abc', true, null]) {
    test(`as a range that is none: ${JSON.stringify(view_range)}`, async () => {
      const result = await tool.execute({ file_path: 'notes.txt', view_range });
      assert.equal(result.errorCode, 'INVALID_ARGUMENT');
      assert.match(result.error, /unknown field "view_range"/);
    });
  }

  test('as lists in lists without an end to be seen', async () => {
    let file_path = 'notes.txt';
    for (let depth = 0; depth < 10_000; depth++) file_path = [file_path];
    assert.equal((await tool.execute({ file_path })).errorCode, 'INVALID_ARGUMENT');
  });

  test('as a path that is no text', async () => {
    for (const input of ['{"file_path":1e999}', { file_path: 10n }, { file_path: new Date(0) }]) {
      for (const asked of [tool, strict])
        assert.equal((await asked.execute(input)).errorCode, 'FILE_NOT_FOUND');
    }
  });

  test('as fields that no object should have', async () => {
    const input = JSON.parse('{"file_path": "notes.txt", "__proto__": {"limit": 1}}');
    assert.equal((await tool.execute(input)).errorCode, 'INVALID_ARGUMENT');
  });
});

describe('a path that leads elsewhere', () => {
  test('is named and not expanded', async () => {
    const result = await tool.execute({ file_path: '~/notes.txt' });
    assert.equal(result.errorCode, 'FILE_NOT_FOUND');
    assert.match(result.content, /~ is not expanded: give the whole path\./);
  });

  test('stays outside of the root in any spelling', async () => {
    for (const file_path of [
      '"/etc/secret.txt"',
      'file:///etc/secret.txt',
      'file:///repo/../etc/secret.txt',
      'file:///repo/%2e%2e/etc/secret.txt',
      ' ../etc/secret.txt ',
    ]) {
      const result = await tool.execute({ file_path });
      assert.equal(result.errorCode, 'OUTSIDE_ROOT', file_path);
    }
  });
});

test('a handle stands for the file that was taken', async () => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  const fs = memoryFs({ '/Pixel.png': png });
  const handles = createReadTool({ fs, root: '/', media: 'handle' });
  for (const input of [{ path: 'Pixel.png' }, { file_path: 'pixel.png' }]) {
    const { images } = await handles.execute(input);
    assert.equal((await handles.materialize(images[0])).mimeType, 'image/png');
  }
});

test('the schema that the model sees names the fields once', () => {
  assert.deepEqual(tool.inputSchema, strict.inputSchema);
  assert.equal('path' in tool.inputSchema.properties, false);
});

describe('an input that no model should write is refused, and at once', () => {
  const deep = (levels) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
  const many = (count, name) => Array.from({ length: count }, (_, index) => `"${name}${index}":1`);
  for (const [name, fields, message] of [
    ['an object without text', '"view_range":{"toString":1,"valueOf":1}', /view_range/],
    ['one in a list', '"view_range":[{"toString":1}]', /view_range/],
    ['lists in lists', `"view_range":${deep(5000)}`, /nested more than/],
    ['more lists in lists', `"view_range":${deep(100_000)}`, /longer than 65536 bytes/],
    ['a name that objects have', '"constructor":"x"', /unknown field "constructor"/],
    ['fields without number', many(5000, 'k'), /unknown field "k0"/],
    ['fields that are too long', many(100_000, 'start_line'), /longer than 65536 bytes/],
    [
      'half surrogate pairs',
      `"search":"${'\\ud800'.repeat(1_000_000)}"`,
      /longer than 65536 bytes/,
    ],
  ]) {
    test(name, async ({ mock }) => {
      const text = `{"file_path":"notes.txt",${fields}}`;
      let looks = 0;
      const get = (target, field) => {
        looks++;
        return target[field];
      };
      const { parse } = JSON;
      const counted = (json) => {
        const value = parse(json);
        return json === text ? new Proxy(value, { get }) : value;
      };
      mock.method(JSON, 'parse', counted);
      for (const input of [text, counted(text)]) {
        const { errorCode, error } = await tool.execute(input);
        assert.equal(errorCode, 'INVALID_ARGUMENT');
        assert.match(error, message);
      }
      assert.ok(looks < 50_000, `${looks} looks at fields`);
    });
  }

  test('but a number of 64 bits is a number', async () => {
    const result = await tool.execute({ file_path: 'notes.txt', limit: 2n });
    assert.deepEqual(linesOf(result), [1, 2]);
  });
});
