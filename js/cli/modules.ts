/** The modules of the Node program, each loaded for the first file that needs it. */
import { readFileSync } from 'node:fs';

import { CoreHost, instantiateWith } from '../reader/core_host.js';
import { hasSimd } from '../hosts/simd.js';
import { kPartOf, type ModuleName } from '../reader/module_names.js';
import { kGlue, kWithBaseline } from './module_glue.js';

const kHosts = new Map<string, Promise<CoreHost>>();

/** The module of a name that a reading has asked for. @throws Error when it cannot be loaded */
export function moduleNamed(name: string): Promise<CoreHost> {
  const whole = kPartOf[name as ModuleName] ?? name;
  const host = kHosts.get(whole) ?? loadModule(whole);
  kHosts.set(whole, host);
  return host;
}

async function loadModule(name: string): Promise<CoreHost> {
  const loadGlue = kGlue[name];
  if (!loadGlue) throw new Error(`no module ${name}`);
  const { default: createInstance } = await loadGlue();
  const file = !hasSimd() && kWithBaseline.includes(name) ? `${name}-baseline` : name;
  const module = new WebAssembly.Module(readFileSync(new URL(`../${file}.wasm`, import.meta.url)));
  return new CoreHost(module, instantiateWith(createInstance));
}
