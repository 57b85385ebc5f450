/** The modules of the Node program, each loaded for the first file that needs it. */
import { CoreHost, instantiateWith } from '../reader/core_host.js';
import { hasSimd } from '../hosts/simd.js';
import { kPartOf, type ModuleName } from '../reader/module_names.js';
import { kGlue, kWithBaseline } from './module_glue.js';
import { compiledPart, loadedPart } from './parts.js';

const kHosts = new Map<string, Promise<CoreHost>>();

/**
 * The module of a name that a reading has asked for.
 *
 * @throws ModuleLoadError when it cannot be loaded; the next call tries again
 */
export async function moduleNamed(name: string): Promise<CoreHost> {
  const whole = kPartOf[name as ModuleName] ?? name;
  const loading = kHosts.get(whole) ?? loadModule(whole);
  kHosts.set(whole, loading);
  try {
    return await loading;
  } catch (error) {
    if (kHosts.get(whole) === loading) kHosts.delete(whole);
    throw error;
  }
}

async function loadModule(name: string): Promise<CoreHost> {
  const loadGlue = kGlue[name];
  if (!loadGlue) throw new Error(`no module ${name}`);
  const { default: createInstance } = await loadedPart(`${name}.mjs`, loadGlue);
  const file = !hasSimd() && kWithBaseline.includes(name) ? `${name}-baseline` : name;
  return new CoreHost(compiledPart(`${file}.wasm`), instantiateWith(createInstance));
}
