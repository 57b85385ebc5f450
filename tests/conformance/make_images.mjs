// Writes the files of image.json, with what is asked of each; the expectations are then filled in as README.md says.
//
//   npm ci --prefix bench/image && node tests/conformance/make_images.mjs
//
// sharp (libvips) encodes the pictures, so that they come from other code than the one that reads them.

import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(new URL('../../bench/image/package.json', import.meta.url));
const sharp = require('sharp');

/** Panels, lines and a ramp: something for each filter, and edges that show what scaling does. */
function picture(width, height, channels = 3) {
  const data = Buffer.alloc(width * height * channels);
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at += channels) {
      const inPanel = (x >> 5) % 3 === 0 && (y >> 4) % 2 === 0;
      const onLine = (x + y) % 29 === 0;
      const color = onLine ? [20, 30, 40] : inPanel ? [200, 60, 40] : [(x * 255) / width, (y * 255) / height, 128];
      for (let channel = 0; channel < 3; channel++) data[at + channel] = color[channel];
      if (channels === 4) data[at + 3] = Math.min(255, (x * 510) / width);
    }
  }
  return sharp(data, { raw: { width, height, channels } });
}

/** Frames of an animation, one below the other. */
function frames(width, height, count) {
  const data = Buffer.alloc(width * height * count * 3);
  for (let frame = 0; frame < count; frame++) {
    for (let i = 0; i < width * height; i++) {
      data.set(i % width < (frame + 1) * 8 ? [220, 40, 30] : [30, 40, 220], (frame * width * height + i) * 3);
    }
  }
  return sharp(data, { raw: { width, height: height * count, channels: 3, pageHeight: height } });
}

const small = () => picture(96, 64);
const wide = () => picture(1800, 120);
const jpeg = await small().jpeg({ quality: 80 }).toBuffer();
const png = await small().png().toBuffer();
const damaged = Buffer.from(png);
damaged[damaged.length >> 1] ^= 0x10;
const gif = await frames(40, 30, 4).gif({ delay: [100, 100, 100, 100] }).toBuffer();

const anthropic = { provider: 'anthropic' };
/** Results with a picture are long: their hash is enough. */
const kCases = [
  ['a picture that fits passes as it is', 'a.png', png, anthropic],
  ['a wide screenshot is scaled and stays a PNG', 'wide.png', await wide().png({ palette: true, colours: 8, dither: 0 }).toBuffer(), anthropic],
  ['a transparent picture keeps its transparency when it is scaled', 'clear.png', await picture(1700, 40, 4).png().toBuffer(), anthropic],
  ['an interlaced PNG of 16 bits passes as it is', 'deep.png', await small().toColourspace('rgb16').png({ progressive: true }).toBuffer(), anthropic],
  ['an interlaced PNG of 16 bits is decoded for a region', 'deep.png', await small().toColourspace('rgb16').png({ progressive: true }).toBuffer(), { ...anthropic, region: { x: 10, y: 20, width: 30, height: 25 } }],
  ['a palette is decoded for a region', 'flat.png', await small().png({ palette: true, colours: 16 }).toBuffer(), { region: { x: 0, y: 0, width: 50, height: 50 } }],
  ['a gray picture is decoded for a region', 'gray.png', await small().grayscale().png().toBuffer(), { region: { x: 5, y: 5, width: 40, height: 40 } }],
  ['a damaged PNG is refused at its place', 'damaged.png', damaged, anthropic],
  ['a PNG that ends early is refused', 'cut.png', png.subarray(0, png.length - 30), anthropic],
  ['a JPEG that fits passes as it is', 'a.jpg', jpeg, anthropic],
  ['a JPEG is scaled from half of its size', 'wide.jpg', await picture(3300, 60).jpeg({ quality: 50 }).toBuffer(), anthropic],
  ['a progressive JPEG with halved colours is decoded for a region', 'steps.jpg', await small().jpeg({ progressive: true, chromaSubsampling: '4:2:0' }).toBuffer(), { region: { x: 8, y: 8, width: 64, height: 48 } }],
  ['a JPEG in CMYK is decoded for a region', 'ink.jpg', await small().toColourspace('cmyk').jpeg().toBuffer(), { region: { x: 0, y: 0, width: 32, height: 32 } }],
  ['a turned JPEG is delivered upright', 'turned.jpg', await small().withMetadata({ orientation: 6 }).jpeg().toBuffer(), anthropic],
  ['a JPEG that ends early is refused', 'cut.jpg', jpeg.subarray(0, jpeg.length >> 1), anthropic],
  ['a JPEG that ends early is delivered on request, decoded anew', 'cut.jpg', jpeg.subarray(0, jpeg.length >> 1), { ...anthropic, lenientImages: true }],
  ['a lossy WebP passes as it is', 'a.webp', await small().webp({ quality: 70 }).toBuffer(), anthropic],
  ['a lossless WebP with transparency is decoded for a region', 'clear.webp', await picture(96, 64, 4).webp({ lossless: true }).toBuffer(), { region: { x: 1, y: 2, width: 33, height: 44 } }],
  ['an animated GIF passes as it is where animations are taken', 'moving.gif', gif, anthropic],
  ['an animated GIF becomes its first frame on request', 'moving.gif', gif, { ...anthropic, animation: 'first' }],
  ['an animated GIF becomes a sheet of its frames on request', 'moving.gif', gif, { ...anthropic, animation: 'contact-sheet' }],
  ['a TIFF in strips with LZW becomes a PNG', 'a.tif', await small().tiff({ compression: 'lzw', predictor: 'horizontal' }).toBuffer(), anthropic],
  ['an AVIF becomes a JPEG', 'a.avif', await small().avif({ effort: 0 }).toBuffer(), anthropic],
  ['an AVIF with alpha becomes a PNG', 'alpha.avif', await small().ensureAlpha(0.5).avif({ lossless: true, effort: 4 }).toBuffer(), anthropic],
  ['an AVIF of 10 bits is scaled to its target', 'deep.avif', await picture(1800, 40).avif({ bitdepth: 10, effort: 0 }).toBuffer(), anthropic],
  ['a region of an AVIF', 'part.avif', await small().avif({ lossless: true, effort: 4 }).toBuffer(), { region: { x: 8, y: 8, width: 16, height: 8 } }],
  ['an AVIF that is cut off is refused', 'cut.avif', (await small().avif({ effort: 0 }).toBuffer()).subarray(0, -40), anthropic],
  ['a GIF that is cut off in a later frame is the frames before it', 'cut.gif', gif.subarray(0, -40), anthropic],
  ['bytes after the end of a PNG are cut off for a provider', 'more.png', Buffer.concat([png, Buffer.alloc(64, 'x')]), anthropic],
  ['a tall picture is cut into tiles on request', 'tall.png', await picture(90, 3300).png({ palette: true, colours: 8, dither: 0 }).toBuffer(), { ...anthropic, tile: true }],
  ['a region outside of the picture is refused', 'a.png', png, { region: { x: 96, y: 0, width: 1, height: 1 } }],
];

const cases = kCases.map(([name, file, bytes, options]) => ({
  name,
  bytes: { base64: bytes.toString('base64') },
  input: { file_path: file },
  options,
  expectSha256: '',
}));
writeFileSync(new URL('image.json', import.meta.url), `${JSON.stringify({ cases }, null, 2)}\n`);
