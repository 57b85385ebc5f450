// The pictures of the benchmark, 12 megapixels each, made by a seeded script: the same on every machine.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** 12 megapixels. Fitted to 'anthropic' the long side becomes 1568 pixels. */
export const kSize = { width: 4900, height: 2450 };

/** Numerical Recipes' generator: 0 to 1. */
function makeRandom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Smooth gradients and edges with a sensor's noise over them. */
function photoPixels() {
  const { width, height } = kSize;
  const random = makeRandom(1);
  const pixels = new Uint8Array(width * height * 3);
  const blobs = Array.from({ length: 24 }, () => ({
    x: random() * width,
    y: random() * height,
    radius: 100 + random() * 700,
    color: [random() * 160 - 80, random() * 160 - 80, random() * 160 - 80],
  }));
  for (let y = 0, at = 0; y < height; y++) {
    const near = blobs.filter((blob) => Math.abs(blob.y - y) < blob.radius);
    for (let x = 0; x < width; x++, at += 3) {
      const color = [110 + (60 * x) / width, 120 + (50 * y) / height, 150 - (70 * y) / height];
      for (const blob of near) {
        const distance = Math.hypot(blob.x - x, blob.y - y) / blob.radius;
        if (distance >= 1) continue;
        for (let channel = 0; channel < 3; channel++) color[channel] += blob.color[channel] * (1 - distance * distance);
      }
      const noise = (random() + random() - 1) * 9;
      for (let channel = 0; channel < 3; channel++) pixels[at + channel] = Math.min(255, Math.max(0, color[channel] + noise));
    }
  }
  return pixels;
}

/** Panels with lines of text-like strokes, drawn with soft edges. */
function screenshotPixels() {
  const { width, height } = kSize;
  const random = makeRandom(2);
  const pixels = new Uint8Array(width * height * 3);
  const fill = (left, top, wide, high, color) => {
    for (let y = top; y < Math.min(height, top + high); y++) {
      for (let x = left; x < Math.min(width, left + wide); x++) pixels.set(color, (y * width + x) * 3);
    }
  };
  fill(0, 0, width, height, [247, 248, 250]);
  fill(0, 0, width, 90, [36, 41, 47]);
  fill(0, 90, 620, height, [232, 235, 240]);
  for (let top = 130; top + 40 < height; top += 44) {
    const ink = random() < 0.2 ? [9, 105, 218] : [31, 35, 40];
    for (const [start, end] of [[40, 560], [680, width - 200]]) {
      for (let x = start; x < end * (0.5 + random() / 2); ) {
        // A letter: a stem, a bar and a bowl, each with a pixel of half tone.
        const wide = 8 + Math.floor(random() * 10);
        const soft = ink.map((channel) => (channel + 240) >> 1);
        fill(x, top, 3, 26, ink);
        fill(x + 3, top, 1, 26, soft);
        fill(x, top + Math.floor(random() * 22), wide, 3, ink);
        fill(x + wide, top + 10, 2, Math.floor(random() * 16), soft);
        x += wide + (random() < 0.17 ? 18 : 6);
      }
    }
  }
  return pixels;
}

/** A plan of 4,000 shapes with gradients, strokes, dashes and transparency. Text is left out: others need a face for it. */
function drawing() {
  const random = makeRandom(3);
  const number = (most) => (random() * most).toFixed(1);
  const colors = ['#0969da', '#1a7f37', '#cf222e', 'url(#g)', '#8250df', '#57606a'];
  const color = () => colors[Math.floor(random() * colors.length)];
  const kinds = [
    () => `<rect x="${number(2900)}" y="${number(1900)}" width="${number(200)}" height="${number(120)}" rx="8" fill="${color()}"/>`,
    () => `<circle cx="${number(3000)}" cy="${number(2000)}" r="${number(60)}" fill="${color()}" fill-opacity="0.5"/>`,
    () => {
      const curve = `M${number(3000)} ${number(2000)}c${number(200)} ${number(90)} ${number(80)} ${number(200)} ${number(300)} ${number(90)}`;
      return `<path d="${curve}" fill="none" stroke="${color()}" stroke-width="${number(6)}" stroke-linejoin="round"/>`;
    },
    () =>
      `<path d="M${number(3000)} ${number(2000)}h${number(300)}v${number(90)}" fill="none" stroke="#24292f" stroke-dasharray="6 3"/>`,
  ];
  const shapes = Array.from({ length: 4000 }, (_, i) => kinds[i % kinds.length]());
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="3000" height="2000">
<linearGradient id="g"><stop stop-color="#fb8f44"/><stop offset="1" stop-color="#bf3989"/></linearGradient>
${shapes.join('\n')}
</svg>
`);
}

/**
 * Writes what is not there yet and reads it.
 * @param {string} folder where the files are kept
 * @param {typeof import('sharp')} sharp the encoder
 */
export async function loadPictures(folder, sharp) {
  mkdirSync(folder, { recursive: true });
  const raw = { ...kSize, channels: 3 };
  const made = {};
  const source = (kind) => {
    made[kind] ??= kind === 'photo' ? photoPixels() : screenshotPixels();
    return sharp(made[kind], { raw });
  };
  const files = {
    'photo.jpg': () => source('photo').jpeg({ quality: 90 }),
    'photo.png': () => source('photo').png({ adaptiveFiltering: true }),
    'screenshot.png': () => source('screenshot').png(),
    'photo.webp': () => source('photo').webp({ quality: 85, effort: 2 }),
    'screenshot.gif': () => source('screenshot').gif({ effort: 1 }),
    'photo.avif': () => source('photo').avif({ quality: 60, effort: 1 }),
    'drawing.svg': () => ({ toBuffer: () => drawing() }),
  };
  const loaded = {};
  for (const [name, make] of Object.entries(files)) {
    const path = join(folder, name);
    try {
      loaded[name] = readFileSync(path);
    } catch {
      writeFileSync(path, await make().toBuffer());
      loaded[name] = readFileSync(path);
    }
  }
  return loaded;
}
