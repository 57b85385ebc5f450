// What a read costs grows with its file and no faster: instructions and heap of the native program, counted by valgrind.
// Counts, not times: they are the same on a busy machine.

import { execFile, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { kRoot } from '../../scripts/lib/project.mjs';
import { findProgram } from '../../scripts/lib/steps.mjs';
import { Writer } from '../../scripts/pdf/bombs.mjs';
import { kAmplified } from './amplified.mjs';
import { kInputs } from './inputs.mjs';
import { kRefused } from './refused.mjs';

const kBuild = join(kRoot, 'build', 'release');
const kProgram = join(kBuild, 'src', 'cli', 'lectern');
/** Reads as the program does, each in a process of its own. */
const kReads = join(kBuild, 'tests', 'bounds', 'lectern_counted_reads');
// What the machine's libheif takes is not counted.
process.env.LECTERN_LIBHEIF = 'none';
/** Twice the file may cost this many times as much. */
const kMaxGrowth = 2.3;
/** Nothing that a byte asks for takes longer. */
const kMaxPerByte = 2000;
const kSizeBytes = 64 << 10;
/**
 * Text is streamed: beyond a piece that the core asks for, and the window that its encoding is guessed from, twice the file
 * takes no more memory.
 */
const kTextSizeBytes = 2 << 20;
const kMaxTextGrowthBytes = 64 << 10;
/** Other files are held whole; what is made of them is bounded by the limits of a result. */
const kMaxBytesPerByte = 8;
/** What something small stands for may take this much memory, whatever it is. */
const kMaxPeakBytes = 256 << 20;
/** What the counts differ by from run to run, and steps of memory that is taken in blocks. */
const kSlackInstructions = 3_000_000;
const kSlackBytes = 8 << 20;
/** Results that are full at either size, so that what grows is the work and not the answer. */
const kPictures = ['--page-images', 'always', '--animation', 'contact-sheet', '--provider', 'anthropic', '--preview', 'off'];
const kTextOnly = ['--page-images', 'never'];
const kSmallResult = ['--max-lines', '20', '--max-content-chars', '2000', '--max-cell-output-chars', '500'];

/** Files of many kinds that take little memory. */
const kSamples = [
  ...['analysis.ipynb', 'application.docx', 'budget.xlsx', 'chart.png', 'hidden.md', 'invoice.eml', 'keeper.epub', 'project.zip'],
  ...['report.pdf', 'review.pptx', 'rings.png', 'rings.tiff', 'shop.sqlite', 'steps.svg', 'weather.parquet'],
];

const folder = mkdtempSync(join(tmpdir(), 'lectern-bounds-'));
const kMassif = [
  ...['--tool=massif', '--time-unit=i', '--depth=1'],
  ...[`--massif-out-file=${join(folder, 'massif.%p')}`, `--log-file=${join(folder, 'log.%p')}`],
];
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

/**
 * The command line program under valgrind's massif, which reads files in processes that are forked from it: what starts a
 * program is translated once and not counted.
 */
class Counter {
  #child = spawn('valgrind', [...kMassif, kReads, folder], { stdio: ['pipe', 'pipe', 'inherit'] });
  #answers = createInterface(this.#child.stdout)[Symbol.asyncIterator]();

  /** Reads files first, so that what reads their kinds is translated once as well; their peak is one of each process then. */
  constructor(files) {
    for (const path of files) this.#send(['', ...readOf(path, kPictures)]);
  }

  /** Instructions and bytes at the peak of a command. */
  async count(words) {
    const start = await this.#run([]);
    const end = await this.#run(words);
    return { instructions: end.instructions - start.instructions, peak: end.peak };
  }

  end() {
    this.#child.stdin.end();
  }

  #send(words) {
    this.#child.stdin.write(`${words.join('\t')}\n`);
  }

  /** What a forked process has counted at its end; what was counted before the fork is part of it. */
  async #run(words) {
    this.#send(words);
    const { value } = await this.#answers.next();
    const paths = ['massif', 'end', 'log'].map((kind) => join(folder, `${kind}.${value}`));
    const [heap, end, log] = paths.map((path) => (existsSync(path) ? readFileSync(path, 'latin1') : ''));
    const peak = Math.max(...[...heap.matchAll(/^mem_heap_B=(\d+)/gm)].map(([, bytes]) => Number(bytes)));
    const instructions = Number(end.match(/^time=(\d+)/m)?.[1]);
    if (!(peak > 0 && instructions > 0)) throw new Error(`${words.join(' ')}\n${log.slice(-2000)}`);
    for (const path of paths) rmSync(path);
    return { instructions, peak };
  }
}

function readOf(path, options) {
  return ['lectern', 'read', path, ...kSmallResult, ...options];
}

function costOf(counter, path, options = kPictures) {
  return counter.count(readOf(path, options));
}

function fileOf(prefix, name, bytes) {
  const path = join(folder, `${prefix.replaceAll(/[^\w]/g, '-')}-${name}`);
  writeFileSync(path, bytes);
  return path;
}

/** What a file takes that asks for nothing, of a kind and with options: counted once for counters that have read the same. */
const starts = new Map();
function startOf(counter, name, bytes = '', options = kPictures) {
  const key = `${name} ${bytes.length} ${options}`;
  if (!starts.has(key)) starts.set(key, costOf(counter, fileOf(`empty ${starts.size}`, name, bytes), options));
  return starts.get(key);
}

