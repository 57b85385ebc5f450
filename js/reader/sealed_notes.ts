/**
 * Notes of a read with a sum behind them. They come back from wherever a host has kept them, and say where lines stand: damaged
 * ones must not become wrong numbers. The sum is no secret; who can write a host's notes can write a right one.
 */

/** Two sums of 32 bits (FNV-1a, of two beginnings). */
const kSumBytes = 8;
const kBeginnings = [0x811c9dc5, 0x6c78656e] as const;
const kPrime = 0x01000193;

function sumsOf(bytes: Uint8Array): [number, number] {
  let [first, second]: [number, number] = [...kBeginnings];
  for (const byte of bytes) {
    first = Math.imul(first ^ byte, kPrime);
    second = Math.imul(second ^ byte, kPrime) ^ (second >>> 15);
  }
  return [first >>> 0, second >>> 0];
}

/** A copy with the sum. */
export function withSum(notes: Uint8Array): Uint8Array {
  const sealed = new Uint8Array(notes.byteLength + kSumBytes);
  sealed.set(notes);
  const view = new DataView(sealed.buffer, notes.byteLength);
  for (const [index, sum] of sumsOf(notes).entries()) view.setUint32(4 * index, sum);
  return sealed;
}

/** What was sealed; undefined when the sum is another one. */
export function withoutSum(sealed: Uint8Array | undefined): Uint8Array | undefined {
  const end = (sealed?.byteLength ?? 0) - kSumBytes;
  if (!sealed || end < 0) return undefined;
  const notes = sealed.subarray(0, end);
  const view = new DataView(sealed.buffer, sealed.byteOffset + end);
  return sumsOf(notes).every((sum, index) => sum === view.getUint32(4 * index)) ? notes : undefined;
}
