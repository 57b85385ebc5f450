// Prints the size of what a browser loads, raw and compressed, and fails above the budget (bench/size-budget.json).
// A file that is within its budget but not yet at its goal says by how much.
//
//   node scripts/sizes.mjs
//
// The package must be built.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

import { kRoot } from './lib/project.mjs';

const budget = JSON.parse(readFileSync(join(kRoot, 'bench', 'size-budget.json'), 'utf8'));
const bytes = (count) => count.toLocaleString('en-US').padStart(11);

console.log(`${'file'.padEnd(20)}${['raw', 'gzip', 'brotli', 'budget'].map((name) => name.padStart(11)).join('')}`);
for (const [file, { brotliBytes, goalBrotliBytes = brotliBytes }] of Object.entries(budget)) {
  const content = readFileSync(join(kRoot, 'dist', file));
  const brotli = brotliCompressSync(content).length;
  const sizes = [content.length, gzipSync(content, { level: 9 }).length, brotli, brotliBytes];
  const isOver = brotli > brotliBytes;
  const overGoal = brotli - goalBrotliBytes;
  const goal = overGoal > 0 ? `  ${bytes(overGoal).trim()} over the goal of ${bytes(goalBrotliBytes).trim()}` : '';
  console.log(`${file.padEnd(20)}${sizes.map(bytes).join('')}${isOver ? '  OVER THE BUDGET' : goal}`);
  if (isOver) process.exitCode = 1;
}
