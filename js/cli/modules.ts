/** The modules of the Node program, each loaded for the first file that needs it. */
import { readFileSync } from 'node:fs';

import { CoreHost, instantiateWith } from '../reader/core_host.js';
import { kGlue } from './module_glue.js';

const kHosts = new Map<string, CoreHost>();

/** The module of a name that a reading has asked for. @throws Error when it cannot be loaded */
export function moduleNamed(name: string): CoreHost {
  const createInstance = kGlue[name];
  if (!createInstance) throw new Error(`no module ${name}`);
  const host =
    kHosts.get(name) ??
    new CoreHost(
      new WebAssembly.Module(readFileSync(new URL(`../${name}.wasm`, import.meta.url))),
      instantiateWith(createInstance),
    );
  kHosts.set(name, host);
  return host;
}
