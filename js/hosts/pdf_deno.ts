/** `lectern/pdf` for Deno. */
import createInstance from '../pdf.mjs';
import type { LoadModule } from '../reader/modules.js';
import module from './deno_pdf_module.js';

/** Gives the module that reads PDFs, for `createReader(options, { pdf: loadPdf })`. */
export const loadPdf: LoadModule = async () => ({ module, createInstance });
export type { LoadedModule, LoadModule } from '../reader/modules.js';
