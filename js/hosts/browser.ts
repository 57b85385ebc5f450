/** Entry point for browsers and their workers: the module is fetched from beside this file and compiled as it arrives. */
import { type CreateReader, makeCreateReader } from '../create.js';
import { hasSimd } from './simd.js';

async function load(): Promise<WebAssembly.Module> {
  // Written out in full: bundlers look for this very form.
  const url = hasSimd()
    ? new URL('../core.wasm', import.meta.url)
    : new URL('../core-baseline.wasm', import.meta.url);
  const response = await fetch(url);
  if (!response.ok) throw new Error(`cannot load ${url.href}: HTTP status ${response.status}`);
  // A server that does not know the type of .wasm files makes compileStreaming fail.
  const isTyped = response.headers.get('content-type')?.startsWith('application/wasm') ?? false;
  return isTyped
    ? WebAssembly.compileStreaming(response)
    : WebAssembly.compile(await response.arrayBuffer());
}

/**
 * Makes a reader; the module is loaded once for all of them.
 *
 * @param options - defaults for every read
 * @throws TypeError when `options` is no object; Error when the module cannot be loaded
 * @example
 * ```ts
 * const reader = await createReader({ provider: 'anthropic' });
 * const result = await reader.read(bytes, { file_path: 'a.png' });
 * ```
 */
export const createReader: CreateReader = makeCreateReader(load);
export { type CreateReader, initWith } from '../create.js';
export type * from '../types.js';
