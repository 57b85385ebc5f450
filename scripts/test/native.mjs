// The native tests: the Catch2 suite, and the fuzz targets over files that are the same in every run.

import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { kRoot } from '../lib/project.mjs';

/** Debian has it under a name that the sanitizers do not look for. */
const kSymbolizer = '/usr/lib/llvm-14/bin/llvm-symbolizer';
/** What the sanitizers of `dev` are told. */
const kSanitizers = {
  ASAN_OPTIONS: 'detect_leaks=1',
  UBSAN_OPTIONS: 'print_stacktrace=1',
  ...(existsSync(kSymbolizer) ? { ASAN_SYMBOLIZER_PATH: kSymbolizer, UBSAN_SYMBOLIZER_PATH: kSymbolizer } : {}),
};

/** How many damaged copies of the files a fuzz target gets that no line below has: seconds of work. */
const kMostDamagedCopies = 3000;

/** How many those get whose files take longer. */
const kDamagedCopies = {
  database: 600,
  detection: 2400,
  html: 300,
  image: 6000,
  image_work: 600,
  json: 1800,
  kernels: 2400,
  layout: 420,
  mail: 300,
  notebook: 1200,
  package: 600,
  pdf: 180,
  pdf_work: 60,
  read: 600,
  sheets: 300,
  slides: 300,
  text: 600,
  word: 300,
};

/** The folders of files that the fuzz targets get: our samples, fixtures and seeds, and the corpus' hostile files. */
async function replayedFolders(run) {
  const samples = join(kRoot, 'build', 'fuzz-samples');
  await run(process.execPath, [join(kRoot, 'scripts', 'make_samples.mjs'), samples]);
  const hostile = join(process.env.LECTERN_CORPUS ?? join(kRoot, '..', 'shared', 'corpus'), 'hostile');
  const fixtures = join(kRoot, 'tests', 'notebook', 'fixtures');
  const seeds = join(kRoot, 'tests', 'fuzz', 'seeds');
  return [samples, seeds, fixtures, hostile].filter((folder) => existsSync(folder));
}

/** The names of all fuzz targets, as the build has them. */
function fuzzTargets() {
  const list = readFileSync(join(kRoot, 'tests', 'fuzz', 'CMakeLists.txt'), 'utf8');
  return [...list.matchAll(/LECTERN_FUZZ_TARGETS\n? ([^)]+)\)/g)].flatMap(([, names]) => names.trim().split(/\s+/));
}

/**
 * Each fuzz target over the files and over damaged copies of them, its own seeds apart: among the others they are few.
 * @type {import('./side_by_side.mjs').Stage}
 */
export async function replayFuzzTargets(run) {
  const folders = await replayedFolders(run);
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const name of fuzzTargets()) {
    const program = join(kRoot, 'build', 'dev', 'tests', 'fuzz', `lectern_replay_${name}`);
    const copies = String(kDamagedCopies[name] ?? kMostDamagedCopies);
    const seeds = join(kRoot, 'tests', 'fuzz', 'seeds', name);
    let failed = false;
    for (const files of existsSync(seeds) ? [folders, [seeds]] : [folders]) {
      const { status } = await run(program, ['--damaged', copies, ...files], { ...process.env, ...kSanitizers });
      if (status === 0) continue;
      failed = true;
      await run('echo', [`FAILED: the fuzz target ${name} ended with ${status}`]);
    }
    counts[failed ? 'failed' : 'passed']++;
  }
  return counts;
}

/**
 * The Catch2 suite of a preset.
 * @param {string} preset
 * @param {NodeJS.ProcessEnv} [settings]
 * @returns {import('./side_by_side.mjs').Stage}
 */
export function nativeSuite(preset, settings = {}) {
  return async (run) => {
    const xmlFile = join(kRoot, 'build', `${preset}-tests.xml`);
    const program = join(kRoot, 'build', preset, 'tests', 'lectern_tests');
    rmSync(xmlFile, { force: true });
    const reporters = ['--reporter', 'console', '--reporter', `junit::out=${xmlFile}`];
    const { status } = await run(program, reporters, { ...process.env, ...kSanitizers, ...settings });
    const xml = existsSync(xmlFile) ? readFileSync(xmlFile, 'utf8') : '';
    const cases = [...xml.matchAll(/<testcase [^>]*?(\/>|>[\s\S]*?<\/testcase>)/g)].map(([text]) => text);
    const failed = cases.filter((text) => /<(failure|error)\b/.test(text)).length;
    const skipped = cases.filter((text) => /<skipped\b/.test(text)).length;
    // A sanitizer ends the program in the middle, with no report and a status of its own.
    const ended = status !== 0 && failed === 0 ? 1 : 0;
    return { passed: cases.length - failed - skipped, failed: failed + ended, skipped };
  };
}
