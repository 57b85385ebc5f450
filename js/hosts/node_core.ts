/** Loads the core from the file beside the package's other files, for Node and Bun. */
import { fileModule } from './file_module.js';
import { hasSimd } from './simd.js';

/** @throws ModuleLoadError when the file cannot be read or compiled */
export function loadCore(): Promise<WebAssembly.Module> {
  // Written out in full: bundlers look for this very form.
  return hasSimd()
    ? fileModule('core.wasm', () => new URL('../core.wasm', import.meta.url))
    : fileModule('core-baseline.wasm', () => new URL('../core-baseline.wasm', import.meta.url));
}
