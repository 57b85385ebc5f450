// Runs every benchmark and writes docs/benchmarks.md.
//
//   npm run bench [-- NAME …]       with names: runs those, prints them, and writes nothing
//
// Figures are worth something on a machine that does nothing else. The peers come from npm, some of the files from the corpora
// (LECTERN_CORPUS, LECTERN_CORPUS_OFFICE); a benchmark without its files is left out, and the document says so.

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, release, totalmem } from 'node:os';
import { join } from 'node:path';

import { build } from '../scripts/build.mjs';
import { buildPreset, kRoot } from '../scripts/lib/project.mjs';
import { StepError, capture, findProgram, report, runMain, step } from '../scripts/lib/steps.mjs';
import { markdownOf } from './lib/markdown.mjs';

const kCorpus = process.env.LECTERN_CORPUS ?? join(kRoot, '..', 'shared', 'corpus');
const kOfficeCorpus = process.env.LECTERN_CORPUS_OFFICE ?? join(kRoot, '..', 'shared', 'corpus-office');
const kDocument = join(kRoot, 'docs', 'benchmarks.md');
const kGiB = 2 ** 30;

/** The corpus' largest notebook, of 4 MB. */
function largeNotebook() {
  const entries = JSON.parse(readFileSync(join(kCorpus, 'manifest.json'), 'utf8'));
  const [largest] = entries.filter(({ kind }) => kind === 'notebook').sort((a, b) => b.size - a.size);
  return join(kCorpus, largest.path);
}

const native = (folder, program) => join('build', 'bench', 'bench', folder, program);

/**
 * `words` is what Node runs; it gets --json besides and prints rows as bench/lib/report.mjs does, except with `isText`, whose
 * output is taken as it is. `limits` says why a goal is not met.
 * @typedef {object} Bench
 * @property {string} title
 * @property {() => string[]} words
 * @property {boolean} [needsCorpus]
 * @property {boolean} [needsOfficeCorpus]
 * @property {boolean} [needsRelease]
 * @property {boolean} [isText]
 * @property {string} [limits]
 * @type {Record<string, Bench>}
 */
const kBenches = {
  sizes: { title: 'Size', words: () => ['bench/size/run.mjs'] },
  start: { title: 'Cold start', words: () => ['bench/start/run.mjs'] },
  batch: { title: 'Batches', words: () => ['bench/batch/run.mjs', '--copies', '2'], needsRelease: true },
  tool: { title: 'The whole tool', words: () => ['bench/tool/run.mjs'] },
  image: {
    title: 'Images',
    words: () => ['bench/image/run.mjs'],
    isText: true,
    limits: `Goals: to verify in at most sharp's time, to fit in at most 1.25 times sharp's natively, both in at most half of jSquash's
and photon's.`,
  },
  inflate: { title: 'Inflate', words: () => ['bench/inflate/run.mjs'] },
  text: {
    title: 'Text',
    words: () => ['bench/text/bench.mjs', '--native', native('text', 'lectern_text_bench')],
    limits: `The best "JavaScript" is the processor's memchr behind \`Buffer.indexOf\`, which Node alone has. For one page alone, a third of
its time is hardly more than the copy of the bytes into WebAssembly's memory takes, so that no program there can be as fast; who
turns pages gains by what the tool keeps.`,
  },
  data: { title: 'Large texts and tables', words: () => ['bench/data/run.mjs'], needsRelease: true },
  fleet: {
    title: 'A fleet',
    words: () => ['bench/fleet/run.mjs'],
    limits: 'Workers, producer, server and the count of results share the machine.',
  },
  encodings: {
    title: 'Encodings',
    words: () => ['bench/text/detection.mjs', native('text', 'lectern_guess_encoding')],
    needsCorpus: true,
  },
  notebook: {
    title: 'Notebooks',
    words: () => ['bench/notebook/bench.mjs', '--native', native('notebook', 'lectern_notebook_bench'), largeNotebook()],
    needsCorpus: true,
    limits: `The first peer looks at no picture, the second one decodes each with sharp's native code. Of a read that proves the pictures,
two thirds of the time is inflating them.`,
  },
  spreadsheet: {
    title: 'Spreadsheets',
    words: () => ['bench/spreadsheet/bench.mjs'],
    limits: `A range of rows passes over the sheet to its end: what merges, links and rules of its cells is behind all rows. All rows are one result of 15 MB, of which WebAssembly holds two copies.`,
  },
  pdf: { title: 'PDF text', words: () => ['bench/pdf/run.mjs'], needsCorpus: true },
  documents: {
    title: 'Documents',
    words: () => ['bench/documents/run.mjs'],
    needsOfficeCorpus: true,
    limits: `Who reads other files than lectern is judged by fewer. Headings of Word documents count as missed where a number
stands before them, which the reference leaves out; cells as shown are those of LibreOffice's input line, not of its cells (\`node
bench/documents/displayed.mjs\` compares the cells). Marks of pictures, notes and comments count as wrong words, line breaks in a cell break its row.
The kinds of differences, with the files, are in [documents.md](documents.md#where-other-readers-count-differently).`,
  },
  archive: {
    title: 'Archives',
    words: () => ['bench/archive/run.mjs'],
    limits: `fflate's listing gives names and sizes in the order of the directory, and needs all of the archive in memory. lectern's is sorted,
its names are checked and its lines written. yauzl, @zip.js/zip.js and tar-stream inflate with the zlib of Node.`,
  },
  large: { title: 'Large documents', words: () => ['bench/documents/large.mjs'] },
};

