/** The thread of workers.ts. */
import { parentPort, workerData } from 'node:worker_threads';

import { CoreHost } from '../reader/core_host.js';
import type { ByteText } from './bytes.js';
import { readForBatch } from './reading.js';
import type { WorkerSetup } from './workers.js';

const { words, module } = workerData as WorkerSetup;
const core = new CoreHost(module);
parentPort?.on('message', async (path: ByteText) =>
  parentPort?.postMessage(await readForBatch(core, path, words)),
);
