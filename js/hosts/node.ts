/** Entry point for Node and Bun: the module is a file beside this one. */
import { readFile } from 'node:fs/promises';

import { type CreateReader, makeCreateReader } from '../create.js';
import { coreFile } from './simd.js';

async function load(): Promise<WebAssembly.Module> {
  return WebAssembly.compile(await readFile(new URL(`../${coreFile()}`, import.meta.url)));
}

/** As in the browser's entry point. */
export const createReader: CreateReader = makeCreateReader(load);
export { type CreateReader, initWith } from '../create.js';
export type * from '../types.js';
