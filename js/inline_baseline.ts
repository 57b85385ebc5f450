/** Entry point that carries the module without SIMD in itself, for bundles that must run in older browsers. */
import base64 from './core_baseline_base64.js';
import { type CreateReader, makeCreateReader } from './create.js';

async function load(): Promise<WebAssembly.Module> {
  return WebAssembly.compile(Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)));
}

/** As in the browser's entry point. */
export const createReader: CreateReader = makeCreateReader(load);
export { type CreateReader, initWith } from './create.js';
export type * from './types.js';
