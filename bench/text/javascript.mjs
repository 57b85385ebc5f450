// What can be done without this library: several ways to count the lines of a Uint8Array, and pages made with them.

const kLineFeed = 10;

/** Ways to count line feeds. @type {Record<string, (bytes: Uint8Array) => number>} */
export const kByteCounters = {
  'a loop over bytes'(bytes) {
    let count = 0;
    for (let i = 0; i < bytes.length; i += 1) if (bytes[i] === kLineFeed) count += 1;
    return count;
  },

  'Uint8Array indexOf'(bytes) {
    const plain = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);
    let count = 0;
    for (let at = plain.indexOf(kLineFeed); at !== -1; at = plain.indexOf(kLineFeed, at + 1)) count += 1;
    return count;
  },

  'Buffer indexOf'(bytes) {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    let count = 0;
    for (let at = buffer.indexOf(kLineFeed); at !== -1; at = buffer.indexOf(kLineFeed, at + 1)) count += 1;
    return count;
  },

  'a loop over words of four bytes'(bytes) {
    const first = Math.min(bytes.length, -bytes.byteOffset & 3);
    const words = new Uint32Array(bytes.buffer, bytes.byteOffset + first, (bytes.length - first) >> 2);
    let count = 0;
    for (let i = 0; i < first; i += 1) if (bytes[i] === kLineFeed) count += 1;
    for (let i = 0; i < words.length; i += 1) {
      const word = words[i] ^ 0x0a0a0a0a;
      // The high bit of each byte that is a line feed.
      const found = ~(((word & 0x7f7f7f7f) + 0x7f7f7f7f) | word | 0x7f7f7f7f);
      if (found !== 0) count += (found >>> 31) + ((found >>> 23) & 1) + ((found >>> 15) & 1) + ((found >>> 7) & 1);
    }
    for (let i = first + words.length * 4; i < bytes.length; i += 1) if (bytes[i] === kLineFeed) count += 1;
    return count;
  },
};

function numbered(lines, offset) {
  return lines.map((line, index) => `${String(offset + index).padStart(6)}\t${line}`).join('\n');
}

/** A page by line feeds found in the bytes; only the page is decoded. */
export function pageByBytes(bytes, offset, limit, count) {
  // Whole blocks are counted until the page must begin in the next one.
  const blockBytes = 1 << 16;
  let start = 0;
  let before = 0;
  for (; start < bytes.length; start += blockBytes) {
    const more = count(bytes.subarray(start, start + blockBytes));
    if (before + more >= offset - 1) break;
    before += more;
  }
  for (; before < offset - 1; before += 1) start = bytes.indexOf(kLineFeed, start) + 1;
  let end = start;
  for (let left = limit; left > 0 && end < bytes.length; left -= 1) {
    const found = bytes.indexOf(kLineFeed, end);
    end = found === -1 ? bytes.length : found + 1;
  }
  const lines = new TextDecoder().decode(bytes.subarray(start, end)).split('\n').slice(0, limit);
  const totalLines = before + count(bytes.subarray(start)) + (bytes.at(-1) === kLineFeed ? 0 : 1);
  return { content: numbered(lines, offset), totalLines };
}

/** A page the short way: everything is decoded and split. */
export function pageBySplit(bytes, offset, limit) {
  const lines = new TextDecoder().decode(bytes).split('\n');
  if (lines.at(-1) === '') lines.pop();
  return { content: numbered(lines.slice(offset - 1, offset - 1 + limit), offset), totalLines: lines.length };
}
