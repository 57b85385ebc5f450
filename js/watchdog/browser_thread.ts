/** The worker of browser.ts. */
import { createReader } from '../hosts/browser.js';
import { makeAnswer } from './answer.js';

const answer = makeAnswer(createReader, (message, moved) =>
  self.postMessage(message, { transfer: moved }),
);
self.onmessage = ({ data }) => answer(data);
