/** Entry point for Node and Bun. */
import { type CreateReader, makeCreateReader } from '../create.js';
import { loadCore } from './node_core.js';

/** As in the browser's entry point. */
export const createReader: CreateReader = makeCreateReader(loadCore);
export { type CreateReader, initWith } from '../create.js';
export type * from '../types.js';
