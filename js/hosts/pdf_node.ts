/** `lectern/pdf` for Node and Bun. */
import { readFile } from 'node:fs/promises';

import createInstance from '../pdf.mjs';
import { type LoadModule, loadOnce } from '../reader/modules.js';

/** Loads the module that reads PDFs, for `createReader(options, { pdf: loadPdf })`. @throws Error when that fails */
export const loadPdf: LoadModule = loadOnce(async () => ({
  module: await WebAssembly.compile(await readFile(new URL('../pdf.wasm', import.meta.url))),
  createInstance,
}));
export type { LoadedModule, LoadModule } from '../reader/modules.js';
