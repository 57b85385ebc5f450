// What each host needs of the modules of schema/modules.json: how it loads one, and which it loads by itself.
//
// A module has `loader`, the name of the function that hosts export for it (`lectern/NAME`), and `reads`, what it is for. The
// preset that builds it and its files have its name: `pdf` leaves pdf.mjs and pdf.wasm; `preset` names another one. Where
// `baseline` names one as well, that builds NAME-baseline.wasm, without SIMD. `partOf` names a module that reads all this one does:
// it is built by the preset of that, and read there when that is loaded already, or when a reader has no other. Browsers load parts,
// which are sooner there; who has all files at hand does not.

import { kModules, kNotice } from './schema.mjs';

const kNames = Object.keys(kModules);
const isPart = (name) => kModules[name].partOf !== undefined;
const kWholeNames = kNames.filter((name) => !isPart(name));
const hasBaseline = (name) => kModules[name].baseline !== undefined;
/** Its files that bundles with everything in them hold. */
const base64FilesOf = (name) =>
  isPart(name) ? [] : hasBaseline(name) ? [name, `${name}-baseline`] : [name];
const simdImport = (name) => (hasBaseline(name) ? "\nimport { hasSimd } from './simd.js';" : '');

/** A loader of one module for one host. */
function loaderText(name, { host, bundled = false, imports, made }) {
  const { loader, reads } = kModules[name];
  const inBundle = bundled ? ` Importing it puts ${name}.wasm into the bundle.` : '';
  const isLoaded = made.startsWith('loadOnce');
  const verb = isLoaded ? 'Loads' : 'Gives';
  const fails = isLoaded ? ' @throws ModuleLoadError when that fails' : '';
  return `// ${kNotice}
/** \`lectern/${name}\` for ${host}.${inBundle} */
import createInstance from '../${name}.mjs';
${imports}

/** ${verb} the module that reads ${reads}, for \`createReader(options, { ${name}: ${loader} })\`.${fails} */
export const ${loader}: LoadModule = ${made};
export type { LoadedModule, LoadModule } from '../reader/modules.js';
`;
}

const given = 'async () => ({ module, createInstance })';
const typeOnly = "import type { LoadModule } from '../reader/modules.js';";
const once = "import { type LoadModule, loadOnce } from '../reader/modules.js';";

const kLoaders = {
  browser: (name) => ({
    host: 'browsers and their workers',
    imports: `${once}\nimport { fetchModule } from './fetch_module.js';${simdImport(name)}`,
    made: hasBaseline(name)
      ? `loadOnce(async () => {
  // Written out in full: bundlers look for this very form.
  const url = hasSimd()
    ? new URL('../${name}.wasm', import.meta.url)
    : new URL('../${name}-baseline.wasm', import.meta.url);
  return { module: await fetchModule(url), createInstance };
})`
      : `loadOnce(async () => ({
  // Written out in full: bundlers look for this very form.
  module: await fetchModule(new URL('../${name}.wasm', import.meta.url)),
  createInstance,
}))`,
  }),
  deno: (name) => ({
    host: 'Deno',
    imports: `${typeOnly}\nimport module from './deno_${name}_module.js';`,
    made: given,
  }),
  edge_light: (name) => ({
    host: 'edge runtimes',
    bundled: true,
    imports: `${typeOnly}\nimport module from '../${name}.wasm?module';`,
    made: given,
  }),
  node: (name) => ({
    host: 'Node and Bun',
    imports: `${once}\nimport { fileModule } from './file_module.js';${simdImport(name)}`,
    made: hasBaseline(name)
      ? `loadOnce(async () => {
  // Written out in full: bundlers look for this very form.
  const module = hasSimd()
    ? fileModule('${name}.wasm', () => new URL('../${name}.wasm', import.meta.url))
    : fileModule('${name}-baseline.wasm', () => new URL('../${name}-baseline.wasm', import.meta.url));
  return { module: await module, createInstance };
})`
      : `loadOnce(async () => ({
  module: await fileModule('${name}.wasm', () => new URL('../${name}.wasm', import.meta.url)),
  createInstance,
}))`,
  }),
  workerd: (name) => ({
    host: 'Cloudflare Workers',
    bundled: true,
    imports: `${typeOnly}\nimport module from '../${name}.wasm';`,
    made: given,
  }),
};

