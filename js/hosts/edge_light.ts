/** Entry point for edge runtimes whose bundler turns `?module` imports into compiled modules. */
import module from '../core.wasm?module';
import { type CreateReader, makeCreateReader } from '../create.js';

/** As in the browser's entry point. */
export const createReader: CreateReader = makeCreateReader(async () => module);
export { type CreateReader, initWith } from '../create.js';
export type * from '../types.js';
