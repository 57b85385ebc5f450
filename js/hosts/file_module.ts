/** Loads a module from the file beside the package's other files, for Node and Bun. */
import { readFile } from 'node:fs/promises';

import { compileModule, loadErrorOf } from '../reader/load_error.js';

/**
 * @param name - the file's
 * @param locate - its URL; bundles of CommonJS have none and make this throw
 * @throws ModuleLoadError when the file cannot be read or compiled
 */
export async function fileModule(name: string, locate: () => URL): Promise<WebAssembly.Module> {
  let url: URL;
  let bytes: Uint8Array<ArrayBuffer>;
  try {
    url = locate();
  } catch (error) {
    throw loadErrorOf(name, error);
  }
  try {
    bytes = await readFile(url);
  } catch (error) {
    throw loadErrorOf(url, error);
  }
  return compileModule(url, bytes);
}
