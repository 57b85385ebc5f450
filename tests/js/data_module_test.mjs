// The module that shows what text is made of.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { createReader, initWith } from 'lectern';
import { loadData } from 'lectern/data';

import { kRoot } from './support/samples.mjs';

const kText = Buffer.from('# Title\n\ntext\n\n## Part\n\ntext\n');
const kOutline = 'Outline (Markdown, 7 lines)\n1-7: # Title\n5-7:   ## Part';

test('the package loads the data module by itself', async () => {
  const reader = await createReader();
  const result = await reader.read(kText, { file_path: 'a.md', outline: true });
  assert.equal(result.content, kOutline);
});

test('a reader that is given the loader gives the same outline', async () => {
  const reader = await createReader({}, { data: loadData });
  const result = await reader.read(kText, { file_path: 'a.md', outline: true });
  assert.equal(result.content, kOutline);
});

test('a reader without the module shows the text and says so', async () => {
  const core = new WebAssembly.Module(readFileSync(join(kRoot, 'dist', 'core.wasm')));
  const reader = await initWith(core);
  const result = await reader.read(kText, { file_path: 'a.md', outline: true });
  assert.match(result.content, /^ {5}1\t# Title/);
  assert.deepEqual(result.metadata.warnings, [
    'the data module is not loaded: this is the text itself',
  ]);
});

test('without the module the next call asks for the text that is shown', async () => {
  const core = new WebAssembly.Module(readFileSync(join(kRoot, 'dist', 'core.wasm')));
  const reader = await initWith(core, { limits: { maxLines: 3 } });
  const text = Buffer.from('{\n"a": 1,\n"b": 2,\n"c": 3\n}\n');
  for (const asked of [{ outline: true }, { block: 2 }, { at: 'b' }, { at: 'b', outline: true }]) {
    const { content, truncation } = await reader.read(text, { file_path: 'a.json', ...asked });
    assert.deepEqual(truncation.next, { file_path: 'a.json', offset: 4 });
    assert.match(content, /\(Showing 3 of 5 total lines\. Next: offset=4\)$/);
  }
});

test('without the module bytes in hexadecimal are refused by its name', async () => {
  const core = new WebAssembly.Module(readFileSync(join(kRoot, 'dist', 'core.wasm')));
  const reader = await initWith(core);
  for (const bytes of [kText, Uint8Array.of(0x7f, 0x45, 0x4c, 0x46)]) {
    const result = await reader.read(bytes, { file_path: 'a.md', view: 'hex' });
    assert.equal(result.errorCode, 'UNSUPPORTED_FORMAT');
    assert.match(
      result.error,
      /^the bytes of a\.md cannot be shown here: the data module is not loaded/,
    );
  }
});

test('a block and a place in JSON come through the package', async () => {
  const reader = await createReader();
  const code = Buffer.from('def f():\n    a()\n\ndef g():\n    b()\n');
  const block = await reader.read(code, { file_path: 'a.py', block: 5 });
  assert.equal(block.content, '     4\tdef g():\n     5\t    b()');
  const json = Buffer.from('{"items": [{"id": 1}, {"id": 2}]}');
  const place = await reader.read(json, { file_path: 'a.json', at: 'items[1].id' });
  assert.equal(place.content, 'items[1].id: line 1 of the file\n2');
});
