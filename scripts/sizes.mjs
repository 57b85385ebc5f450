// Prints the size of what a browser loads, raw and compressed, and fails above the budget (bench/size-budget.json).
// A file may be within its budget and not yet at its goal.
//
//   node scripts/sizes.mjs [--json]
//
// The package must be built.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

import { printTable } from '../bench/lib/report.mjs';
import { kRoot } from './lib/project.mjs';

const budget = JSON.parse(readFileSync(join(kRoot, 'bench', 'size-budget.json'), 'utf8'));
const shown = (count) => count.toLocaleString('en-US');

const rows = [];
const goals = [];
for (const [file, { brotliBytes, goalBrotliBytes = brotliBytes }] of Object.entries(budget)) {
  const content = readFileSync(join(kRoot, 'dist', file));
  const brotli = brotliCompressSync(content).length;
  rows.push([file, ...[content.length, gzipSync(content, { level: 9 }).length, brotli, brotliBytes].map(shown)]);
  const value = `${shown(brotli)} bytes`;
  goals.push({ goal: `${file}: ${shown(goalBrotliBytes)} bytes brotli`, value, met: brotli <= goalBrotliBytes });
  if (brotli <= brotliBytes) continue;
  console.error(`${file} is over its budget of ${shown(brotliBytes)} bytes`);
  process.exitCode = 1;
}
printTable('bytes of what a browser loads', ['file', 'raw', 'gzip', 'brotli', 'budget'], rows, goals);
