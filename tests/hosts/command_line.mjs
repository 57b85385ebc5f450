// The conformance cases through the command line program in a WASI runtime without JavaScript: the file of a case is
// written into a folder that the runtime shows the program as `/`, and what --json prints is compared.

import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { kRoot } from '../../scripts/lib/project.mjs';
import { buildBytes, problemOf } from './run_cases.js';

const kFlags = JSON.parse(readFileSync(join(kRoot, 'src', 'command', 'flags.json'), 'utf8'));
/** The program tells the time of the file's last change, which most cases do not have. */
const kModified = '2020-02-02T02:02:02.000Z';
const kModifiedField = `"modified":"${kModified}",`;

/** A value as the program takes it; undefined when it is no word. */
function wordOf(field, value) {
  if (field === 'region') return [value.x, value.y, value.width, value.height].join(',');
  return typeof value === 'object' ? undefined : value;
}

/** Fields with those of groups under dotted names, as flags.json has them: `text.lineNumbers`. */
function flattened(fields) {
  return Object.entries(fields).flatMap(([name, value]) => {
    const isGroup = typeof value === 'object' && value !== null && name !== 'region';
    if (!isGroup) return [[name, value]];
    return Object.entries(value).map(([inner, one]) => [`${name}.${inner}`, one]);
  });
}

/** Flags for the fields of one object; undefined when a field has none, or a value that is no word. */
export function flagsFor(target, fields) {
  const words = [];
  for (const [field, value] of flattened(fields)) {
    const flag = kFlags.find((one) => one.target === target && one.field === field);
    const word = wordOf(field, value);
    if (flag === undefined || word === undefined) return undefined;
    if (flag.value) words.push(`--${flag.name}=${word}`);
    else if (value === true) words.push(`--${flag.name}`);
    else return undefined;
  }
  return words;
}

/** @returns {string[] | undefined} the command line of a case; undefined when there is none */
function commandLine({ input, options = {} }) {
  const { file_path: path, ...otherInput } = input;
  // The program has the time from the file.
  const { limits = {}, host: { modified: _, ...host } = {}, ...otherOptions } = options;
  const groups = [
    flagsFor('input', otherInput),
    flagsFor('options', { ...otherOptions, host }),
    flagsFor('limits', limits),
  ];
  if (path === undefined || groups.includes(undefined)) return undefined;
  return ['read', '--json', ...groups.flat(), '--', path];
}

/** What a program writes to its streams, whatever its exit status. */
export function outputOf(command, args, options = {}) {
  return new Promise((resolve) => {
    const settings = { encoding: 'utf8', maxBuffer: 1 << 28, ...options };
    execFile(command, args, settings, (error, stdout, stderr) =>
      resolve({ error, stdout, stderr }),
    );
  });
}

/** What is wrong with one case; undefined when nothing is. */
async function runCase(testCase, words, run) {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-case-'));
  try {
    const path = join(folder, testCase.input.file_path);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, buildBytes(testCase.bytes));
    const time = new Date(testCase.options?.host?.modified ?? kModified);
    utimesSync(path, time, time);
    const { stdout, stderr, error } = await run(folder, words);
    if (!stdout.endsWith('\n'))
      return `ends with ${error?.signal ?? error}, and ${stdout}${stderr}`;
    return await problemOf(testCase, stdout.slice(0, -1).replace(kModifiedField, ''));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Runs all cases that a command line can express.
 * @param {object[]} cases
 * @param {(folder: string, words: string[]) => Promise<{stdout: string, stderr: string, error?: unknown}>} run runs the
 *   program with the folder as its `/`
 * @returns {Promise<{passed: number, failures: string[], arguments: string, leftOut: string[]}>} `leftOut` names cases
 */
export async function runCommandLine(cases, run) {
  const report = { passed: 0, failures: [], arguments: 'command line', leftOut: [] };
  const waiting = cases.values();
  const work = async () => {
    // Workers take turns at one iterator.
    for (const testCase of waiting) {
      const words = commandLine(testCase);
      if (words === undefined) {
        report.leftOut.push(testCase.name);
        continue;
      }
      const problem = await runCase(testCase, words, run);
      if (problem === undefined) report.passed++;
      else report.failures.push(`${testCase.name}: ${problem}`);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return report;
}
