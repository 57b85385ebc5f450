// Prints the sizes of what a browser loads, of the WASI programs and of the tables in them, raw and compressed, and fails
// above the budget (bench/size-budget.json). A file may be within its budget and not yet at its goal.
//
//   node bench/size/run.mjs [--json]
//
// The package must be built. Of the rest, what is not built is left out, and named.

import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

import { printTable } from '../lib/report.mjs';
import { kRoot } from '../../scripts/lib/project.mjs';

const budget = JSON.parse(readFileSync(join(kRoot, 'bench', 'size-budget.json'), 'utf8'));
const shown = (count) => count.toLocaleString('en-US');

/** Sizes by the hash of what was compressed: a minute and a half for all files. */
const kMemory = join(kRoot, 'build', 'compressed-sizes.json');
const known = existsSync(kMemory) ? JSON.parse(readFileSync(kMemory, 'utf8')) : {};
const seen = {};

/** Bytes of a file: raw, with gzip and with brotli. Files are compressed side by side. */
async function sizesOf(file, { path = join('dist', file) }) {
  const content = readFileSync(join(kRoot, path));
  const hash = createHash('sha256').update(content).digest('hex');
  if (!known[hash]) {
    const compressed = [promisify(gzip)(content, { level: 9 }), promisify(brotliCompress)(content)];
    known[hash] = (await Promise.all(compressed)).map(({ length }) => length);
  }
  seen[hash] = known[hash];
  return [content.length, ...known[hash]];
}

/** Prints the table of some files of the budget. */
async function printSizes(title, files) {
  const sizes = await Promise.all(files.map(([file, entry]) => sizesOf(file, entry)));
  const rows = [];
  const goals = [];
  for (const [i, [file, { brotliBytes }]] of files.entries()) {
    const brotli = sizes[i].at(-1);
    rows.push([file, ...[...sizes[i], brotliBytes].map(shown)]);
    const value = `${shown(brotli)} bytes`;
    goals.push({ goal: `${file}: ${shown(brotliBytes)} bytes brotli`, value, met: brotli <= brotliBytes });
    if (brotli <= brotliBytes) continue;
    console.error(`${file} is over its budget of ${shown(brotliBytes)} bytes`);
    process.exitCode = 1;
  }
  printTable(title, ['file', 'raw', 'gzip', 'brotli', 'budget'], rows, goals);
}

const files = Object.entries(budget);
await printSizes(
  'bytes of what a browser loads',
  files.filter(([, { path }]) => path === undefined),
);
const others = files.filter(([, { path }]) => path !== undefined);
const built = others.filter(([, { path }]) => existsSync(join(kRoot, path)));
if (built.length > 0) await printSizes('bytes of the WASI programs and the tables of encodings in them', built);
for (const [file, { path }] of others) {
  if (!built.some(([name]) => name === file)) console.error(`${file} is not built (${path})`);
}
writeFileSync(kMemory, JSON.stringify(seen));
