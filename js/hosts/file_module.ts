/** Loads a module from the file beside the package's other files, for Node and Bun. */
import { readFile } from 'node:fs/promises';

import { compileModule, loadErrorOf } from '../reader/load_error.js';

/** @throws ModuleLoadError when the file cannot be read or compiled */
export async function fileModule(url: URL): Promise<WebAssembly.Module> {
  let bytes: Uint8Array<ArrayBuffer>;
  try {
    bytes = await readFile(url);
  } catch (error) {
    throw loadErrorOf(url, error);
  }
  return compileModule(url, bytes);
}
