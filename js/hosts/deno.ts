/** Entry point for Deno. The module comes by a source phase import, which needs no permission. */
import { type CreateReader, makeCreateReader } from '../create.js';
import type { LoadPdf } from '../pdf_module.js';
import module from './deno_core.js';

/** The module that reads PDFs, loaded when the first PDF is read. */
const loadPdf: LoadPdf = async () => (await import('./pdf_deno.js')).loadPdf();

/** As in the browser's entry point. */
export const createReader: CreateReader = makeCreateReader(async () => module, loadPdf);
export { type CreateReader, initWith } from '../create.js';
export type * from '../types.js';
