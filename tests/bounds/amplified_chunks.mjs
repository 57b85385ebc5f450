// Pictures of n chunks, frames, entries, scans or runs, each of which asks for more than its bytes.

import { deflateSync } from 'node:zlib';

import { encodePng, pngChunk } from '../../scripts/lib/png.mjs';
import { chunk, losslessPicture } from './amplified_pictures.mjs';

const u16 = (...values) => Buffer.concat(values.map((value) => Buffer.from([value & 255, value >> 8])));
const u32 = (...values) => Buffer.concat(values.map((value) => Buffer.from(Uint32Array.of(value).buffer)));
const big32 = (...values) => Buffer.concat(values.map((value) => u32(value).reverse()));
const repeated = (n, piece) => Buffer.alloc(piece.length * n, piece);

/** A PNG of one pixel with chunks before its data. */
function pngWith(...chunks) {
  const png = encodePng(1, 1, () => [1, 2, 3]);
  return Buffer.concat([png.subarray(0, 33), ...chunks, png.subarray(33)]);
}

const packed = (bytes) => deflateSync(Buffer.alloc(bytes), { level: 9 });

/** Frames of a pixel on a canvas of `side`, each of which puts back what was there. */
function apng(n, side, disposal, ...chunks) {
  const header = Buffer.concat([big32(side, side), Buffer.from([8, 6, 0, 0, 0])]);
  const rows = (width) => deflateSync(Buffer.alloc((1 + 4 * width) * width), { level: 9 });
  let sequence = 0;
  const control = (width) =>
    pngChunk('fcTL', Buffer.concat([big32(sequence++, width, width, 0, 0), Buffer.from([0, 1, 0, 10, disposal, 0])]));
  const frames = [control(side), pngChunk('IDAT', rows(side))];
  const small = rows(1);
  for (let i = 0; i < n; i++) {
    frames.push(control(1), pngChunk('fdAT', Buffer.concat([big32(sequence++), small])));
  }
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('acTL', big32(n + 1, 0)),
    ...chunks,
    ...frames,
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Frames of as many pixels as the canvas, which are all black. */
function apngOfLargeFrames(n, side) {
  const header = Buffer.concat([big32(side, side), Buffer.from([8, 6, 0, 0, 0])]);
  const rows = deflateSync(Buffer.alloc((1 + 4 * side) * side), { level: 9 });
  let sequence = 0;
  const control = () => pngChunk('fcTL', Buffer.concat([big32(sequence++, side, side, 0, 0), Buffer.from([0, 1, 0, 10, 0, 0])]));
  const frames = [control(), pngChunk('IDAT', rows)];
  for (let i = 0; i < n; i++) frames.push(control(), pngChunk('fdAT', Buffer.concat([big32(sequence++), rows])));
  const start = [Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), pngChunk('IHDR', header), pngChunk('acTL', big32(n + 1, 0))];
  return Buffer.concat([...start, ...frames, pngChunk('IEND', Buffer.alloc(0))]);
}

/** Frames of a pixel on a canvas of `side`. */
function gif(n, side, disposal) {
  const frame = Buffer.concat([
    Buffer.from([0x21, 0xf9, 4, disposal << 2, 1, 0, 0, 0, 0x2c]),
    u16(0, 0, 1, 1),
    Buffer.from([0, 2, 2, 0x44, 1, 0]),
  ]);
  const head = Buffer.concat([Buffer.from('GIF89a'), u16(side, side), Buffer.from([0x80, 0, 0, 0, 0, 0, 255, 255, 255])]);
  return Buffer.concat([head, repeated(n, frame), Buffer.from([0x3b])]);
}

