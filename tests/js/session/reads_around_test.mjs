// What redaction reads again to tell parts of secrets: which parts it finds, and what becomes of it when the file cannot be read twice.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { createReadTool } from 'lectern';
import { memoryFs } from 'lectern/fs/memory';
import { createLedger, withRedaction } from 'lectern/session';

const kCharacters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const kParts = Array.from({ length: 240 }, (_, line) =>
  Array.from({ length: 64 }, (_, at) => kCharacters[(at * 7 + line * 13 + (line >> 6)) % 64]).join(
    '',
  ),
);
const keyOf = (lines) => [
  '-----BEGIN PRIVATE KEY-----',
  ...kParts.slice(0, lines),
  '-----END PRIVATE KEY-----',
];

const toolOf = (text, options = {}) =>
  createReadTool({ fs: memoryFs({ '/a.txt': text }), root: '/', ...options });

/** Lines of the key that a result shows. */
const shown = ({ content }) => kParts.filter((part) => content.includes(part)).length;

describe('a line in the middle of a key', () => {
  const text = ['one', 'two', ...keyOf(240), 'tail'].join('\n');

  test('is hidden with every form of numbers, and without them', async () => {
    for (const lineNumbers of ['cat', 'arrow', 'none']) {
      const tool = withRedaction(toolOf(text, { text: { lineNumbers } }));
      for (const place of [
        { offset: 100, limit: 3 },
        { lines: '50,230-233' },
        { offset: -5, limit: 2 },
      ]) {
        const result = await tool.execute({ file_path: '/a.txt', ...place });
        assert.equal(shown(result), 0, `${lineNumbers} ${JSON.stringify(place)}`);
        assert.match(result.content, /\[hidden: private-key\]/);
      }
    }
  });

  test('is hidden in lines that are picked one by one', async () => {
    const tool = withRedaction(toolOf(text));
    const lines = Array.from({ length: 118 }, (_, index) => 5 + 2 * index).join();
    assert.equal(shown(await tool.execute({ file_path: '/a.txt', lines })), 0);
    assert.equal(shown(await tool.execute({ file_path: '/a.txt', search: 'A', context: 0 })), 0);
  });

  test('is hidden in the lines of a cell of a notebook', async () => {
    const cells = [
      { cell_type: 'markdown', metadata: {}, source: 'x' },
      { cell_type: 'code', outputs: [{ output_type: 'stream', name: 'stdout', text }] },
    ];
    const fs = memoryFs({ '/a.ipynb': JSON.stringify({ nbformat: 4, cells }) });
    const plain = createReadTool({ fs, root: '/' });
    for (const place of [
      { offset: 100, limit: 3 },
      { lines: '50,130-133' },
      { offset: 60, column: 20 },
    ]) {
      const input = { file_path: '/a.ipynb', cells: '2', ...place };
      assert.notEqual(shown(await plain.execute(input)), 0);
      assert.equal(shown(await withRedaction(plain).execute(input)), 0, JSON.stringify(place));
    }
  });

  test('is hidden behind long lines', async () => {
    const long = Array.from({ length: 120 }, () => 'x y '.repeat(4000));
    const tool = withRedaction(toolOf([...long, ...keyOf(60)].join('\n')));
    assert.equal(shown(await tool.execute({ file_path: '/a.txt', offset: 140, limit: 20 })), 0);
  });

  test('is told from lines of other data', async () => {
    const tool = withRedaction(toolOf(['data:', ...kParts, 'end'].join('\n')));
    for (const place of [{ offset: 100, limit: 3 }, { search: 'AHOV', context: 0 }, {}]) {
      const result = await tool.execute({ file_path: '/a.txt', ...place });
      assert.doesNotMatch(result.content, /hidden/, JSON.stringify(place));
    }
  });
});

