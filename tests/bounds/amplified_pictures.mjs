// Pictures in which something small stands for much: the same bytes named n times, n frames, n entries, n scans.
// `make(n, bytes)` gives a file whose cost may grow with n no faster than n does.

import { deflateRawSync, deflateSync } from 'node:zlib';

import { jpegOfScans } from './scans.mjs';

const u16 = (...values) => Buffer.concat(values.map((value) => Buffer.from([value & 255, value >> 8])));
const u32 = (value) => Buffer.from(Uint32Array.of(value).buffer);
const u24 = (value) => u32(value).subarray(0, 3);

/** A little-endian TIFF: `tags` are [tag, type, values], `data` stands at byte 8. */
function tiff(data, tags) {
  const kBytes = { 1: 1, 3: 2, 4: 4, 7: 1 };
  const tail = [];
  const directoryAt = 8 + data.length + (data.length & 1);
  let tailAt = directoryAt + 2 + tags.length * 12 + 4;
  const entries = [...tags].sort((a, b) => a[0] - b[0]).map(([tag, type, values]) => {
    const field = Buffer.isBuffer(values)
      ? values
      : Buffer.concat(values.map((value) => u32(value).subarray(0, kBytes[type])));
    const count = field.length / kBytes[type];
    let place = Buffer.concat([field, Buffer.alloc(4)]).subarray(0, 4);
    if (field.length > 4) {
      place = u32(tailAt);
      tail.push(field);
      tailAt += field.length;
    }
    return Buffer.concat([u16(tag, type), u32(count), place]);
  });
  const header = Buffer.concat([Buffer.from('II*\0'), u32(directoryAt)]);
  return Buffer.concat([header, data, Buffer.alloc(data.length & 1), u16(entries.length), ...entries, u32(0), ...tail]);
}

/** A gray picture of n one-row strips, all of which are the same bytes. */
function sharedStrips(n, data, compression, more = []) {
  return tiff(data, [
    [256, 4, [8]],
    [257, 4, [n]],
    [258, 3, [compression === 3 ? 1 : 8]],
    [259, 3, [compression]],
    [262, 3, [1]],
    [273, 4, Array(n).fill(8)],
    [277, 3, [1]],
    [278, 4, [1]],
    [279, 4, Array(n).fill(data.length)],
    ...more,
  ]);
}

/** Strips of 64 x 64 gray pixels with alpha, all of which are the same JPEG of 63 scans. */
function stripsOfScans(n) {
  const data = jpegOfScans(64, 64, 1);
  return tiff(data, [
    [256, 4, [64]],
    [257, 4, [64 * n]],
    [258, 3, [8, 8]],
    [259, 3, [7]],
    [262, 3, [1]],
    [273, 4, Array(n).fill(8)],
    [277, 3, [2]],
    [278, 4, [64]],
    [279, 4, Array(n).fill(data.length)],
  ]);
}

/** A JPEG of one gray component, whose data is `data`. */
function jpeg(width, height, data = Buffer.alloc(0), { tables = true, start = 0xc0 } = {}) {
  const segment = (marker, payload) =>
    Buffer.concat([Buffer.from([0xff, marker, (payload.length + 2) >> 8, (payload.length + 2) & 255]), payload]);
  const code = Buffer.concat([Buffer.from([1]), Buffer.alloc(15), Buffer.from([0])]); // one code: "0"
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    ...(tables
      ? [
          segment(0xdb, Buffer.alloc(65, 1).fill(0, 0, 1)),
          segment(0xc4, Buffer.concat([Buffer.from([0x00]), code])),
          segment(0xc4, Buffer.concat([Buffer.from([0x10]), code])),
        ]
      : []),
    segment(start, Buffer.from([8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0])),
    segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
    data,
    Buffer.from([0xff, 0xd9]),
  ]);
}

/** Noise: a piece of it again and again, farther apart than a PNG looks back. */
function noise(bytes) {
  let state = 1;
  const piece = Buffer.alloc(32_000).map(() => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state >> 16;
  });
  return Buffer.alloc(bytes, piece);
}

/** A wide picture of transparent noise. */
function wideNoise(n) {
  const width = 1000 * n;
  const strip = deflateSync(noise(width * 2 * 16));
  const data = Buffer.concat(Array(4).fill(strip));
  return tiff(data, [
    [256, 4, [width]],
    [257, 4, [64]],
    [258, 3, [8, 8]],
    [259, 3, [8]],
    [262, 3, [1]],
    [273, 4, [0, 1, 2, 3].map((i) => 8 + i * strip.length)],
    [277, 3, [2]],
    [278, 4, [16]],
    [279, 4, Array(4).fill(strip.length)],
    [338, 3, [2]],
  ]);
}

