/** Bodies that arrive in pieces. */
import { FileError } from './types.js';

/** Empty chunks of a body, one after the other. */
const kMaxEmptyChunks = 1000;

/**
 * The next bytes of a body; undefined at its end. An abort ends it here, too: not every `fetch` looks at its signal.
 *
 * @throws FileError when the body gives none for ever, or no bytes; the signal's reason when it is aborted
 */
export async function nextChunk(
  body: ReadableStreamDefaultReader<Uint8Array>,
  signal: AbortSignal | undefined,
): Promise<Uint8Array | undefined> {
  const fail = (error: unknown) => {
    body.cancel().catch(() => undefined);
    return error;
  };
  for (let empty = 0; empty < kMaxEmptyChunks; empty++) {
    const { done, value } = await body.read();
    if (signal?.aborted) throw fail(signal.reason);
    if (done) return undefined;
    if (!ArrayBuffer.isView(value) || value.BYTES_PER_ELEMENT !== 1)
      throw fail(new FileError('IO_ERROR', 'the body holds something else than bytes'));
    if (value.byteLength > 0) return value;
  }
  throw fail(new FileError('IO_ERROR', 'the body goes on without a byte'));
}
