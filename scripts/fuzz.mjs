// Fuzzes the core with libFuzzer, AddressSanitizer and UndefinedBehaviorSanitizer, one target after the other.
//
//   npm run fuzz [-- --minutes N] [TARGET …]        default: every target, one minute each
//   node scripts/fuzz.mjs --seeds FOLDER            only collects what each starts from: FOLDER/TARGET/, FOLDER/TARGET.dict
//
// What a target has learned is kept between runs, outside the clone: <cache>/fuzz/<target>/corpus. An input that breaks it
// is left in <cache>/fuzz/<target>/findings and makes the run fail.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { buildPreset, kRoot } from './lib/project.mjs';
import { StepError, cacheDirectory, capture, elapsed, report, runMain } from './lib/steps.mjs';
import { kTargets } from './lib/fuzz_targets.mjs';
import { ensurePackages } from './setup.mjs';

const kFuzzDirectory = join(kRoot, 'tests', 'fuzz');
/** Larger seeds slow every run down and teach little. */
const kMaxSeedBytes = 32 << 10;

/** An input that takes as many seconds, with sanitizers, is a finding of a target that looks for work. */
const kSlowSeconds = 5;

function filesBelow(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());
}

/** Folders whose files a target starts from. */
function seedFolders(target, samples) {
  const shared = process.env.LECTERN_CORPUS ?? join(kRoot, '..', 'shared', 'corpus');
  return [
    samples,
    join(kRoot, 'tests', 'notebook', 'fixtures'),
    join(kFuzzDirectory, 'seeds', kTargets[target].seeds ?? target),
    ...kTargets[target].corpus.map((name) => join(shared, name)),
  ];
}

/** Collects the small ones of a target's seeds in one folder, as libFuzzer wants them. */
function collectSeeds(target, samples, folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const files = seedFolders(target, samples).flatMap(filesBelow).map((path) => readFileSync(path));
  const amplified = Object.values(kTargets[target].amplified ?? {}).map(({ make }) => make(3, 1000));
  for (const bytes of [...files, ...amplified]) {
    if (bytes.length > kMaxSeedBytes) continue;
    writeFileSync(join(folder, createHash('sha1').update(bytes).digest('hex')), bytes);
  }
}

/** The numbers of libFuzzer's report. What the second half of the executions still finds says how near the plateau is. */
function statistics(log) {
  const lines = [...log.matchAll(/^#(\d+)\t.* cov: (\d+) ft: (\d+)/gm)].map((line) => line.slice(1).map(Number));
  const [last, edges, features] = lines.at(-1) ?? [0, 0, 0];
  const executions = Number(log.match(/stat::number_of_executed_units: (\d+)/)?.[1] ?? last);
  const halfway = lines.findLast(([executed]) => executed <= executions / 2)?.[1] ?? 0;
  const late = edges === 0 ? '-' : `${(((edges - halfway) / edges) * 100).toFixed(1)} %`;
  return { executions, edges, late, features };
}

/** The words that a target's inputs are made of; empty for formats that are bits. */
function dictionaryOf(target) {
  return Buffer.concat(kTargets[target].dictionaries.map((name) => readFileSync(join(kFuzzDirectory, `${name}.dict`))));
}

/** Our own files that targets start from. */
function makeSamples() {
  const samples = join(cacheDirectory(), 'fuzz', 'samples');
  capture(process.execPath, [join(kRoot, 'scripts', 'make_samples.mjs'), samples]);
  return samples;
}

function fuzz(target, seconds, samples) {
  const home = join(cacheDirectory(), 'fuzz', target);
  const [grown, findings, seeds] = ['corpus', 'findings', 'seeds'].map((name) => join(home, name));
  for (const folder of [grown, findings]) mkdirSync(folder, { recursive: true });
  collectSeeds(target, samples, seeds);
  const dictionary = join(home, 'dictionary');
  const words = dictionaryOf(target);
  writeFileSync(dictionary, words);
  // An empty one is refused.
  const dictionaryOption = words.length > 0 ? [`-dict=${dictionary}`] : [];

  const slowSeconds = kTargets[target].amplified ? kSlowSeconds : 120;
  const start = performance.now();
  const before = filesBelow(findings).length;
  const { stderr, error } = spawnSync(
    'nice',
    [
      ...['-n', '10', join(kRoot, 'build', 'fuzz', 'tests', 'fuzz', `lectern_fuzz_${target}`)],
      ...[`-max_total_time=${seconds}`, `-max_len=${kMaxSeedBytes}`, '-timeout=120', `-report_slow_units=${slowSeconds}`, '-rss_limit_mb=4096'],
      ...['-print_final_stats=1', ...dictionaryOption, `-artifact_prefix=${findings}/`, grown, seeds],
    ],
    { encoding: 'utf8', maxBuffer: 1 << 28 },
  );
  if (error) throw new StepError(`${target}: ${error.message}`);
  writeFileSync(join(home, 'log'), stderr);
  const found = filesBelow(findings).length - before;
  const numbers = statistics(stderr);
  if (numbers.executions === 0) throw new StepError(`${target}: nothing was executed, see the log in ${home}`);
  return { target, time: elapsed(start), ...numbers, kept: filesBelow(grown).length, found, findings };
}

runMain(async () => {
  const { values, positionals } = parseArgs({
    options: { minutes: { type: 'string', default: '1' }, seeds: { type: 'string' } },
    allowPositionals: true,
  });
  const unknown = positionals.filter((name) => !(name in kTargets));
  if (unknown.length > 0) throw new StepError(`no target ${unknown.join(', ')}: ${Object.keys(kTargets).join(', ')}`);
  if (!(Number(values.minutes) > 0)) throw new StepError(`--minutes is "${values.minutes}": expected a number`);
  if (values.seeds !== undefined) {
    const samples = makeSamples();
    for (const target of Object.keys(kTargets)) {
      collectSeeds(target, samples, join(values.seeds, target));
      writeFileSync(join(values.seeds, `${target}.dict`), dictionaryOf(target));
    }
    return;
  }
  await ensurePackages(['native', 'sources', 'wasi']);
  await buildPreset('fuzz', 'the fuzz targets (about 5 minutes the first time)');

  const samples = makeSamples();
  console.log('| target | time | executions | edges | in the second half | features | inputs kept | findings |');
  console.log('|---|---|---|---|---|---|---|---|');
  for (const target of positionals.length > 0 ? positionals : Object.keys(kTargets)) {
    const { time, executions, edges, late, features, kept, found, findings } = fuzz(target, Number(values.minutes) * 60, samples);
    console.log(`| ${[target, time, executions, edges, late, features, kept, found].join(' | ')} |`);
    if (found === 0) continue;
    report(`${target}: see ${findings} and the log beside it`);
    process.exitCode = 1;
  }
});