/** Two transparent rows that take turns: none is as the one before it. */
function transparentRows(n) {
  const rows = [0, 1].map((y) => Buffer.from(Array.from({ length: 8000 }, (_, i) => (i % 4 === 3 ? 100 + y : (i + y) & 255))));
  const strip = deflateSync(Buffer.concat(Array(n).fill(rows).flat()));
  return tiff(strip, [
    [256, 4, [2000]],
    [257, 4, [2 * n]],
    [258, 3, [8, 8, 8, 8]],
    [259, 3, [8]],
    [262, 3, [2]],
    [273, 4, [8]],
    [277, 3, [4]],
    [278, 4, [2 * n]],
    [279, 4, [strip.length]],
    [338, 3, [2]],
  ]);
}

/** Noise in YCbCr, whose colors are half as fine, as a picture that lies on its side. */
function lyingNoise(n) {
  const strip = deflateSync(noise((1000 * 40 * 3) / 2));
  return tiff(Buffer.concat(Array(n).fill(strip)), [
    [256, 4, [1000]],
    [257, 4, [40 * n]],
    [258, 3, [8, 8, 8]],
    [259, 3, [8]],
    [262, 3, [6]],
    [273, 4, Array.from({ length: n }, (_, i) => 8 + i * strip.length)],
    [274, 3, [6]],
    [277, 3, [3]],
    [278, 4, [40]],
    [279, 4, Array(n).fill(strip.length)],
    [530, 3, [2, 2]],
  ]);
}

/** A picture of 64 rows of gray that lies on its side. */
function lyingRows(n) {
  const width = 1000 * n;
  const strip = deflateSync(noise(width * 32));
  return tiff(Buffer.concat([strip, strip]), [
    [256, 4, [width]],
    [257, 4, [64]],
    [258, 3, [8]],
    [259, 3, [8]],
    [262, 3, [1]],
    [273, 4, [8, 8 + strip.length]],
    [274, 3, [6]],
    [277, 3, [1]],
    [278, 4, [32]],
    [279, 4, [strip.length, strip.length]],
  ]);
}

/** LZW of nothing but codes that empty the table: 256 in nine bits. */
const clearCodes = (bytes) => Buffer.alloc(bytes).map((_, i) => [0x80, 0x40, 0x20, 0x10, 0x08, 0x04, 0x02, 0x01, 0x00][i % 9]);
const emptyBlocks = (bytes) =>
  Buffer.concat([Buffer.from([0x78, 0x9c]), Buffer.alloc(bytes, Buffer.from([0, 0, 0, 0xff, 0xff])), deflateRawSync(Buffer.alloc(8))]);

/** A chunk of a WebP. */
export const chunk = (type, data) =>
  Buffer.concat([Buffer.from(type), u32(data.length), data, Buffer.alloc(data.length & 1)]);

/** Lossless data of one colour: four bytes of header and simple codes. */
export function losslessPicture(width, height) {
  const bits = [];
  const put = (value, count) => {
    for (let i = 0; i < count; i++) bits.push((value >> i) & 1);
  };
  put(0x2f, 8);
  put(width - 1, 14);
  put(height - 1, 14);
  put(0, 1 + 3); // no alpha, version 0
  put(0, 3); // no transform, no colour cache, one group of codes
  for (let code = 0; code < 5; code++) put(0b0001, 4); // one symbol of one bit: 0
  const bytes = Buffer.alloc(Math.ceil(bits.length / 8) + 8);
  bits.forEach((bit, i) => {
    bytes[i >> 3] |= bit << (i & 7);
  });
  return chunk('VP8L', bytes);
}

function webpAnimation(frames, width, height, canvas = [width, height]) {
  const picture = losslessPicture(width, height);
  const frame = chunk('ANMF', Buffer.concat([u24(0), u24(0), u24(width - 1), u24(height - 1), u24(10), Buffer.from([2]), picture]));
  const body = Buffer.concat([
    Buffer.from('WEBP'),
    chunk('VP8X', Buffer.concat([Buffer.from([2, 0, 0, 0]), u24(canvas[0] - 1), u24(canvas[1] - 1)])),
    chunk('ANIM', Buffer.alloc(6)),
    Buffer.alloc(frame.length * frames, frame),
  ]);
  return Buffer.concat([Buffer.from('RIFF'), u32(body.length), body]);
}

/** GIF frames whose data is a few long codes. */
function gifFrames(n, side) {
  const pixels = side * side;
  const bits = [];
  const put = (value, count) => {
    for (let i = 0; i < count; i++) bits.push((value >> i) & 1);
  };
  put(4, 3);
  let [next, width, length, written] = [6, 3, 1, 1];
  put(0, 3);
  while (written < pixels) {
    put(Math.min(next, 4095), width);
    if (next < 4096) next++;
    if (next === 1 << width && width < 12) width++;
    if (length < 4090) length++;
    written += length;
  }
  put(5, width);
  const data = Buffer.alloc(Math.ceil(bits.length / 8));
  bits.forEach((bit, i) => {
    data[i >> 3] |= bit << (i & 7);
  });
  const blocks = [];
  for (let at = 0; at < data.length; at += 255) {
    const piece = data.subarray(at, at + 255);
    blocks.push(Buffer.from([piece.length]), piece);
  }
  const frame = Buffer.concat([Buffer.from([0x2c]), u16(0, 0, side, side), Buffer.from([0, 2]), ...blocks, Buffer.from([0])]);
  const head = Buffer.concat([Buffer.from('GIF89a'), u16(side, side), Buffer.from([0x80, 0, 0, 0, 0, 0, 255, 255, 255])]);
  return Buffer.concat([head, Buffer.alloc(frame.length * n, frame), Buffer.from([0x3b])]);
}

