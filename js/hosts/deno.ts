/** Entry point for Deno. The module comes by a source phase import, which needs no permission. */
import { type CreateReader, makeCreateReader } from '../create.js';
import module from './deno_core.js';

/** As in the browser's entry point. */
export const createReader: CreateReader = makeCreateReader(async () => module);
export { type CreateReader, initWith } from '../create.js';
export type * from '../types.js';
