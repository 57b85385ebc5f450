// Damages a picture: bytes, ranges, its end, and its chunks with checksums that are right again, the same way for the
// same number.

import { crc32 } from 'node:zlib';

/** Numbers below `limit` (mulberry32). */
function makeDice(seed) {
  let state = seed >>> 0;
  return (limit) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
}

const kPngStart = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function pngChunks(bytes) {
  const chunks = [];
  for (let at = kPngStart.length; at + 12 <= bytes.length; ) {
    const end = at + 12 + bytes.readUInt32BE(at);
    if (end > bytes.length) return undefined;
    chunks.push(bytes.subarray(at, end));
    at = end;
  }
  return { start: kPngStart, chunks };
}

function webpChunks(bytes) {
  const chunks = [];
  for (let at = 12; at + 8 <= bytes.length; ) {
    const size = bytes.readUInt32LE(at + 4);
    const end = at + 8 + size + (size % 2);
    if (end > bytes.length) return undefined;
    chunks.push(bytes.subarray(at, end));
    at = end;
  }
  return { start: bytes.subarray(0, 12), chunks };
}

/** The segments before the first scan; what follows is one chunk. */
function jpegChunks(bytes) {
  const chunks = [];
  let at = 2;
  while (at + 4 <= bytes.length && bytes[at] === 0xff && bytes[at + 1] !== 0xda) {
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    if (end > bytes.length) return undefined;
    chunks.push(bytes.subarray(at, end));
    at = end;
  }
  chunks.push(bytes.subarray(at));
  return { start: bytes.subarray(0, 2), chunks };
}

function chunksOf(bytes) {
  if (bytes.subarray(0, 8).equals(kPngStart)) return pngChunks(bytes);
  if (bytes.toString('latin1', 0, 4) === 'RIFF') return webpChunks(bytes);
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return jpegChunks(bytes);
  return undefined;
}

function damageChunks({ start, chunks }, dice) {
  const at = dice(chunks.length);
  const changed = [...chunks];
  const kind = dice(4);
  if (kind === 0) changed.splice(at, 1);
  if (kind === 1) changed.splice(dice(chunks.length + 1), 0, chunks[at]);
  if (kind === 2) changed.splice(dice(chunks.length), 0, ...changed.splice(at, 1));
  if (kind === 3) {
    const chunk = Buffer.from(chunks[at]);
    const data = Math.min(8, chunk.length - 1);
    chunk[data + dice(chunk.length - data)] ^= 1 << dice(8);
    if (start === kPngStart) chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), chunk.length - 4);
    changed[at] = chunk;
  }
  return Buffer.concat([start, ...changed]);
}

function damageBytes(bytes, dice) {
  const head = Math.min(bytes.length, 512);
  const at = dice(2) === 0 ? dice(head) : dice(bytes.length);
  const length = 1 + dice(Math.min(bytes.length - at, 64));
  const copy = Buffer.from(bytes);
  switch (dice(6)) {
    case 0:
      copy[at] = [0, 1, 0x7f, 0x80, 0xfe, 0xff][dice(6)];
      return copy;
    case 1:
      return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + length)]);
    case 2:
      return Buffer.concat([bytes.subarray(0, at + length), bytes.subarray(at)]);
    case 3:
      return bytes.subarray(0, 1 + dice(bytes.length));
    default:
      copy[at] ^= 1 << dice(8);
      return copy;
  }
}

/**
 * @param {Buffer} bytes of a picture file
 * @param {number} number of the copy
 */
export function damagedCopy(bytes, number) {
  const dice = makeDice(number);
  let damaged = bytes;
  for (let left = 1 + dice(3); left > 0 && damaged.length > 1; left--) {
    const chunks = dice(2) === 0 ? chunksOf(damaged) : undefined;
    damaged = chunks?.chunks.length > 0 ? damageChunks(chunks, dice) : damageBytes(damaged, dice);
  }
  return damaged;
}
