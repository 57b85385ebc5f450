// What a read costs grows with its file and no faster: instructions and heap of the native program, counted by valgrind.
// Counts, not times: they are the same on a busy machine.

import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';

import { kRoot } from '../../scripts/lib/project.mjs';
import { findProgram } from '../../scripts/lib/steps.mjs';
import { Writer } from '../../scripts/pdf/bombs.mjs';
import { kAmplified } from './amplified.mjs';
import { kInputs } from './inputs.mjs';
import { kRefused } from './refused.mjs';

const kProgram = join(kRoot, 'build', 'release', 'src', 'cli', 'lectern');
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

const folder = mkdtempSync(join(tmpdir(), 'lectern-bounds-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

/** Instructions and bytes at the peak: one run of valgrind's DHAT counts both. */
async function costOf(path, options = kPictures) {
  const log = `${path}.json`;
  const args = ['--tool=dhat', `--dhat-out-file=${log}`, kProgram, 'read', path, ...kSmallResult, ...options];
  const child = spawn('valgrind', args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  for await (const chunk of child.stderr) said += chunk;
  const peak = said.match(/At t-gmax: ([\d,]+) bytes/);
  const end = existsSync(log) && readFileSync(log, 'latin1').slice(0, 50_000).match(/"te":(\d+)/);
  if (!peak || !end) throw new Error(`${path}\n${said.slice(-2000)}`);
  rmSync(log);
  return { instructions: Number(end[1]), peak: Number(peak[1].replaceAll(',', '')) };
}

function fileOf(prefix, name, bytes) {
  const path = join(folder, `${prefix.replaceAll(/[^\w]/g, '-')}-${name}`);
  writeFileSync(path, bytes);
  return path;
}

/** What a file takes that asks for nothing, of a kind and with options: counted once. */
const starts = new Map();
function startOf(name, bytes = '', options = kPictures) {
  const key = `${name} ${bytes.length} ${options}`;
  if (!starts.has(key)) starts.set(key, costOf(fileOf(`empty ${starts.size}`, name, bytes), options));
  return starts.get(key);
}

/** The costs of a file of a size and of one twice as large. */
async function onceAndTwice(what, { name, make }, size) {
  const costs = [];
  for (const each of [size, 2 * size]) costs.push(await costOf(fileOf(`${what} ${each}`, name, Buffer.from(make(each)))));
  return costs;
}

async function check(what, input) {
  const start = await startOf(input.name);
  const [once, twice] = await onceAndTwice(what, input, kSizeBytes);
  const isText = /\.(txt|log|json)$/.test(input.name);
  const size = isText ? kTextSizeBytes : kSizeBytes;
  const [small, large] = isText ? await onceAndTwice(what, input, size) : [once, twice];
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
async function checkAmplified(what, { name = 'a.pdf', n, bytes, make, isDrawn = true, options: own, growth = kMaxGrowth }) {
  const options = own ?? (isDrawn ? kPictures : kTextOnly);
  const start = await startOf(name, name.endsWith('.pdf') ? emptyPage() : '', options);
  const [first, second] = [
    await costOf(fileOf(`${what} ${n}`, name, make(n, bytes)), options),
    await costOf(fileOf(`${what} ${2 * n}`, name, make(2 * n, bytes)), options),
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
function checkRefused(what, { n, bytes, limits, says }) {
  const input = kAmplified[what];
  const path = fileOf(`${what} refused`, input.name ?? 'a.pdf', input.make(n, bytes ?? input.bytes));
  const { stdout, stderr } = spawnSync(kProgram, ['read', path, ...(input.options ?? kPictures), ...limits], { encoding: 'utf8' });
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
/** Words that the names of the inputs hold; none is all of them. */
const words = process.argv.slice(2);
const isAsked = (what) => words.length === 0 || words.some((word) => what.includes(word));
const rest = [
  ...Object.entries(kInputs).map(([what, input]) => [what, () => check(what, input)]),
  ...Object.entries(kAmplified).map(([what, input]) => [what, () => checkAmplified(what, input)]),
  ...Object.entries(kRefused).map(([what, input]) => [what, () => checkRefused(what, input)]),
].filter(([what]) => isAsked(what));
const work = async () => {
  for (let next = rest.shift(); next !== undefined; next = rest.shift()) await next[1]();
};
await Promise.all(Array.from({ length: availableParallelism() }, work));