/** A GIF of one pixel whose data is nothing but codes that empty the table. */
function gifOfClearCodes(bytes) {
  const blocks = repeated(Math.ceil(bytes / 255), Buffer.concat([Buffer.from([255]), Buffer.alloc(255, 0x24)]));
  const head = Buffer.concat([Buffer.from('GIF89a'), u16(1, 1), Buffer.from([0x80, 0, 0, 0, 0, 0, 255, 255, 255])]);
  return Buffer.concat([head, Buffer.from([0x2c]), u16(0, 0, 1, 1), Buffer.from([0, 2]), blocks, Buffer.from([2, 0x44, 1, 0, 0x3b])]);
}

const segment = (marker, payload) =>
  Buffer.concat([Buffer.from([0xff, marker, (payload.length + 2) >> 8, (payload.length + 2) & 255]), payload]);
const oneCode = Buffer.concat([Buffer.from([1]), Buffer.alloc(15), Buffer.from([0])]);
const tables = Buffer.concat([
  segment(0xdb, Buffer.alloc(65, 1).fill(0, 0, 1)),
  segment(0xc4, Buffer.concat([Buffer.from([0x00]), oneCode])),
  segment(0xc4, Buffer.concat([Buffer.from([0x10]), oneCode])),
]);

/** A progressive JPEG of one component with n scans, in which two bytes pass over all of its blocks. */
function progressive(n, side) {
  const frame = Buffer.from([8, side >> 8, side & 255, side >> 8, side & 255, 1, 1, 0x11, 0]);
  const passOver = Buffer.concat([Buffer.from([1]), Buffer.alloc(15), Buffer.from([0xe0])]); // "0" and 14 bits: blocks
  const scan = Buffer.concat([segment(0xda, Buffer.from([1, 1, 0, 1, 63, 0])), Buffer.from([0, 1])]);
  const blocks = Math.ceil(side / 8) ** 2;
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    tables,
    segment(0xc4, Buffer.concat([Buffer.from([0x10]), passOver])),
    segment(0xc2, frame),
    segment(0xda, Buffer.from([1, 1, 0, 0, 0, 0])),
    Buffer.alloc(Math.ceil(blocks / 8)),
    repeated(n, scan),
    Buffer.from([0xff, 0xd9]),
  ]);
}

function baseline(...segments) {
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    tables,
    ...segments,
    segment(0xc0, Buffer.from([8, 0, 8, 0, 8, 1, 1, 0x11, 0])),
    segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
    Buffer.from([0, 0, 0xff, 0xd9]),
  ]);
}

/** An icon directory of n entries. */
function ico(n) {
  const picture = Buffer.concat([u32(40, 16, 32), u16(1, 32), u32(0, 1024, 0, 0, 0, 0), Buffer.alloc(1024 + 64)]);
  const entry = Buffer.concat([Buffer.from([16, 16, 0, 0]), u16(1, 32), u32(picture.length, 6 + 16 * n)]);
  return Buffer.concat([u16(0, 1, n), repeated(n, entry), picture]);
}

/** A bitmap of 8 x rows whose rows are run lengths of nothing. */
function bmp(n, rows, code) {
  const data = Buffer.concat([repeated(n, code), Buffer.from([0, 1])]);
  const header = Buffer.concat([u32(40, 8, rows), u16(1, 8), u32(1, data.length, 0, 0, 1, 0), u32(0)]);
  return Buffer.concat([Buffer.from('BM'), u32(14 + header.length + data.length, 0, 14 + header.length), header, data]);
}

/** A picture of 620 pixels a row, ten bytes each. */
function qoi(rows) {
  const header = Buffer.concat([Buffer.from('qoif'), big32(620, rows), Buffer.from([3, 0])]);
  return Buffer.concat([header, Buffer.alloc(10 * rows, 0xfd), Buffer.from([0, 0, 0, 0, 0, 0, 0, 1])]);
}

const box = (type, ...data) => {
  const body = Buffer.concat(data);
  return Buffer.concat([big32(body.length + 8), Buffer.from(type), body]);
};

