// What a read emits is decoded again by an independent decoder (libvips, through sharp), at the size that the result says.

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';

import { createReader } from '../../../dist/hosts/node.js';
import { kRoot } from '../support/samples.mjs';

const sharp = createRequire(import.meta.url)('sharp');
const kCorpus = process.env.LECTERN_CORPUS ?? join(kRoot, '..', 'shared', 'corpus');
const kKinds = ['png', 'jpeg', 'gif', 'webp', 'bmp', 'ico', 'tiff'];
const kProviders = ['anthropic', 'anthropic-large', 'bedrock', 'openai', 'gemini', 'mcp'];

let reader;
before(async () => {
  reader = await createReader({ hash: 'none' });
  await reader.loadModule('codecs');
});
after(() => reader.dispose());

/** Decodes all pixels. @returns the size of the first frame and the format */
async function decoded(image) {
  const picture = sharp(Buffer.from(image.data, 'base64'), {
    failOn: 'error',
    limitInputPixels: false,
  });
  const { info } = await picture.clone().raw().toBuffer({ resolveWithObject: true });
  const { format } = await picture.metadata();
  return { width: info.width, height: info.height, mimeType: `image/${format}` };
}

async function assertDecodes(result, what) {
  for (const image of result.images) {
    const { width, height, mimeType } = image;
    let found;
    try {
      found = await decoded(image);
    } catch (error) {
      assert.fail(`${what}: ${mimeType} of ${width}x${height} is refused: ${error.message}`);
    }
    assert.deepEqual(found, { width, height, mimeType }, what);
  }
}

function noise(length) {
  const bytes = new Uint8Array(length);
  let state = 1;
  for (let i = 0; i < length; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    bytes[i] = state >>> 24;
  }
  return bytes;
}

/** Lines of text-like strokes on white. */
function screenshot(width, height) {
  const pixels = new Uint8Array(width * height * 3).fill(255);
  const random = noise(width * height);
  for (let y = 0; y < height; y++) {
    if (y % 24 > 14) continue;
    for (let x = 40; x < width - 40; x++) {
      if (random[(y >> 2) * width + (x >> 1)] < 90)
        pixels.fill(40, (y * width + x) * 3, (y * width + x) * 3 + 3);
    }
  }
  return pixels;
}

const encode = (pixels, width, height) => sharp(pixels, { raw: { width, height, channels: 3 } });

describe('what a read emits, decoded by libvips', { timeout: 900_000 }, () => {
  if (existsSync(join(kCorpus, 'manifest.json'))) {
    const entries = JSON.parse(readFileSync(join(kCorpus, 'manifest.json'), 'utf8'));
    for (const kind of kKinds) {
      it(`every ${kind} file that a provider gets decodes at its reported size`, async () => {
        let emitted = 0;
        for (const { path, facts } of entries.filter((entry) => entry.kind === kind)) {
          const bytes = new Uint8Array(readFileSync(join(kCorpus, path)));
          for (const provider of ['anthropic', 'gemini']) {
            const result = reader.readSync(bytes, { file_path: path }, { provider });
            if (facts.verdict === 'valid' && result.errorCode !== 'UNSUPPORTED_FORMAT') {
              assert.ok(result.success, `${path}: ${result.error}`);
            }
            if (!result.success) continue;
            await assertDecodes(result, `${path} for ${provider}`);
            emitted += result.images.length;
          }
        }
        assert.ok(emitted > 0);
      });
    }
  } else {
    it('the corpus', { skip: 'LECTERN_CORPUS names no folder with a manifest.json' }, () => {});
  }
});

describe('extreme pictures', { timeout: 900_000 }, () => {
  const limits = {
    anthropic: { side: 1568, bytes: 10_000_000 },
    'anthropic-large': { side: 2576, bytes: 10_000_000 },
    bedrock: { side: 1568, bytes: 5_242_880 },
    openai: { side: 2048, bytes: 50_000_000 },
    gemini: { side: Infinity, bytes: 20 * 2 ** 20 },
    mcp: { side: Infinity, bytes: Infinity },
  };
  const pictures = {
    'a strip of 8001 x 10': () =>
      encode(noise(8001 * 10 * 3), 8001, 10)
        .png()
        .toBuffer(),
    'a PNG of noise of nearly 20 MB': () =>
      encode(noise(2550 * 2550 * 3), 2550, 2550)
        .png({ compressionLevel: 0 })
        .toBuffer(),
    'a screenshot of 2984 x 8340': () =>
      encode(screenshot(2984, 8340), 2984, 8340).png().toBuffer(),
  };
  for (const [name, make] of Object.entries(pictures)) {
    it(`${name} fits every provider`, async () => {
      const bytes = new Uint8Array(await make());
      for (const provider of kProviders) {
        const result = reader.readSync(bytes, { file_path: 'extreme.png' }, { provider });
        assert.ok(result.success, `${provider}: ${result.error}`);
        await assertDecodes(result, `${name} for ${provider}`);
        const [image] = result.images;
        assert.ok(
          Math.max(image.width, image.height) <= limits[provider].side,
          `${provider}: ${image.width}x${image.height}`,
        );
        assert.ok(
          image.data.length <= limits[provider].bytes,
          `${provider}: ${image.data.length} bytes of base64`,
        );
      }
    });
  }

  it('the 21st image of a request is at most 2000 pixels wide and high even at full resolution', async () => {
    const bytes = new Uint8Array(
      await encode(noise(3000 * 40 * 3), 3000, 40)
        .png()
        .toBuffer(),
    );
    const read = (imagesInRequest) =>
      reader.readSync(
        bytes,
        { file_path: 'strip.png' },
        { provider: 'anthropic', image: { fullResolution: true }, host: { imagesInRequest } },
      );
    assert.equal(read(19).images[0].width, 3000);
    const last = read(20);
    assert.equal(last.images[0].width, 2000);
    await assertDecodes(last, 'the 21st image');
  });

  it('a request of Bedrock that holds 20 images takes no other', async () => {
    const bytes = new Uint8Array(
      await encode(noise(8 * 8 * 3), 8, 8)
        .png()
        .toBuffer(),
    );
    const result = reader.readSync(
      bytes,
      { file_path: 'dot.png' },
      { provider: 'bedrock', host: { imagesInRequest: 20 } },
    );
    assert.equal(result.errorCode, 'LIMIT_EXCEEDED');
  });
});
