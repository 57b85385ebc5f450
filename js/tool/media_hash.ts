/** SHA-256 of media. Web Crypto does it; pages that are not served over TLS have none, so that there is one in plain here. */

const kBlockBytes = 64;

/** The first 32 bits of the fractional parts of a root of the first primes (FIPS 180-4, section 4.2.2). */
function fractions(count: number, power: number): Uint32Array {
  const words = new Uint32Array(count);
  for (let found = 0, number = 2; found < count; number++) {
    let isPrime = true;
    for (let factor = 2; factor * factor <= number; factor++) isPrime &&= number % factor !== 0;
    if (isPrime) words[found++] = (number ** power % 1) * 2 ** 32;
  }
  return words;
}

function rotate(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits));
}

/** The message with its padding (section 5.1.1). */
function padded(bytes: Uint8Array): Uint8Array {
  const size = Math.ceil((bytes.byteLength + 9) / kBlockBytes) * kBlockBytes;
  const message = new Uint8Array(size);
  message.set(bytes);
  message[bytes.byteLength] = 0x80;
  const view = new DataView(message.buffer);
  view.setUint32(size - 8, Math.floor(bytes.byteLength / 2 ** 29));
  view.setUint32(size - 4, bytes.byteLength * 8);
  return message;
}

/** SHA-256 (FIPS 180-4, section 6.2.2). */
export function plainSha256(bytes: Uint8Array): Uint8Array {
  const constants = fractions(64, 1 / 3);
  const hash = fractions(8, 1 / 2);
  const message = padded(bytes);
  const view = new DataView(message.buffer);
  const schedule = new Uint32Array(64);
  const at = (words: Uint32Array, index: number) => words[index] ?? 0;
  for (let block = 0; block < message.byteLength; block += kBlockBytes) {
    for (let i = 0; i < 64; i++) {
      const [x, y] = [at(schedule, i - 15), at(schedule, i - 2)];
      schedule[i] =
        i < 16
          ? view.getUint32(block + i * 4)
          : at(schedule, i - 16) +
            (rotate(x, 7) ^ rotate(x, 18) ^ (x >>> 3)) +
            at(schedule, i - 7) +
            (rotate(y, 17) ^ rotate(y, 19) ^ (y >>> 10));
    }
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = hash;
    for (let i = 0; i < 64; i++) {
      const one = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
      const first = (h + one + ((e & f) ^ (~e & g)) + at(constants, i) + at(schedule, i)) | 0;
      const zero = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
      const second = (zero + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
    }
    for (const [i, word] of [a, b, c, d, e, f, g, h].entries()) hash[i] = at(hash, i) + word;
  }
  const digest = new DataView(new ArrayBuffer(32));
  for (const [i, word] of hash.entries()) digest.setUint32(i * 4, word);
  return new Uint8Array(digest.buffer);
}

/** SHA-256 of the bytes that base64 stands for, in lower-case hex. */
export async function mediaHash(base64: string): Promise<string> {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  const subtle = globalThis.crypto?.subtle;
  const digest = subtle
    ? new Uint8Array(await subtle.digest('SHA-256', bytes))
    : plainSha256(bytes);
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
