// Pictures that the host decodes: AVIF, and SVG as a picture, by libvips (through sharp) in the place of a browser.

import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { before, describe, it } from 'node:test';

import { createReader, createReadTool } from '../../../dist/hosts/node.js';
import { memoryFs } from '../../../dist/fs/memory.js';
import { createWatchedReader } from '../../../dist/watchdog/node.js';

const sharp = createRequire(import.meta.url)('sharp');

const kDrawing = new TextEncoder().encode(
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20" fill="#f00"/></svg>',
);

async function decodeImage(bytes, mimeType) {
  if (mimeType === 'image/heic') return undefined;
  const { data, info } = await sharp(bytes)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, rgba: data };
}

describe('decodeImage', () => {
  let avif;
  before(async () => {
    const blue = { width: 3000, height: 100, channels: 3, background: '#00f' };
    avif = new Uint8Array(await sharp({ create: blue }).avif({ effort: 0 }).toBuffer());
  });

  it('makes an AVIF a picture that fits the provider, with coordinates that can be mapped', async () => {
    const reader = await createReader({ decodeImage, provider: 'anthropic' });
    const result = await reader.read(avif, { file_path: 'sky.avif' });
    assert.equal(result.error, undefined);
    assert.equal(result.metadata.mimeType, 'image/avif');
    assert.deepEqual(result.metadata.originalDimensions, { width: 3000, height: 100 });
    const [image] = result.images;
    assert.equal(image.width, 1568);
    const { data } = await sharp(Buffer.from(image.data, 'base64'))
      .raw()
      .toBuffer({ resolveWithObject: true });
    assert.ok(data[2] > 250 && data[0] < 5);
  });

  it('is not called by readSync, nor for what lectern decodes itself', async () => {
    const reader = await createReader({ decodeImage: () => assert.fail('called') });
    assert.equal(reader.readSync(avif, { file_path: 'sky.avif' }).errorCode, 'UNSUPPORTED_FORMAT');
    const png = new Uint8Array(await sharp(kDrawing).png().toBuffer());
    assert.ok((await reader.read(png, { file_path: 'a.png' })).success);
    assert.equal((await reader.read(kDrawing, { file_path: 'a.svg' })).contentType, 'text');
  });

  it('draws an SVG when it is wanted as a picture', async () => {
    const reader = await createReader({ decodeImage, image: { svg: 'image' } });
    const result = await reader.read(kDrawing, { file_path: 'a.svg' });
    assert.equal(result.contentType, 'image');
    assert.deepEqual([result.images[0].width, result.images[0].height], [40, 20]);
    const without = await createReader({ image: { svg: 'image' } }, { drawing: undefined });
    const undrawn = await without.read(kDrawing, { file_path: 'a.svg' });
    assert.equal(undrawn.errorCode, 'UNSUPPORTED_FORMAT');
    assert.match(undrawn.error, /SVG cannot be drawn here/);
  });

  it('works through the Read tool', async () => {
    const fs = memoryFs({ '/sky.avif': avif, '/a.svg': kDrawing });
    const tool = createReadTool({ fs, root: '/', decodeImage, image: { svg: 'image' } });
    for (const [path, width] of [
      ['/sky.avif', 3000],
      ['/a.svg', 40],
    ]) {
      const result = await tool.execute({ file_path: path });
      assert.equal(result.error, undefined);
      assert.equal(result.images[0].width, width);
    }
  });

  it('is the function of the call for a worker, which refuses the file without one', async () => {
    // The boxes of an AVIF under the brands of a HEIC, which no module decodes.
    const heic = Buffer.from(avif);
    const brandsEnd = heic.readUInt32BE(0);
    for (let at = 8; at < brandsEnd; at += 4)
      if (['avif', 'avis'].includes(heic.toString('latin1', at, at + 4))) heic.write('heic', at);
    const watched = await createWatchedReader();
    const refused = await watched.read(heic, { file_path: 'a.heic' });
    assert.equal(refused.errorCode, 'UNSUPPORTED_FORMAT');
    const image = { width: 1, height: 1, rgba: new Uint8Array([1, 2, 3, 255]) };
    const options = { decodeImage: async () => image };
    assert.ok((await watched.read(heic, { file_path: 'a.heic' }, options)).success);
    watched.dispose();
  });

  it('that fails makes a failed result, and wrong pixels are an error of the program', async () => {
    // Without the module that decodes AVIF as well.
    const read = async (decode) =>
      (await createReader({ decodeImage: decode }, { pictures: undefined })).read(avif, {
        file_path: 'sky.avif',
      });
    const failed = await read(() => Promise.reject(new Error('no such codec')));
    assert.equal(failed.errorCode, 'CORRUPT_IMAGE');
    assert.match(failed.error, /no such codec/);
    assert.equal((await read(async () => undefined)).errorCode, 'UNSUPPORTED_FORMAT');
    const helped = await createReader({ decodeImage: () => Promise.reject(new Error('none')) });
    assert.equal((await helped.read(avif, { file_path: 'sky.avif' })).error, undefined);
    const short = async () => ({ width: 2, height: 2, rgba: new Uint8Array(15) });
    await assert.rejects(read(short), /4 bytes a pixel, got 2 x 2 and 15 bytes/);
    await assert.rejects(createReader({ decodeImage: 'yes' }), /decodeImage must be a function/);
  });
});
