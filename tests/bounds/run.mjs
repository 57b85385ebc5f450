// What a read costs grows with its file and no faster: instructions and heap of the native program, counted by valgrind.
// Counts, not times: they are the same on a busy machine.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';

import { kRoot } from '../../scripts/lib/project.mjs';
import { findProgram } from '../../scripts/lib/steps.mjs';
import { kAmplifiedPdfs } from './amplified_pdfs.mjs';
import { kAmplifiedPictures } from './amplified_pictures.mjs';
import { kInputs } from './inputs.mjs';

const kProgram = join(kRoot, 'build', 'release', 'src', 'cli', 'lectern');
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
const kPictures = ['--page-images', 'always', '--preview', 'off'];
const kSmallResult = ['--max-lines', '20', '--max-content-chars', '2000', '--max-cell-output-chars', '500'];

const folder = mkdtempSync(join(tmpdir(), 'lectern-bounds-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

async function valgrind(tool, path, pattern) {
  const args = [`--tool=${tool}`, `--${tool}-out-file=/dev/null`, kProgram, 'read', path, ...kSmallResult, ...kPictures];
  const child = spawn('valgrind', args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let log = '';
  for await (const chunk of child.stderr) log += chunk;
  const match = log.match(pattern);
  if (match === null) throw new Error(`${path}\n${log.slice(-2000)}`);
  return Number(match[1].replaceAll(',', ''));
}

const instructions = (path) => valgrind('callgrind', path, /Collected : (\d+)/);
const peakBytes = (path) => valgrind('dhat', path, /At t-gmax: ([\d,]+) bytes/);

/** What the program takes for an empty file of a kind. */
const starts = new Map();
function startOf(name) {
  if (!starts.has(name)) starts.set(name, instructions(fileOf('empty', name, '')));
  return starts.get(name);
}

function fileOf(prefix, name, bytes) {
  const path = join(folder, `${prefix}-${name}`);
  writeFileSync(path, bytes);
  return path;
}

/** Something counted for a file of a size and for one twice as large. */
async function onceAndTwice(what, { name, make }, size, count) {
  const results = [];
  for (const each of [size, 2 * size]) {
    const path = fileOf(`${what.replaceAll(' ', '-')}-${each}`, name, Buffer.from(make(each)));
    results.push(await count(path));
  }
  return results;
}

async function check(what, input) {
  const start = await startOf(input.name);
  const [once, twice] = (await onceAndTwice(what, input, kSizeBytes, instructions)).map((count) => count - start);
  const isText = /\.(txt|log|json)$/.test(input.name);
  const size = isText ? kTextSizeBytes : kSizeBytes;
  const [peak, peakOfTwice] = await onceAndTwice(what, input, size, peakBytes);
  const growth = twice / once;
  const more = peakOfTwice - peak;
  const perByte = twice / (2 * kSizeBytes);
  const isLean = more <= (isText ? kMaxTextGrowthBytes : kMaxBytesPerByte * size);
  const isFine = growth <= kMaxGrowth && perByte <= kMaxPerByte && isLean;
  const figures = `x ${growth.toFixed(2)}, ${perByte.toFixed(0)} instructions a byte, ${more >> 10} KiB more at the peak`;
  console.log(`${isFine ? 'ok  ' : 'FAIL'} bounds: twice ${what}: ${figures}`);
  if (!isFine) process.exitCode = 1;
}

/** The same for what is named, nested, drawn or listed n times and twice as often: what grows is what n costs. */
async function checkAmplified(what, { name, n, bytes, make }) {
  const counts = [];
  const peaks = [];
  for (const times of [0, n, 2 * n]) {
    const path = fileOf(`${what.replaceAll(' ', '-')}-${times}`, name, make(times, bytes));
    counts.push(await instructions(path));
    peaks.push(await peakBytes(path));
  }
  const [once, twice] = [counts[1] - counts[0], counts[2] - counts[0]];
  const isFine =
    twice <= kMaxGrowth * Math.max(once, 0) + kSlackInstructions &&
    peaks[2] <= kMaxGrowth * peaks[1] + kSlackBytes &&
    peaks[2] <= kMaxPeakBytes;
  const figures = `x ${(twice / once).toFixed(2)} (${(once / 1e6).toFixed(1)} million instructions), ${peaks[2] >> 10} KiB at the peak`;
  console.log(`${isFine ? 'ok  ' : 'FAIL'} bounds: twice as much: ${what}: ${figures}`);
  if (!isFine) process.exitCode = 1;
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
  ...Object.entries(kAmplifiedPictures).map(([what, input]) => [what, () => checkAmplified(what, input)]),
  ...Object.entries(kAmplifiedPdfs).map(([what, input]) => [what, () => checkAmplified(what, { name: 'a.pdf', ...input })]),
].filter(([what]) => isAsked(what));
const work = async () => {
  for (let next = rest.shift(); next !== undefined; next = rest.shift()) await next[1]();
};
await Promise.all(Array.from({ length: availableParallelism() }, work));
