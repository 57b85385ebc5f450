// What stands between a framework and the tool: a schema that checks nothing, and an output that is no result.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { asSchema } from 'ai-v6';

import { createReadTool } from '../../../dist/hosts/node.js';
import { memoryFs } from '../../../dist/fs/memory.js';
import {
  toAiSdk5,
  toAiSdk6,
  toAiSdk7,
  toGemini,
  toOpenAIChat,
  toOpenSchema,
} from '../../../dist/wires/index.js';

const tool = createReadTool({ fs: memoryFs({ '/a.txt': 'one\n' }), root: '/' });

test('an open schema shows the model the schema of the tool, and refuses nothing', async () => {
  const open = toOpenSchema(tool.inputSchema);
  const { vendor, version, jsonSchema, validate } = open['~standard'];
  assert.deepEqual([vendor, version], ['lectern', 1]);
  assert.deepEqual(jsonSchema.input({ target: 'draft-07' }), tool.inputSchema);
  const sloppy = { path: 'a.txt', limit: '1', colour: 'red' };
  assert.deepEqual(validate(sloppy), { value: sloppy });
  const { jsonSchema: shown, validate: check } = asSchema(open);
  assert.deepEqual((await shown).properties.limit, tool.inputSchema.properties.limit);
  assert.deepEqual(await check(sloppy), { success: true, value: sloppy });
});

test('a framework that changes its schema does not change that of the tool', () => {
  const schema = toOpenSchema(tool.inputSchema)['~standard'].jsonSchema.input();
  schema.properties.limit.type = 'string';
  assert.equal(tool.inputSchema.properties.limit.type, 'integer');
});

test('an output for the AI SDK that is no result is named, with how toModelOutput is written in this version', () => {
  assert.throws(
    () => toAiSdk5(undefined),
    /toAiSdk5 wants a result .*: \(output\) => toAiSdk5\(output\)$/,
  );
  for (const [version, wire] of [
    [6, toAiSdk6],
    [7, toAiSdk7],
  ])
    assert.throws(() => wire({ error: true }), {
      name: 'TypeError',
      message: `toAiSdk${version} wants a result of the Read tool: toModelOutput: ({ output }) => toAiSdk${version}(output)`,
    });
});

test('a picture that an API does not take is named in its text', () => {
  const images = [{ data: 'AA==', mimeType: 'image/avif', width: 1, height: 1 }];
  const result = { success: true, content: 'one', images, metadata: {} };
  const line = '(picture left out: image/avif is not accepted here)';
  const [chat] = toOpenAIChat(result, { callId: '1' });
  assert.equal(chat.content, `one\n${line}`);
  assert.match(JSON.stringify(toGemini(result, { name: 'Read' })), /picture left out: image.avif/);
});
