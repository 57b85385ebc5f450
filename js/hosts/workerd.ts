/** Entry point for Cloudflare Workers, where modules are compiled at deployment and never from bytes. */
import module from '../core.wasm';
import { type CreateReader, makeCreateReader } from '../create.js';

/** As in the browser's entry point; PDF pages are read when `modules.pdf` is given: `loadPdf` of `lectern/pdf`. */
export const createReader: CreateReader = makeCreateReader(async () => module);
export { type CreateReader, initWith } from '../create.js';
export type * from '../types.js';
