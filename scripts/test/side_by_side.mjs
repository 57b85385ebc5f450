// Runs builds and the stages of the tests side by side: a stage writes to a log of its own, and one line here when it starts
// and ends.

import { spawn } from 'node:child_process';
import { createWriteStream, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { kLogs, kRoot } from '../lib/project.mjs';
import { elapsed, report } from '../lib/steps.mjs';

/** How often a line says what still runs. */
const kHeartbeatMs = 60_000;
/** Lines of a failed stage's log that are shown. */
const kShownLines = 120;
const kShownFailures = 60;
const kFailureLine = /\bFAIL(ED)?\b|✖|^not ok|\bERROR: (Address|Leak|Undefined)/;

/** Counts of tests. @typedef {{passed: number, failed: number, skipped: number}} Counts */
/**
 * Runs a command with its output in the log of the stage.
 * @callback Run
 * @param {string} command
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<{status: number | string, output: string}>} the exit status or the signal, and what it printed
 */
/** Work that prints through `run` and returns its counts. @typedef {(run: Run) => Promise<Counts>} Stage */

function openLog(name) {
  mkdirSync(kLogs, { recursive: true });
  const path = join(kLogs, `test-${name}.log`);
  const file = createWriteStream(path);
  let lastLine = '';
  const write = (chunk) => {
    file.write(chunk);
    lastLine = String(chunk).trimEnd().split('\n').at(-1) || lastLine;
  };
  const close = () => new Promise((resolve) => file.end(resolve));
  return { path, write, close, lastLine: () => lastLine };
}

/** @returns {Run} */
function runInto(log) {
  return (command, args, env = process.env) =>
    new Promise((resolve) => {
      const child = spawn(command, args, { cwd: kRoot, env, stdio: ['ignore', 'pipe', 'pipe'] });
      const chunks = [];
      for (const stream of [child.stdout, child.stderr]) {
        stream.on('data', (chunk) => {
          chunks.push(chunk);
          log.write(chunk);
        });
      }
      const end = (status) => resolve({ status, output: Buffer.concat(chunks).toString() });
      child.on('error', (error) => {
        log.write(`${command}: ${error.message}\n`);
        end('not started');
      });
      child.on('close', (code, signal) => end(code ?? signal));
    });
}

function showFailure(name, path) {
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  // What stands indented under such a line says why.
  const tells = (line, index) =>
    kFailureLine.test(line) || (/^\s/.test(line) && kFailureLine.test(lines[index - 1] ?? ''));
  const failures = lines.filter(tells).slice(0, kShownFailures);
  console.log(`\n== ${name}: lines that tell of failures\n${failures.join('\n')}`);
  console.log(`\n== ${name}: the end of ${path}\n${lines.slice(-kShownLines).join('\n')}\n`);
}

/** @returns {Promise<Counts>} */
async function runStage(name, stage, running) {
  const start = performance.now();
  const log = openLog(name);
  running.set(name, log);
  report(`  ${name} ...`);
  let counts;
  try {
    counts = await stage(runInto(log));
  } catch (error) {
    log.write(`FAILED ${error.stack}\n`);
    counts = { passed: 0, failed: 1, skipped: 0 };
  }
  await log.close();
  running.delete(name);
  const told = `${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`;
  report(`  ${name}: ${told} (${elapsed(start)})`);
  if (counts.failed > 0) showFailure(name, log.path);
  return counts;
}

/**
 * A build, which has nothing to count, or a stage of the tests.
 * @typedef {{name: string, needs: string[], build?: () => Promise<void>, stage?: Stage}} Job
 */

/**
 * Runs jobs in their order, some at a time, each once what it needs is done. The first build that fails ends the run.
 * @param {Job[]} jobs those that a job needs stand before it
 * @param {{lanes: number, builds: number}} most how many jobs at a time, and how many of them builds
 * @returns {Promise<Counts>} of all stages
 */
export async function runSideBySide(jobs, { lanes, builds }) {
  const waiting = [...jobs];
  const done = new Set();
  const logs = new Map();
  const total = { passed: 0, failed: 0, skipped: 0 };
  const heartbeat = setInterval(() => {
    for (const [name, log] of logs) report(`    ${name} is at: ${log.lastLine().slice(0, 140)}`);
  }, kHeartbeatMs);
  const work = async ({ name, build, stage }) => {
    if (build) {
      await build();
    } else {
      const counts = await runStage(name, stage, logs);
      for (const key of Object.keys(total)) total[key] += counts[key];
    }
    done.add(name);
  };
  const running = new Map();
  const canStart = (job) =>
    job.needs.every((name) => done.has(name)) &&
    (!job.build || [...running.keys()].filter(({ build }) => build).length < builds);
  try {
    while (waiting.length + running.size > 0) {
      const next = running.size < lanes ? waiting.findIndex(canStart) : -1;
      if (next < 0) {
        await Promise.race(running.values());
        continue;
      }
      const [job] = waiting.splice(next, 1);
      const end = work(job).finally(() => running.delete(job));
      // What fails after the run has ended is not told again.
      end.catch(() => {});
      running.set(job, end);
    }
  } finally {
    clearInterval(heartbeat);
  }
  return total;
}
