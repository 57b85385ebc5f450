// The same file gives byte-equal JSON in every host: what the native command line program says of files of every format is
// what every other host must say. The files are the samples, small ones of the formats that these lack, and where the
// corpus is there a spread of it.

import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

import { kRoot } from '../../scripts/lib/project.mjs';
import { StepError } from '../../scripts/lib/steps.mjs';
import { flagsFor, outputOf } from './command_line.mjs';
import { differenceOf } from './run_cases.js';
import { gif, ico, isobmff, jpeg, pdfOfJpeg, tiff, webp } from './small_files.mjs';

const kNative = join(kRoot, 'build', 'release', 'src', 'cli', 'lectern');
/** Its milliseconds are a sum of halves: file times are set as numbers of seconds. */
const kModified = new Date('2020-02-02T02:02:02.250Z');
/** Each file is read with each of these: as it comes, and with all that is drawn, scaled and encoded anew. */
const kSettings = [
  {},
  {
    provider: 'anthropic',
    pdf: { pageImages: 'always' },
    document: { html: 'markdown' },
  },
];
/** How many files of each kind of the corpus, and how large. */
const kSpread = {
  ...{ png: 5, jpeg: 6, gif: 4, webp: 5, tiff: 5, bmp: 3, ico: 2, avif: 1, heic: 1, svg: 1 },
  ...{ notebook: 4, pdf: 8, text: 8, mime: 2, office: 1, hostile: 10 },
};
const kMaxBytes = 300_000;
/** How many of each format of the corpus of documents. */
const kDocuments = 3;
/** What the files must be of: all that the README lists. */
const kTypes = [
  ...['text/plain', 'image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/bmp'],
  ...['image/x-icon', 'image/tiff', 'image/avif', 'image/heic', 'application/pdf'],
  'application/x-ipynb+json',
];

function smallFiles() {
  return {
    'utf16.txt': Buffer.from('\ufeffEine Zeile, 数行\r\nнечто\r\n', 'utf16le'),
    'latin1.txt': Buffer.from('gr\xfc\xdfe aus M\xfcnchen\n'.repeat(200), 'latin1'),
    // "你好": its tables are loaded when they are needed.
    'gbk.txt': Buffer.from('c4e3bac30a'.repeat(500), 'hex'),
    'long.txt': Buffer.from('a line of text\n'.repeat(5000)),
    'empty.txt': Buffer.alloc(0),
    'animation.gif': gif(),
    'mosaic.jpg': jpeg(),
    'cut.jpg': jpeg().subarray(0, 200),
    // libjpeg gives these up by a jump, at its start and in the header.
    'no_table.pdf': pdfOfJpeg(jpeg({ table: 0x11 })),
    'bad_table.pdf': pdfOfJpeg(jpeg({ symbols: [3] })),
    'mosaic.pdf': pdfOfJpeg(jpeg()),
    'plain.webp': webp(),
    'plain.tiff': tiff(),
    'icon.ico': ico(),
    'photo.avif': isobmff('avif'),
    'photo.heic': isobmff('heic'),
  };
}

/** So many of the entries, at equal distances. */
function spread(entries, count) {
  return Array.from({ length: count }, (_, i) => entries[Math.floor((i * entries.length) / count)]);
}

/**
 * Some files of a corpus, by names that begin with a number.
 * @param {string} variable names its folder, which has a manifest.json
 * @param {string} usual the folder's name where the variable is not set
 * @param {(entries: object[]) => {path: string}[]} choose
 */
function filesOfCorpus(variable, usual, choose) {
  const corpus = process.env[variable] ?? join(kRoot, '..', 'shared', usual);
  const manifest = join(corpus, 'manifest.json');
  if (!existsSync(manifest)) {
    console.log(`SKIPPED ${usual}: set ${variable} to a folder with a manifest.json`);
    return {};
  }
  const chosen = choose(JSON.parse(readFileSync(manifest, 'utf8')));
  const named = chosen.map(({ path }, i) => [
    `${i}_${basename(path)}`,
    readFileSync(join(corpus, path)),
  ]);
  return Object.fromEntries(named);
}

/** Files of each kind. */
function spreadOfCorpus() {
  return filesOfCorpus('LECTERN_CORPUS', 'corpus', (entries) =>
    Object.entries(kSpread).flatMap(([kind, count]) =>
      spread(
        entries.filter((entry) => entry.kind === kind && entry.size <= kMaxBytes),
        count,
      ),
    ),
  );
}

