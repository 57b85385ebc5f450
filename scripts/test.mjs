// npm test [-- STAGE...]: sets up this machine, builds everything and runs every test.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { buildPreset, ensureNpmPackages, kLogs, kRoot } from './lib/project.mjs';
import { capture, elapsed, report, run, runMain, step } from './lib/steps.mjs';
import { ensurePackages } from './setup.mjs';

/** Counts of one stage. @typedef {{passed: number, failed: number, skipped: number}} Counts */

/** Runs a script that prints its own progress; counts as one test. */
function script(...words) {
  const { status } = spawnSync(process.execPath, words, { cwd: kRoot, stdio: 'inherit' });
  return { passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1, skipped: 0 };
}

/** How many damaged copies of the files each fuzz target gets: seconds of work. */
const kDamagedCopies = {
  arguments: 5000,
  detection: 4000,
  image: 10_000,
  image_work: 1000,
  json: 3000,
  kernels: 4000,
  layout: 2000,
  notebook: 2000,
  pdf: 300,
  pdf_work: 200,
  read: 1000,
  text: 1000,
};

/**
 * Each fuzz target over our samples, the notebooks' fixtures, the seeds and, where the corpus is there, its hostile files; and
 * over damaged copies of them, the same in every run.
 */
function replayFuzzTargets() {
  const samples = join(kRoot, 'build', 'fuzz-samples');
  capture(process.execPath, [join(kRoot, 'scripts', 'make_samples.mjs'), samples]);
  const hostile = join(process.env.LECTERN_CORPUS ?? join(kRoot, '..', 'shared', 'corpus'), 'hostile');
  const own = [samples, join(kRoot, 'tests', 'notebook', 'fixtures'), join(kRoot, 'tests', 'fuzz', 'seeds')];
  const folders = [...own, hostile].filter((folder) => existsSync(folder));
  const counts = { passed: 0, failed: 0 };
  for (const [name, copies] of Object.entries(kDamagedCopies)) {
    const program = join(kRoot, 'build', 'dev', 'tests', 'fuzz', `lectern_replay_${name}`);
    const words = ['--damaged', String(copies), ...folders];
    const { status, stdout, stderr } = spawnSync(program, words, { encoding: 'utf8', maxBuffer: 1 << 26 });
    const lastLine = stdout?.trimEnd().split('\n').at(-1);
    report(`${status === 0 ? 'ok  ' : 'FAIL'} fuzz target ${name}: ${lastLine}`);
    if (status !== 0) report(stderr ?? '');
    counts[status === 0 ? 'passed' : 'failed']++;
  }
  return counts;
}

/** The Catch2 suite under AddressSanitizer and UndefinedBehaviorSanitizer. */
async function nativeTests() {
  await buildPreset('dev', 'the native test suite with sanitizers (about 5 minutes the first time)');
  const xmlFile = join(kRoot, 'build', 'native-tests.xml');
  const program = join(kRoot, 'build', 'dev', 'tests', 'lectern_tests');
  rmSync(xmlFile, { force: true });
  const { status } = spawnSync(program, ['--reporter', 'console', '--reporter', `junit::out=${xmlFile}`], {
    cwd: kRoot,
    stdio: 'inherit',
    env: { ...process.env, ASAN_OPTIONS: 'detect_leaks=1', UBSAN_OPTIONS: 'print_stacktrace=1' },
  });
  const xml = existsSync(xmlFile) ? readFileSync(xmlFile, 'utf8') : '';
  const cases = [...xml.matchAll(/<testcase [^>]*?(\/>|>[\s\S]*?<\/testcase>)/g)].map(([text]) => text);
  const failed = cases.filter((text) => /<(failure|error)\b/.test(text)).length;
  const skipped = cases.filter((text) => /<skipped\b/.test(text)).length;
  const replays = replayFuzzTargets();
  // A sanitizer ends the program in the middle, with no report and a status of its own.
  const ended = status !== 0 && failed === 0 ? 1 : 0;
  return {
    passed: cases.length - failed - skipped + replays.passed,
    failed: failed + ended + replays.failed,
    skipped,
  };
}

/** The JavaScript package: unit tests, then the conformance cases in every host. */
async function packageTests() {
  await step('building the package (about 5 minutes the first time)', () =>
    run(process.execPath, [join('scripts', 'build.mjs')], { cwd: kRoot, log: join(kLogs, 'build.log') }),
  );
  return script(join('tests', 'js', 'run.mjs'));
}

/** The conformance cases and the same files in every host, WASI included. */
async function hostTests() {
  await buildPreset('release', 'the native command line program and library');
  await buildPreset('wasi', 'the WASI programs (10 minutes the first time: PDFium)');
  await buildPreset('wasi-baseline', 'the WASI programs without SIMD (4 minutes the first time)');
  return script(join('tests', 'hosts', 'run.mjs'));
}

async function commandLineTests() {
  await buildPreset('release', 'the native command line program and library');
  await buildPreset('wasi', 'the WASI programs');
  return script(join('tests', 'cli', 'run.mjs'));
}

/** What reads cost as files grow, counted in the native program. */
async function boundsTests() {
  await buildPreset('release', 'the native command line program and library');
  await ensurePackages(['bounds']);
  return script(join('tests', 'bounds', 'run.mjs'));
}

/** The native library as users get it: installed, and found by their build. */
async function installTests() {
  await buildPreset('release', 'the native command line program and library');
  return script(join('tests', 'install', 'run.mjs'));
}

/** In the order in which they run; later ones use what earlier ones built. */
const kStages = {
  native: nativeTests,
  package: packageTests,
  hosts: hostTests,
  cli: commandLineTests,
  bounds: boundsTests,
  install: installTests,
  tarball: () => script(join('tests', 'package', 'run.mjs')),
  examples: () => script(join('tests', 'examples', 'run.mjs')),
  webDemo: () => script(join('tests', 'web-demo', 'run.mjs')),
  pdfPages: () => script(join('tests', 'pdf', 'run.mjs')),
  schema: () => script(join('scripts', 'schema', 'generate.mjs'), '--check'),
  docs: () => script(join('scripts', 'docs', 'cpp.mjs'), '--check'),
  sizes: () => script(join('bench', 'size', 'run.mjs')),
  lint: () => script(join('node_modules', '@biomejs', 'biome', 'bin', 'biome'), 'check'),
};

runMain(async () => {
  const start = performance.now();
  const chosen = process.argv.slice(2);
  const stages = Object.entries(kStages).filter(([name]) => chosen.length === 0 || chosen.includes(name));
  report('Setting up, building and testing lectern: about half an hour on a bare machine with two cores.');
  mkdirSync(kLogs, { recursive: true });
  await ensurePackages(['native', 'sources', 'wasm', 'wasi', 'tests']);
  await ensureNpmPackages();

  /** @type {Counts} */
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const [name, stage] of stages) {
    report(`\n== ${name}`);
    const counts = await stage();
    report(`== ${name}: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
    for (const key of Object.keys(total)) total[key] += counts[key];
  }
  report(`\nAll stages done in ${elapsed(start)}`);
  console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
  if (total.failed > 0) process.exitCode = 1;
});