describe('a file that cannot be read again', () => {
  const key = new TextEncoder().encode(['one', ...keyOf(60)].join('\n'));
  const token = new TextEncoder().encode(
    `${'x '.repeat(1000)}ghp_${'a1B2c3D4'.repeat(5)} tail ${'y '.repeat(900)}`,
  );

  /** The first open gives `bytes`, those behind it what `later` does. */
  function fsOf(bytes, later) {
    let opens = 0;
    const handle = (data) => ({
      size: data.length,
      read: async (offset, length) => data.subarray(offset, offset + length),
    });
    return {
      opens: () => opens,
      open: async () => (++opens === 1 ? handle(bytes) : later(handle)),
    };
  }
  const failing = {
    fails: () => Promise.reject(new Error('gone')),
    'is another': (handle) => handle(new TextEncoder().encode('other\n'.repeat(60))),
    'is empty': (handle) => handle(new Uint8Array()),
    'is binary': (handle) => handle(new Uint8Array(5000).fill(1)),
  };

  for (const [name, later] of Object.entries(failing)) {
    test(`shows no part of what may be a secret when it ${name}`, async () => {
      const read = (bytes, place) =>
        withRedaction(createReadTool({ fs: fsOf(bytes, later), root: '/' })).execute({
          file_path: '/a.txt',
          ...place,
        });
      const middle = await read(key, { offset: 20, limit: 3 });
      assert.equal(shown(middle), 0);
      assert.match(middle.content, /\[hidden: unchecked\]/);
      const end = await read(token, { column: 2011 });
      assert.doesNotMatch(end.content, /[a-z]\d[A-Z]\d/);
      assert.match(end.content, /\[hidden: unchecked\] tail y y/);
    });
  }

  test('is waited for until the signal of the call ends it', async () => {
    const never = () => new Promise(() => undefined);
    const toolFor = () => withRedaction(createReadTool({ fs: fsOf(key, never), root: '/' }));
    const input = { file_path: '/a.txt', offset: 20, limit: 3 };
    const controller = new AbortController();
    setTimeout(() => controller.abort(new Error('enough')), 50);
    await assert.rejects(toolFor().execute(input, { signal: controller.signal }), /enough/);
  });

  test('is opened twice for lines, and a bounded number of times for places in lines', async () => {
    const places = `${'x'.repeat(3000)} needle ${'y'.repeat(3000)}\n`.repeat(200);
    for (const [bytes, input, most] of [
      [key, { lines: '3,5,7,9,11,13,15' }, 2],
      [new TextEncoder().encode(places), { search: 'needle', context: 0 }, 52],
    ]) {
      const fs = fsOf(bytes, (handle) => handle(bytes));
      await withRedaction(createReadTool({ fs, root: '/' })).execute({ file_path: '/a', ...input });
      assert.ok(fs.opens() <= most, `${fs.opens()} opens`);
    }
  });
});

describe('a ledger', () => {
  const text = ['one', 'two', ...keyOf(60), 'tail'].join('\n');

  test('counts what the model has seen, not what was read again or is hidden', async () => {
    for (const ofSafe of [false, true]) {
      const tool = toolOf(text);
      const safe = withRedaction(tool);
      const ledger = createLedger(ofSafe ? safe : tool);
      await safe.execute({ file_path: '/a.txt', lines: '20-22,64-65' });
      const { lines, reads, whole } = ledger.entry('/a.txt');
      assert.deepEqual([lines, reads, whole], [[[64, 65]], 1, false]);
      await safe.execute({ file_path: '/a.txt' });
      assert.equal(ledger.sawLines('/a.txt', 1, 2), true);
      assert.equal(ledger.sawLines('/a.txt', 10), false);
      assert.equal(ledger.entry('/a.txt').whole, false);
    }
  });

  test('counts lines that say they are hidden in a file that hides nothing', async () => {
    const tool = toolOf('[hidden: private-key]\n');
    const ledger = createLedger(tool);
    await withRedaction(tool).execute({ file_path: '/a.txt' });
    assert.equal(ledger.sawLines('/a.txt', 1), true);
  });
});

test('a line of a file that looks like a mark of a search hides nothing', async () => {
  const source = '(Line 5 from column 7 on)\nsecretword12 and more\n';
  const cells = [{ cell_type: 'markdown', metadata: {}, source }];
  const files = { '/a.ipynb': JSON.stringify({ nbformat: 4, cells }), '/a.txt': source };
  const tool = createReadTool({ fs: memoryFs(files), root: '/', text: { lineNumbers: 'none' } });
  for (const file_path of Object.keys(files)) {
    const { content } = await withRedaction(tool).execute({ file_path });
    assert.match(content, /secretword12 and more/);
  }
});