/** Documents of each format. */
function spreadOfDocuments() {
  return filesOfCorpus('LECTERN_CORPUS_OFFICE', 'corpus-office', (entries) => {
    const small = entries.filter((entry) => entry.bytes <= kMaxBytes);
    const formats = [...new Set(small.map(({ format }) => format))];
    return formats.flatMap((name) =>
      spread(
        small.filter(({ format }) => format === name),
        kDocuments,
      ),
    );
  });
}

/** A folder with the files; it disappears with the process. */
function makeFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-files-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  spawnSync(process.execPath, [join(kRoot, 'scripts', 'make_samples.mjs'), folder]);
  for (const [name, bytes] of Object.entries({
    ...smallFiles(),
    ...spreadOfCorpus(),
    ...spreadOfDocuments(),
  })) {
    writeFileSync(join(folder, name), bytes);
  }
  for (const name of readdirSync(folder)) utimesSync(join(folder, name), kModified, kModified);
  return folder;
}

const wordsFor = (options, names) => [
  ...['read', '--json', ...flagsFor('options', options)],
  ...['--', ...names],
];

/**
 * Reads all files with a command line program, those of a setting in one process.
 * @param {(folder: string) => {command: string, args: string[], cwd?: string}} start how the program is started for
 *   paths relative to the folder
 * @returns {Promise<string[]>} a line for each case; it ends early when the program does
 */
async function linesOf(start, { folder, cases }) {
  const { command, args, cwd } = start(folder);
  const lines = [];
  for (const setting of kSettings) {
    const own = cases.filter((one) => one.setting === setting);
    const words = wordsFor(
      setting,
      own.map(({ input }) => input.file_path),
    );
    const { stdout, stderr, error } = await outputOf(command, [...args, ...words], { cwd });
    const got = stdout.split('\n').slice(0, -1);
    // What comes after a file that ends the program has no line: the next setting's must not take its place.
    lines.push(
      ...own.map((_, i) => got[i] ?? `no line: ${error?.signal ?? error} ${stderr.slice(-500)}`),
    );
  }
  return lines;
}

/**
 * The work for the hosts: cases as of tests/conformance, whose expectation is what the native program says.
 * @returns {Promise<{folder: string, cases: object[]}>}
 * @throws {StepError} when the native program fails, or a format has no file
 */
export async function loadFileWork() {
  const folder = makeFolder();
  const names = readdirSync(folder).filter((name) => statSync(join(folder, name)).isFile());
  const cases = kSettings.flatMap((setting) =>
    names.sort().map((name) => ({
      name: `${name} ${JSON.stringify(setting)}`,
      setting,
      bytes: { base64: readFileSync(join(folder, name), 'base64') },
      input: { file_path: name },
      options: { ...setting, host: { modified: kModified.toISOString() } },
    })),
  );
  // Not the libheif of the machine, which other hosts do not have.
  process.env.LECTERN_LIBHEIF = 'none';
  const lines = await linesOf((cwd) => ({ command: kNative, args: [], cwd }), { folder, cases });
  for (const [i, line] of lines.entries()) {
    cases[i].line = line;
    if (!line.startsWith('{')) throw new StepError(`${cases[i].name}: ${line}`);
    cases[i].expect = JSON.parse(line);
    if (JSON.stringify(cases[i].expect) !== line) {
      throw new StepError(`${cases[i].name}: not as JSON.stringify writes it: ${line}`);
    }
  }
  const types = new Set(cases.map(({ expect }) => expect.metadata.mimeType));
  const missing = kTypes.filter((type) => !types.has(type));
  if (missing.length > 0) throw new StepError(`no file of ${missing.join(', ')}`);
  return { folder, cases };
}

/**
 * A host of hosts.mjs for the work of loadFileWork: a command line program.
 * @param {Parameters<typeof linesOf>[0]} start
 */
export async function readFiles(start, work) {
  const lines = await linesOf(start, work);
  const report = { passed: 0, failures: [] };
  for (const [i, { name, line }] of work.cases.entries()) {
    const problem = differenceOf(line, lines[i]);
    if (problem === undefined) report.passed++;
    else report.failures.push(`${name}: ${problem}`);
  }
  return report;
}