/** The modules that a host loads by itself when the first file needs them. */
function defaultsText(host) {
  const names = host === 'browser' ? kNames : kWholeNames;
  const loads = names.map(
    (name) => `  ${name}: async () => (await import('./${name}_${host}.js')).${kModules[name].loader}(),\n`,
  );
  return `// ${kNotice}
import type { ReaderModules } from '../reader/modules.js';

/** Loaded when the first file needs them. */
export const modules: ReaderModules = {
${loads.join('')}};
`;
}

/** A module that the bundle holds. */
function inlineEntry(name, base64) {
  return `loadOnce(async () => {
    const [{ default: base64 }, { default: createInstance }] = await Promise.all([
      import('../${base64}.js'),
      import('../${name}.mjs'),
    ]);
    return { module: await compileInline(base64), createInstance };
  })`;
}

const kInlineImports = `import { loadOnce, type ReaderModules } from '../reader/modules.js';
import { compileInline } from './compile_inline.js';
`;

/** @param {boolean} isBaseline for hosts without SIMD */
function inlineText(isBaseline) {
  const script = (name) => `${name}${isBaseline && hasBaseline(name) ? '_baseline' : ''}_base64`;
  const entries = kWholeNames.map((name) => `  ${name}: ${inlineEntry(name, script(name))},\n`);
  return `// ${kNotice}
${kInlineImports}
/** All modules; a bundle without chunks holds them, one with chunks loads them when the first file needs them. */
export const modules: ReaderModules = {
${entries.join('')}};
`;
}

function glueText() {
  const entries = kWholeNames.map((name) => `  ${name}: () => import('../${name}.mjs'),\n`);
  return `// ${kNotice}
import type { LoadedModule } from '../reader/modules.js';

type Glue = { default: LoadedModule['createInstance'] };

/** Loads the glue of each module that is no part of another. */
export const kGlue: Readonly<Record<string, () => Promise<Glue>>> = {
${entries.join('')}};

/** Modules that have a file without SIMD as well. */
export const kWithBaseline: readonly string[] = [${kNames.filter(hasBaseline).map((name) => `'${name}'`).join(', ')}];
`;
}

const namesText = () => `// ${kNotice}
/** The modules there are; src/read/modules.cpp. */
export type ModuleName =
${kNames.map((name) => `  | '${name}'`).join('\n')};

/** Modules that read a part of what another one does. */
export const kPartOf: Readonly<Partial<Record<ModuleName, ModuleName>>> = {
${kNames.filter(isPart).map((name) => `  ${name}: '${kModules[name].partOf}',\n`).join('')}};
`;

/** Every generated file of the modules: its path and a function that gives its text. */
export const kModuleFiles = {
  'js/cli/module_glue.ts': glueText,
  'js/hosts/modules_inline.ts': () => inlineText(false),
  'js/hosts/modules_inline_baseline.ts': () => inlineText(true),
  'js/reader/module_names.ts': namesText,
  ...Object.fromEntries(
    ['browser', 'deno', 'node'].map((host) => [`js/hosts/modules_${host}.ts`, () => defaultsText(host)]),
  ),
  ...Object.fromEntries(
    kNames.flatMap((name) => [
      ...Object.entries(kLoaders).map(([host, loader]) => [
        `js/hosts/${name}_${host}.ts`,
        () => loaderText(name, loader(name)),
      ]),
      [
        `js/hosts/deno_${name}_module.js`,
        () => `// ${kNotice}
// JavaScript, because TypeScript does not know source phase imports yet. scripts/build.mjs copies it as it is.
import source module from '../${name}.wasm';

export default module;
`,
      ],
      [
        `js/hosts/deno_${name}_module.d.ts`,
        () => `// ${kNotice}
/** The compiled module that reads ${kModules[name].reads}. */
declare const module: WebAssembly.Module;
export default module;
`,
      ],
      [
        `js/${name}.d.mts`,
        () => `// ${kNotice}
/** The glue of ${name}.wasm: the same bindings as core.mjs. */
export { default } from './core.mjs';
`,
      ],
      ...base64FilesOf(name).map((file) => [
        `js/${file.replace('-', '_')}_base64.d.ts`,
        () => `// ${kNotice}
/** ${file}.wasm in base64; written by scripts/build.mjs. */
declare const base64: string;
export default base64;
`,
      ]),
    ]),
  ),
};
