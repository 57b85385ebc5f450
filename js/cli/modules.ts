/** The modules of the Node program, each loaded for the first file that needs it. */
import { readFileSync } from 'node:fs';

import { CoreHost, instantiateWith } from '../reader/core_host.js';
import { hasSimd } from '../hosts/simd.js';
import { kPartOf, type ModuleName } from '../reader/module_names.js';
import { kGlue, kWithBaseline } from './module_glue.js';

const kHosts = new Map<string, CoreHost>();

/** The module of a name that a reading has asked for. @throws Error when it cannot be loaded */
export function moduleNamed(name: string): CoreHost {
  const whole = kPartOf[name as ModuleName];
  if (whole) return moduleNamed(whole);
  const createInstance = kGlue[name];
  if (!createInstance) throw new Error(`no module ${name}`);
  const known = kHosts.get(name);
  if (known) return known;
  const file = !hasSimd() && kWithBaseline.includes(name) ? `${name}-baseline` : name;
  const module = new WebAssembly.Module(readFileSync(new URL(`../${file}.wasm`, import.meta.url)));
  const host = new CoreHost(module, instantiateWith(createInstance));
  kHosts.set(name, host);
  return host;
}
