// Makes the component of src/component/lectern.wit, build/component/lectern.component.wasm, and JavaScript bindings of it,
// build/component/js/lectern.js.
//
//   node scripts/component/build.mjs

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { ensurePackages } from '../lib/packages.mjs';
import { buildPreset, kLogs, kRoot } from '../lib/project.mjs';
import { StepError, runMain, step } from '../lib/steps.mjs';

const kFolder = join(kRoot, 'scripts', 'component');
const kWit = join(kRoot, 'src', 'component', 'lectern.wit');
const kModule = join(kRoot, 'build', 'wasi', 'src', 'component', 'lectern-component-core.wasm');
const kOutput = join(kRoot, 'build', 'component');

/** The component. */
export const kComponent = join(kOutput, 'lectern.component.wasm');
/** Its bindings: `reader.read` of this module. */
export const kBindings = join(kOutput, 'js', 'lectern.js');

/** The library of jco's commands `embed`, `new` and `transpile`. */
async function loadJco() {
  await ensurePackages(kFolder, 'jco (0.1 GB)', join(kLogs, 'npm.log'));
  const require = createRequire(join(kFolder, 'package.json'));
  const load = (name) => import(pathToFileURL(require.resolve(name)).href);
  const [tools, { transpileBytes }] = await Promise.all([
    load('@bytecodealliance/jco-transpile/wasm-tools'),
    load('@bytecodealliance/jco-transpile'),
  ]);
  return { ...tools, transpileBytes };
}

/** A component imports what its module does: nothing, or it would need an adapter. */
function checkImports(module) {
  const imports = WebAssembly.Module.imports(new WebAssembly.Module(module));
  if (imports.length === 0) return;
  const names = imports.map(({ module: from, name }) => `${from}.${name}`);
  throw new StepError(`the component's module imports ${names.join(', ')}: see src/component/no_host.c`);
}

/** Builds the component and its bindings. */
export async function buildComponent() {
  await buildPreset('wasi', 'the WASI programs');
  const jco = await loadJco();
  await step('making the component and its bindings', async () => {
    const module = readFileSync(kModule);
    checkImports(module);
    const embedded = await jco.componentEmbed({ binary: module, witPath: kWit, world: 'lectern' });
    const component = await jco.componentNew(embedded, []);
    mkdirSync(kOutput, { recursive: true });
    writeFileSync(kComponent, component);
    const { files } = await jco.transpileBytes(component, { name: 'lectern', base64Cutoff: 0 });
    for (const [name, content] of Object.entries(files)) {
      const path = join(dirname(kBindings), name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, content);
    }
    writeFileSync(join(dirname(kBindings), 'package.json'), '{ "type": "module" }\n');
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) runMain(buildComponent);
