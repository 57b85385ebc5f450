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
