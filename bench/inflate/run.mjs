// Zlib streams inflated into a window by lectern's inflater, by zlib as Debian has it, and whole by Node's zlib, in one run.
//
//   node bench/inflate/run.mjs [--json]
//
// The preset `bench` must be built. The streams are made by a seeded script, 16 MB each when inflated: rows of a chart (large
// areas of one colour, and strokes), source code, and noise as a filtered photograph has it, whose CRC-32 is taken besides.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync, inflateSync } from 'node:zlib';

import { kRoot } from '../../scripts/lib/project.mjs';
import { fastestMs, printTimes } from '../lib/report.mjs';

const kProgram = join(kRoot, 'build', 'bench', 'bench', 'inflate', 'lectern_inflate_bench');
const kBytes = 16 * 2 ** 20;
const kRuns = 9;

/** Numerical Recipes' generator: 0 to 1. */
function makeRandom(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

function chart() {
  const random = makeRandom(1);
  const rowBytes = 1 + 4 * 1200;
  const bytes = Buffer.alloc(kBytes, 255);
  for (let row = 0; row < kBytes; row += rowBytes) bytes[row] = 0;
  // Strokes with soft edges, over some rows each.
  for (let stroke = 0; stroke < 6000; stroke++) {
    const at = Math.floor(random() * (kBytes - 40 * rowBytes));
    const color = [31, 119, 180].map((channel) => channel + Math.floor(random() * 20));
    for (let row = 0; row < 4 + random() * 30; row++) {
      const from = at + row * rowBytes + 4 * Math.floor(row * random());
      for (const [i, soft] of [120, 0, 0, 90].entries()) {
        color.forEach((channel, c) => (bytes[from + 4 * i + c] = Math.min(255, channel + soft + Math.floor(random() * 40))));
      }
    }
  }
  return bytes;
}

function sourceCode() {
  const files = ['bench/run.mjs', 'scripts/build.mjs', 'src/read/read.cpp', 'src/text/kernels.cpp'];
  const source = files.map((path) => readFileSync(join(kRoot, path), 'latin1')).join('');
  const random = makeRandom(2);
  const lines = source.split('\n');
  let text = '';
  while (text.length < kBytes) text += `${lines[Math.floor(random() * lines.length)]} // ${Math.floor(random() * 1e4)}\n`;
  return Buffer.from(text.slice(0, kBytes), 'latin1');
}

function noise() {
  const random = makeRandom(3);
  return Buffer.from(Uint8Array.from({ length: kBytes }, () => Math.round(-Math.log(1 - random()) * 5) * (random() < 0.5 ? 1 : -1)));
}

const folder = mkdtempSync(join(tmpdir(), 'lectern-bench-'));
for (const [name, make] of Object.entries({ 'a chart': chart, 'source code': sourceCode, noise })) {
  const stream = deflateSync(make());
  const path = join(folder, 'stream');
  writeFileSync(path, stream);
  const { inflate, crc } = JSON.parse(execFileSync(kProgram, [String(kRuns), path], { encoding: 'utf8' }));
  const node = fastestMs(() => inflateSync(stream), kRuns);
  const megabytes = (stream.length / 2 ** 20).toFixed(1);
  printTimes(
    `${name}, ${megabytes} MB`,
    [
      ['zlib', inflate.zlib],
      ["Node's zlib", node],
      ['lectern', inflate.ours],
    ],
    [{ goal: "in at most two thirds of zlib's time", row: 'lectern', ratio: 2 / 3 }],
  );
  if (make !== noise) continue;
  printTimes(
    `CRC-32 of these ${megabytes} MB in pieces of 64 KB`,
    [
      ['zlib', crc.zlib],
      ['lectern', crc.ours],
    ],
    [{ goal: "in at most half of zlib's time", row: 'lectern', ratio: 1 / 2 }],
  );
}
rmSync(folder, { recursive: true });
