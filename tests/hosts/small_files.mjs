// A small file of each format that the samples do not have, written by hand from its specification: no encoder's version
// changes them.

import { encodePng } from '../../scripts/lib/png.mjs';
import { pdfFile, stream } from '../../scripts/samples/documents.mjs';

const kSide = 16;
const blockColor = (x, y) => [(x * 16) % 256, (y * 16) % 256, 128];

/** Two frames of one pixel (GIF89a). */
export function gif() {
  const frame = '21f904000a0000002c0000000001000100000202440100';
  return Buffer.from(`47494638396101000100800000000000ffffff${frame}${frame}3b`, 'hex');
}

/** Bits in the order in which `push` gets them: JPEG fills a byte from its high bit, WebP from its low one. */
class Bits {
  #bits = [];

  /** @param {string} bits "0" and "1", the first one first */
  push(bits) {
    this.#bits.push(...bits);
  }

  bytes(highFirst, padding) {
    while (this.#bits.length % 8 !== 0) this.#bits.push(padding);
    const bytes = [];
    for (let at = 0; at < this.#bits.length; at += 8) {
      const eight = this.#bits.slice(at, at + 8);
      bytes.push(Number.parseInt((highFirst ? eight : eight.reverse()).join(''), 2));
    }
    return Buffer.from(bytes);
  }
}

const binary = (value, width) => value.toString(2).padStart(width, '0');
const reversed = (text) => [...text].reverse().join('');

/**
 * Flat blocks in shades of grey (ITU-T T.81, baseline), each 7 steps lighter than the one before until it wraps.
 * @param {{table?: number, symbols?: number[]}} [damage] a table that the picture names and the file does not have, or
 *   more symbols than codes
 */
export function jpeg({ table = 0, symbols = [3, 7] } = {}) {
  const segment = (marker, body) => Buffer.from([0xff, marker, 0, body.length + 2, ...body]);
  const codes = (counts, symbols) => [
    ...[...counts, ...Array(16 - counts.length).fill(0)],
    ...symbols,
  ];
  const bits = new Bits();
  for (let block = 0, before = 0; block < kSide * kSide; block++) {
    // Quantised by 8, a block's first coefficient is its mean: -64 to 63.
    const mean = ((block * 7) % 128) - 64;
    const change = mean - before;
    before = mean;
    // "0" for a change of 3 bits, "10" for one of 7.
    if (change === 7) bits.push(`0${binary(change, 3)}`);
    else bits.push(`10${binary(change + 127, 7)}`);
    // No other coefficient: the end of the block.
    bits.push('0');
  }
  const data = [...bits.bytes(true, '1')].flatMap((byte) => (byte === 0xff ? [0xff, 0] : [byte]));
  const side = kSide * 8;
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xdb, [0, ...Array(64).fill(8)]),
    segment(0xc0, [8, 0, side, 0, side, 1, 1, 0x11, 0]),
    segment(0xc4, [0, ...codes([1, 1], symbols)]),
    segment(0xc4, [0x10, ...codes([1], [0])]),
    segment(0xda, [1, 1, table, 0, 63, 0]),
    Buffer.from(data),
    Buffer.from([0xff, 0xd9]),
  ]);
}

/** One colour (WebP lossless bitstream): each prefix code has one symbol, so no pixel takes a bit. */
export function webp() {
  const bits = new Bits();
  const put = (value, width) => bits.push(reversed(binary(value, width)));
  put(0x2f, 8);
  for (const size of [kSide, kSide]) put(size - 1, 14);
  // No alpha, version 0, no transform, no colour cache, one group of codes.
  put(0, 1 + 3 + 1 + 1 + 1);
  for (const symbol of [200, 100, 50, 255, 0]) {
    put(0b101, 3);
    put(symbol, 8);
  }
  const data = bits.bytes(false, '0');
  const padded = data.length % 2 === 0 ? data : Buffer.concat([data, Buffer.alloc(1)]);
  const head = Buffer.from('RIFF____WEBPVP8L____', 'latin1');
  head.writeUInt32LE(12 + padded.length, 4);
  head.writeUInt32LE(data.length, 16);
  return Buffer.concat([head, padded]);
}

/** RGB without compression (TIFF 6.0). */
export function tiff() {
  const pixels = Buffer.from(
    Array.from({ length: kSide ** 2 }, (_, i) =>
      blockColor(i % kSide, Math.floor(i / kSide)),
    ).flat(),
  );
  // Short values of the one directory: tag and value. Its end is where the pixels start.
  const entries = [
    [256, kSide],
    [257, kSide],
    [258, 8],
    [259, 1],
    [262, 2],
    [273, 0],
    [277, 3],
    [278, kSide],
    [279, pixels.length],
  ];
  const start = 8 + 2 + entries.length * 12 + 4;
  const head = Buffer.alloc(start);
  head.write('II*\0', 'latin1');
  head.writeUInt32LE(8, 4);
  head.writeUInt16LE(entries.length, 8);
  for (const [i, [tag, value]] of entries.entries()) {
    const at = 10 + i * 12;
    head.writeUInt16LE(tag, at);
    head.writeUInt16LE(3, at + 2);
    head.writeUInt32LE(1, at + 4);
    head.writeUInt16LE(tag === 273 ? start : value, at + 8);
  }
  return Buffer.concat([head, pixels]);
}

/** An icon that holds a PNG. */
export function ico() {
  const png = encodePng(kSide, kSide, blockColor);
  const head = Buffer.alloc(22);
  head.set([0, 0, 1, 0, 1, 0, kSide, kSide, 0, 0, 1, 0, 24, 0]);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}

/** The first box of an AVIF or HEIC file (ISO 14496-12), which says its brand. */
export function isobmff(brand) {
  const content = Buffer.from(`ftyp${brand}\0\0\0\0${brand}mif1`, 'latin1');
  return Buffer.concat([Buffer.from([0, 0, 0, content.length + 4]), content]);
}

/** One page that shows a JPEG and says a word. */
export function pdfOfJpeg(picture) {
  const side = kSide * 8;
  const image = `/Type/XObject/Subtype/Image/Width ${side}/Height ${side}/ColorSpace/DeviceGray/BitsPerComponent 8`;
  return pdfFile([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 4 0 R/Resources<</XObject<</Im1 5 0 R>>/Font<</F1 6 0 R>>>>>>',
    stream('', 'q 150 0 0 150 25 40 cm /Im1 Do Q BT /F1 12 Tf 25 20 Td (mosaic) Tj ET'),
    stream(`${image}/Filter/DCTDecode`, picture.toString('latin1')),
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ]);
}
