// How far the queue is, and what was put aside after three attempts: node status.mjs [--retry]
import { Queue } from 'bullmq';

import { connection, kQueue } from './connection.mjs';

const queue = new Queue(kQueue, { connection });
if (process.argv[2] === '--retry') await queue.retryJobs({ state: 'failed' });
const counts = await queue.getJobCounts('waiting', 'active', 'delayed', 'failed');
const dead = (await queue.getFailed()).map(({ data, failedReason }) => ({ path: data.path, reason: failedReason }));
console.log(JSON.stringify({ ...counts, dead }));
await queue.close();
