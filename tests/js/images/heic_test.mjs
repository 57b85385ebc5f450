// The adapter to libheif: with the real package over the corpus' HEIC files, and with pictures of known pixels in its place.

import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, it } from 'node:test';

import { heicDecoder } from '../../../dist/decode/heic.js';
import { createReader } from '../../../dist/hosts/node.js';
import { kRoot } from '../support/samples.mjs';

const require = createRequire(import.meta.url);
const sharp = require('sharp');
const kCorpus = process.env.LECTERN_CORPUS ?? join(kRoot, '..', 'shared', 'corpus');
const kColors = Uint8Array.of(
  255,
  0,
  0,
  255,
  30,
  200,
  60,
  255,
  120,
  120,
  120,
  255,
  240,
  220,
  90,
  255,
);
const kSize = { width: 4, height: 1 };

/** A libheif that finds these pictures in any file. */
function libheifWith(...pictures) {
  return {
    HeifDecoder: class {
      decode() {
        return pictures.map(({ rgba, primary = true }) => ({
          get_width: () => kSize.width,
          get_height: () => kSize.height,
          is_primary: () => primary,
          free() {},
          display(target, done) {
            if (rgba) target.data.set(rgba);
            done(rgba ? target : null);
          },
        }));
      }
    },
  };
}

/** A `colr` box behind others. */
function fileWith(kind, data) {
  const box = Buffer.alloc(12 + data.length);
  box.writeUInt32BE(box.length);
  box.write(`colr${kind}`, 4, 'latin1');
  box.set(data, 12);
  return new Uint8Array(Buffer.concat([Buffer.from('\0\0\0\x10ftypheic\0\0\0\0', 'latin1'), box]));
}

function assertNear(actual, expected, most) {
  for (const [i, value] of expected.entries()) {
    assert.ok(Math.abs(actual[i] - value) <= most, `${[...actual]} is not ${[...expected]}`);
  }
}

describe('lectern/decode/heic', () => {
  const wide = { raw: { ...kSize, channels: 4 } };

  it('makes pixels with a Display P3 profile sRGB', async () => {
    const png = await sharp(kColors, wide).withIccProfile('p3', { attach: true }).png().toBuffer();
    const { icc } = await sharp(png).metadata();
    const stored = await sharp(png, { ignoreIcc: true }).raw().toBuffer();
    const decode = heicDecoder(libheifWith({ rgba: stored }));
    const { rgba } = await decode(fileWith('prof', icc), 'image/heic');
    assertNear(rgba, kColors, 2);
    assert.ok(Math.abs(stored[0] - kColors[0]) > 10, 'the profile changes nothing');
  });

  it('makes pixels whose codes say Display P3 sRGB', async () => {
    const codes = Uint8Array.of(0, 12, 0, 13, 0, 6, 0x80);
    const decode = heicDecoder(libheifWith({ rgba: Uint8Array.of(234, 51, 35, 255) }));
    const { rgba } = await decode(fileWith('nclx', codes), 'image/heic');
    assertNear(rgba, [255, 0, 0, 255], 2);
  });

  it('leaves pixels without a profile, or with one that is damaged, as they are', async () => {
    const decode = heicDecoder(libheifWith({ rgba: kColors }));
    for (const file of [
      fileWith('free', new Uint8Array(8)),
      fileWith('prof', new Uint8Array(200)),
    ]) {
      assert.deepEqual([...(await decode(file, 'image/heic')).rgba], [...kColors]);
    }
  });

  it('shows the primary picture', async () => {
    const other = new Uint8Array(kColors.length);
    const decode = heicDecoder(libheifWith({ rgba: other, primary: false }, { rgba: kColors }));
    const { rgba } = await decode(fileWith('free', new Uint8Array(8)), 'image/heic');
    assert.deepEqual([...rgba], [...kColors]);
  });

  it('says that it cannot decode a file, and leaves other formats to another decoder', async () => {
    const file = fileWith('free', new Uint8Array(8));
    await assert.rejects(heicDecoder(libheifWith({}))(file, 'image/heic'), /cannot decode/);
    await assert.rejects(heicDecoder(libheifWith())(file, 'image/heic'), /no picture/);
    assert.equal(await heicDecoder(libheifWith())(file, 'image/avif'), undefined);
    const decode = heicDecoder(libheifWith(), async () => ({ ...kSize, rgba: kColors }));
    assert.equal((await decode(file, 'image/avif')).width, 4);
  });

  const folder = join(kCorpus, 'heic');
  it('reads the HEIC files of the corpus by libheif-js', {
    skip: !existsSync(folder),
  }, async () => {
    const libheif = require('libheif-js/wasm-bundle');
    const reader = await createReader({ decodeImage: heicDecoder(libheif), provider: 'anthropic' });
    const files = readdirSync(folder, { recursive: true }).filter((name) =>
      /\.hei[cf]$/.test(name),
    );
    for (const name of files) {
      const bytes = new Uint8Array(readFileSync(join(folder, name)));
      const result = await reader.read(bytes, { file_path: name });
      assert.ok(result.success, `${name}: ${result.error}`);
      const { width, height } = result.metadata.originalDimensions;
      assert.ok(width > 100 && height > 100);
      assert.ok(!result.metadata.warnings?.some((warning) => warning.includes('preview')));
    }
    assert.ok(files.length > 0);
    reader.dispose();
  });
});
