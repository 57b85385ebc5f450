// How much the pictures that the native program delivers look like what libvips makes of the same files: the corpus' and some
// in other colours, 16 bits and large ones that are scaled.
//
//   node tests/js/images/likeness.mjs PROGRAM [--all]
//
// Prints the mean difference of a channel (of 255) and the SSIM of the luma of those that differ by more than 2 or are below
// 0.99; with --all, of every one. Transparent pixels are laid over gray. A JPEG that is delivered has the losses of its own.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { kRoot } from '../support/samples.mjs';

const sharp = createRequire(import.meta.url)('sharp');
const kCorpus = process.env.LECTERN_CORPUS ?? join(kRoot, '..', 'shared', 'corpus');
const kKinds = ['png', 'jpeg', 'gif', 'webp', 'tiff', 'avif', 'svg'];
const kMostMean = 2;
const kLeastSsim = 0.99;

const program = process.argv[2];
const all = process.argv.includes('--all');
const folder = mkdtempSync(join(tmpdir(), 'lectern-likeness-'));

/** A photograph: smooth colours of every kind with a little noise over them. */
function photo(width, height) {
  const pixels = Buffer.alloc(width * height * 3);
  let state = 7;
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      for (const phase of [0, 2, 4]) {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        const wave = Math.sin(x / 90 + phase) * Math.cos(y / 70 - phase) + Math.sin((x + y) / 200);
        pixels[at++] = Math.min(255, Math.max(0, 128 + 62 * wave + (state >>> 30)));
      }
    }
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

/** Files in colours and depths that the corpus hardly has. */
async function madeFiles() {
  const small = () => photo(1200, 900);
  const large = () => photo(3000, 2000);
  const wide = (picture) => picture.withIccProfile('p3');
  const inks = (picture) => picture.toColourspace('cmyk').withIccProfile('cmyk');
  const deep = (picture) => picture.toColourspace('rgb16');
  const made = {
    'p3.png': wide(small()).png(),
    'p3.jpg': wide(small()).jpeg({ quality: 95 }),
    'p3.webp': wide(small()).webp({ lossless: true }),
    'p3.tiff': wide(small()).tiff({ compression: 'lzw' }),
    'p3.avif': wide(small()).avif({ quality: 90, effort: 0 }),
    'p3_large.png': wide(large()).png(),
    'p3_large.jpg': wide(large()).jpeg({ quality: 95 }),
    'cmyk.jpg': inks(small()).jpeg({ quality: 95 }),
    'cmyk.tiff': inks(small()).tiff({ compression: 'lzw' }),
    'cmyk_large.jpg': inks(large()).jpeg({ quality: 95 }),
    'deep.png': deep(small()).png(),
    'deep_large.png': deep(large()).png(),
    'deep.tiff': deep(small()).tiff({ compression: 'lzw' }),
    'gray.png': small().grayscale().png(),
    'gray.jpg': large().grayscale().jpeg({ quality: 95 }),
    'alpha_large.png': large().ensureAlpha(0.5).png(),
    'large.webp': large().webp({ quality: 95, effort: 0 }),
  };
  const files = [];
  for (const [name, picture] of Object.entries(made)) {
    const path = join(folder, name);
    writeFileSync(path, await picture.toBuffer());
    files.push({ path, name });
  }
  return files;
}

/** RGB in sRGB, over gray. */
async function shown(input, size) {
  let picture = sharp(input, { failOn: 'none', limitInputPixels: false }).rotate();
  picture = picture.toColourspace('srgb').flatten({ background: '#808080' });
  if (size) picture = picture.resize(size.width, size.height, { fit: 'fill', kernel: 'lanczos3' });
  const { data, info } = await picture
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  const rgb = Buffer.alloc(info.width * info.height * 3);
  for (let i = 0; i < rgb.length; i++) {
    rgb[i] = data[Math.floor(i / 3) * info.channels + (info.channels < 3 ? 0 : i % 3)];
  }
  return { rgb, width: info.width, height: info.height };
}

function meanDifference(a, b) {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += Math.abs(a[i] - b[i]);
  return sum / a.length;
}

/** Structural similarity of the luma, over windows of 8 x 8. */
function similarity(a, b) {
  const luma = ({ rgb }, at) => 0.299 * rgb[at] + 0.587 * rgb[at + 1] + 0.114 * rgb[at + 2];
  const side = Math.min(8, a.width, a.height);
  let sum = 0;
  let windows = 0;
  for (let top = 0; top + side <= a.height; top += 4) {
    for (let left = 0; left + side <= a.width; left += 4, windows++) {
      let [x, y, xx, yy, xy] = [0, 0, 0, 0, 0];
      for (let i = 0; i < side * side; i++) {
        const at = ((top + Math.floor(i / side)) * a.width + left + (i % side)) * 3;
        const [p, q] = [luma(a, at), luma(b, at)];
        x += p;
        y += q;
        xx += p * p;
        yy += q * q;
        xy += p * q;
      }
      const n = side * side;
      const [mx, my] = [x / n, y / n];
      const [vx, vy, cov] = [xx / n - mx * mx, yy / n - my * my, xy / n - mx * my];
      sum +=
        ((2 * mx * my + 6.5025) * (2 * cov + 58.5225)) /
        ((mx * mx + my * my + 6.5025) * (vx + vy + 58.5225));
    }
  }
  return sum / windows;
}

const files = [
  ...(await madeFiles()),
  ...JSON.parse(readFileSync(join(kCorpus, 'manifest.json'), 'utf8'))
    .filter(({ kind, facts }) => kKinds.includes(kind) && (facts.verdict ?? 'valid') === 'valid')
    .map(({ path }) => ({ path: join(kCorpus, path), name: path })),
];
const counts = { compared: 0, like: 0, 'not read by libvips': 0, refused: 0 };
for (const { path, name } of files) {
  const words = ['--json', '--hash', 'none', '--svg', 'image', '--provider', 'anthropic'];
  const { stdout } = spawnSync(program, ['read', ...words, '--animation', 'first', '--', path], {
    maxBuffer: 2 ** 30,
  });
  const result = JSON.parse(stdout.toString());
  if (!result.success) {
    counts.refused++;
    continue;
  }
  const delivered = await shown(Buffer.from(result.images[0].data, 'base64'));
  let expected;
  try {
    expected = await shown(path, delivered);
  } catch {
    counts['not read by libvips']++;
    continue;
  }
  counts.compared++;
  const mean = meanDifference(delivered.rgb, expected.rgb);
  const ssim = similarity(delivered, expected);
  const like = mean <= kMostMean && ssim >= kLeastSsim;
  if (like) counts.like++;
  if (!like || all) {
    const how = `${delivered.width}x${delivered.height} ${result.images[0].mimeType}`;
    console.log(`${mean.toFixed(2).padStart(6)} ${ssim.toFixed(4)} ${name} (${how})`);
  }
}
console.log(counts);
rmSync(folder, { recursive: true });
