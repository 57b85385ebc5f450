/** Where a reading's bytes come from: memory, something that reads ranges, or a stream. */
import type { ByteSource, ReadCallOptions } from '../types/index.js';
import { orAbort, Turns } from './abort.js';
import type { Answer } from './conversation.js';

/** Bytes that a source is asked for at a time. */
const kMaxPieceBytes = 4 * 1024 * 1024;
/** Bytes of a stream that are kept so that another module can begin with them. */
const kKeptBytes = 64 * 1024;

/**
 * Bytes of a file that lies in memory.
 *
 * @param sizeBytes - what the read began with: their memory may be moved to a worker, or become smaller, meanwhile
 * @throws TypeError when some of them have gone
 */
export function answerFromMemory(
  bytes: Uint8Array,
  from: number,
  to: number,
  sizeBytes: number = bytes.byteLength,
): Answer {
  if (bytes.byteLength < sizeBytes) {
    throw new TypeError(
      `bytes must not change while they are read: ${bytes.byteLength} of ${sizeBytes} are left`,
    );
  }
  return {
    kind: 'bytes',
    bytes: bytes.subarray(from, Math.min(to, sizeBytes)),
    atEnd: to >= sizeBytes,
  };
}

/** The bytes of a view, whatever its elements are. @throws TypeError for what is none */
export function bytesOf(view: unknown, what: string): Uint8Array<ArrayBuffer> {
  if (!ArrayBuffer.isView(view)) throw new TypeError(`${what} something else than bytes`);
  if (view instanceof Uint8Array) return view as Uint8Array<ArrayBuffer>;
  return new Uint8Array(view.buffer as ArrayBuffer, view.byteOffset, view.byteLength);
}

/**
 * Tells a stream that no more is wanted.
 *
 * @param isOwing - whether it has not answered yet: then nothing is waited for
 * @param signal - ends the waiting
 */
export async function endStream(
  iterator: AsyncIterator<unknown>,
  isOwing: boolean,
  signal: AbortSignal | undefined,
): Promise<void> {
  const ended = (async () => iterator.return?.())();
  if (isOwing) return void ended.catch(() => undefined);
  await orAbort(ended, signal).catch((error) => {
    if (!signal?.aborted) throw error;
  });
}

/** Gives the bytes that a conversation asks for. */
export interface Bytes {
  /** Bytes of the file; -1 when unknown. */
  readonly sizeBytes: number;
  /** How many have been loaded. */
  readonly loadedBytes: number;
  answer(from: number, to: number): Promise<Answer>;
}

/** Ranges of a source that can be read anywhere. */
export class RangeBytes implements Bytes {
  loadedBytes = 0;
  readonly sizeBytes: number;
  readonly #source: ByteSource;
  readonly #call: ReadCallOptions;
  /** The file's first bytes, for a module that begins anew. */
  #head: Uint8Array | undefined;
  /** Where pieces behind it lie, one after the other: a long read would leave as many as the garbage collector lets. */
  #room = new Uint8Array(0);

  constructor(source: ByteSource, call: ReadCallOptions) {
    this.sizeBytes = source.sizeBytes ?? -1;
    this.#source = source;
    this.#call = call;
  }

  async answer(from: number, to: number): Promise<Answer> {
    const { signal, onProgress } = this.#call;
    // Notes that are not of this file may lead behind its end.
    if (to <= from || (this.sizeBytes >= 0 && from > this.sizeBytes))
      throw new RangeError(`asked for the bytes from ${from} on, of ${this.sizeBytes}`);
    const length = Math.min(to - from, kMaxPieceBytes);
    if (from === 0 && this.#head && this.#head.byteLength <= length)
      return this.#give(0, this.#head);
    const into = from === 0 ? undefined : this.#roomFor(length);
    const read = await orAbort(this.#source.read(from, length, signal, into), signal);
    const bytes = bytesOf(read, 'got');
    if (bytes.byteLength > length) {
      throw new RangeError(`got ${bytes.byteLength} bytes for ${length}`);
    }
    if (bytes.byteLength === 0 && this.sizeBytes > from) {
      throw new RangeError(
        `the file became shorter while it was read: it ends at ${from} of ${this.sizeBytes} bytes`,
      );
    }
    this.loadedBytes += bytes.byteLength;
    // A source may write its next answer over this one.
    if (from === 0) this.#head = bytes.slice();
    onProgress?.({ loadedBytes: from + bytes.byteLength, totalBytes: this.sizeBytes });
    return this.#give(from, bytes);
  }

  #roomFor(length: number): Uint8Array {
    if (this.#room.byteLength < length) this.#room = new Uint8Array(length);
    return this.#room.subarray(0, length);
  }

  #give(from: number, bytes: Uint8Array): Answer {
    const end = from + bytes.byteLength;
    const atEnd = this.sizeBytes < 0 ? bytes.byteLength === 0 : end === this.sizeBytes;
    return { kind: 'bytes', bytes, atEnd };
  }
}

/** A stream, which comes once and forward only. */
export class StreamBytes implements Bytes {
  readonly sizeBytes = -1;
  loadedBytes = 0;
  readonly #iterator: AsyncIterator<Uint8Array>;
  readonly #call: ReadCallOptions;
  readonly #turns = new Turns();
  #isOwing = false;
  #head = new Uint8Array(0);
  #rest = new Uint8Array(0);
  #position = 0;

  constructor(stream: AsyncIterable<Uint8Array>, call: ReadCallOptions) {
    this.#iterator = stream[Symbol.asyncIterator]();
    this.#call = call;
  }

  async answer(from: number, to: number): Promise<Answer> {
    if (from < this.#position) {
      if (from >= this.#head.byteLength)
        throw new RangeError(`byte ${from} of the stream has gone by`);
      return { kind: 'bytes', bytes: this.#head.subarray(from, to), atEnd: false };
    }
    while (this.#rest.byteLength === 0) {
      const { signal, onProgress } = this.#call;
      this.#isOwing = true;
      const { done, value } = await orAbort(this.#iterator.next(), signal);
      this.#isOwing = false;
      if (done) return { kind: 'bytes', bytes: this.#rest, atEnd: true };
      this.#rest = bytesOf(value, 'the stream gave');
      this.loadedBytes += value.byteLength;
      // Answers without a byte, one at once after the other, would let no timer fire.
      await this.#turns.count(value.byteLength);
      signal?.throwIfAborted();
      onProgress?.({ loadedBytes: this.loadedBytes, totalBytes: -1 });
    }
    const bytes = this.#rest.subarray(0, to - from);
    this.#rest = this.#rest.subarray(bytes.byteLength);
    if (this.#position < kKeptBytes) this.#keep(bytes);
    this.#position += bytes.byteLength;
    return { kind: 'bytes', bytes, atEnd: false };
  }

  #keep(bytes: Uint8Array): void {
    const kept = bytes.subarray(0, kKeptBytes - this.#position);
    const head = new Uint8Array(this.#position + kept.byteLength);
    head.set(this.#head);
    head.set(kept, this.#position);
    this.#head = head;
  }

  /** Tells the stream that no more is wanted. */
  async close(): Promise<void> {
    await endStream(this.#iterator, this.#isOwing, this.#call.signal);
  }
}
