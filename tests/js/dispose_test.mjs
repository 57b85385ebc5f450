// What holds memory is given back at the end of a block, where the language has `using`.

import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';

import { transform } from 'esbuild';

import { createReader, createReadTool } from 'lectern';
import { memoryFs } from 'lectern/fs/memory';
import { withRedaction } from 'lectern/session';
import { createWatchedReader } from 'lectern/watchdog';

const kText = new TextEncoder().encode('one\n');

for (const [name, make] of Object.entries({ createReader, createWatchedReader })) {
  test(`a reader of ${name} is disposed by Symbol.dispose, and again without harm`, async () => {
    const reader = await make();
    assert.equal((await reader.read(kText, { file_path: 'a.txt' })).success, true);
    reader[Symbol.dispose]();
    reader[Symbol.dispose]();
    await assert.rejects(async () => reader.read(kText, { file_path: 'a.txt' }), /disposed/);
  });
}

test('a tool is, and one with redaction', async () => {
  for (const wrap of [(tool) => tool, (tool) => withRedaction(tool)]) {
    const tool = wrap(createReadTool({ fs: memoryFs({ '/a.txt': kText }), root: '/' }));
    assert.equal((await tool.execute({ file_path: '/a.txt' })).success, true);
    tool[Symbol.dispose]();
    await assert.rejects(tool.execute({ file_path: '/a.txt' }), /disposed/);
  }
});

test('a read under way when its reader is disposed is whole', async () => {
  const legacy = new Uint8Array(
    Buffer.from('Ein Caf\xe9 f\xfcr die H\xe4user\n'.repeat(9), 'latin1'),
  );
  const read = async (dispose) => {
    const reader = await createReader();
    const reading = reader.read(legacy, { file_path: 'a.txt' });
    if (dispose) reader.dispose();
    return reading;
  };
  const whole = await read(false);
  assert.match(whole.content, /Café für die Häuser/);
  assert.deepEqual(await read(true), whole);
  const reader = await createReader();
  reader.dispose();
  await assert.rejects(reader.loadEncodings(), /disposed/);
});

for (const [name, make] of Object.entries({ createReader, createWatchedReader })) {
  test(`a reader of ${name} is disposed by Symbol.asyncDispose, as a stack of resources does it`, async () => {
    const reader = await make();
    assert.equal(await reader[Symbol.asyncDispose](), undefined);
    await reader[Symbol.asyncDispose]();
    await assert.rejects(async () => reader.read(kText, { file_path: 'a.txt' }), /disposed/);
  });
}

test('a tool is by Symbol.asyncDispose, and one with redaction', async () => {
  for (const wrap of [(tool) => tool, (tool) => withRedaction(tool)]) {
    const tool = wrap(createReadTool({ fs: memoryFs({ '/a.txt': kText }), root: '/' }));
    assert.equal((await tool.execute({ file_path: '/a.txt' })).success, true);
    await tool[Symbol.asyncDispose]();
    await assert.rejects(tool.execute({ file_path: '/a.txt' }), /disposed/);
  }
});

test('what TypeScript makes of `using` and `await using` gives everything back', async () => {
  const source = `import { createReader, createReadTool } from 'lectern';
import { memoryFs } from 'lectern/fs/memory';
import { createWatchedReader } from 'lectern/watchdog';
export async function use(seen) {
  await using watched = await createWatchedReader();
  using reader = await createReader();
  await using tool = createReadTool({ fs: memoryFs({}), root: '/' });
  seen.push(watched, reader, tool);
}`;
  const { code } = await transform(source, { target: 'es2022', format: 'esm' });
  const path = join(import.meta.dirname, `.using-${process.pid}.mjs`);
  writeFileSync(path, code);
  try {
    const { use } = await import(pathToFileURL(path).href);
    const seen = [];
    await use(seen);
    const [watched, reader, tool] = seen;
    for (const each of [watched, reader])
      await assert.rejects(async () => each.read(kText, { file_path: 'a.txt' }), /disposed/);
    await assert.rejects(tool.execute({ file_path: '/a.txt' }), /disposed/);
  } finally {
    rmSync(path);
  }
});
