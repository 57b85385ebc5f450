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

/** What counts of a message: its own number, and that of the call that it ends. */
interface Message {
  id?: unknown;
  cancels?: unknown;
}

function messageIn(line: Buffer): Message {
  try {
    const { id, method, params } = JSON.parse(line.toString());
    return method === kCancelled ? { cancels: params.requestId } : { id };
  } catch {
    return {};
  }
}

function* linesOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(kLineEnd, at) + 1 || bytes.length;
    yield bytes.subarray(at, end);
    at = end;
  }
}

/** The lines among whole ones that may end a call. */
function* cancellationsIn(lines: Buffer): Generator<Buffer> {
  for (let at = lines.indexOf(kCancelled); at >= 0; ) {
    const end = lines.indexOf(kLineEnd, at) + 1;
    const line = lines.subarray(lines.lastIndexOf(kLineEnd, at) + 1, end);
    if (line.length <= kMaxCancellationBytes) yield line;
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
 * it comes, behind the call when that has been waiting here itself, and once more in its turn.
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
  /** What has come before its turn, by the call that it ends. */
  const early = new Map<unknown, Buffer>();
  const ahead = linesAhead((lines) => {
    for (const line of cancellationsIn(lines)) {
      const { cancels } = messageIn(line);
      if (cancels === undefined) continue;
      early.set(cancels, line);
      if (!isInLine) paced.push(line);
    }
  });
  /** What ends calls among these lines. */
  function* endsOf(lines: Buffer): Generator<Buffer> {
    for (const line of early.size > 0 ? linesOf(lines) : []) {
      const { id, cancels } = messageIn(line);
      early.delete(cancels);
      const end = early.get(id);
      if (end) yield end;
    }
  }
  async function* pieces(): AsyncGenerator<Buffer> {
    for await (const chunk of ahead) {
      for (const piece of piecesOf(chunk as Buffer)) {
        isInLine = piece.at(-1) !== kLineEnd;
        yield piece;
        if (!isInLine) yield* endsOf(piece);
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
