// Writes avif_samples.h: AV1 data of small pictures, as an encoder made it. The tests put boxes of their own around it.
//
//   node tests/image/make_avif_samples.mjs        (needs tests/js/images installed: sharp)
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const sharp = createRequire(new URL('../js/images/package.json', import.meta.url))('sharp');

const kSide = 8;
const kQuadrants = [
  [255, 0, 0],
  [0, 255, 0],
  [0, 0, 255],
  [255, 255, 255],
];

/** Red, green, blue and white quarters; with `alpha`, the right half is half transparent. */
function quadrants(side, alpha) {
  const channels = alpha ? 4 : 3;
  const pixels = Buffer.alloc(side * side * channels);
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const color = kQuadrants[(y < side / 2 ? 0 : 2) + (x < side / 2 ? 0 : 1)];
      pixels.set(alpha ? [...color, x < side / 2 ? 255 : 128] : color, (y * side + x) * channels);
    }
  }
  return sharp(pixels, { raw: { width: side, height: side, channels } });
}

/** The data of each item, by its place in `iloc` (version 0, base, offset and length of 4 bytes, one extent each). */
function items(file) {
  const iloc = file.indexOf('iloc');
  const count = file.readUInt16BE(iloc + 10);
  return Array.from({ length: count }, (_, i) => {
    const at = iloc + 12 + i * 18;
    const offset = file.readUInt32BE(at + 4) + file.readUInt32BE(at + 10);
    return file.subarray(offset, offset + file.readUInt32BE(at + 14));
  });
}

function array(name, doc, bytes) {
  const hex = [...bytes].map((byte) => `0x${byte.toString(16).padStart(2, '0')}`);
  const lines = [];
  while (hex.length > 0) lines.push(`    ${hex.splice(0, 15).join(', ')},`);
  return `/// ${doc}\nconstexpr std::uint8_t ${name}[] = {\n${lines.join('\n')}\n};\n`;
}

const lossless = { lossless: true, effort: 4, chromaSubsampling: '4:4:4' };
const parts = [];
for (const bitdepth of [8, 10, 12]) {
  const [data] = items(await quadrants(kSide).avif({ ...lossless, bitdepth }).toBuffer());
  parts.push(array(`kQuadrants${bitdepth}`, `Of ${bitdepth} bits, 8x8, lossless: green, blue and red as they are (matrix 0).`, data));
}
const [color, alpha] = items(await quadrants(kSide, true).avif(lossless).toBuffer());
parts.push(array('kOpaqueQuadrants', 'The colours of a picture with alpha, 8x8 (matrix 0)', color));
parts.push(array('kRightHalfAlpha', 'and its alpha: 255 in the left half, 128 in the right one.', alpha));
const [half] = items(await quadrants(32).avif({ quality: 90, chromaSubsampling: '4:2:0' }).toBuffer());
parts.push(array('kSubsampled', 'Of 32x32, 4:2:0 (matrix 6).', half));
const [gray] = items(await quadrants(kSide).toColourspace('b-w').avif({ quality: 100 }).toBuffer());
parts.push(array('kGray', 'The quarters in gray, 8x8.', gray));

writeFileSync(
  new URL('avif_samples.h', import.meta.url),
  `// AV1 data of small pictures: red, green, blue and white quarters. Made by make_avif_samples.mjs.
#pragma once

#include <cstdint>

namespace lectern::testing {

${parts.join('\n')}
}  // namespace lectern::testing
`,
);
