// The command line programs: native, WASI (under node:wasi) and the package's bin give the same
// output, byte for byte, for the same words.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { kRoot } from '../../scripts/lib/project.mjs';
import { makeBombs } from '../../scripts/pdf/bombs.mjs';

const kPrograms = {
  native: [join(kRoot, 'build', 'release', 'src', 'cli', 'lectern')],
  wasi: [
    process.execPath,
    '--no-warnings',
    join(kRoot, 'scripts', 'lib', 'run_wasi.mjs'),
    join(kRoot, 'build', 'wasi', 'src', 'cli', 'lectern.wasm'),
  ],
  node: [process.execPath, join(kRoot, 'dist', 'cli', 'main.js')],
};

const folder = mkdtempSync(join(tmpdir(), 'lectern-cli-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

/** Files of every kind, and what is no file at all. */
function makeFiles() {
  const samples = spawnSync(process.execPath, [join(kRoot, 'scripts', 'make_samples.mjs'), folder]);
  if (samples.status !== 0) throw new Error(`make_samples failed: ${samples.stderr}`);
  writeFileSync(join(folder, 'lines.txt'), Array.from({ length: 2500 }, (_, i) => `line ${i + 1}`).join('\n'));
  writeFileSync(join(folder, 'crlf.txt'), 'one\r\ntwo\r\n');
  writeFileSync(join(folder, 'empty.txt'), '');
  writeFileSync(join(folder, 'ünï ©.txt'), '\ufeffé\u{1F600}\n');
  writeFileSync(join(folder, 'long.txt'), 'x'.repeat(5000));
  writeFileSync(join(folder, 'page.png'), '<!DOCTYPE html><p>404</p>');
  writeFileSync(join(folder, 'zero.gif'), '');
  writeFileSync(join(folder, 'data.bin'), Buffer.from([0, 1, 2, 255, 0]));
  writeFileSync(join(folder, 'renamed.jpg'), readFileSync(join(folder, 'chart.png')));
  mkdirSync(join(folder, 'folder'));
  spawnSync('mkfifo', [join(folder, 'fifo')]);
}

const kNames = [
  'lines.txt', 'crlf.txt', 'empty.txt', 'ünï ©.txt', 'long.txt', 'chart.png', 'analysis.ipynb',
  'page.png', 'zero.gif', 'data.bin', 'renamed.jpg', 'folder', 'fifo', 'missing.txt', 'missing.png',
];

/** Files that one program reads in one go. */
const kGroup = 30;

/** Words after the program's name, and the exit status they must end with, where it is known. */
function cases() {
  const all = kNames.map((name) => join(folder, name));
  return [
    { name: 'every kind of file as JSON', words: ['read', ...all, '--json'], status: 1 },
    { name: 'every kind of file for people', words: ['read', ...all], status: 1 },
    { name: 'a range of lines', words: ['read', all[0], '--offset', '100', '--limit=50'], status: 0 },
    { name: 'past the end', words: ['read', all[0], '--offset', '5000', '--json'], status: 1 },
    { name: 'a bad value', words: ['read', all[0], '--offset', '0', '--json'], status: 1 },
    { name: 'a bad enumeration', words: ['read', all[0], '--provider', 'acme'], status: 1 },
    { name: 'a limit', words: ['read', all[5], '--max-image-bytes', '100', '--json'], status: 1 },
    { name: 'a limit from the environment', words: ['read', all[5]], status: 1, env: { LECTERN_MAX_IMAGE_BYTES: '100' } },
    { name: 'a picture in a kitty terminal', words: ['read', all[5], '--preview', 'on'], status: 0 },
    { name: 'a picture in iTerm2', words: ['read', all[5], '--preview', 'on'], status: 0, env: { TERM_PROGRAM: 'iTerm.app' } },
    { name: 'help', words: ['--help'], status: 0 },
    { name: 'version', words: ['--version'], status: 0 },
    { name: 'an unknown option', words: ['read', all[0], '--colour'], status: 2 },
    { name: 'an unknown command', words: ['write', all[0]], status: 2 },
    { name: 'no words at all', words: [], status: 2 },
    { name: 'no file', words: ['read', '--json'], status: 2 },
    { name: 'a missing value', words: ['read', all[0], '--limit'], status: 2 },
    ...bombCases(),
    ...corpusCases(),
  ];
}

/** PDFs that are made to take for ever. Each ends, with the same result everywhere. */
function bombCases() {
  const made = [...makeBombs()].map(([name, bytes]) => {
    const path = join(folder, `${name}.pdf`);
    writeFileSync(path, bytes);
    return { name: `a PDF with ${name.replaceAll('_', ' ')}`, path };
  });
  const words = ['read', '--json', '--page-images', 'always'];
  return made.map(({ name, path }) => ({ name, words: [...words, path] }));
}

/** A file that ends a program in the middle hides those after it in its group only. */
function inGroups(paths) {
  const groups = [];
  for (let at = 0; at < paths.length; at += kGroup) groups.push(paths.slice(at, at + kGroup));
  return groups;
}

/** The corpus' PNG and PDF files, where the corpus is there. */
function corpusCases() {
  const corpus = process.env.LECTERN_CORPUS ?? join(kRoot, '..', 'shared', 'corpus');
  if (!existsSync(join(corpus, 'manifest.json'))) {
    console.log('SKIPPED the corpus: set LECTERN_CORPUS to a folder with a manifest.json');
    return [];
  }
  const manifest = JSON.parse(readFileSync(join(corpus, 'manifest.json'), 'utf8'));
  const pathsOf = (wanted) => manifest.filter(wanted).map((entry) => join(corpus, entry.path));
  const pngs = pathsOf((entry) => entry.kind === 'png');
  const pdfs = pathsOf((entry) => entry.path.endsWith('.pdf'));
  const drawn = ['read', '--json', '--page-images', 'always', '--max-pages', '2'];
  return [
    { name: `${pngs.length} PNG files of the corpus`, words: ['read', '--json', ...pngs], status: 1 },
    ...inGroups(pdfs).map((paths, i) => ({
      name: `PDF files of the corpus, group ${i + 1}`,
      words: [...drawn, ...paths],
    })),
  ];
}

function runProgram(program, words, env = {}) {
  const [command, ...before] = program;
  const clean = { PATH: process.env.PATH, ...env };
  const { status, stdout, stderr } = spawnSync(command, [...before, ...words], {
    env: clean,
    maxBuffer: 1 << 30,
    timeout: 300_000,
  });
  return { status, stdout: stdout.toString(), stderr: stderr.toString() };
}

/** Where two texts part, for the report. */
function difference(expected, actual) {
  let at = 0;
  while (at < expected.length && expected[at] === actual[at]) at++;
  const show = (text) => JSON.stringify(text.slice(Math.max(0, at - 40), at + 80));
  return `at ${at}:\n    native ${show(expected)}\n    other  ${show(actual)}`;
}

makeFiles();
let passed = 0;
let failed = 0;
for (const { name, words, status, env } of cases()) {
  const problems = [];
  const native = runProgram(kPrograms.native, words, env);
  if (status !== undefined && native.status !== status) problems.push(`native ends with ${native.status}, not ${status}: ${native.stderr}`);
  for (const other of ['wasi', 'node']) {
    const result = runProgram(kPrograms[other], words, env);
    for (const key of ['status', 'stdout', 'stderr']) {
      if (result[key] !== native[key]) {
        problems.push(`${other} ${key} differs ${difference(String(native[key]), String(result[key]))}`);
      }
    }
  }
  if (problems.length === 0) passed++;
  else failed++;
  console.log(`${problems.length === 0 ? 'ok  ' : 'FAIL'} command line: ${name}`);
  for (const problem of problems) console.log(`  ${problem}`);
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
