/** Waiting that an abort ends at once, whatever a file system does with the signal. */

/**
 * Waits for `work`.
 *
 * @param late - takes what arrives after the abort and must be given back
 * @throws what `work` rejects with; the signal's reason as soon as it is aborted
 */
export function orAbort<T>(
  work: Promise<T>,
  signal: AbortSignal | undefined,
  late: (value: T) => unknown = () => undefined,
): Promise<T> {
  if (!signal) return work;
  return new Promise((resolve, reject) => {
    const abort = () => {
      reject(signal.reason);
      work.then(late).catch(() => undefined);
    };
    if (signal.aborted) return abort();
    signal.addEventListener('abort', abort, { once: true });
    // From here on an abort must not reach `late`: what has arrived is the caller's.
    const arrived = () => signal.removeEventListener('abort', abort);
    work.then(
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
  return new Promise((resolve) => setTimeout(resolve, 0));
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
