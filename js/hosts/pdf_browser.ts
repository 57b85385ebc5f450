/** `lectern/pdf` for browsers and their workers. */
import createInstance from '../pdf.mjs';
import { type LoadModule, loadOnce } from '../reader/modules.js';
import { fetchModule } from './fetch_module.js';

/** Loads the module that reads PDFs, for `createReader(options, { pdf: loadPdf })`. @throws ModuleLoadError when that fails */
export const loadPdf: LoadModule = loadOnce(async () => ({
  // Written out in full: bundlers look for this very form.
  module: await fetchModule(new URL('../pdf.wasm', import.meta.url)),
  createInstance,
}));
export type { LoadedModule, LoadModule } from '../reader/modules.js';
