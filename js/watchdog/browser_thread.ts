/** The worker of browser.ts. */
import { createReader } from '../hosts/browser.js';
import { makeAnswer } from './answer.js';

const answer = makeAnswer(createReader);
self.onmessage = async ({ data }) => {
  // A failure becomes the worker's "error" event only outside of this promise.
  const result = await answer(data).catch((error: unknown) => {
    reportError(error);
  });
  if (result) self.postMessage(result);
};
