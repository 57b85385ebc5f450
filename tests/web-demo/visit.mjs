// What a first visit loads, compressed as a static host serves it.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

import { kWebDemo } from '../../scripts/lib/web_demo.mjs';
import { openSample } from './demo_page.mjs';

/**
 * Bytes, brotli: what the page loads until the first file is shown, without the module, which has a budget itself. The worker
 * is the package's JavaScript for the most part.
 */
const kBudgets = { page: 20_300, worker: 28_650 };

function packedBytes(paths) {
  const sizes = [...paths].map((path) => brotliCompressSync(readFileSync(join(kWebDemo, path))).length);
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** What the service worker stores for later, and some files need at once: the samples, tables for text that is not Unicode. */
const kForLater = /^(samples\/|assets\/encodings[-.])/;

/** Opens the page, then a small sample, as a visitor without anything stored; what the page fetches for later is left out. */
export async function checkVisit(browser, { url, served }) {
  const page = await browser.newVisitor();
  served.clear();
  await page.open(url);
  await openSample(page, 'hidden.md');
  await page.close();
  const all = [...served].filter((path) => !kForLater.test(path));
  const module = packedBytes(all.filter((path) => path.endsWith('.wasm')));
  const worker = packedBytes(all.filter((path) => /worker-[^/]*\.js$/.test(path)));
  const own = packedBytes(all) - module - worker;
  const bytes = (count) => count.toLocaleString('en-US');
  const isFine = own <= kBudgets.page && worker > 0 && worker <= kBudgets.worker && module > 0;
  console.log(
    `${isFine ? 'ok  ' : 'FAIL'} web demo, brotli: the page ${bytes(own)} of ${bytes(kBudgets.page)} bytes, ` +
      `its worker ${bytes(worker)} of ${bytes(kBudgets.worker)}; ` +
      `with the module, loaded for the first file, ${bytes(own + worker + module)}`,
  );
  return isFine;
}
