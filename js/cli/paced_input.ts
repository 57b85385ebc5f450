/** Input that waits for output: a client that writes and does not read holds up itself, and takes no memory here. */
import { pipeline, Readable, Transform } from 'node:stream';

/** Bytes that are handed over at a time, and what is left of the line that they end in. */
const kPieceBytes = 1024;
/** Bytes that are read ahead of those that are handed over. */
const kAheadBytes = 1024 * 1024;
const kLineEnd = 0x0a;

const kCancelled = 'notifications/cancelled';
/** A longer line is no cancellation. */
const kMaxCancellationBytes = 4096;

function* piecesOf(chunk: Buffer): Generator<Buffer> {
  for (let at = 0; at < chunk.length; ) {
    const end = chunk.indexOf(kLineEnd, at + kPieceBytes - 1) + 1 || chunk.length;
    yield chunk.subarray(at, end);
    at = end;
  }
}

function isCancellation(line: Buffer): boolean {
  try {
    return JSON.parse(line.toString()).method === kCancelled;
  } catch {
    return false;
  }
}

/** The lines among whole ones that end a call. */
function* cancellationsIn(lines: Buffer): Generator<Buffer> {
  for (let at = lines.indexOf(kCancelled); at >= 0; ) {
    const start = lines.lastIndexOf(kLineEnd, at) + 1;
    const end = lines.indexOf(kLineEnd, at) + 1;
    const line = lines.subarray(start, end);
    if (line.length <= kMaxCancellationBytes && isCancellation(line)) yield line;
    at = lines.indexOf(kCancelled, end);
  }
}

/** Passes whole lines on, and those that are very long in parts; shows `look` what comes. */
function linesAhead(look: (lines: Buffer) => void): Transform {
  let rest: Buffer = Buffer.alloc(0);
  return new Transform({
    readableHighWaterMark: kAheadBytes,
    transform(chunk: Buffer, _, take) {
      const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
      const lastEnd = bytes.lastIndexOf(kLineEnd) + 1;
      look(bytes.subarray(0, lastEnd));
      const isLong = bytes.length - lastEnd > kMaxCancellationBytes;
      const end = isLong ? bytes.length : lastEnd;
      rest = bytes.subarray(end);
      take(null, bytes.subarray(0, end));
    },
    flush(take) {
      take(null, rest);
    },
  });
}

/**
 * The same input, a few lines at a time. What cancels a call does not wait behind other calls: it is handed over as soon as
 * it comes, and once more in its turn, for a call that has been waiting here itself.
 *
 * @param ready - resolves when what was handed over leaves room for more
 * @param done - resolves when nothing of what was handed over is due any more; then the input ends
 */
export function pacedInput(
  input: Readable,
  ready: () => Promise<void>,
  done: () => Promise<void>,
): Readable {
  let isInLine = false;
  const ahead = linesAhead((lines) => {
    if (isInLine) return;
    for (const line of cancellationsIn(lines)) paced.push(line);
  });
  async function* pieces(): AsyncGenerator<Buffer> {
    for await (const chunk of ahead) {
      for (const piece of piecesOf(chunk as Buffer)) {
        isInLine = piece.at(-1) !== kLineEnd;
        yield piece;
        await ready();
      }
    }
    await done();
  }
  const paced = Readable.from(pieces(), { highWaterMark: 1 });
  // An error of the input is one of what is read ahead.
  pipeline(input, ahead, () => undefined);
  return paced;
}
