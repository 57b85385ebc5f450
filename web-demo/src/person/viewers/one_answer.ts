/** What another thread makes of a file: a hostile one may keep it busy for ever, and the page does not wait for it. */

/** What such a worker says. */
export type OneAnswer<Answer> = { answer: Answer } | { problem: string };

/**
 * Asks a worker one thing, and ends it.
 *
 * @param transfer - what of the question is given away
 * @throws Error when it fails, or takes longer than `maxMs`
 */
export async function oneAnswer<Answer>(
  worker: Worker,
  question: unknown,
  maxMs: number,
  transfer: Transferable[] = [],
): Promise<Answer> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    return await new Promise<Answer>((resolve, reject) => {
      timer = setTimeout(() => reject(new Error('the file takes too long')), maxMs);
      worker.addEventListener('error', ({ message }) => reject(new Error(message)));
      worker.addEventListener('message', ({ data }: MessageEvent<OneAnswer<Answer>>) => {
        if ('answer' in data) resolve(data.answer);
        else reject(new Error(data.problem));
      });
      worker.postMessage(question, transfer);
    });
  } finally {
    clearTimeout(timer);
    worker.terminate();
  }
}
