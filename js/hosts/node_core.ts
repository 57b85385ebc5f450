/** Loads the core from the file beside the package's other files, for Node and Bun. */
import { fileModule } from './file_module.js';
import { coreFile } from './simd.js';

/** @throws ModuleLoadError when the file cannot be read or compiled */
export function loadCore(): Promise<WebAssembly.Module> {
  return fileModule(new URL(`../${coreFile()}`, import.meta.url));
}
