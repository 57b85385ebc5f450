/** `lectern/pdf` for Node and Bun. */
import createInstance from '../pdf.mjs';
import { type LoadModule, loadOnce } from '../reader/modules.js';
import { fileModule } from './file_module.js';

/** Loads the module that reads PDFs, for `createReader(options, { pdf: loadPdf })`. @throws ModuleLoadError when that fails */
export const loadPdf: LoadModule = loadOnce(async () => ({
  module: await fileModule('pdf.wasm', () => new URL('../pdf.wasm', import.meta.url)),
  createInstance,
}));
export type { LoadedModule, LoadModule } from '../reader/modules.js';
