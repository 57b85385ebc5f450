/** What every host's entry point is made of. */
import { checkOptions } from './arguments.js';
import { CoreHost } from './core_host.js';
import type { ReaderModules } from './modules.js';
import { CoreReader } from './reader.js';
import type { ReadOptions, SyncReader } from '../types/index.js';

export type { ModuleName } from './module_names.js';
export type { LoadedModule, LoadModule, ReaderModules } from './modules.js';

/** Makes readers; see `createReader` of an entry point. */
export type CreateReader = (options?: ReadOptions, modules?: ReaderModules) => Promise<SyncReader>;

/**
 * Makes a reader from a module that the caller has compiled, for hosts and bundlers that load WebAssembly in their own
 * way. The files are exported as `lectern/core.wasm` and, without SIMD, `lectern/core-baseline.wasm`.
 *
 * @param module - the compiled module, or a promise of it
 * @param options - defaults for every read
 * @param modules - modules that are loaded only when needed
 * @throws TypeError when `module` is no WebAssembly.Module or `options` no object
 * @example
 * ```ts
 * import wasm from 'lectern/core.wasm';
 * const reader = await initWith(wasm);
 * ```
 */
export async function initWith(
  module: WebAssembly.Module | Promise<WebAssembly.Module>,
  options: ReadOptions = {},
  modules: ReaderModules = {},
): Promise<SyncReader> {
  checkOptions(options);
  const loaded: unknown = await module;
  if (Object.prototype.toString.call(loaded) !== '[object WebAssembly.Module]') {
    throw new TypeError('module must be a WebAssembly.Module');
  }
  return new CoreReader(new CoreHost(loaded as WebAssembly.Module), options, modules);
}

/**
 * A `createReader` that loads its module once, when it is first called. A failed load is tried again.
 *
 * @param own - the modules that the host has by itself
 */
export function makeCreateReader(
  load: () => Promise<WebAssembly.Module>,
  own: ReaderModules = {},
): CreateReader {
  let loading: Promise<WebAssembly.Module> | undefined;
  return async (options = {}, modules = {}) => {
    checkOptions(options);
    loading ??= load();
    try {
      return await initWith(loading, options, { ...own, ...modules });
    } catch (error) {
      loading = undefined;
      throw error;
    }
  };
}
