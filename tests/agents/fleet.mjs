// The fleet on BullMQ with a real server: a worker that is killed loses nothing.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

import { startQueueServer } from './queue_server.mjs';

const kFiles = 300;
const kWaits = 600;

async function until(what, condition) {
  for (let waits = 0; !(await condition()); waits++) {
    if (waits === kWaits) throw new Error(`${what}: not within ${kWaits / 10} seconds`);
    await wait(100);
  }
}

export async function runFleet({ project, runBeside }) {
  const server = await startQueueServer(project);
  if (!server) return 'SKIPPED, neither valkey-server nor redis-server is installed';
  const example = (name) => join('examples', 'bullmq', name);
  const root = join(project, 'tree');
  const results = join(project, 'results');
  for (let i = 0; i < kFiles; i++) {
    const folder = join(root, `folder${i % 7}`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `file${i}.txt`), `this is file ${i}\n`);
  }
  const workers = [];
  const env = { ...process.env, REDIS_PORT: server.port, LOCK_MS: '2000' };
  const startWorker = () => {
    const worker = spawn(process.execPath, [example('work.mjs'), root, results], { cwd: project, env, stdio: 'inherit' });
    workers.push(worker);
    return worker;
  };
  const run = (name, ...args) => runBeside(process.execPath, [example(name), ...args], { env });
  const status = async (...args) => JSON.parse(await run('status.mjs', ...args));
  const finished = () => {
    try {
      return readdirSync(results).filter((name) => name.endsWith('.json'));
    } catch {
      return [];
    }
  };
  try {
    assert.match(await run('produce.mjs', root), /^300 files queued/);
    // What is queued already is not queued again.
    await run('produce.mjs', root);
    assert.equal((await status()).waiting, kFiles);

    // A worker is stopped while it holds files, and killed.
    const first = startWorker();
    await until('the first results', () => finished().length >= 10);
    await until('a file in work', async () => {
      first.kill('SIGSTOP');
      if ((await status()).active > 0) return true;
      first.kill('SIGCONT');
      return false;
    });
    const before = finished().length;
    assert.ok(before < kFiles, 'all was read before the worker could be killed');
    const ended = new Promise((resolve) => first.once('exit', resolve));
    first.kill('SIGKILL');
    await ended;
    const { active } = await status();
    assert.ok(active > 0);

    startWorker();
    startWorker();
    await until('all results', () => finished().length === kFiles);
    await until('an empty queue', async () => {
      const { waiting, active, delayed } = await status();
      return waiting + active + delayed === 0;
    });
    const read = finished().map((name) => JSON.parse(readFileSync(join(results, name), 'utf8')));
    for (const { path, content } of read) {
      const number = /file(\d+)\.txt$/.exec(path)[1];
      assert.equal(content, `     1\tthis is file ${number}`);
    }
    assert.equal(new Set(read.map(({ path }) => path)).size, kFiles);
    assert.equal((await status()).failed, 0);

    // Another version has its own result; what stayed as it was is not written again.
    writeFileSync(join(root, 'folder0', 'file0.txt'), 'another text\n');
    await run('produce.mjs', root);
    await until('the result of the new version', () => finished().length === kFiles + 1);

    // What fails each time is put aside with its reason, and comes back when it is asked to.
    const addBad = `import { Queue } from 'bullmq';
import { connection, kQueue } from '${pathToFileURL(join(project, 'examples', 'bullmq', 'connection.mjs')).href}';
const queue = new Queue(kQueue, { connection });
await queue.add('read', { id: 'bad' }, { attempts: 2, backoff: 10 });
await queue.close();`;
    await runBeside(process.execPath, ['--input-type=module', '--eval', addBad], { env });
    await until('the dead letter', async () => (await status()).failed === 1);
    const { dead } = await status();
    assert.match(dead[0].reason, /path/);
    await status('--retry');
    await until('the dead letter again', async () => (await status()).failed === 1);
    return `${kFiles} files, ${active} of them in a worker that was killed`;
  } finally {
    for (const worker of workers) worker.kill('SIGKILL');
    server.end();
  }
}
