// The conformance cases through the command line program in a WASI runtime without JavaScript: the file of a case is
// written into a folder that the runtime shows the program as `/`, and what --json prints is compared.

import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { kRoot } from '../../scripts/lib/project.mjs';
import { buildBytes, problemOf } from './run_cases.js';

const kFlags = JSON.parse(readFileSync(join(kRoot, 'src', 'cli', 'flags.json'), 'utf8'));
/** The program tells the time of the file's last change, which the cases do not have. */
const kModified = new Date('2020-02-02T02:02:02Z');
const kModifiedField = `"modified":"${kModified.toISOString()}",`;
/** The program refuses these before it reads the file: from its own words, and without a hash. */
const kRefusedEarly = ['INVALID_ARGUMENT', 'FILE_TOO_LARGE'];

/** Flags for the fields of one object; undefined when a field has none, or a value that is no word. */
function flagsFor(target, fields) {
  const words = [];
  for (const [field, value] of Object.entries(fields)) {
    const flag = kFlags.find((one) => one.target === target && one.field === field);
    if (flag === undefined || typeof value === 'object') return undefined;
    if (flag.value) words.push(`--${flag.name}=${value}`);
    else if (value === true) words.push(`--${flag.name}`);
    else return undefined;
  }
  return words;
}

/** @returns {string[] | undefined} the command line of a case; undefined when there is none with its result */
export function commandLine({ input, options = {}, expect }) {
  if (kRefusedEarly.includes(expect?.errorCode)) return undefined;
  const { file_path: path, ...otherInput } = input;
  const { limits = {}, ...otherOptions } = options;
  const groups = [
    flagsFor('input', otherInput),
    flagsFor('options', otherOptions),
    flagsFor('limits', limits),
  ];
  if (typeof path !== 'string' || path === '' || groups.includes(undefined)) return undefined;
  return ['read', '--json', ...groups.flat(), '--', path];
}

/** What a program writes to its streams, whatever its exit status. */
function outputOf(command, args) {
  return new Promise((resolve) => {
    const options = { encoding: 'utf8', maxBuffer: 1 << 28 };
    execFile(command, args, options, (error, stdout, stderr) => resolve({ error, stdout, stderr }));
  });
}

/** What is wrong with one case; undefined when nothing is. */
async function runCase(testCase, words, startWords) {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-case-'));
  try {
    const path = join(folder, testCase.input.file_path);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, buildBytes(testCase.bytes));
    utimesSync(path, kModified, kModified);
    const [command, ...args] = startWords(folder);
    const { stdout, stderr, error } = await outputOf(command, [...args, ...words]);
    if (!stdout.endsWith('\n')) return `ends with ${error}, and ${stdout}${stderr}`;
    return await problemOf(testCase, stdout.slice(0, -1).replace(kModifiedField, ''));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Runs all cases that a command line can express.
 * @param {object[]} cases
 * @param {(folder: string) => string[]} startWords how the runtime starts the program with the folder as its `/`; the
 *   program's own words follow
 * @returns {Promise<{passed: number, failures: string[], leftOut: string[]}>} `leftOut` names cases
 */
export async function runCommandLine(cases, startWords) {
  const report = { passed: 0, failures: [], leftOut: [] };
  const waiting = cases.values();
  const work = async () => {
    // Workers take turns at one iterator.
    for (const testCase of waiting) {
      const words = commandLine(testCase);
      if (words === undefined) {
        report.leftOut.push(testCase.name);
        continue;
      }
      const problem = await runCase(testCase, words, startWords);
      if (problem === undefined) report.passed++;
      else report.failures.push(`${testCase.name}: ${problem}`);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return report;
}
