// JPEGs whose scans say nothing: each coefficient of a gray picture bit by bit, in a few bytes (ITU-T T.81, annex G).

const kLongestRun = 32_767;
const segment = (mark, bytes) => Buffer.concat([Buffer.from([0xff, mark, (bytes.length + 2) >> 8, (bytes.length + 2) & 255]), Buffer.from(bytes)]);

/** A scan in which no block has a coefficient. */
function emptyScan(blocks) {
  let bits = '';
  for (let left = blocks; left > 0; ) {
    const isRun = left >= 16_384;
    const run = isRun ? Math.min(left, kLongestRun) : 1;
    bits += isRun ? `0${(run - 16_384).toString(2).padStart(14, '0')}` : '10';
    left -= run;
  }
  const bytes = [];
  for (const byte of bits.padEnd(Math.ceil(bits.length / 8) * 8, '1').match(/.{8}/g)) {
    bytes.push(Number.parseInt(byte, 2));
    if (bytes.at(-1) === 255) bytes.push(0);
  }
  return Buffer.from(bytes);
}

/** A gray JPEG of so many scans for each of 63 coefficients. */
export function jpegOfScans(width, height, each) {
  const blocks = Math.ceil(width / 8) * Math.ceil(height / 8);
  const parts = [
    Buffer.from([0xff, 0xd8]),
    segment(0xdb, [0, ...Array(64).fill(1)]),
    segment(0xc2, [8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0]),
    segment(0xc4, [0x00, 1, ...Array(15).fill(0), 0]),
    segment(0xc4, [0x10, 1, 1, ...Array(14).fill(0), 0xe0, 0x00]),
    segment(0xda, [1, 1, 0x00, 0, 0, 0x00]),
    Buffer.alloc(Math.ceil(blocks / 8)),
  ];
  const scan = emptyScan(blocks);
  for (let coefficient = 1; coefficient <= 63; coefficient++) {
    for (let bit = each - 1; bit >= 0; bit--) {
      parts.push(segment(0xda, [1, 1, 0x00, coefficient, coefficient, ((bit === each - 1 ? 0 : bit + 1) << 4) | bit]), scan);
    }
  }
  return Buffer.concat([...parts, Buffer.from([0xff, 0xd9])]);
}
