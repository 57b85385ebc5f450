// Outlines by syntax trees: tree-sitter's own Python grammar, and trees that are made here for what no real one shows.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';

import { createReadTool } from '../../../dist/hosts/node.js';
import { memoryFs } from '../../../dist/fs/memory.js';
import { withGrammars } from '../../../dist/outline/index.js';
import { createLedger, withRedaction } from '../../../dist/session/index.js';
import { Language, Parser } from 'web-tree-sitter';

import { zipFile } from '../../../scripts/lib/zip.mjs';

const require = createRequire(import.meta.url);

async function pythonGrammar() {
  await Parser.init();
  const parser = new Parser();
  parser.setLanguage(
    await Language.load(
      readFileSync(require.resolve('tree-sitter-python/tree-sitter-python.wasm')),
    ),
  );
  return { name: 'Python', extensions: ['.py'], parse: (text) => parser.parse(text) };
}

const kProgram = `"""
def not_this(): it is text
"""
class Store:
    def __init__(self):
        def inner(): pass

    @property
    def size(self) -> int:
        return 0


async def main(): pass
`;
const kOutline = `Outline (Python, 13 lines)
4-10: class Store:
5-6:   def __init__(self):
8-10:   def size(self) -> int:
13: async def main(): pass`;

function node(type, from, to, children = [], isNamed = true) {
  const name = isNamed ? { type: 'identifier' } : null;
  return {
    type,
    startPosition: { row: from, column: 0 },
    endPosition: { row: to, column: 1 },
    namedChildren: children,
    childForFieldName: (field) => (field === 'name' ? name : null),
  };
}

/** A grammar whose tree does not depend on the text. */
const made = (...children) => ({
  name: 'Made',
  extensions: ['.made'],
  parse: () => ({ rootNode: node('file', 0, 99, children) }),
});

const toolOf = (files, grammars, options) =>
  withGrammars(createReadTool({ fs: memoryFs(files), root: '/' }), grammars, options);

test('the outline of a language with a grammar lists the declarations of its tree', async () => {
  const tool = toolOf({ '/a.py': kProgram }, [await pythonGrammar()]);
  const result = await tool.execute({ file_path: '/a.py', outline: true });
  assert.equal(result.content, kOutline);
  assert.equal(result.success, true);
});

test('members of archives and other encodings are parsed as what the tool decodes', async () => {
  const utf16 = Buffer.from(`\ufeff${kProgram}`, 'utf16le');
  const files = { '/b.zip': zipFile({ 'src/a.py': Buffer.from(kProgram) }), '/c.py': utf16 };
  const tool = toolOf(files, [await pythonGrammar()]);
  for (const file_path of ['/b.zip/src/a.py', '/c.py']) {
    const { content } = await tool.execute({ file_path, outline: true });
    assert.equal(content, kOutline, file_path);
  }
});

test('a file without a grammar, a part of an outline and every other read are the tool’s own', async () => {
  const files = { '/a.py': kProgram, '/b.js': 'function f() {}\n' };
  const own = createReadTool({ fs: memoryFs(files), root: '/' });
  const tool = withGrammars(own, [await pythonGrammar()]);
  for (const input of [
    { file_path: '/b.js', outline: true },
    { file_path: '/a.py', outline: true, offset: 4, limit: 7 },
    { file_path: '/a.py' },
    { file_path: '/none.py', outline: true },
  ]) {
    assert.deepEqual(await tool.execute(input), await own.execute(input));
  }
});

test('what cannot be parsed, is too long or declares nothing has the tool’s own outline', async () => {
  const files = { '/a.py': kProgram };
  const input = { file_path: '/a.py', outline: true };
  const own = await createReadTool({ fs: memoryFs(files), root: '/' }).execute(input);
  const python = await pythonGrammar();
  for (const [grammar, options] of [
    [{ ...python, parse: () => null }],
    [python, { maxTextChars: 50 }],
    [{ ...python, declarations: ['nothing_of_the_kind'] }],
  ]) {
    assert.deepEqual(await toolOf(files, [grammar], options).execute(input), own);
  }
});

