// Pictures of the samples: good ones, one too large for a model, and ones that a reader must refuse.

import { deflateSync } from 'node:zlib';

import { crc32, encodePng, pngChunk } from '../lib/png.mjs';

const kBars = [0.35, 0.6, 0.45, 0.8, 0.7, 0.95];

/** A bar chart, 640 x 400. */
export function chart() {
  const [width, height, margin] = [640, 400, 40];
  const slot = (width - 2 * margin) / kBars.length;
  return encodePng(width, height, (x, y) => {
    const bar = Math.floor((x - margin) / slot);
    const inside = bar >= 0 && bar < kBars.length && (x - margin) % slot < slot * 0.7;
    const top = height - margin - (kBars[bar] ?? 0) * (height - 2 * margin);
    if (inside && y >= top && y < height - margin) return [52, 101, 164];
    const onAxis = (x === margin && y < height - margin) || (y === height - margin && x >= margin);
    return onAxis ? [60, 60, 60] : [250, 250, 248];
  });
}

const kPage = [247, 248, 250];
const kCard = [255, 255, 255];
const kBorder = [222, 226, 232];
const kInk = [120, 130, 146];
const kAccents = [
  [45, 106, 196],
  [34, 139, 116],
  [204, 122, 40],
  [150, 80, 170],
];

/** The colour of a point of a card, `u` and `v` from its upper left corner. */
function cardColor(u, v, width, height, index) {
  const accent = kAccents[index % kAccents.length];
  if (u < 4 || v < 4 || u >= width - 4 || v >= height - 4) return kBorder;
  if (v > 48 && v < 72 && u > 48 && u < 48 + 260 + 40 * (index % 5)) return kInk;
  const [left, top, right, bottom] = [48, 130, width - 48, height - 60];
  if (u < left || u >= right || v < top || v >= bottom) return kCard;
  const at = (u - left) / (right - left);
  const level = 0.5 + 0.35 * Math.sin(at * 7 + index) * Math.cos(at * (3 + (index % 3)) - index);
  const line = bottom - level * (bottom - top);
  if (Math.abs(v - line) < 6) return accent;
  if (v > line) return accent.map((channel) => Math.round(channel + (255 - channel) * 0.82));
  return (bottom - v) % 100 < 2 ? kBorder : kCard;
}

/** A screenshot of a long page of charts, 1800 x 4400: more than any model looks at. */
export function dashboard() {
  const [width, height, columns, gap, top] = [1800, 4400, 2, 60, 220];
  const cardWidth = (width - gap * (columns + 1)) / columns;
  const cardHeight = 540;
  return encodePng(width, height, (x, y) => {
    if (y < 140) return x > 60 && x < 420 && y > 52 && y < 92 ? kCard : [32, 44, 66];
    const column = Math.floor((x - gap) / (cardWidth + gap));
    const row = Math.floor((y - top) / (cardHeight + gap));
    const u = x - gap - column * (cardWidth + gap);
    const v = y - top - row * (cardHeight + gap);
    const isCard = column >= 0 && column < columns && row >= 0 && u >= 0 && u < cardWidth && v < cardHeight;
    return isCard ? cardColor(u, v, cardWidth, cardHeight, row * columns + column) : kPage;
  });
}

/** Concentric rings as a BMP of 24 bits a pixel. */
export function ringsBmp() {
  const side = 240;
  const rowBytes = Math.ceil((side * 3) / 4) * 4;
  const file = Buffer.alloc(54 + rowBytes * side);
  file.write('BM', 'latin1');
  file.writeUInt32LE(file.length, 2);
  file.writeUInt32LE(54, 10);
  file.writeUInt32LE(40, 14);
  file.writeInt32LE(side, 18);
  file.writeInt32LE(side, 22);
  file.writeUInt16LE(1, 26);
  file.writeUInt16LE(24, 28);
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const ring = Math.floor(Math.hypot(x - side / 2, y - side / 2) / 20);
      const [red, green, blue] = ring > 5 ? kPage : kAccents[ring % kAccents.length];
      file.set([blue, green, red], 54 + y * rowBytes + x * 3);
    }
  }
  return file;
}

/** A PNG with one wrong bit in the middle of its pixels. */
export function damaged(png) {
  const copy = Buffer.from(png);
  copy[copy.length >> 1] ^= 0x10;
  return copy;
}

/** A few hundred bytes that claim to be a picture of 3.6 thousand million pixels. */
export function bomb() {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(60_000, 0);
  header.writeUInt32BE(60_000, 4);
  header.set([1, 0, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(Buffer.alloc(100_000))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Grey values of a page as a scanner sees it, for a PDF: noise-free lines that stand for writing. */
export function scanPixels(width, height) {
  const pixels = Buffer.alloc(width * height, 244);
  for (let line = 0; line * 22 + 90 < height; line++) {
    // The words' lengths come from a checksum, so that the page looks written and is always the same.
    let x = 60;
    for (let word = 0; x < width - 90; word++) {
      const length = 16 + (crc32(Buffer.from(`${line}/${word}`)) % 60);
      const end = Math.min(x + length, width - 60);
      for (let y = line * 22 + 60; y < line * 22 + 69; y++) pixels.fill(64, y * width + x, y * width + end);
      x = end + 9;
    }
  }
  return pixels;
}

/** Rings as a TIFF, which browsers do not show. */
export function ringsTiff() {
  const [side, entries] = [120, 10];
  const pixels = Buffer.alloc(side * side * 3);
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const ring = Math.floor(Math.hypot(x - side / 2, y - side / 2) / 10);
      pixels.set(ring > 5 ? kPage : kAccents[ring % kAccents.length], (y * side + x) * 3);
    }
  }
  const after = 8 + 2 + entries * 12 + 4;
  const head = Buffer.alloc(after + 6);
  head.write('II*\0', 'latin1');
  head.writeUInt32LE(8, 4);
  head.writeUInt16LE(entries, 8);
  const fields = [[256, 4, 1, side], [257, 4, 1, side], [258, 3, 3, after], [259, 3, 1, 1], [262, 3, 1, 2], [273, 4, 1, head.length], [277, 3, 1, 3], [278, 4, 1, side], [279, 4, 1, pixels.length], [284, 3, 1, 1]];
  fields.forEach(([tag, type, count, value], index) => {
    head.writeUInt16LE(tag, 10 + index * 12);
    head.writeUInt16LE(type, 12 + index * 12);
    head.writeUInt32LE(count, 14 + index * 12);
    head.writeUInt32LE(value, 18 + index * 12);
  });
  for (let channel = 0; channel < 3; channel++) head.writeUInt16LE(8, after + channel * 2);
  return Buffer.concat([head, pixels]);
}

/** A drawing of three steps, with an arrow between them. */
export function stepsSvg() {
  const steps = ['Order', 'Pack', 'Ship'];
  const boxes = steps.map(
    (name, at) =>
      `<rect x="${20 + at * 200}" y="50" width="140" height="70" rx="10" fill="#dbe8fa" stroke="#2d6ac4" stroke-width="2"/>` +
      `<text x="${90 + at * 200}" y="92" font-family="sans-serif" font-size="20" text-anchor="middle" fill="#1b3a66">${name}</text>`,
  );
  const arrows = [0, 1].map((at) => `<path d="M${164 + at * 200} 85h44m-10-8l12 8l-12 8" fill="none" stroke="#5a6779" stroke-width="3"/>`);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="580" height="170" viewBox="0 0 580 170"><rect width="580" height="170" fill="#fff"/>${boxes.join('')}${arrows.join('')}</svg>\n`;
}
