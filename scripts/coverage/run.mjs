// npm run coverage: how much of src/ the native tests run, and how much of the package the tests of tests/js run; writes
// docs/coverage.md. Without the corpora the figures are lower, and the page says so.

import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

import { ensurePackages } from '../lib/packages.mjs';
import { buildPreset, kLogs, kRoot } from '../lib/project.mjs';
import { capture, run, runMain, step } from '../lib/steps.mjs';
import { ensurePackages as ensureDebianPackages } from '../setup.mjs';

const kFolder = dirname(fileURLToPath(import.meta.url));
const kWork = join(kRoot, 'build', 'coverage-data');
const kPage = join(kRoot, 'docs', 'coverage.md');
/** How many files with the most lines that never ran are named. */
const kNamedFiles = 15;

/** What a file has and what ran of it. @typedef {{file: string, lines: Count, branches: Count}} FileCoverage */
/** @typedef {{count: number, covered: number}} Count */

/** @returns {Promise<FileCoverage[]>} of src/ */
async function nativeCoverage() {
  await ensureDebianPackages(['native', 'sources', 'wasi']);
  await buildPreset('coverage', 'the native tests, counting what runs (5 minutes the first time)');
  const raw = join(kWork, 'native.profraw');
  const profile = join(kWork, 'native.profdata');
  const program = join(kRoot, 'build', 'coverage', 'tests', 'lectern_tests');
  await step('running the native tests', () =>
    run(program, [], { env: { ...process.env, LLVM_PROFILE_FILE: raw }, log: join(kLogs, 'coverage.log') }),
  );
  capture('llvm-profdata-14', ['merge', '-sparse', raw, '-o', profile]);
  const json = capture('llvm-cov-14', ['export', '-summary-only', `-instr-profile=${profile}`, program]);
  const source = join(kRoot, 'src/');
  return JSON.parse(json)
    .data[0].files.filter(({ filename }) => filename.startsWith(source))
    .map(({ filename, summary: { lines, branches } }) => ({ file: relative(kRoot, filename), lines, branches }));
}

/** @returns {Promise<FileCoverage[]>} of the package's JavaScript, which is TypeScript without its types */
async function packageCoverage() {
  await ensurePackages(kFolder, 'c8', join(kLogs, 'npm.log'));
  await step('building the package', () =>
    run(process.execPath, [join('scripts', 'build.mjs')], { cwd: kRoot, log: join(kLogs, 'build.log') }),
  );
  const c8 = join(kFolder, 'node_modules', '.bin', 'c8');
  const output = join(kWork, 'js');
  const words = ['--reporter=json-summary', `--reports-dir=${output}`, `--temp-directory=${join(kWork, 'v8')}`];
  const chosen = ['--all', '--include=dist/**/*.js', '--exclude=dist/*_base64.js', '--exclude=dist/encodings.js'];
  const tests = [process.execPath, join('tests', 'js', 'run.mjs')];
  await step("running the package's tests", () =>
    run(c8, [...words, ...chosen, ...tests], { cwd: kRoot, log: join(kLogs, 'coverage.log') }),
  );
  const { total: _, ...files } = JSON.parse(readFileSync(join(output, 'coverage-summary.json'), 'utf8'));
  const counts = ({ total, covered }) => ({ count: total, covered });
  return Object.entries(files).map(([path, { lines, branches }]) => ({
    file: relative(kRoot, path).replace(/^dist\/(.*)\.js$/, 'js/$1.ts'),
    lines: counts(lines),
    branches: counts(branches),
  }));
}

const percent = ({ count, covered }) => (count === 0 ? '–' : `${((100 * covered) / count).toFixed(1)} %`);

function sum(files, key) {
  return files.reduce(
    ({ count, covered }, { [key]: more }) => ({ count: count + more.count, covered: covered + more.covered }),
    { count: 0, covered: 0 },
  );
}

const row = (name, files) => `| ${name} | ${percent(sum(files, 'lines'))} | ${percent(sum(files, 'branches'))} |`;

/** A table of the folders, and the files with the most lines that never ran. */
function section(title, what, files) {
  const names = [...new Set(files.map(({ file }) => dirname(file)))].sort();
  const rows = names.map((name) => row(`\`${name}\``, files.filter(({ file }) => dirname(file) === name)));
  const missed = ({ lines: { count, covered } }) => count - covered;
  const least = files
    .filter((each) => missed(each) > 0)
    .sort((a, b) => missed(b) - missed(a))
    .slice(0, kNamedFiles)
    .map((each) => `| \`${each.file}\` | ${missed(each)} of ${each.lines.count} |`);
  return `## ${title}

${what}

| folder | lines | branches |
|---|--:|--:|
${rows.join('\n')}
${row('all', files)}

Where most lines never ran:

| file | lines that never ran |
|---|--:|
${least.join('\n')}
`;
}

runMain(async () => {
  rmSync(kWork, { recursive: true, force: true });
  mkdirSync(kWork, { recursive: true });
  const native = await nativeCoverage();
  const js = await packageCoverage();
  const corpus = process.env.LECTERN_CORPUS ?? join(kRoot, '..', 'shared', 'corpus');
  const withCorpus = existsSync(corpus) && readdirSync(corpus).length > 0;
  const page = `<!-- Written by npm run coverage. Do not edit. -->
# Coverage

\`npm run coverage\` measures and writes this page, ${withCorpus ? 'here with' : 'here without'} the corpus of sample files.

${section('C++', 'Lines and branches of `src/` that the native tests run (llvm-cov).', native)}
${section('JavaScript', 'Lines and branches of the package that `tests/js` runs in Node (c8). What runs only in other hosts, in workers and in the command line program is tested by the stages `hosts`, `cli` and `examples`, which this does not count.', js)}`;
  writeFileSync(kPage, page);
  process.stdout.write(page);
});
