// Writes ZIP archives that are the same on every machine: no times, no names of users.

import { deflateRawSync } from 'node:zlib';

import { crc32 } from './png.mjs';

const kDeflated = 8;
/** The first of January 1980, the earliest there is. */
const kDate = 0x21;
const kUtf8Names = 0x800;

function record(signature, fields, name, rest = Buffer.alloc(0)) {
  const head = Buffer.alloc(fields.reduce((size, [bytes]) => size + bytes, 4));
  head.writeUInt32LE(signature, 0);
  let at = 4;
  for (const [bytes, value] of fields) {
    head.writeUIntLE(value, at, bytes);
    at += bytes;
  }
  return Buffer.concat([head, Buffer.from(name), rest]);
}

/**
 * @param {Record<string, string | Uint8Array>} members by name; one named `mimetype` is not compressed, as books want it
 * @returns {Buffer}
 */
export function zipFile(members) {
  const pieces = [];
  const entries = [];
  let at = 0;
  for (const [name, content] of Object.entries(members)) {
    const bytes = Buffer.from(content);
    const isStored = name === 'mimetype' || name.endsWith('/');
    const packed = isStored ? bytes : deflateRawSync(bytes, { level: 9 });
    const described = [
      [2, 20],
      [2, kUtf8Names],
      [2, isStored ? 0 : kDeflated],
      [2, 0],
      [2, kDate],
      [4, crc32(bytes)],
      [4, packed.length],
      [4, bytes.length],
      [2, Buffer.byteLength(name)],
      [2, 0],
    ];
    const local = record(0x04034b50, described, name, packed);
    const more = [[2, 0], [2, 0], [2, 0], [4, 0], [4, at]];
    entries.push(record(0x02014b50, [[2, 20], ...described, ...more], name));
    pieces.push(local);
    at += local.length;
  }
  const directory = Buffer.concat(entries);
  const count = entries.length;
  const end = record(0x06054b50, [[2, 0], [2, 0], [2, count], [2, count], [4, directory.length], [4, at], [2, 0]], '');
  return Buffer.concat([...pieces, directory, end]);
}
