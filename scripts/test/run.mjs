// npm test [-- quick | STAGE...]: sets up this machine, builds everything once and runs every test.
//
// `quick` is for every change: the native tests without sanitizers, the package's and one host's, within three minutes once
// all is built. Any other word is a stage of kStages.

import { mkdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';

import { buildComponent } from '../component/build.mjs';
import { buildPreset, ensureNpmPackages, kLogs, kRoot } from '../lib/project.mjs';
import { elapsed, report, run, runMain, step, StepError } from '../lib/steps.mjs';
import { ensurePackages } from '../setup.mjs';
import { nativeSuite, replayFuzzTargets } from './native.mjs';
import { runSideBySide } from './side_by_side.mjs';

/**
 * More stages at a time would need more memory than a machine of many processors must have. One more than it has processors
 * runs while others wait for registries and browsers.
 */
const kMostLanes = 4;

/** A compiler's run and a linker's fill two processors; builds take their number of compilers each. */
const kMostBuilds = 2;

/** What stages need built, in the order in which it is begun. */
const kBuilds = {
  /** Browsers and other programs that only tests need. */
  programs: () => ensurePackages(['tests', 'bounds']),
  dev: () => buildPreset('dev', 'the native test suite with sanitizers (5 minutes the first time)'),
  quick: () => buildPreset('quick', 'the native test suite (3 minutes the first time)', ['lectern_tests']),
  package: () =>
    step('building the package (12 minutes the first time: PDFium)', () =>
      run(process.execPath, [join('scripts', 'build.mjs')], { cwd: kRoot, log: join(kLogs, 'build.log') }),
    ),
  release: () => buildPreset('release', 'the native command line program and library (2 minutes the first time)'),
  wasi: () => buildPreset('wasi', 'the WASI programs (10 minutes the first time: PDFium)'),
  wasiBaseline: () => buildPreset('wasi-baseline', 'the WASI programs without SIMD (4 minutes the first time)'),
  component: buildComponent,
};
/** Builds that begin with what another has built: for the programs without SIMD the compiler's cache has most of it then. */
const kNeedsOfBuilds = { component: ['wasi'], wasiBaseline: ['wasi'] };

/** A script that prints its own progress; counts as one test. */
function script(...words) {
  return async (runHere) => {
    const { status } = await runHere(process.execPath, words);
    return { passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1, skipped: 0 };
  };
}

/** Longest first, so that none runs alone at the end. */
const kStages = {
  /** The conformance cases and the same files in every host, WASI included. */
  hosts: {
    builds: ['package', 'release', 'wasi', 'wasiBaseline', 'component'],
    work: script(join('tests', 'hosts', 'run.mjs')),
  },
  /** The Catch2 suite under AddressSanitizer and UndefinedBehaviorSanitizer. */
  native: { builds: ['dev'], work: nativeSuite('dev') },
  webDemo: { builds: ['package'], work: script(join('tests', 'web-demo', 'run.mjs')) },
  /** What reads cost as files grow, counted in the native program. */
  bounds: { builds: ['release'], work: script(join('tests', 'bounds', 'run.mjs')) },
  fuzz: { builds: ['dev'], work: replayFuzzTargets },
  cli: { builds: ['package', 'release', 'wasi'], work: script(join('tests', 'cli', 'run.mjs')) },
  examples: { builds: ['package', 'wasi', 'component'], work: script(join('tests', 'examples', 'run.mjs')) },
  /** Agents' frameworks and the tools of MCP with the packed package. */
  agents: { builds: ['package'], work: script(join('tests', 'agents', 'run.mjs')) },
  package: { builds: ['package'], work: script(join('tests', 'js', 'run.mjs')) },
  pdfPages: { builds: ['package'], work: script(join('tests', 'pdf', 'run.mjs')) },
  tarball: { builds: ['package', 'wasi', 'wasiBaseline', 'component'], work: script(join('tests', 'package', 'run.mjs')) },
  /** The native library as users get it: installed, and found by their build. */
  install: { builds: ['release'], work: script(join('tests', 'install', 'run.mjs')) },
  bundlers: { builds: ['package'], work: script(join('tests', 'bundlers', 'run.mjs')) },
  api: { builds: ['package'], work: script(join('scripts', 'api', 'report.mjs'), '--check') },
  schema: { builds: [], work: script(join('scripts', 'schema', 'generate.mjs'), '--check') },
  docs: { builds: [], work: script(join('scripts', 'docs', 'cpp.mjs'), '--check') },
  sizes: {
    builds: ['package', 'wasi', 'wasiBaseline', 'component'],
    work: script(join('bench', 'size', 'run.mjs')),
  },
  lint: { builds: [], work: script(join('node_modules', '@biomejs', 'biome', 'bin', 'biome'), 'check') },
};

/** Without the corpora, whose files take minutes. */
const kNoCorpora = { LECTERN_CORPUS: 'none', LECTERN_CORPUS_OFFICE: 'none', LECTERN_CORPUS_PDF: 'none' };

/** `npm test -- quick` */
const kQuickStages = {
  native: { builds: ['quick'], work: nativeSuite('quick', kNoCorpora) },
  package: kStages.package,
  node: { builds: ['package', 'release'], work: script(join('tests', 'hosts', 'run.mjs'), 'node') },
  schema: kStages.schema,
  lint: kStages.lint,
};

/** The stages that the words of the command line name. */
function chosenStages(words) {
  if (words.length === 1 && words[0] === 'quick') return kQuickStages;
  const unknown = words.filter((word) => !(word in kStages));
  if (unknown.length > 0) {
    throw new StepError(`no stage ${unknown.join(', ')}: expected quick, or ${Object.keys(kStages).join(', ')}`);
  }
  const chosen = Object.entries(kStages).filter(([name]) => words.length === 0 || words.includes(name));
  return Object.fromEntries(chosen);
}

/** Stages behind the builds that they need, the builds under names that no stage has. */
function jobsOf(stages) {
  const built = (name) => `build of ${name}`;
  const wanted = new Set(['programs', ...Object.values(stages).flatMap(({ builds }) => builds)]);
  const builds = Object.entries(kBuilds)
    .filter(([name]) => wanted.has(name))
    .map(([name, build]) => ({ name: built(name), needs: (kNeedsOfBuilds[name] ?? []).map(built), build }));
  const works = Object.entries(stages).map(([name, { builds: needs, work }]) => {
    return { name, needs: ['programs', ...needs].map(built), stage: work };
  });
  return [...builds, ...works];
}

runMain(async () => {
  const start = performance.now();
  const stages = chosenStages(process.argv.slice(2));
  report('Setting up, building and testing lectern: about half an hour on a bare machine with two cores.');
  mkdirSync(kLogs, { recursive: true });
  await ensurePackages(['native', 'sources', 'wasm', 'wasi']);
  await ensureNpmPackages();

  report(`\nRunning ${Object.keys(stages).length} stages; the log of each is build/logs/test-STAGE.log`);
  const lanes = Math.min(kMostLanes, availableParallelism() + 1);
  const total = await runSideBySide(jobsOf(stages), { lanes, builds: kMostBuilds });
  report(`\nAll stages done in ${elapsed(start)}`);
  console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
  if (total.failed > 0) process.exitCode = 1;
});
