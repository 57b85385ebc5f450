// The command line programs and how the tests run them.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { kRoot } from '../../scripts/lib/project.mjs';

const kRunWasi = join(kRoot, 'scripts', 'lib', 'run_wasi.mjs');

const kAllPrograms = {
  native: [join(kRoot, 'build', 'release', 'src', 'cli', 'lectern')],
  wasi: [
    process.execPath,
    '--no-warnings',
    kRunWasi,
    join(kRoot, 'build', 'wasi', 'src', 'cli', 'lectern.wasm'),
  ],
  node: [process.execPath, join(kRoot, 'dist', 'cli', 'main.js')],
};
/** LECTERN_PROGRAMS="native,node" leaves the others out while one works on something. */
const kChosen = process.env.LECTERN_PROGRAMS?.split(',') ?? Object.keys(kAllPrograms);
export const kPrograms = Object.fromEntries(Object.entries(kAllPrograms).filter(([name]) => kChosen.includes(name)));

const folders = [];
process.on('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A folder that disappears with the process. */
export function makeFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-cli-'));
  folders.push(folder);
  return folder;
}

export function runProgram(program, words, { env = {}, input = '', cwd, uid } = {}) {
  const [command, ...before] = program;
  const clean = { PATH: process.env.PATH, ...env };
  const options = { env: clean, input, cwd, uid, maxBuffer: 1 << 30, timeout: 300_000 };
  const { status, signal, error, stdout, stderr } = spawnSync(command, [...before, ...words], options);
  // A program that does not end by itself has no status: what ended it stands there instead.
  return { status: status ?? `${signal} ${error ?? ''}`, stdout: stdout.toString(), stderr: stderr.toString() };
}

/** Where two texts part, for the report. */
export function difference(expected, actual) {
  let at = 0;
  while (at < expected.length && expected[at] === actual[at]) at++;
  const show = (text) => JSON.stringify(text.slice(Math.max(0, at - 40), at + 80));
  return `at ${at}:\n    expected ${show(expected)}\n    actual   ${show(actual)}`;
}

/** Runs the words in every program: what the native one gives, and where another one gives something else. */
export function runEverywhere(words, setting = {}) {
  const native = runProgram(kPrograms.native, words, setting);
  const problems = [];
  for (const other of Object.keys(kPrograms).filter((name) => name !== 'native')) {
    const result = runProgram(kPrograms[other], words, setting);
    for (const key of ['status', 'stdout', 'stderr']) {
      if (result[key] !== native[key]) {
        problems.push(`${other} ${key} differs ${difference(String(native[key]), String(result[key]))}`);
      }
    }
  }
  return { native, problems };
}

let passed = 0;
let failed = 0;
let skipped = 0;

export function report(name, problems) {
  if (problems.length === 0) passed++;
  else failed++;
  console.log(`${problems.length === 0 ? 'ok  ' : 'FAIL'} command line: ${name}`);
  for (const problem of problems) console.log(`  ${problem}`);
}

export function reportSkipped(name, reason) {
  skipped++;
  console.log(`SKIPPED command line: ${name}: ${reason}`);
}

/** The last line of a test script, and its exit status. */
export function reportTotal() {
  console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
  process.exitCode = failed === 0 ? 0 : 1;
}
