/** Entry point for Node and Bun. */
import { type CreateReader, makeCreateReader } from '../create.js';
import type { LoadPdf } from '../pdf_module.js';
import { loadCore } from './node_core.js';

/** The module that reads PDFs, loaded when the first PDF is read. */
const loadPdf: LoadPdf = async () => (await import('./pdf_node.js')).loadPdf();

/** As in the browser's entry point. */
export const createReader: CreateReader = makeCreateReader(loadCore, loadPdf);
export { type CreateReader, initWith } from '../create.js';
export type * from '../types.js';
