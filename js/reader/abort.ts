/** Waiting that an abort ends at once, whatever a file system does with the signal. */

/**
 * Waits for `work`.
 *
 * @param late - takes what arrives after the abort and must be given back
 * @throws what `work` rejects with; the signal's reason as soon as it is aborted
 */
export function orAbort<T>(
  work: Promise<T> | T,
  signal: AbortSignal | undefined,
  late: (value: T) => unknown = () => undefined,
): Promise<T> {
  // Sources and file systems are anybody's: some answer at once.
  const pending = Promise.resolve(work);
  if (!signal) return pending;
  return new Promise((resolve, reject) => {
    const abort = () => {
      reject(signal.reason);
      pending.then(late).catch(() => undefined);
    };
    if (signal.aborted) return abort();
    signal.addEventListener('abort', abort, { once: true });
    // From here on an abort must not reach `late`: what has arrived is the caller's.
    const arrived = () => signal.removeEventListener('abort', abort);
    pending.then(
      (value) => {
        arrived();
        resolve(value);
      },
      (error) => {
        arrived();
        reject(error);
      },
    );
  });
}

/** Lets everything else that waits have its turn: timers, aborts, other calls. */
export function nextTurn(): Promise<void> {
  const { setImmediate: immediate } = globalThis as {
    setImmediate?: (work: () => void) => unknown;
  };
  return new Promise((resolve) => {
    if (immediate) immediate(resolve);
    else if (typeof MessageChannel === 'function') {
      // Browsers hold timers back, in hidden pages for a second.
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        port1.close();
        resolve();
      };
      port2.postMessage(0);
    } else setTimeout(resolve, 0);
  });
}

/** A read holds the thread about this long before others have a turn; a frame of a page takes 16 ms. */
const kHeldMs = 12;
/** Answers after which others have a turn in any case: some hosts stop their clocks while a program runs. */
const kAnswersPerTurn = 16;

/** Keeps the work of one read from holding the thread. */
export class Pace {
  readonly #signal: AbortSignal | undefined;
  #since: number = performance.now();
  #answers = 0;

  constructor(signal: AbortSignal | undefined) {
    this.#signal = signal;
  }

  /** Between two pieces of work. @throws the signal's reason when it is aborted */
  async pass(): Promise<void> {
    if (performance.now() - this.#since >= kHeldMs || ++this.#answers >= kAnswersPerTurn) {
      await nextTurn();
      this.#since = performance.now();
      this.#answers = 0;
    }
    this.#signal?.throwIfAborted();
  }
}

/** Items after which a pace is kept: about a millisecond of work. */
const kItemsPerPass = 500;

/**
 * What `each` makes of the items, some of them at a time: others have their turns meanwhile.
 *
 * @throws the signal's reason when it is aborted
 */
export async function inTurns<T, R>(
  items: readonly T[],
  signal: AbortSignal | undefined,
  each: (some: readonly T[]) => readonly R[],
): Promise<R[]> {
  const pace = new Pace(signal);
  const made: R[] = [];
  for (let at = 0; at < items.length; at += kItemsPerPass) {
    made.push(...each(items.slice(at, at + kItemsPerPass)));
    await pace.pass();
  }
  return made;
}

/** Thrown where a read has taken longer than it may. */
export class DeadlineReached extends Error {
  override name = 'DeadlineReached';
}

/** A signal that is aborted with another one, or after a time; `clear` ends the waiting. */
export interface Deadline {
  signal: AbortSignal | undefined;
  clear(): void;
  /** Lets the time stand still until `work` is done. */
  apart<T>(work: () => Promise<T>): Promise<T>;
}

/** @param deadlineMs - undefined: none */
export function deadlineOf(
  signal: AbortSignal | undefined,
  deadlineMs: number | undefined,
): Deadline {
  if (deadlineMs === undefined) return { signal, clear: () => undefined, apart: (work) => work() };
  const controller = new AbortController();
  const abort = () => controller.abort(signal?.reason);
  const start = () => setTimeout(() => controller.abort(new DeadlineReached()), leftMs);
  let leftMs = deadlineMs;
  let since = performance.now();
  let timer = start();
  if (signal?.aborted) abort();
  else signal?.addEventListener('abort', abort, { once: true });
  return {
    signal: controller.signal,
    clear() {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    },
    async apart(work) {
      clearTimeout(timer);
      leftMs -= performance.now() - since;
      try {
        return await work();
      } finally {
        since = performance.now();
        timer = start();
      }
    },
  };
}

/** Timers count in 32 bits. */
const kMaxDeadlineMs = 2 ** 31 - 1;

/** @throws TypeError unless `deadlineMs` is a time that a timer can hold */
export function checkDeadline(deadlineMs: number | undefined): void {
  if (deadlineMs === undefined || (deadlineMs > 0 && deadlineMs <= kMaxDeadlineMs)) return;
  throw new TypeError(`deadlineMs must be a number from 1 to ${kMaxDeadlineMs}, got ${deadlineMs}`);
}

/** Bytes, and calls, after which others must have had a turn. */
const kBytesPerTurn = 4 * 1024 * 1024;
const kCallsPerTurn = 256;

/**
 * Keeps a loop over answers that are there at once from starving everybody else. Where answers come from outside, turns
 * happen by themselves, and nothing is waited for.
 */
export class Turns {
  #bytes = 0;
  #calls = 0;
  #turn: Promise<void> | undefined;
  #hasTurned = false;

  /** After each answer. */
  async count(bytes: number): Promise<void> {
    this.#bytes += bytes;
    this.#calls++;
    if (this.#bytes < kBytesPerTurn && this.#calls < kCallsPerTurn) return;
    this.#bytes = 0;
    this.#calls = 0;
    if (this.#turn && !this.#hasTurned) await this.#turn;
    this.#hasTurned = false;
    this.#turn = nextTurn().then(() => {
      this.#hasTurned = true;
    });
  }
}
