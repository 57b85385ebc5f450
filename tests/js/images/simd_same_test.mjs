// JPEGs and WebPs by the modules with SIMD and by those without: the same bytes.

import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { before, describe, it } from 'node:test';

import { createReader as createBaselineReader } from '../../../dist/inline_baseline.js';
import { createReader } from '../../../dist/inline.js';

const sharp = createRequire(import.meta.url)('sharp');

/** Noise over gradients and edges, seeded: every coefficient and the ends of the range come up. */
function noisy(width, height, strength) {
  const data = Buffer.alloc(width * height * 3);
  let state = width * 31 + height;
  for (let i = 0; i < data.length; ++i) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const x = Math.floor(i / 3) % width;
    const y = Math.floor(i / 3 / width);
    const edge = (x >> 5) % 2 === (y >> 6) % 2 ? 60 : 190;
    const value = edge + 60 * Math.sin((x + y * (i % 3)) / 23) + strength * (state / 2 ** 32 - 0.5);
    data[i] = Math.min(255, Math.max(0, value));
  }
  return sharp(data, { raw: { width, height, channels: 3 } });
}

/** A JPEG with all of its quantisers changed to `value`. */
function withQuantizers(jpeg, value) {
  for (let at = 2; jpeg[at + 1] !== 0xda; at += 2 + jpeg[at + 2] * 256 + jpeg[at + 3]) {
    if (jpeg[at + 1] !== 0xdb) continue;
    const end = at + 2 + jpeg[at + 2] * 256 + jpeg[at + 3];
    for (let table = at + 4; table < end; table += 65) jpeg.fill(value, table + 1, table + 65);
  }
  return jpeg;
}

describe('the core with SIMD', () => {
  let readers;
  before(async () => {
    readers = [await createReader({}), await createBaselineReader({})];
    for (const reader of readers) await reader.loadModule('codecs');
  });

  function fittedAlike(bytes, name) {
    const [one, other] = readers.map((reader) =>
      reader.readSync(bytes, { file_path: name }, { provider: 'anthropic' }),
    );
    assert.equal(one.success, true, one.error);
    assert.deepEqual(one, other);
    return one.images[0];
  }

  // Widths that leave each remainder of blocks and of vectors; sizes that are decoded whole, at 1/2 and at 1/4.
  const sizes = [
    [1601, 37],
    [1700, 180],
    [1903, 101],
    [3207, 75],
    [3300, 64],
    [6405, 67],
  ];
  for (const [width, height] of sizes) {
    it(`fits JPEGs of ${width}x${height} to the same bytes as without, at every sampling and quality`, async () => {
      for (const [chromaSubsampling, quality, strength, progressive] of [
        ['4:2:0', 90, 40, false],
        ['4:4:4', 100, 500, false],
        ['4:4:4', 50, 0, true],
        ['4:2:0', 8, 255, false],
      ]) {
        const file = await noisy(width, height, strength)
          .jpeg({ chromaSubsampling, quality, progressive })
          .toBuffer();
        const image = fittedAlike(new Uint8Array(file), 'a.jpg');
        assert.ok(image.width < width);
      }
    });
  }

  it('decodes JPEGs whose coefficients are larger than those of any picture to the same bytes as without', async () => {
    for (const [value, width, height] of [
      [9, 1601, 37],
      [80, 1700, 180],
      [255, 1700, 180],
      [255, 3300, 64],
    ]) {
      const file = await noisy(width, height, 500)
        .jpeg({ chromaSubsampling: '4:4:4', quality: 100 })
        .toBuffer();
      fittedAlike(withQuantizers(new Uint8Array(file), value), 'a.jpg');
    }
  });

  it('fits WebPs to the same bytes as without', async () => {
    for (const [width, height] of sizes.slice(0, 3)) {
      for (const options of [
        { quality: 80 },
        { lossless: true },
        { quality: 40, alphaQuality: 60 },
      ]) {
        const file = await noisy(width, height, 60).ensureAlpha(0.7).webp(options).toBuffer();
        fittedAlike(new Uint8Array(file), 'a.webp');
      }
    }
  });

  it('encodes JPEGs of pixels to the same bytes as without', async () => {
    const file = await noisy(1805, 611, 400).png({ compressionLevel: 1 }).toBuffer();
    assert.equal(fittedAlike(new Uint8Array(file), 'a.png').mimeType, 'image/jpeg');
  });
});
