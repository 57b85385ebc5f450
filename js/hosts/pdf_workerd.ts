/** `lectern/pdf` for Cloudflare Workers. Importing it puts pdf.wasm into the bundle. */
import createInstance from '../pdf.mjs';
import type { LoadPdf } from '../reader/pdf_module.js';
import module from '../pdf.wasm';

/** Gives the module that reads PDFs, for `createReader(options, { pdf: loadPdf })`. */
export const loadPdf: LoadPdf = async () => ({ module, createInstance });
export type { LoadPdf, PdfModule } from '../reader/pdf_module.js';
