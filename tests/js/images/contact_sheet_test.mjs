// The cells of a contact sheet against the frames that an independent decoder (libvips, through sharp) composes.

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, it } from 'node:test';

import { createReader } from '../../../dist/hosts/node.js';

import { kRoot } from '../support/samples.mjs';

const sharp = createRequire(import.meta.url)('sharp');
const kCorpus = process.env.LECTERN_CORPUS ?? join(kRoot, '..', 'shared', 'corpus');
const kGap = 4;

const reader = await createReader({
  hash: 'none',
  image: { animation: 'contact-sheet' },
  limits: { maxImageBytes: 50_000_000 },
});
await reader.loadModule('codecs');

/** Frame numbers, columns and size of a cell, as the result says them. */
function layoutOf(content) {
  const [, columns] = / in (\d+) columns?, /.exec(content);
  const [, width, height] = /, each (\d+)x(\d+), together /.exec(content);
  const frames = [...content.matchAll(/(\d+) \([\d.]+ s\)/g)].map(([, number]) => Number(number));
  return { columns: Number(columns), width: Number(width), height: Number(height), frames };
}

async function rgbaOf(bytes, options) {
  const picture = sharp(bytes, { limitInputPixels: false, ...options });
  return picture.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
}

/**
 * The largest difference of any channel between a cell and a frame. What is transparent has no colour; libvips paints what
 * no frame of a GIF covers with the file's background colour, which browsers and we leave transparent.
 */
function difference(sheet, left, top, frame, { width, height }, hasBackground) {
  let largest = 0;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const here = ((top + y) * sheet.info.width + left + x) * 4;
      const there = (y * width + x) * 4;
      const alphas = [sheet.data[here + 3], frame.data[there + 3]];
      if (alphas[0] === 0 && (alphas[1] === 0 || hasBackground)) continue;
      largest = Math.max(largest, Math.abs(alphas[0] - alphas[1]));
      for (let channel = 0; channel < 3; channel++) {
        const distance = sheet.data[here + channel] - frame.data[there + channel];
        largest = Math.max(largest, Math.abs(distance));
      }
    }
  }
  return largest;
}

async function compare(bytes, name) {
  const result = reader.readSync(bytes, { file_path: name }, { provider: 'none' });
  assert.ok(result.success, `${name}: ${result.error}`);
  const layout = layoutOf(result.content);
  const sheet = await rgbaOf(Buffer.from(result.images[0].data, 'base64'));
  assert.equal(layout.frames[0], 1);
  assert.equal(layout.frames.at(-1), result.metadata.frames);
  for (const [index, number] of layout.frames.entries()) {
    const frame = await rgbaOf(bytes, { page: number - 1 });
    assert.deepEqual([frame.info.width, frame.info.height], [layout.width, layout.height]);
    const left = (index % layout.columns) * (layout.width + kGap);
    const top = Math.floor(index / layout.columns) * (layout.height + kGap);
    // Lossy WebP is converted to RGB by other arithmetic there.
    const isGif = name.endsWith('.gif');
    const most = isGif ? 0 : 3;
    const found = difference(sheet, left, top, frame, layout, isGif);
    assert.ok(found <= most, `${name}: frame ${number} differs by ${found}`);
  }
}

describe('contact sheets of animations', { timeout: 900_000 }, () => {
  for (const format of ['gif', 'webp']) {
    it(`a ${format} of moving shapes has the frames that libvips shows`, async () => {
      const frames = Array.from({ length: 14 }, (_, index) =>
        Buffer.from(
          `<svg xmlns="http://www.w3.org/2000/svg" width="90" height="60"><rect width="90" height="60" fill="#246"/><circle cx="${8 + index * 5}" cy="30" r="${6 + index}" fill="#fc0"/></svg>`,
        ),
      );
      const picture = sharp(frames, { join: { animated: true } });
      const bytes = await (format === 'gif'
        ? picture.gif()
        : picture.webp({ lossless: true })
      ).toBuffer();
      await compare(new Uint8Array(bytes), `shapes.${format}`);
    });
  }

  const manifest = join(kCorpus, 'manifest.json');
  const skip = !existsSync(manifest) && 'LECTERN_CORPUS names no folder with a manifest.json';
  it('every animated GIF of the corpus', { skip }, async () => {
    const entries = JSON.parse(readFileSync(manifest, 'utf8'));
    let compared = 0;
    for (const { path, kind, facts } of entries) {
      if (kind !== 'gif' || facts.verdict !== 'valid' || !(facts.pillow?.frames > 1)) continue;
      await compare(new Uint8Array(readFileSync(join(kCorpus, path))), path);
      compared++;
    }
    assert.ok(compared > 0);
  });
});
