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
