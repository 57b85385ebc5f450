// What a first visit loads, compressed as a static host serves it.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

import { kWebDemo } from '../../scripts/lib/web_demo.mjs';
import { openSample } from './demo_page.mjs';

/** Bytes, brotli: all that the page loads until the first file is shown, without the module, which has a budget itself. */
const kBudgetBytes = 34_000;

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
  const own = packedBytes(all) - module;
  const bytes = (count) => count.toLocaleString('en-US');
  const isFine = own <= kBudgetBytes && module > 0;
  console.log(
    `${isFine ? 'ok  ' : 'FAIL'} web demo, brotli: the page ${bytes(own)} of ${bytes(kBudgetBytes)} bytes; ` +
      `with the module, loaded for the first file, ${bytes(own + module)}`,
  );
  return isFine;
}
