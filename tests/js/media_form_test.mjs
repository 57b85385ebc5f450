import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { createReader, createReadTool } from 'lectern';
import { memoryFs } from 'lectern/fs/memory';
import {
  toAiSdk7,
  toAnthropic,
  toBedrock,
  toGemini,
  toMcp,
  toOpenAIChat,
  toOpenAIResponses,
} from 'lectern/wires';

import { buildBytes } from '../hosts/run_cases.js';
import { kRedPixel } from './support/samples.mjs';

const kPdf = buildBytes(
  JSON.parse(readFileSync(new URL('../conformance/pdf.json', import.meta.url), 'utf8')).cases[0]
    .bytes,
);
const kWires = {
  toAiSdk7,
  toAnthropic,
  toBedrock,
  toGemini,
  toMcp,
  toOpenAIChat,
  toOpenAIResponses,
};

const reader = await createReader({ pdf: { as: 'document' } });

/** A result whose media are base64, whatever they were. */
async function inBase64(result) {
  const text = async (data) =>
    Buffer.from(data instanceof Blob ? await data.arrayBuffer() : data).toString('base64');
  const all = (media) =>
    media && Promise.all(media.map(async (one) => ({ ...one, data: await text(one.data) })));
  const [images, documents] = [await all(result.images), await all(result.documents)];
  return { ...result, ...(images && { images }), ...(documents && { documents }) };
}

for (const [name, bytes] of [
  ['a.png', kRedPixel],
  ['a.pdf', kPdf],
]) {
  test(`${name} comes in base64, as bytes and as a Blob, and is the same`, async () => {
    const plain = await reader.read(bytes, { name });
    const source = { sizeBytes: bytes.length, read: async (at, n) => bytes.subarray(at, at + n) };
    for (const [media, type] of [
      ['bytes', Uint8Array],
      ['blob', Blob],
    ]) {
      const result = await reader.read(bytes, { name }, {}, { media });
      const [found] = result.images ?? result.documents;
      assert.ok(found.data instanceof type);
      if (media === 'blob') assert.equal(found.data.type, found.mimeType);
      assert.deepEqual(await inBase64(result), plain);
      const read = await reader.readSource(source, { name }, {}, { media });
      assert.deepEqual(await inBase64(read.result), plain);
      const tool = createReadTool({
        fs: memoryFs({ [`/${name}`]: bytes }),
        media,
        pdf: { as: 'document' },
      });
      const fromTool = await inBase64(await tool.execute({ file_path: `/${name}` }));
      assert.deepEqual(fromTool.images ?? fromTool.documents, plain.images ?? plain.documents);
    }
  });

  test(`the wires make of the bytes of ${name} what they make of base64`, async () => {
    const call = { callId: 'id', name: 'Read', filename: name };
    const plain = await reader.read(bytes, { name });
    const asBytes = await reader.read(bytes, { name }, {}, { media: 'bytes' });
    for (const [wire, to] of Object.entries(kWires))
      assert.deepEqual(to(asBytes, call), to(plain, call), wire);
  });
}

test('bytes of media stay when the reader is disposed or reads on', async () => {
  const own = await createReader();
  const { images } = await own.read(kRedPixel, { name: 'a.png' }, {}, { media: 'bytes' });
  const before = Buffer.from(images[0].data);
  await own.read(new Uint8Array(100_000).fill(65), { name: 'b.txt' });
  own.dispose();
  assert.deepEqual(Buffer.from(images[0].data), before);
});

test('a form that does not exist is the mistake of a programmer', async () => {
  const call = reader.read(kRedPixel, { name: 'a.png' }, {}, { media: 'url' });
  await assert.rejects(call, /media must be one of 'base64', 'bytes', 'blob', got "url"/);
});

test('a file without a path has a name', async () => {
  const result = await reader.read(kRedPixel, { name: 'a.png' });
  assert.deepEqual(result, await reader.read(kRedPixel, { file_path: 'a.png' }));
  const both = await reader.read(kRedPixel, { name: 'a.png', file_path: 'b.png' });
  assert.equal(both.errorCode, 'INVALID_ARGUMENT');
});
