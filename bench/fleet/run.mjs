// A fleet as examples/bullmq has it, with 1, 2 and 4 workers on this machine: files a second, and what a file costs.
//
//   node bench/fleet/run.mjs [--copies N] [--json]
//
// The package must be built, and a Redis or Valkey server installed (Debian: redis-tools). The files are those of the demo, N copies
// of them, and small texts. Time runs from the producer's start to the last result; workers are up before.

import { spawn } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { StepError, capture, runMain } from '../../scripts/lib/steps.mjs';
import { makeProject } from '../../tests/agents/project.mjs';
import { startQueueServer } from '../../tests/agents/queue_server.mjs';
import { kArguments, printTable } from '../lib/report.mjs';
import { makeTree } from '../lib/tree.mjs';

const kWorkers = [1, 2, 4];
const kMostSeconds = 600;
const kMib = 2 ** 20;
const kTicksPerSecond = Number(capture('getconf', ['CLK_TCK']));

/** Processor time of a process so far, in seconds, and the most memory that it has had, in MB. */
function costOf(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /s, '').split(' ');
  const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return { seconds: (Number(fields[11]) + Number(fields[12])) / kTicksPerSecond, megabytes: Number(kilobytes) / 1024 };
}

function resultsIn(folder) {
  try {
    return readdirSync(folder).filter((name) => name.endsWith('.json')).length;
  } catch {
    return 0;
  }
}

/** Reads the tree with so many workers. */
async function measure(project, tree, count, workers) {
  const server = await startQueueServer(project);
  if (!server) throw new StepError('neither valkey-server nor redis-server is installed');
  const results = join(project, `results-${workers}`);
  const start = (name, ...words) =>
    spawn(process.execPath, [join('examples', 'bullmq', name), ...words], {
      cwd: project,
      env: { ...process.env, REDIS_PORT: server.port },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  const fleet = Array.from({ length: workers }, () => start('work.mjs', tree, results));
  try {
    await wait(2000 + 1000 * workers);
    const before = fleet.map(({ pid }) => costOf(pid).seconds);
    const begin = performance.now();
    start('produce.mjs', tree);
    while (resultsIn(results) < count) {
      if (performance.now() - begin > kMostSeconds * 1000) throw new StepError(`not read within ${kMostSeconds} seconds`);
      await wait(20);
    }
    const seconds = (performance.now() - begin) / 1000;
    const costs = fleet.map(({ pid }) => costOf(pid));
    const spent = costs.reduce((sum, cost, i) => sum + cost.seconds - before[i], 0);
    return { seconds, spent, queue: costOf(server.pid).seconds, megabytes: Math.max(...costs.map(({ megabytes }) => megabytes)) };
  } finally {
    for (const worker of fleet) worker.kill();
    server.end();
  }
}

runMain(async () => {
  const at = kArguments.indexOf('--copies');
  const { project } = await makeProject();
  const tree = join(project, 'measured');
  const { count, bytes } = makeTree(tree, at < 0 ? 15 : Number(kArguments[at + 1]));
  const rows = [];
  for (const workers of kWorkers) {
    const { seconds, spent, queue, megabytes } = await measure(project, tree, count, workers);
    const perFile = (value) => ((value * 1000) / count).toFixed(2);
    rows.push([
      `${workers}`,
      seconds.toFixed(1),
      (count / seconds).toFixed(0),
      perFile(spent),
      perFile(queue),
      megabytes.toFixed(0),
    ]);
  }
  printTable(
    `A queue: ${count.toLocaleString('en-US')} files, ${(bytes / kMib).toFixed(1)} MB, ${cpus().length} processors`,
    ['workers', 's', 'files/s', 'ms of a worker for a file', 'ms of the server for a file', 'MB of a worker at most'],
    rows,
  );
});
