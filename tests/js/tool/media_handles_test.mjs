// Media by reference that came of a call with options of its own.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';

import { createReadTool, FileError } from 'lectern';
import { memoryFs } from 'lectern/fs/memory';

import { mediaHash, plainSha256 } from '../../../dist/tool/media_hash.js';
import { buildBytes } from '../../hosts/run_cases.js';
import { kRoot, sample } from '../support/samples.mjs';

const kPdfCases = JSON.parse(readFileSync(`${kRoot}/tests/conformance/pdf.json`, 'utf8')).cases;
const kEncrypted = kPdfCases.find(
  ({ options, expect }) => options?.password && expect?.success !== false,
);
const kDrawing = '<svg xmlns="http://www.w3.org/2000/svg" width="2" height="1"/>';
const kFiles = {
  '/chart.png': sample('chart.png'),
  '/report.pdf': buildBytes(kPdfCases[0].bytes),
  '/drawing.svg': kDrawing,
};
const kPixels = { width: 2, height: 1, rgba: new Uint8Array([1, 2, 3, 255, 4, 5, 6, 255]) };

const stored = (result) => JSON.parse(JSON.stringify(result));
const tools = (options = {}) => {
  const fs = memoryFs(kFiles);
  return {
    tool: createReadTool({ fs, root: '/', media: 'handle', ...options }),
    inline: createReadTool({ fs, root: '/', ...options }),
  };
};

describe("the call's options", () => {
  for (const [what, file_path, options] of [
    ['the form of a PDF', '/report.pdf', { pdf: { as: 'document' } }],
    ['pictures of pages', '/report.pdf', { pdf: { pageImages: 'always' } }],
    ['a hash that is not wanted', '/chart.png', { hash: 'none' }],
    ['a hash of the host', '/chart.png', { host: { contentHash: 'f'.repeat(64) } }],
    ['a decoder', '/drawing.svg', { image: { svg: 'image' }, decodeImage: async () => kPixels }],
  ]) {
    test(`count again when the media come back: ${what}`, async () => {
      const { tool, inline } = tools();
      const expected = await inline.execute({ file_path }, { options });
      assert.equal(expected.success, true);
      const result = await tool.execute({ file_path }, { options });
      const handles = stored(result.images ?? result.documents);
      const media = expected.images ?? expected.documents;
      assert.equal(handles.length, media.length);
      if (what === 'a hash of the host') {
        // What a host said of the file is no proof of what it is now.
        await assert.rejects(tool.materialize(handles[0]), /has changed/);
        return;
      }
      for (const [index, handle] of handles.entries())
        assert.deepEqual(await tool.materialize(handle), media[index]);
      const { contentHash: _, ...rest } = await tool.inlineMedia(stored(result));
      const { contentHash: __, ...wanted } = expected;
      assert.deepEqual(rest, wanted);
    });
  }

  test('that are another picture are an error, not another picture', async () => {
    const { tool } = tools();
    const input = { file_path: '/chart.png', region: { x: 10, y: 10, width: 30, height: 20 } };
    const { images } = await tool.execute(input);
    const [handle] = stored(images);
    for (const wrong of [
      { ...handle, input: { file_path: '/chart.png' } },
      { ...handle, input: { ...input, region: { ...input.region, x: 11 } } },
      { ...handle, mediaHash: 'f'.repeat(64) },
      { ...handle, index: 1 },
      { ...handle, index: 'length' },
      { ...handle, index: -1 },
    ]) {
      await assert.rejects(tool.materialize(wrong), (error) => {
        assert.ok(error instanceof FileError);
        return /gives another picture now/.test(error.message);
      });
    }
    for (const wrong of [
      { ...handle, input: undefined },
      { ...handle, input: { file_path: '../etc/passwd' } },
      { ...handle, input: { ...input, region: 'all' } },
    ])
      await assert.rejects(tool.materialize(wrong), FileError);
    const back = await tool.inlineMedia({ content: 'x', images: [{ ...handle, index: 7 }] });
    assert.match(back.content, /\(picture left out: \/chart\.png gives another picture now/);
  });

  test('are in no history as far as they are secret', async () => {
    const { tool } = tools();
    const options = { pdf: { pageImages: 'always' }, password: 'sesame' };
    const result = await tool.execute({ file_path: '/report.pdf' }, { options });
    assert.equal(JSON.stringify(result).includes('sesame'), false);
    assert.equal((await tool.materialize(stored(result.images)[0])).mimeType, 'image/png');
  });
});

describe('a picture of an encrypted PDF', { skip: kEncrypted ? false : 'no such case' }, () => {
  const input = { file_path: '/secret.pdf' };
  const options = { pdf: { pageImages: 'always' }, password: kEncrypted?.options.password };
  const make = () => {
    const fs = memoryFs({ '/secret.pdf': buildBytes(kEncrypted.bytes) });
    return createReadTool({ fs, root: '/', media: 'handle' });
  };

  test('comes back from the tool that was told the password', async () => {
    const tool = make();
    const { images } = await tool.execute(input, { options });
    assert.equal((await tool.materialize(stored(images[0]))).width, images[0].width);
  });

  test('comes back from another one only with the password', async () => {
    const { images } = await make().execute(input, { options });
    const handle = stored(images[0]);
    await assert.rejects(make().materialize(handle), FileError);
    const { password } = options;
    const back = await make().materialize(handle, { options: { password } });
    assert.equal(await mediaHash(back.data), handle.mediaHash);
  });
});

test('bringing media back ends with an abort', async () => {
  const { tool } = tools();
  const { images } = await tool.execute({ file_path: '/chart.png' });
  const reason = new Error('enough');
  const signal = AbortSignal.abort(reason);
  await assert.rejects(tool.materialize(images[0], { signal }), reason);
});

test('the hash is SHA-256, with Web Crypto and without', async () => {
  for (const size of [0, 1, 55, 56, 63, 64, 65, 119, 120, 1000, 70_000]) {
    const bytes = Uint8Array.from({ length: size }, (_, index) => (index * 7) % 251);
    const expected = createHash('sha256').update(bytes).digest('hex');
    assert.equal(Buffer.from(plainSha256(bytes)).toString('hex'), expected);
    assert.equal(await mediaHash(Buffer.from(bytes).toString('base64')), expected);
  }
});