/** The costs of a file of a size and of one twice as large. */
async function onceAndTwice(counter, what, { name, make }, size) {
  const costs = [];
  for (const each of [size, 2 * size]) costs.push(await costOf(counter, fileOf(`${what} ${each}`, name, Buffer.from(make(each)))));
  return costs;
}

async function check(counter, what, input) {
  const start = await startOf(counter, input.name);
  const [once, twice] = await onceAndTwice(counter, what, input, kSizeBytes);
  const isText = /\.(txt|log|json)$/.test(input.name);
  const size = isText ? kTextSizeBytes : kSizeBytes;
  const [small, large] = isText ? await onceAndTwice(counter, what, input, size) : [once, twice];
  const growth = (twice.instructions - start.instructions) / (once.instructions - start.instructions);
  const more = large.peak - small.peak;
  const perByte = (twice.instructions - start.instructions) / (2 * kSizeBytes);
  const isLean = more <= (isText ? kMaxTextGrowthBytes : kMaxBytesPerByte * size);
  const isFine = growth <= kMaxGrowth && perByte <= kMaxPerByte && isLean;
  const figures = `x ${growth.toFixed(2)}, ${perByte.toFixed(0)} instructions a byte, ${more >> 10} KiB more at the peak`;
  console.log(`${isFine ? 'ok  ' : 'FAIL'} bounds: twice ${what}: ${figures}`);
  if (!isFine) process.exitCode = 1;
}

/** The same for what is named, nested, drawn or listed n times and twice as often: what grows is what n costs. */
async function checkAmplified(counter, what, { name = 'a.pdf', n, bytes, make, isDrawn = true, options: own, growth = kMaxGrowth }) {
  const options = own ?? (isDrawn ? kPictures : kTextOnly);
  const start = await startOf(counter, name, name.endsWith('.pdf') ? emptyPage() : '', options);
  const [first, second] = [
    await costOf(counter, fileOf(`${what} ${n}`, name, make(n, bytes)), options),
    await costOf(counter, fileOf(`${what} ${2 * n}`, name, make(2 * n, bytes)), options),
  ];
  const [once, twice] = [first.instructions - start.instructions, second.instructions - start.instructions];
  const isFine =
    twice <= growth * Math.max(once, 0) + kSlackInstructions &&
    second.peak <= kMaxGrowth * first.peak + kSlackBytes &&
    second.peak <= kMaxPeakBytes;
  const figures = `x ${(twice / once).toFixed(2)} (${(once / 1e6).toFixed(1)} million instructions), ${second.peak >> 10} KiB at the peak`;
  console.log(`${isFine ? 'ok  ' : 'FAIL'} bounds: twice as much: ${what}: ${figures}`);
  if (!isFine) process.exitCode = 1;
}

/** What is asked for is counted before it is done: beyond a limit the answer says so. */
async function checkRefused(_counter, what, { n, bytes, limits, says }) {
  const input = kAmplified[what];
  const path = fileOf(`${what} refused`, input.name ?? 'a.pdf', input.make(n, bytes ?? input.bytes));
  const args = ['read', path, ...(input.options ?? kPictures), ...limits];
  const { stdout, stderr } = await new Promise((resolve) => {
    execFile(kProgram, args, { maxBuffer: kMaxPeakBytes }, (_error, stdout, stderr) => resolve({ stdout, stderr }));
  });
  const isFine = says.test(stdout + stderr);
  console.log(`${isFine ? 'ok  ' : 'FAIL'} bounds: refused: ${what}: ${(stderr || stdout).trim().split('\n').at(-1).slice(0, 120)}`);
  if (!isFine) process.exitCode = 1;
}

/** A page of the size of the others, with nothing on it. */
function emptyPage() {
  const writer = new Writer();
  writer.page('');
  return writer.finish();
}

if (!findProgram('valgrind')) {
  console.log('skip bounds: valgrind is not installed');
  process.exit();
}
if (spawnSync('cmake', ['--build', kBuild, '--target', 'lectern_counted_reads'], { stdio: 'inherit' }).status !== 0) process.exit(1);
/** Words that the names of the inputs hold; none is all of them. */
const words = process.argv.slice(2);
const isAsked = (what) => words.length === 0 || words.some((word) => what.includes(word));
/** The inputs of a list that are asked for, as what is done with a counter. */
function tasksOf(list, run) {
  const asked = Object.entries(list).filter(([what]) => isAsked(what));
  return asked.map(([what, input]) => (counter) => run(counter, what, input));
}

/** Works tasks off side by side, each worker with a counter of its own that has read files. */
async function workOff(tasks, files) {
  starts.clear();
  const work = async () => {
    const counter = new Counter(files);
    for (let next = tasks.shift(); next !== undefined; next = tasks.shift()) await next(counter);
    counter.end();
  };
  await Promise.all(Array.from({ length: Math.min(tasks.length, availableParallelism()) }, work));
}

const samples = join(folder, 'samples');
spawnSync(process.execPath, [join(kRoot, 'scripts', 'make_samples.mjs'), samples]);
// Text takes so little memory that no other read may come before it.
await workOff(tasksOf(kInputs, check), []);
await workOff(
  [...tasksOf(kAmplified, checkAmplified), ...tasksOf(kRefused, checkRefused)],
  kSamples.map((name) => join(samples, name)),
);
