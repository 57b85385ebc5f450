/** Bodies that arrive in pieces. */
import { orAbort, Turns } from '../reader/abort.js';
import { FileError } from './types.js';

/** Empty chunks of a body, one after the other. */
const kMaxEmptyChunks = 1000;

/** A body, piece by piece. Pieces that are there at once, for ever, keep nobody else from having a turn. */
export class Chunks {
  readonly #body: ReadableStreamDefaultReader<Uint8Array> | undefined;
  readonly #signal: AbortSignal | undefined;
  readonly #turns = new Turns();

  /** @param signal - ends the body, whatever the host's `fetch` does with it */
  constructor(
    body: ReadableStream<Uint8Array> | null | undefined,
    signal: AbortSignal | undefined,
  ) {
    this.#body = body?.getReader();
    this.#signal = signal;
  }

  /**
   * The next bytes; undefined at the end.
   *
   * @throws FileError when the body gives none for ever, or no bytes; the signal's reason when it is aborted
   */
  async next(): Promise<Uint8Array | undefined> {
    try {
      return await this.#bytes();
    } catch (error) {
      this.cancel();
      throw error;
    }
  }

  /** No more is wanted. Nobody waits for a server that is slow to take this in. */
  cancel(): void {
    this.#body?.cancel().catch(() => undefined);
  }

  async #bytes(): Promise<Uint8Array | undefined> {
    for (let empty = 0; this.#body && empty < kMaxEmptyChunks; empty++) {
      const { done, value } = await orAbort(this.#body.read(), this.#signal);
      if (done) return undefined;
      if (!ArrayBuffer.isView(value) || value.BYTES_PER_ELEMENT !== 1)
        throw new FileError('IO_ERROR', 'the body holds something else than bytes');
      await this.#turns.count(value.byteLength);
      this.#signal?.throwIfAborted();
      if (value.byteLength > 0) return value;
    }
    if (!this.#body) return undefined;
    throw new FileError('IO_ERROR', 'the body goes on without a byte');
  }
}
