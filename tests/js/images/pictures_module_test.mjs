// AVIF by the module `pictures`, against libvips (through sharp).

import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { before, describe, it } from 'node:test';

import { createReader } from '../../../dist/hosts/node.js';

const sharp = createRequire(import.meta.url)('sharp');

/** Waves of colour that no plane is without. */
function waves(width, height) {
  const data = Buffer.alloc(width * height * 4);
  for (let i = 0; i < width * height; ++i) {
    const x = i % width;
    const y = Math.floor(i / width);
    data[4 * i] = 128 + 100 * Math.sin(x / 9);
    data[4 * i + 1] = 128 + 100 * Math.sin(y / 7);
    data[4 * i + 2] = 128 + 100 * Math.sin((x + y) / 11);
    data[4 * i + 3] = 255 - ((x * 2) & 127);
  }
  return sharp(data, { raw: { width, height, channels: 4 } });
}

const rgba = (picture) => sharp(picture).ensureAlpha().raw().toBuffer();

/** Mean difference of two pictures' samples. */
async function meanDifference(a, b) {
  const [one, other] = await Promise.all([rgba(a), rgba(b)]);
  assert.equal(one.length, other.length);
  return one.reduce((sum, value, i) => sum + Math.abs(value - other[i]), 0) / one.length;
}

describe('the module pictures', () => {
  let avif;
  before(async () => {
    avif = new Uint8Array(await waves(301, 203).avif({ effort: 1, quality: 80 }).toBuffer());
  });

  it('is as near to what was encoded as libvips, at every depth and sampling', async () => {
    const reader = await createReader({});
    const original = await waves(301, 203).png().toBuffer();
    for (const options of [
      {},
      { chromaSubsampling: '4:2:0' },
      { bitdepth: 10 },
      { bitdepth: 12, chromaSubsampling: '4:2:0' },
      { lossless: true },
    ]) {
      const file = await waves(301, 203)
        .avif({ effort: 1, quality: 80, ...options })
        .toBuffer();
      const result = await reader.read(new Uint8Array(file), { file_path: 'waves.avif' });
      assert.equal(result.error, undefined);
      assert.equal(result.images[0].mimeType, 'image/png');
      const ours = await meanDifference(Buffer.from(result.images[0].data, 'base64'), original);
      const theirs = await meanDifference(file, original);
      // libvips drops bits where we round, which is a fifth of a step.
      assert.ok(ours <= theirs + 0.2, `${JSON.stringify(options)}: ${ours}, libvips ${theirs}`);
    }
  });

  it('serves readSync once it is loaded', async () => {
    const reader = await createReader({});
    assert.equal(reader.readSync(avif, { file_path: 'a.avif' }).errorCode, 'UNSUPPORTED_FORMAT');
    await reader.loadModule('pictures');
    const result = reader.readSync(avif, { file_path: 'a.avif' });
    assert.equal(result.error, undefined);
    assert.deepEqual([result.images[0].width, result.images[0].height], [301, 203]);
    assert.deepEqual(await reader.read(avif, { file_path: 'a.avif' }), result);
  });

  it('is not asked when the host has decoded the picture, and refuses in the words of the core', async () => {
    const pixels = { width: 1, height: 1, rgba: new Uint8Array(4) };
    const lent = await createReader({ decodeImage: () => pixels });
    const { images } = await lent.read(avif, { file_path: 'a.avif' });
    assert.deepEqual([images[0].width, images[0].height], [1, 1]);

    const reader = await createReader({});
    const cut = await reader.read(avif.subarray(0, avif.length - 5), { file_path: 'a.avif' });
    assert.equal(cut.errorCode, 'CORRUPT_IMAGE');
    assert.match(
      cut.error,
      /^Failed to process image file: the data of item \d ends 5 bytes behind/,
    );
    const large = await (await createReader({ limits: { maxWork: 1_000_000 } })).read(avif, {
      file_path: 'a.avif',
    });
    assert.equal(large.errorCode, 'LIMIT_EXCEEDED');
  });
});