test('an outline without room leaves out what lies deepest first, and counts it', async () => {
  const text = Array.from({ length: 100 }, (_, line) => `line ${line + 1}\n`).join('');
  const method = (from) => node('method_definition', from, from);
  const classes = Array.from({ length: 10 }, (_, k) =>
    node('class_declaration', 10 * k, 10 * k + 9, [method(10 * k + 1)]),
  );
  const tool = toolOf({ '/a.made': text }, [made(...classes)]);
  const outline = (maxContentChars) =>
    tool.execute(
      { file_path: '/a.made', outline: true },
      { options: { limits: { maxContentChars } } },
    );
  const whole = (await outline(10_000)).content.split('\n');
  assert.equal(whole.length, 21);
  assert.equal(whole[1], '1-10: line 1');
  const classesOnly = (await outline(300)).content.split('\n');
  assert.deepEqual(
    [classesOnly.length, classesOnly.at(-1)],
    [12, '(10 entries left out; an outline with offset and limit shows them)'],
  );
  const { content } = await outline(150);
  assert.ok(content.length <= 150);
  const [, shown] = /^\((\d+) entries left out/m.exec(content);
  assert.equal(Number(shown) + content.split('\n').length - 2, 20);
});

test('trees of any depth are walked, and are deleted', async () => {
  let deep = node('class_declaration', 5, 5);
  for (let k = 0; k < 100_000; ++k) deep = node('block', 0, 9, [deep]);
  let deleted = 0;
  const grammar = {
    ...made(deep),
    parse: () => ({ rootNode: node('file', 0, 9, [deep]), delete: () => deleted++ }),
  };
  const { content } = await toolOf({ '/a.made': '\n\n\n\n\nhere\n' }, [grammar]).execute({
    file_path: '/a.made',
    outline: true,
  });
  assert.equal(content, 'Outline (Made, 6 lines)\n6: here');
  assert.equal(deleted, 1);
});

test('grammars that are none are a TypeError', () => {
  const tool = createReadTool({ fs: memoryFs({}), root: '/' });
  assert.throws(() => withGrammars(tool, [{ name: 'Python' }]), TypeError);
});

test('a ledger counts what an outline shows as the tool’s own does, not the text that was parsed', async () => {
  const input = { file_path: '/a.py', outline: true };
  const entryOf = async (grammars) => {
    const own = createReadTool({ fs: memoryFs({ '/a.py': kProgram }), root: '/' });
    const ledger = createLedger(own);
    await withGrammars(own, grammars).execute(input);
    const [{ reads, lines, whole }] = ledger.entries();
    return { reads, lines, whole };
  };
  assert.deepEqual(await entryOf([await pythonGrammar()]), await entryOf([]));
});

test('a tool that hides secrets hides them in these outlines, too', async () => {
  const key = `AKIA${'ABCDEFGH'.repeat(2)}`;
  const files = { '/a.py': `class Store:\n    def save(self, key="${key}"): pass\n` };
  const grammar = await pythonGrammar();
  const own = createReadTool({ fs: memoryFs(files), root: '/' });
  for (const tool of [
    withRedaction(withGrammars(own, [grammar])),
    withGrammars(withRedaction(own), [grammar]),
  ]) {
    const { content } = await tool.execute({ file_path: '/a.py', outline: true });
    assert.match(
      content,
      /^Outline \(Python, \d+ lines\)\n1-2: class Store:\n2: {3}def save\(self, key="\[hidden: aws-access-key\]"/,
    );
  }
});

test('an outline looks at each node a few times, whatever nests or stands in one line', async () => {
  const kCount = 10_000;
  let nested = node('class_declaration', kCount - 1, kCount - 1);
  for (let row = kCount - 2; row >= 0; --row)
    nested = node('class_declaration', row, kCount - 1, [nested]);
  const inOneLine = Array.from({ length: kCount }, () => node('class_declaration', 0, 0));
  for (const [root, text, last] of [
    [nested, 'class A {\n'.repeat(kCount), /^\([\d,]+ entries left out; /],
    [node('file', 0, 0, inOneLine), `${'class A {} '.repeat(100_000)}\n`, / entries left out; /],
  ]) {
    let looks = 0;
    const get = (target, name) => {
      looks++;
      const value = target[name];
      return typeof value === 'object' && value !== null ? new Proxy(value, { get }) : value;
    };
    const { content } = await toolOf({ '/a.made': text }, [made(new Proxy(root, { get }))]).execute(
      { file_path: '/a.made', outline: true },
    );
    assert.ok(
      content.length <= 100_000 && last.test(content.split('\n').at(-1)),
      content.slice(-99),
    );
    assert.ok(looks < 40 * kCount, `${looks} looks at the tree`);
  }
});