/** A picture for the host with n properties, and an item that has 255 of them. */
function heic(n, brand) {
  const size = box('ispe', big32(0, 8, 8));
  const owned = Buffer.from(Array.from({ length: 255 }, () => 1));
  const items = Buffer.concat([big32(0, 1), Buffer.from([0, 1, 255]), owned]);
  const properties = box('iprp', box('ipco', size, repeated(n, box('free'))), box('ipma', items));
  const handler = box('hdlr', big32(0, 0), Buffer.from('pict'), Buffer.alloc(13));
  const meta = box('meta', big32(0), handler, box('pitm', big32(0), Buffer.from([0, 1])), properties);
  return Buffer.concat([box('ftyp', Buffer.from(`${brand}\0\0\0\0mif1`)), meta, box('mdat', Buffer.alloc(8))]);
}

function webpOfChunks(n) {
  const body = Buffer.concat([
    Buffer.from('WEBP'),
    chunk('VP8X', Buffer.from([4, 0, 0, 0, 0, 0, 0, 0, 0, 0])),
    losslessPicture(1, 1),
    repeated(n, chunk('ABCD', Buffer.alloc(0))),
    chunk('XMP ', Buffer.from('x')),
  ]);
  return Buffer.concat([Buffer.from('RIFF'), u32(body.length), body]);
}

/** A lossless WebP with n groups of codes, of one symbol each, which its blocks of 4 x 4 pixels take in turns. */
function webpOfCodes(n) {
  const side = 4 * Math.ceil(Math.sqrt(n));
  const bytes = [];
  let [byte, count] = [0, 0];
  const put = (value, bits) => {
    for (let i = 0; i < bits; i++) {
      byte |= ((value >>> i) & 1) << count;
      if (++count < 8) continue;
      bytes.push(byte);
      [byte, count] = [0, 0];
    }
  };
  const oneSymbol = () => put(0b0001, 4);
  // Each of the first 256 symbols takes eight bits; lengths of codes are 0 and 8, a bit each.
  const eightBits = (isGreen) => {
    put(0, 1);
    put(12 - 4, 4);
    for (const length of [17, 18, 0, 1, 2, 3, 4, 5, 16, 6, 7, 8]) put(length === 0 || length === 8 ? 1 : 0, 3);
    put(isGreen ? 1 : 0, 1);
    if (isGreen) {
      put(3, 3);
      put(256 - 2, 8);
    }
    for (let i = 0; i < 256; i++) put(1, 1);
  };
  const reversed = (value) => Number.parseInt(value.toString(2).padStart(8, '0').split('').reverse().join(''), 2);
  put(0x2f, 8);
  put(side - 1, 14);
  put(side - 1, 14);
  put(0, 1 + 3 + 1 + 1); // no alpha, version 0, no transform, no colour cache
  put(1, 1);
  put(0, 3 + 1); // groups of 4 x 4 pixels, which no colour cache holds
  eightBits(true);
  eightBits(false);
  for (let i = 0; i < 3; i++) oneSymbol();
  for (let i = 0; i < (side / 4) ** 2; i++) {
    put(reversed(i % n & 255), 8);
    put(reversed((i % n) >> 8), 8);
  }
  for (let i = 0; i < 5 * n + 4; i++) oneSymbol();
  const body = Buffer.concat([Buffer.from('WEBP'), chunk('VP8L', Buffer.from(bytes))]);
  return Buffer.concat([Buffer.from('RIFF'), u32(body.length), body]);
}

/** A film of n boxes behind n tags, too large to be read whole. */
function filmOfBoxes(n) {
  const box = (type, ...data) => Buffer.concat([big32(8 + Buffer.concat(data).length), Buffer.from(type, 'latin1'), ...data]);
  const tags = Array.from({ length: n }, (_, i) => box('\xa9nam', box('data', big32(1, 0), Buffer.from(`${i} ${'ab\n'.repeat(300)}`))));
  const movie = box('moov', box('udta', box('meta', big32(0), box('ilst', ...tags))));
  return Buffer.concat([box('ftyp', Buffer.from('isom\0\0\x02\0')), movie, repeated(n, box('free', big32(0, 0))), box('mdat', Buffer.alloc(9 << 20))]);
}

