/** Input that waits for output: a client that writes and does not read holds up itself, and takes no memory here. */
import { Readable } from 'node:stream';

/** Bytes that are handed over at a time, and what is left of the line that they end in. */
const kPieceBytes = 1024;
const kLineEnd = 0x0a;

function* piecesOf(chunk: Buffer): Generator<Buffer> {
  for (let at = 0; at < chunk.length; ) {
    const end = chunk.indexOf(kLineEnd, at + kPieceBytes - 1) + 1 || chunk.length;
    yield chunk.subarray(at, end);
    at = end;
  }
}

/**
 * The same input, a few lines at a time.
 *
 * @param ready - resolves when what was handed over leaves room for more
 * @param done - resolves when nothing of what was handed over is due any more; then the input ends
 */
export function pacedInput(
  input: Readable,
  ready: () => Promise<void>,
  done: () => Promise<void>,
): Readable {
  async function* pieces(): AsyncGenerator<Buffer> {
    for await (const chunk of input) {
      for (const piece of piecesOf(chunk as Buffer)) {
        yield piece;
        await ready();
      }
    }
    await done();
  }
  return Readable.from(pieces(), { highWaterMark: 1 });
}
