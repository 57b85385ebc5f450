/** `lectern/pdf` for Cloudflare Workers. Importing it puts pdf.wasm into the bundle. */
import createInstance from '../pdf.mjs';
import type { LoadModule } from '../reader/modules.js';
import module from '../pdf.wasm';

/** Gives the module that reads PDFs, for `createReader(options, { pdf: loadPdf })`. */
export const loadPdf: LoadModule = async () => ({ module, createInstance });
export type { LoadedModule, LoadModule } from '../reader/modules.js';