/** @type {Record<string, {name: string, n: number, bytes?: number, make: (n: number, bytes?: number) => Buffer}>} */
export const kAmplifiedChunks = {
  'PNG profiles': { name: 'a.png', growth: 1.3, n: 60, bytes: 900_000, make: (n, bytes) => pngWith(repeated(n, pngChunk('iCCP', Buffer.concat([Buffer.from('p\0\0'), packed(Math.min(bytes, 990_000))])))) },
  'PNG texts': { name: 'a.png', growth: 1.3, n: 60, bytes: 900_000, make: (n, bytes) => pngWith(repeated(n, pngChunk('zTXt', Buffer.concat([Buffer.from('p\0\0'), packed(Math.min(bytes, 990_000))])))) },
  'PNG texts that are too long': { name: 'a.png', n: 60, bytes: 2_000_000, make: (n, bytes) => pngWith(repeated(n, pngChunk('iTXt', Buffer.concat([Buffer.from('p\0\x01\0\0\0'), packed(bytes)])))) },
  'PNG facts': { name: 'a.png', n: 2000, make: (n) => pngWith(repeated(n, pngChunk('eXIf', Buffer.from('II*\0\x08\0\0\0\0\0\0\0\0\0')))) },
  'PNG frames on a large canvas': { name: 'a.png', n: 100, make: (n) => apng(n, 500, 2) },
  'PNG frames that are large': { name: 'a.png', n: 12, make: (n) => apngOfLargeFrames(n, 400) },
  'PNG frames that share a chunk': { name: 'a.png', n: 100, make: (n) => apng(n, 8, 0, pngChunk('tRNS', Buffer.alloc(1000 * n))) },
  'GIF frames on a large canvas': { name: 'a.gif', n: 1000, make: (n) => gif(n, 500, 2) },
  'GIF frames that put back': { name: 'a.gif', n: 1000, make: (n) => gif(n, 500, 3) },
  'GIF codes that empty the table': { name: 'a.gif', n: 100, make: (n) => gifOfClearCodes(n * 255) },
  'JPEG scans': { name: 'a.jpg', n: 10, make: (n) => progressive(n, 1000) },
  'JPEG tables': { name: 'a.jpg', n: 500, make: (n) => baseline(repeated(n, segment(0xc4, Buffer.concat([Buffer.from([0x10]), oneCode])))) },
  'JPEG profiles': { name: 'a.jpg', n: 100, make: (n) => baseline(repeated(n, segment(0xe2, Buffer.concat([Buffer.from('ICC_PROFILE\0\x01\xff'), Buffer.alloc(1000)])))) },
  'JPEG facts': { name: 'a.jpg', n: 500, make: (n) => baseline(repeated(n, segment(0xe1, Buffer.from('Exif\0\0II*\0\x08\0\0\0\0\0\0\0\0\0')))) },
  'ICO entries': { name: 'a.ico', n: 1000, make: (n) => ico(Math.min(n, 65_535)) },
  'BMP runs of nothing': { name: 'a.bmp', n: 5000, make: (n) => bmp(n, 8, Buffer.from([0, 2, 0, 0])) },
  'BMP rows of nothing': { name: 'a.bmp', n: 5000, make: (n) => bmp(n, n, Buffer.from([0, 0])) },
  'QOI runs': { name: 'a.qoi', n: 500, make: qoi },
  'HEIC properties': { name: 'a.heic', n: 2000, make: (n) => heic(n, 'heic') },
  'AVIF properties': { name: 'a.avif', n: 2000, make: (n) => heic(n, 'avif') },
  'WebP codes': { name: 'a.webp', n: 500, make: (n) => webpOfCodes(Math.min(Math.max(n, 1), 65_536)) },
  'boxes of a film behind tags': { name: 'a.mp4', n: 150, make: filmOfBoxes },
  'WebP chunks': { name: 'a.webp', n: 2000, make: webpOfChunks },
};
