/** Loads the module from the file beside the package's other files, for Node and Bun. */
import { readFile } from 'node:fs/promises';

import { coreFile } from './simd.js';

/** @throws Error when the file cannot be read or compiled */
export async function loadCore(): Promise<WebAssembly.Module> {
  return WebAssembly.compile(await readFile(new URL(`../${coreFile()}`, import.meta.url)));
}
