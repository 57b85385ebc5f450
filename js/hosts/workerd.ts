/** Entry point for Cloudflare Workers, where modules are compiled at deployment and never from bytes. */
import module from '../core.wasm';
import { type CreateReader, makeCreateReader } from '../create.js';

/** As in the browser's entry point. */
export const createReader: CreateReader = makeCreateReader(async () => module);
export { type CreateReader, initWith } from '../create.js';
export type * from '../types.js';
