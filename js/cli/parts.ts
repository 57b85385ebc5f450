/** Files of the package that the program loads as it needs them. */
import { readFileSync } from 'node:fs';

import { ModuleLoadError } from '../reader/load_error.js';

const kHint = 'Install lectern again; lectern doctor says what does not load';

function urlOf(file: string): URL {
  return new URL(`../${file}`, import.meta.url);
}

function partError(file: string, cause: unknown): ModuleLoadError {
  return new ModuleLoadError(file, { url: urlOf(file).href, hint: kHint, cause });
}

/**
 * Compiles a module at once.
 *
 * @throws ModuleLoadError when the file cannot be read or compiled
 */
export function compiledPart(file: string): WebAssembly.Module {
  try {
    return new WebAssembly.Module(readFileSync(urlOf(file)));
  } catch (error) {
    throw partError(file, error);
  }
}

/** What `load` gives of a script. @throws ModuleLoadError when it rejects */
export async function loadedPart<T>(file: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    throw partError(file, error);
  }
}