/** n directories, each of which begins two bytes behind the one before it and goes over the same entries. */
function sharedDirectories(n, entries) {
  const first = tiff(Buffer.from([7]), [[256, 4, [1]], [257, 4, [1]], [258, 3, [8]], [262, 3, [1]], [273, 4, [8]], [279, 4, [1]]]);
  const at = first.length;
  first.writeUInt32LE(at, at - 4); // the last four bytes say where the next directory is
  const span = 2 + entries * 12;
  const body = Buffer.alloc(Math.max(n * 4 + span + 8, 16));
  // Counts and offsets take turns: every fourth byte begins a directory of `entries` entries.
  for (let i = 0; i < n; i++) body.writeUInt16LE(entries, i * 4);
  for (let i = 0; i + 1 < n; i++) {
    const offsetAt = i * 4 + span;
    if (offsetAt >= n * 4) body.writeUInt32LE(at + (i + 1) * 4, offsetAt);
  }
  return Buffer.concat([first, body]);
}

/** @type {Record<string, {name: string, n: number, bytes: number, make: (n: number, bytes: number) => Buffer}>} */
export const kAmplifiedPictures = {
  'TIFF strips of the same empty Deflate blocks': { name: 'a.tif', n: 50, bytes: 20_000, make: (n, bytes) => sharedStrips(n, emptyBlocks(bytes), 8) },
  'TIFF strips of the same LZW clear codes': { name: 'a.tif', n: 50, bytes: 20_000, make: (n, bytes) => sharedStrips(n, clearCodes(bytes), 5) },
  'TIFF strips of the same empty PackBits': { name: 'a.tif', n: 50, bytes: 20_000, make: (n, bytes) => sharedStrips(n, Buffer.concat([Buffer.alloc(bytes, 0x80), Buffer.from([0xf9, 1])]), 32773) },
  'TIFF strips of the same fill bits of a fax': { name: 'a.tif', n: 50, bytes: 20_000, make: (n, bytes) => sharedStrips(n, Buffer.concat([Buffer.alloc(bytes), Buffer.from([0x01, 0x98])]), 3) },
  'TIFF strips whose bits are reversed': { name: 'a.tif', n: 50, bytes: 20_000, make: (n, bytes) => sharedStrips(n, Buffer.alloc(bytes, 7), 1, [[266, 3, [2]]]) },
  'TIFF strips with large JPEG tables': {
    name: 'a.tif',
    n: 50,
    bytes: 20_000,
    make: (n, bytes) => sharedStrips(n, jpeg(8, 1, Buffer.from([0])), 7, [[347, 7, Buffer.concat([Buffer.from([0xff, 0xd8]), Buffer.alloc(bytes, 0xff), Buffer.from([0xff, 0xd9])])]]),
  },
  'TIFF strips of JPEG fill bytes': {
    name: 'a.tif',
    n: 50,
    bytes: 20_000,
    make: (n, bytes) => sharedStrips(n, Buffer.concat([Buffer.from([0xff, 0xd8]), Buffer.alloc(bytes, 0xff), jpeg(8, 1, Buffer.from([0])).subarray(2)]), 7),
  },
  'TIFF strips that are far larger as JPEG': { name: 'a.tif', n: 20, bytes: 2_000, make: (n, bytes) => sharedStrips(n, jpeg(60_000, 16, Buffer.alloc(bytes)), 7) },
  'TIFF strips of the same JPEG of many scans': { name: 'a.tif', n: 20, bytes: 2_000, make: stripsOfScans },
  'TIFF strips of a byte': { name: 'a.tif', n: 2_000, bytes: 8, make: (n) => sharedStrips(n, Buffer.alloc(8, 0x98), 3) },
  'TIFF directories of the same entries': { name: 'a.tif', n: 1_000, bytes: 2_000, make: sharedDirectories },
  'a wide TIFF of transparent noise': { name: 'a.tif', n: 40, bytes: 0, make: wideNoise },
  'a TIFF of transparent rows that take turns': { name: 'a.tif', n: 300, bytes: 0, make: transparentRows },
  'a TIFF of YCbCr noise on its side': { name: 'a.tif', n: 10, options: ['--provider', 'gemini', '--full-resolution'], make: lyingNoise },
  'a wide TIFF on its side': { name: 'a.tif', n: 10, options: ['--provider', 'gemini', '--full-resolution'], make: lyingRows },
  'a WebP of frames': { name: 'a.webp', n: 1_500, bytes: 0, make: (n) => webpAnimation(n, 1, 1) },
  'a WebP of large frames': { name: 'a.webp', n: 2, bytes: 0, make: (n) => webpAnimation(n, 400, 400) },
  'a GIF of large frames': { name: 'a.gif', n: 12, bytes: 0, make: (n) => gifFrames(n, 400) },
};
