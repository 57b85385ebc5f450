/** Modules: the core with an engine in it, as WebAssembly modules of their own that are loaded only when a file needs them. */
import type { CoreHooks, CoreInstance } from '../core.mjs';
import { CoreHost, instantiateWith } from './core_host.js';
import { callersLoadError } from './load_error.js';
import { kPartOf, type ModuleName } from './module_names.js';

/** A compiled module and its glue. Made by `loadPdf` of `lectern/pdf`. */
export interface LoadedModule {
  /** The module, compiled. */
  module: WebAssembly.Module;
  /** Makes an instance of it. */
  createInstance(hooks: CoreHooks): CoreInstance;
}

/** Loads a module. */
export type LoadModule = () => Promise<LoadedModule>;

/**
 * Modules that a reader loads only when it needs them, by name: `{ pdf: loadPdf }` with `loadPdf` of `lectern/pdf`. Node,
 * Bun, Deno and browsers have all as their default. Workers and edge runtimes bundle what they import, so there it is up to
 * you; without `pdf`, PDFs are only passed on, and without `codecs` WebP, TIFF, BMP and icons are refused by name. `office`,
 * `sheets` and `html` are parts of `documents`, of half its size: what they read, `documents` reads as well.
 */
export type ReaderModules = { [Name in ModuleName]?: LoadModule };

/** A `LoadModule` that loads once. A failed load is tried again. */
export function loadOnce(load: LoadModule): LoadModule {
  let loading: Promise<LoadedModule> | undefined;
  return async () => {
    loading ??= load();
    try {
      return await loading;
    } catch (error) {
      loading = undefined;
      throw error;
    }
  };
}

/** A name that is missing here does not compile. */
const kNames = {
  codecs: true,
  data: true,
  documents: true,
  drawing: true,
  html: true,
  office: true,
  pdf: true,
  pictures: true,
  sheets: true,
} satisfies Record<ModuleName, true>;

/** @throws TypeError unless there is a module of that name; `shown` names it */
export function checkModuleName(name: unknown, shown: string): void {
  if (typeof name === 'string' && Object.hasOwn(kNames, name)) return;
  throw new TypeError(`${shown}: there are ${Object.keys(kNames).join(', ')}`);
}

/** @throws TypeError unless each of `modules` is a function that loads a module there is */
function checkModules(modules: ReaderModules): void {
  for (const [name, load] of Object.entries(modules)) {
    checkModuleName(name, `modules.${name}`);
    if (load !== undefined && typeof load !== 'function')
      throw new TypeError(`modules.${name} must be a function, such as that of lectern/${name}`);
  }
}

/** @throws ModuleLoadError when the loader fails, or gives something else */
async function loadedBy(load: LoadModule, name: string): Promise<LoadedModule> {
  try {
    const loaded: Partial<LoadedModule> | undefined = await load();
    const { module, createInstance } = loaded ?? {};
    const isModule = Object.prototype.toString.call(module) === '[object WebAssembly.Module]';
    if (isModule && typeof createInstance === 'function') return loaded as LoadedModule;
  } catch (error) {
    throw callersLoadError(name, error);
  }
  throw callersLoadError(name, new TypeError('it gave no { module, createInstance }'));
}

/** The modules of one reader, and the instances that it has of them. */
export class ModuleHosts {
  readonly #modules: ReaderModules;
  readonly #hosts = new Map<string, CoreHost>();
  #isDropped = false;

  /** @throws TypeError when one of `modules` is no loader */
  constructor(modules: ReaderModules) {
    checkModules(modules);
    this.#modules = modules;
  }

  /** The module, or one that reads all it does, when it has been loaded. */
  loaded(name: string): CoreHost | undefined {
    const whole = kPartOf[name as ModuleName];
    return (whole && this.#hosts.get(whole)) ?? this.#hosts.get(name);
  }

  /**
   * The module, or one that reads all it does; undefined when the reader was made without them.
   *
   * @throws ModuleLoadError when it cannot be loaded
   */
  async load(name: string): Promise<CoreHost | undefined> {
    const known = this.loaded(name);
    if (known) return known;
    const load = this.#modules[name as ModuleName];
    const whole = kPartOf[name as ModuleName];
    if (!load) return whole && this.load(whole);
    const { module, createInstance } = await loadedBy(load, name);
    // Several reads may have waited for it, and the reader may have been disposed meanwhile.
    const host = this.#hosts.get(name) ?? new CoreHost(module, instantiateWith(createInstance));
    if (!this.#isDropped) this.#hosts.set(name, host);
    return host;
  }

  /** Gives the memory of all instances back. */
  drop(): void {
    this.#isDropped = true;
    for (const host of this.#hosts.values()) host.drop();
    this.#hosts.clear();
  }
}
