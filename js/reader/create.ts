/** What every host's entry point is made of. */
import { checkOptions } from './arguments.js';
import { CoreHost } from './core_host.js';
import type { LoadPdf } from './pdf_module.js';
import { CoreReader } from './reader.js';
import type { Reader, ReadOptions } from '../types/index.js';

/** Modules that a reader loads only when it needs them. */
export interface ReaderModules {
  /**
   * What reads the pages of PDFs: `loadPdf` of `lectern/pdf`. Node, Bun, Deno and browsers have it as their default.
   * Workers and edge runtimes bundle what they import, so there it is up to you; without it PDFs are only passed on.
   */
  pdf?: LoadPdf;
}

/** Makes readers; see `createReader` of an entry point. */
export type CreateReader = (options?: ReadOptions, modules?: ReaderModules) => Promise<Reader>;

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
): Promise<Reader> {
  checkOptions(options);
  const loaded: unknown = await module;
  if (Object.prototype.toString.call(loaded) !== '[object WebAssembly.Module]') {
    throw new TypeError('module must be a WebAssembly.Module');
  }
  return new CoreReader(new CoreHost(loaded as WebAssembly.Module), options, modules.pdf);
}

/** A `createReader` that loads its module once, when it is first called. A failed load is tried again. */
export function makeCreateReader(
  load: () => Promise<WebAssembly.Module>,
  pdf?: LoadPdf,
): CreateReader {
  let loading: Promise<WebAssembly.Module> | undefined;
  return async (options = {}, modules = {}) => {
    checkOptions(options);
    loading ??= load();
    try {
      return await initWith(loading, options, pdf ? { pdf, ...modules } : modules);
    } catch (error) {
      loading = undefined;
      throw error;
    }
  };
}
