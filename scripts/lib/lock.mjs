// A lock between processes: a file that holds the owner's process id.

import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { report } from './steps.mjs';

const kPollMs = 250;

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function tryAcquire(path) {
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    return false;
  }
}

/** @returns {number | undefined} the owner, undefined when the lock is gone or half written */
function readOwner(path) {
  try {
    return Number(readFileSync(path, 'utf8')) || undefined;
  } catch {
    return undefined;
  }
}

/**
 * Runs `work` while no other process holds the lock. A lock whose owner has died is taken over; should two
 * processes take it over at once, both work, which callers survive because they publish by rename.
 * @template T
 * @param {string} path the lock file
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(path, work) {
  mkdirSync(dirname(path), { recursive: true });
  let announced = false;
  while (!tryAcquire(path)) {
    const owner = readOwner(path);
    if (owner !== undefined && !isRunning(owner)) {
      rmSync(path, { force: true });
      continue;
    }
    if (!announced) report(`  waiting for process ${owner ?? '?'}, which does the same work`);
    announced = true;
    await sleep(kPollMs);
  }
  try {
    return await work();
  } finally {
    rmSync(path, { force: true });
  }
}
