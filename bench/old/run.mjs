// The package and the program of this clone beside those of an older one, in turn, so that a slower read shows before a release.
//
//   node bench/old/run.mjs --old CLONE [--runs N] [--only WORDS] [--json]
//
// Both clones must be built: dist/, and for the native rows build/release. A figure is processor time in milliseconds, all
// threads, the least of N runs. Files that one of both does not read are left out.

import { execFileSync, fork, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { ensurePackages } from '../../scripts/lib/packages.mjs';
import { kLogs, kRoot } from '../../scripts/lib/project.mjs';
import { StepError, runMain } from '../../scripts/lib/steps.mjs';
import { loadPictures } from '../image/pictures.mjs';
import { kArguments, printTable } from '../lib/report.mjs';
import { makeTree } from '../lib/tree.mjs';
import { allRows } from './rows.mjs';

const kFolder = dirname(fileURLToPath(import.meta.url));
const kImageBench = join(kRoot, 'bench', 'image');
const kPictures = join(kRoot, 'build', 'bench-pictures');
const kCorpus = process.env.LECTERN_CORPUS ?? join(kRoot, '..', 'shared', 'corpus');
/** More than this is slower. */
const kBound = 1.05;
/** Bash has the processor time of what it runs, with milliseconds; Node has only its own. */
const kTimed = 'TIMEFORMAT="%U %S"; time "$@" > /dev/null 2> /dev/null';
const kColdStart = `const { createReader } = await import(process.argv[1]);
const { readFileSync } = await import('node:fs');
const reader = await createReader();
await reader.read(readFileSync(process.argv[2]), { file_path: process.argv[2] });`;

function option(name, otherwise) {
  const at = kArguments.indexOf(name);
  return at < 0 ? otherwise : kArguments[at + 1];
}

/** Milliseconds of processor time that a command takes; 1 is its status when it did not read one of its files. */
function cpuOf(words, allowed = 0) {
  const { status, stderr } = spawnSync('bash', ['-c', kTimed, 'bash', ...words], { encoding: 'utf8' });
  if (status > allowed) throw new StepError(`${words.slice(0, 4).join(' ')} ended with ${status}`);
  const [user, system] = stderr.trim().split(' ').map(Number);
  return 1000 * (user + system);
}

/** The package of a clone, in a process of its own. */
async function startPackage(clone) {
  const child = fork(join(kFolder, 'child.mjs'), [join(clone, 'dist')]);
  let answered;
  let failed;
  child.on('message', (answer) => answered(answer));
  child.on('exit', (status) => failed(new StepError(`the package of ${clone} ended with ${status}`)));
  const answer = (row) =>
    new Promise((resolved, rejected) => {
      [answered, failed] = [resolved, rejected];
      if (row) child.send(row);
    });
  await answer();
  return { read: answer, end: () => child.kill() };
}

/** The least that each side takes, one run of each in turn. */
async function leastInTurn(sides, runs) {
  const least = sides.map(() => Infinity);
  for (let run = 0; run < runs; run++) {
    for (const [i, side] of sides.entries()) least[i] = Math.min(least[i], await side());
  }
  return least;
}

/** How often a short row is read for one figure: about this long, which a clock can measure. */
const kLeastMs = 50;
const timesFor = (ms) => Math.max(1, Math.ceil(kLeastMs / ms));

async function compareReads(rows, clones, runs) {
  const packages = [];
  for (const clone of clones) packages.push(await startPackage(clone));
  const compared = [];
  for (const row of rows) {
    const read = [];
    for (const { read: readRow } of packages) read.push((await readRow(row)).read);
    const paths = read[0].filter((path) => read[1].includes(path));
    const { ms } = await packages[0].read({ ...row, paths });
    const times = timesFor(ms);
    const sides = packages.map((side) => async () => (await side.read({ ...row, paths, times })).ms);
    const count = row.paths.length > 1 ? ` (${paths.length})` : '';
    compared.push([`${row.name}${count}`, await leastInTurn(sides, runs)]);
  }
  for (const { end } of packages) end();
  return compared;
}

/** The program's words for a row, with the first flags that it knows. */
function wordsFor(program, { paths, flags }) {
  const known = flags.find((some) => spawnSync(program, ['read', paths[0], ...some]).status !== 2);
  if (!known) throw new StepError(`${program} knows none of ${JSON.stringify(flags)}`);
  return [program, 'read', ...known, ...paths];
}

async function compareCommands(commands, runs, allowed = 0) {
  const compared = [];
  for (const [name, both] of commands) {
    const sides = both.map((words) => () => cpuOf(words, allowed));
    compared.push([name, await leastInTurn(sides, runs * timesFor(sides[0]()))]);
  }
  return compared;
}

/** Processes of Node: cold starts, and a batch. */
function commandsOfNode(clones, rows, tree) {
  const start = (path) => clones.map((clone) => [
    process.execPath, '--input-type=module', '-e', kColdStart, pathToFileURL(join(clone, 'dist', 'hosts', 'node.js')).href, path,
  ]);
  const program = (...words) => clones.map((clone) => [process.execPath, join(clone, 'dist', 'cli', 'main.js'), 'read', ...words]);
  const [text] = rows[0].paths;
  const picture = join(tree, 'copy-0000', 'chart.png');
  return [
    ['import and the first text', start(text)],
    ['import and the first PNG', start(picture)],
    ['lectern read, a text', program(text)],
    ['lectern read, a PNG', program(picture)],
    ['lectern read --jobs 2, 120 small texts', program('--jobs', '2', ...[0, 1, 2].map((i) => join(tree, `copy-000${i}`, 'src')))],
  ];
}

const shownMs = (ms) => (ms < 100 ? ms.toPrecision(3) : ms.toFixed(0));

function print(title, compared) {
  if (compared.length === 0) return;
  const rows = compared.map(([name, [old, now]]) => [name, shownMs(old), shownMs(now), (now / old).toFixed(2)]);
  const slower = compared.filter(([, [old, now]]) => now > kBound * old).length;
  const goal = { goal: 'nothing is slower by more than 5 %', value: `${slower} of ${compared.length} rows are`, met: slower === 0 };
  printTable(`${title}, ms of processor time`, ['', 'old', 'new', 'ratio'], rows, [goal]);
}

runMain(async () => {
  const old = option('--old');
  if (!old) throw new StepError('--old CLONE is missing');
  const clones = [resolve(old), kRoot];
  const runs = Number(option('--runs', '5'));
  const only = option('--only', '');
  await ensurePackages(kImageBench, 'sharp', join(kLogs, 'bench-image.log'));
  await loadPictures(kPictures, createRequire(join(kImageBench, 'package.json'))('sharp'));
  const folder = mkdtempSync(join(tmpdir(), 'lectern-bench-'));
  try {
    makeTree(join(folder, 'tree'), 3);
    const rows = allRows(folder, kPictures, kCorpus);
    const chosen = rows.filter(({ name }) => name.includes(only));
    print('the package in Node', await compareReads(chosen, clones, runs));
    const commands = commandsOfNode(clones, rows, join(folder, 'tree')).filter(([name]) => name.includes(only));
    print('processes of Node', await compareCommands(commands, runs));
    const programs = clones.map((clone) => join(clone, 'build', 'release', 'src', 'cli', 'lectern'));
    if (!programs.every(existsSync)) return console.error('no native rows: one of the programs is not built');
    const ofPrograms = chosen.filter(({ pages }) => !pages).map((row) => [row.name, programs.map((program) => wordsFor(program, row))]);
    // Some files of the corpus are broken.
    print('the native program', await compareCommands(ofPrograms, runs, 1));
  } finally {
    rmSync(folder, { recursive: true });
  }
});
