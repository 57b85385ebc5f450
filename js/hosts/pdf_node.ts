/** `lectern/pdf` for Node and Bun. */
import { readFile } from 'node:fs/promises';

import createInstance from '../pdf.mjs';
import { type LoadPdf, loadOnce } from '../reader/pdf_module.js';

/** Loads the module that reads PDFs, for `createReader(options, { pdf: loadPdf })`. @throws Error when that fails */
export const loadPdf: LoadPdf = loadOnce(async () => ({
  module: await WebAssembly.compile(await readFile(new URL('../pdf.wasm', import.meta.url))),
  createInstance,
}));
export type { LoadPdf, PdfModule } from '../reader/pdf_module.js';
