// What holds memory is given back at the end of a block, where the language has `using`.

import assert from 'node:assert/strict';
import { test } from 'node:test';

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
