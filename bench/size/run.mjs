// Prints the sizes of what a browser loads, with brotli as servers send it, and of the WASI programs, with gzip as npm sends
// them, and fails above the budget (bench/size-budget.json).
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

/** The ways to compress, each with what a budget calls it. */
const kWays = {
  gzip: { limit: 'gzipBytes', compress: (content) => promisify(gzip)(content, { level: 9 }) },
  brotli: { limit: 'brotliBytes', compress: promisify(brotliCompress) },
};

/** Sizes by way and hash of what was compressed: half a minute for all files. */
const kMemory = join(kRoot, 'build', 'compressed-sizes.json');
const known = existsSync(kMemory) ? JSON.parse(readFileSync(kMemory, 'utf8')) : {};
const seen = {};

/** Bytes of a file: raw, and compressed in each way. */
async function sizesOf(file, { path = join('dist', file) }, ways) {
  const content = readFileSync(join(kRoot, path));
  const hash = createHash('sha256').update(content).digest('hex');
  const compressed = ways.map(async (way) => {
    const key = `${way} ${hash}`;
    known[key] ??= (await kWays[way].compress(content)).length;
    return (seen[key] = known[key]);
  });
  return [content.length, ...(await Promise.all(compressed))];
}

/**
 * Prints the table of some files of the budget.
 * @param {string} title
 * @param {[string, {path?: string, gzipBytes?: number, brotliBytes?: number}][]} files
 * @param {(keyof typeof kWays)[]} ways how they are compressed; the budget counts the last
 */
async function printSizes(title, files, ways) {
  const counted = ways.at(-1);
  const sizes = await Promise.all(files.map(([file, entry]) => sizesOf(file, entry, ways)));
  const rows = [];
  const goals = [];
  for (const [i, [file, entry]] of files.entries()) {
    const limit = entry[kWays[counted].limit];
    const size = sizes[i].at(-1);
    rows.push([file, ...[...sizes[i], limit].map(shown)]);
    goals.push({ goal: `${file}: ${shown(limit)} bytes ${counted}`, value: `${shown(size)} bytes`, met: size <= limit });
    if (size <= limit) continue;
    console.error(`${file} is over its budget of ${shown(limit)} bytes`);
    process.exitCode = 1;
  }
  printTable(title, ['file', 'raw', ...ways, 'budget'], rows, goals);
}

const files = Object.entries(budget);
await printSizes(
  'bytes of what a browser loads',
  files.filter(([, { path }]) => path === undefined),
  ['gzip', 'brotli'],
);
const others = files.filter(([, { path }]) => path !== undefined);
const built = others.filter(([, { path }]) => existsSync(join(kRoot, path)));
if (built.length > 0) await printSizes('bytes of the WASI programs and the tables of encodings in them', built, ['gzip']);
for (const [file, { path }] of others) {
  if (!built.some(([name]) => name === file)) console.error(`${file} is not built (${path})`);
}
writeFileSync(kMemory, JSON.stringify(seen));
