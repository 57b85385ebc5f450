// The size of what a visit loads before it reads a PDF, compressed as a static host serves it.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

/** Bytes, brotli: what the page itself may take, without the module. */
const kBudgetBytes = 40_000;

/** What most visits do not load, or only when something is chosen. */
const kLater = /^(samples\/|assets\/(pdf|core-baseline|encodings)[-_.])/;

/** @returns {{own: number, module: number, budget: number}} bytes, brotli */
export function pageSize(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((file) => !kLater.test(file));
  const sizes = { own: 0, module: 0, budget: kBudgetBytes };
  for (const file of files) {
    const bytes = brotliCompressSync(readFileSync(join(folder, file))).length;
    sizes[file.endsWith('.wasm') ? 'module' : 'own'] += bytes;
  }
  return sizes;
}