/** @returns {string} a section of the document */
function section(name) {
  const { title, words, needsCorpus, needsOfficeCorpus, isText, limits } = kBenches[name];
  const head = `## ${title}\n\n`;
  const isMissing = (isNeeded, corpus) => isNeeded && !existsSync(join(corpus, 'manifest.json'));
  if (isMissing(needsCorpus, kCorpus) || isMissing(needsOfficeCorpus, kOfficeCorpus)) return `${head}Not run: there was no corpus.`;
  const chosen = words();
  const args = isText ? chosen : [...chosen, '--json'];
  const { status, stdout } = spawnSync(process.execPath, args, {
    cwd: kRoot,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, LECTERN_CORPUS: kCorpus, LECTERN_CORPUS_OFFICE: kOfficeCorpus },
  });
  if (status !== 0) throw new StepError(`${name} ended with ${status}`);
  const command = `\`node ${chosen.join(' ').replaceAll(kCorpus, '$LECTERN_CORPUS')}\``;
  const end = limits ? [limits] : [];
  if (isText) return [`${head}${command}`, `\`\`\`\n${stdout.trimEnd()}\n\`\`\``, ...end].join('\n\n');
  return [`${head}${command}`, ...markdownOf(stdout), ...end].join('\n\n');
}

/** What the figures were measured with. */
function circumstances() {
  const [{ model }] = cpus();
  const versions = [['g++', '--version'], ['emcc', '--version']]
    .filter(([program]) => findProgram(program))
    .map((words) => capture(words[0], words.slice(1)).split('\n')[0]);
  return [
    `Measured on ${new Date().toISOString().slice(0, 10)}, commit ${capture('git', ['rev-parse', '--short', 'HEAD'], { cwd: kRoot }).trim()}:`,
    '',
    `- ${cpus().length} x ${model}, ${(totalmem() / kGiB).toFixed(1)} GiB, Linux ${release()}`,
    `- Node ${process.versions.node} (V8 ${process.versions.v8})`,
    ...versions.map((version) => `- ${version}`),
  ].join('\n');
}

const kHead = `# Benchmarks

Written by \`npm run bench\`. Times are those of the fastest run, so that other work on the machine counts little; a ratio is to
the first row of its table, and below 1 is faster. Each section names its command.`;

runMain(async () => {
  const chosen = process.argv.slice(2);
  const unknown = chosen.filter((name) => !(name in kBenches));
  if (unknown.length > 0) throw new StepError(`no benchmark ${unknown.join(', ')}: ${Object.keys(kBenches).join(', ')}`);
  await build();
  await buildPreset('bench', 'the native benchmarks');
  const names = chosen.length > 0 ? chosen : Object.keys(kBenches);
  if (names.some((name) => kBenches[name].needsRelease)) await buildPreset('release', 'the native command line program');
  const sections = [];
  for (const name of names) {
    await step(`running ${name}`, () => sections.push(section(name)));
  }
  if (chosen.length > 0) return console.log(sections.join('\n\n'));
  writeFileSync(kDocument, `${[kHead, circumstances(), ...sections].join('\n\n')}\n`);
  report(`wrote ${kDocument}`);
});
