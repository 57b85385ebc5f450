// Runs the conformance cases with the packed package in JavaScript hosts, and in WASI runtimes, compares what each says of
// the same files, and runs the Read tool under load in JavaScript hosts; prints a line for each.
//
//   node tests/hosts/run.mjs [HOST...]
//
// The package, the preset `release`, for the WASI hosts the presets `wasi` and `wasi-baseline`, and for `component` what
// scripts/component/build.mjs makes must be built. The hosts themselves are npm packages, and Debian's of other releases, that the first run fetches.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { ensurePackages } from '../../scripts/lib/packages.mjs';
import { kLogs, kRoot } from '../../scripts/lib/project.mjs';
import { elapsed, runMain, StepError } from '../../scripts/lib/steps.mjs';
import { kHosts } from './hosts.mjs';
import { installPackage } from './installed.mjs';
import { leftOutProblems } from './left_out.mjs';
import { Skipped } from './page_server.mjs';
import { buildBytes } from './run_cases.js';
import { loadFileWork } from './same_files.mjs';

const kFolder = join(kRoot, 'tests', 'hosts');
/** Reads that would show a leak; hosts with the engine of one of these only show that the tool works. */
const kManyReads = process.env.LECTERN_BIG_TESTS ? 10_000 : 500;
const kFewReads = 50;
const kLoadedHosts = ['node', 'workerd', 'chromium'];
/**
 * On a busy machine WebKit now and then goes on wrongly after it swapped running code for code compiled better. What fails
 * there runs again in a new browser, which decides: a fault of ours fails in both.
 */
const kUnsteadyHosts = ['webkit', 'wpe-worker'];
const kShownFailures = 20;
const kShownCharacters = 2000;
/** These have readers only. */
const hasTool = (name) => !/^(wasi|wazero|wasmedge|component)|-(watchdog|program)$/.test(name);
/**
 * These read files only: without a sandbox, a program would look for the paths of the cases on this machine. The cases of
 * wazero run through the reactor; those of the program with SIMD run in Node, and without it in WasmEdge, where each takes a
 * process.
 */
const hasCases = (name) =>
  !['node-program', 'wasi-program-baseline', 'wazero-program', 'wasmedge'].includes(name);

/** Samples that show what a refusal says. */
const kBadSamples = ['binary.wasm', 'bomb.png', 'damaged.png', 'download.png'];

function loadCases() {
  const folder = join(kRoot, 'tests', 'conformance');
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return files.sort().flatMap((file) => {
    const { cases } = JSON.parse(readFileSync(join(folder, file), 'utf8'));
    return cases.map((one) => ({ ...one, file }));
  });
}

async function installHosts() {
  await ensurePackages(kFolder, 'JavaScript hosts (0.7 GB, a minute)', join(kLogs, 'hosts.log'));
  installPackage();
}

/** Files of every kind, in base64. */
function loadFiles(cases) {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-hosts-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  spawnSync(process.execPath, [join(kRoot, 'scripts', 'make_samples.mjs'), folder]);
  const report = cases.find(({ name }) => name === 'each page is shown under its number');
  const files = {
    'notes.txt': Buffer.from('a line of text\n'.repeat(5000)),
    'latin1.txt': Buffer.from('gr\xfc\xdfe aus M\xfcnchen\n'.repeat(200), 'latin1'),
    // "你好": its tables are loaded when they are needed.
    'gbk.txt': Buffer.from('c4e3bac30a'.repeat(500), 'hex'),
    'report.pdf': Buffer.from(buildBytes(report.bytes)),
    'bad.bin': Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 1, 2, 3]),
    'bad.png': readFileSync(join(folder, 'chart.png')).subarray(0, 2000),
  };
  for (const name of readdirSync(folder)) {
    files[kBadSamples.includes(name) ? `bad_${name}` : name] = readFileSync(join(folder, name));
  }
  const inBase64 = ([name, bytes]) => [name, bytes.toString('base64')];
  return Object.fromEntries(Object.entries(files).map(inBase64));
}

/** @returns {Promise<object>} the host's report */
async function reportOf(name, work) {
  if (!kUnsteadyHosts.includes(name)) return kHosts[name](work);
  const first = await kHosts[name](work).catch((error) => {
    if (error instanceof Skipped) throw error;
    return { failures: [error.stack] };
  });
  if (first.failures.length === 0) return first;
  const second = await kHosts[name](work);
  if (second.failures.length > 0) return second;
  const told = `right only in a second browser: ${first.failures.join(' | ').slice(0, kShownCharacters)}`;
  return { ...second, note: second.note ? `${second.note}; ${told}` : told };
}

/** @returns {Promise<boolean>} whether the host did the work without a failure */
async function runHost(name, work, what) {
  const start = performance.now();
  try {
    const report = await reportOf(name, work);
    const { passed, failures, note, leftOut = [] } = report;
    const told = [`${passed} ${what}`];
    if (leftOut.length > 0) told.push(`${leftOut.length} cannot exist there (left_out.mjs)`);
    const known = passed + failures.length + leftOut.length;
    if (work.cases?.length > known) failures.push(`${work.cases.length - known} cases are missing`);
    if (work.cases)
      failures.push(...leftOutProblems(work.folder ? undefined : report.arguments, leftOut));
    const end = `(${elapsed(start)})${note ? `; ${note}` : ''}`;
    console.log(`${failures.length === 0 ? 'ok  ' : 'FAIL'} ${name}: ${told.join(', ')} ${end}`);
    for (const failure of failures.slice(0, kShownFailures)) console.log(`  ${failure}`);
    if (failures.length > kShownFailures) console.log(`  … ${failures.length} in all`);
    return failures.length === 0;
  } catch (error) {
    if (error instanceof Skipped) {
      console.log(`SKIPPED ${name}: ${error.message}`);
      return true;
    }
    console.log(`FAIL ${name}: ${error.stack}`);
    return false;
  }
}

runMain(async () => {
  const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(kHosts);
  const unknown = names.filter((name) => !(name in kHosts));
  if (unknown.length > 0) {
    throw new StepError(
      `unknown host ${unknown.join(', ')}: expected ${Object.keys(kHosts).join(', ')}`,
    );
  }
  await installHosts();
  const cases = loadCases();
  const files = loadFiles(cases);
  const sameFiles = await loadFileWork();
  const same = `of ${sameFiles.cases.length} files give the JSON of the native program, byte for byte`;
  const run = async (...words) => {
    if (!(await runHost(...words))) process.exitCode = 1;
  };
  for (const name of names) {
    if (hasCases(name)) await run(name, { cases }, `of ${cases.length} cases agree`);
    await run(name, sameFiles, same);
    if (!hasTool(name)) continue;
    const reads = kLoadedHosts.includes(name) ? kManyReads : kFewReads;
    await run(name, { tool: { files, reads } }, 'reads of the tool');
  }
});
