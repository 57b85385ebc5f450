/** The worker of node.ts. */
import { parentPort } from 'node:worker_threads';

import { createReader } from '../hosts/node.js';
import { makeAnswer } from './answer.js';

const answer = makeAnswer(createReader, (message, moved) =>
  parentPort?.postMessage(message, moved),
);
parentPort?.on('message', answer);
