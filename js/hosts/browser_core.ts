/** Fetches the core from beside the package's other files and compiles it as it arrives. */
import { fetchModule } from './fetch_module.js';
import { hasSimd } from './simd.js';

/** @throws ModuleLoadError when it cannot be fetched or compiled */
export async function loadCore(): Promise<WebAssembly.Module> {
  // Written out in full: bundlers look for this very form.
  const url = hasSimd()
    ? new URL('../core.wasm', import.meta.url)
    : new URL('../core-baseline.wasm', import.meta.url);
  return fetchModule(url);
}
