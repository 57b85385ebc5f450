// Helpers for the build scripts: run a command with one progress line and a log file, time a step,
// find tools, and locate the cache that lies outside the clone.

import { spawn, spawnSync } from 'node:child_process';
import { accessSync, closeSync, constants, mkdirSync, openSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';

/** Lines of a log that are shown when the command it belongs to fails. */
const kLogTailLines = 40;

/** Thrown when a command ends with a status other than 0; its message has been shown to nobody yet. */
export class StepError extends Error {}

/**
 * The directory for downloads and prefixes that survive a fresh clone.
 * @returns {string} `LECTERN_CACHE`, else `lectern` in the user's cache directory
 */
export function cacheDirectory() {
  if (process.env.LECTERN_CACHE) return process.env.LECTERN_CACHE;
  return join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'lectern');
}

/**
 * Writes one progress line. Progress goes to stderr, so that a script's result on stdout stays clean.
 * @param {string} line
 */
export function report(line) {
  process.stderr.write(`${line}\n`);
}

/**
 * @param {number} startMs a value of `performance.now()`
 * @returns {string} the time since then, as "1.2 s"
 */
export function elapsed(startMs) {
  return `${((performance.now() - startMs) / 1000).toFixed(1)} s`;
}

/**
 * Looks a program up in PATH.
 * @param {string} program a name, or a path (returned as it is when it can be executed)
 * @returns {string | undefined} the path
 */
export function findProgram(program) {
  const candidates = program.includes('/')
    ? [program]
    : (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, program));
  return candidates.find((candidate) => {
    try {
      accessSync(candidate, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/**
 * Runs a quick command and returns its stdout.
 * @param {string} command
 * @param {string[]} args
 * @param {{cwd?: string, env?: NodeJS.ProcessEnv}} [options]
 * @returns {string}
 * @throws {StepError} when it cannot be started or fails
 */
export function capture(command, args, options = {}) {
  const result = spawnSync(command, args, { encoding: 'utf8', maxBuffer: 1 << 28, ...options });
  if (result.error) throw new StepError(`${command}: ${result.error.message}`);
  if (result.status !== 0) {
    throw new StepError(`${command} ${args.join(' ')} failed (${result.status})\n${result.stderr}`);
  }
  return result.stdout;
}

/**
 * Runs a command with stdout and stderr appended to a log file.
 * @param {string} command
 * @param {string[]} args
 * @param {{log: string, cwd?: string, env?: NodeJS.ProcessEnv}} options
 * @returns {Promise<void>}
 * @throws {StepError} with the last lines of the log when the command fails
 */
export async function run(command, args, { log, cwd, env }) {
  mkdirSync(dirname(log), { recursive: true });
  const sink = openSync(log, 'a');
  try {
    const status = await new Promise((resolve, reject) => {
      const child = spawn(command, args, { cwd, env, stdio: ['ignore', sink, sink] });
      child.on('error', (error) => reject(new StepError(`${command}: ${error.message}`)));
      child.on('close', (code, signal) => resolve(code ?? signal));
    });
    if (status === 0) return;
    const tail = readFileSync(log, 'utf8').trimEnd().split('\n').slice(-kLogTailLines).join('\n');
    throw new StepError(`${tail}\n\n${command} failed (${status}); whole log: ${log}`);
  } finally {
    closeSync(sink);
  }
}

/**
 * Runs `work` between two progress lines, the second of which says how long it took.
 * @template T
 * @param {string} label
 * @param {() => T | Promise<T>} work
 * @returns {Promise<T>}
 */
export async function step(label, work) {
  const start = performance.now();
  report(`  ${label} ...`);
  try {
    const result = await work();
    report(`  ${label} done in ${elapsed(start)}`);
    return result;
  } catch (error) {
    report(`  ${label} FAILED after ${elapsed(start)}`);
    throw error;
  }
}

/**
 * Ends the process with a readable message when `main` rejects; a StepError shows no stack.
 * @param {() => Promise<void>} main
 */
export function runMain(main) {
  main().catch((error) => {
    report(error instanceof StepError ? error.message : String(error?.stack ?? error));
    process.exitCode = 1;
  });
}
