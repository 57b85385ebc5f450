// SVG by the module `drawing`, against librsvg (through sharp).

import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { describe, it } from 'node:test';

import { createReader } from '../../../dist/hosts/node.js';

const sharp = createRequire(import.meta.url)('sharp');

const svg = (inside, size = 'width="120" height="80"') =>
  new TextEncoder().encode(`<svg xmlns="http://www.w3.org/2000/svg" ${size}>${inside}</svg>`);

const rgb = (picture) =>
  sharp(picture).flatten({ background: '#fff' }).removeAlpha().raw().toBuffer();

/** Mean difference of two pictures' samples. */
async function meanDifference(a, b) {
  const [one, other] = await Promise.all([rgb(a), rgb(b)]);
  assert.equal(one.length, other.length);
  return one.reduce((sum, value, i) => sum + Math.abs(value - other[i]), 0) / one.length;
}

const kDrawings = {
  shapes:
    '<circle cx="40" cy="40" r="30" fill="teal"/><rect x="50" y="20" width="60" height="40" rx="9" fill="#fa08"/>',
  strokes:
    '<path d="M10 70C40 0 80 0 110 70" fill="none" stroke="navy" stroke-width="7" stroke-linecap="round" stroke-dasharray="14 11"/>',
  gradients:
    '<linearGradient id="g"><stop stop-color="red"/><stop offset="1" stop-color="blue"/></linearGradient><radialGradient id="r"><stop stop-color="#fff"/><stop offset="1"/></radialGradient><rect width="60" height="80" fill="url(#g)"/><rect x="60" width="60" height="80" fill="url(#r)"/>',
  masks:
    '<clipPath id="c"><path d="M60 5L115 75H5z"/></clipPath><g clip-path="url(#c)" opacity=".7"><rect width="120" height="40"/><rect y="30" width="120" height="50" fill="red"/></g>',
};

describe('the module drawing', () => {
  it('draws as librsvg does', async () => {
    const reader = await createReader({ image: { svg: 'image' } });
    for (const [name, inside] of Object.entries(kDrawings)) {
      const file = svg(inside);
      const result = await reader.read(file, { file_path: 'a.svg' });
      assert.equal(result.error, undefined);
      assert.equal(result.images[0].mimeType, 'image/png');
      const difference = await meanDifference(Buffer.from(result.images[0].data, 'base64'), file);
      assert.ok(difference < 1, `${name}: ${difference}`);
    }
  });

  it('serves readSync once it is loaded', async () => {
    const reader = await createReader({ image: { svg: 'image' } });
    const file = svg(kDrawings.shapes);
    assert.equal(reader.readSync(file, { file_path: 'a.svg' }).errorCode, 'UNSUPPORTED_FORMAT');
    await reader.loadModule('drawing');
    const result = reader.readSync(file, { file_path: 'a.svg' });
    assert.deepEqual([result.images[0].width, result.images[0].height], [120, 80]);
    assert.deepEqual(await reader.read(file, { file_path: 'a.svg' }), result);
  });

  it('says what it has not drawn, and refuses in the words of the core', async () => {
    const reader = await createReader({ image: { svg: 'image' } });
    const partly = await reader.read(
      svg('<foreignObject/><image href="a.png" width="9" height="9"/>'),
      {
        file_path: 'a.svg',
      },
    );
    assert.ok(partly.metadata.warnings.includes('Not drawn: 1 external picture, 1 foreignObject'));
    const broken = await reader.read(svg('<g>'), { file_path: 'a.svg' });
    assert.equal(broken.errorCode, 'CORRUPT_IMAGE');
    assert.match(broken.error, /^Failed to process image file: the SVG is not well-formed/);
  });
});
