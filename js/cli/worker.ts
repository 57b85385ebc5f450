/** The thread of workers.ts. */
import { parentPort, workerData } from 'node:worker_threads';

import { CoreHost } from '../reader/core_host.js';
import type { ByteText } from './bytes.js';
import { Command } from './command.js';
import { readForBatch } from './reading.js';
import type { WorkerSetup } from './workers.js';

const setup = workerData as WorkerSetup;
const core = new CoreHost(setup.core);
const command = new Command(setup.command);
const words = command.parse(setup.words);
if (!('files' in words)) throw new Error('error' in words ? words.error : 'nothing to read');
parentPort?.on('message', async (path: ByteText) =>
  parentPort?.postMessage(await readForBatch(command, core, path, words)),
);
