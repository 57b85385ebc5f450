/** `lectern/pdf` for browsers and their workers. */
import createInstance from '../pdf.mjs';
import { type LoadPdf, loadOnce } from '../reader/pdf_module.js';
import { fetchModule } from './fetch_module.js';

/** Loads the module that reads PDFs, for `createReader(options, { pdf: loadPdf })`. @throws Error when that fails */
export const loadPdf: LoadPdf = loadOnce(async () => ({
  // Written out in full: bundlers look for this very form.
  module: await fetchModule(new URL('../pdf.wasm', import.meta.url)),
  createInstance,
}));
export type { LoadPdf, PdfModule } from '../reader/pdf_module.js';
