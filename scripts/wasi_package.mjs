// Makes the npm package lectern-wasi, build/lectern-wasi: the modules for WebAssembly runtimes that are not JavaScript engines.
//
//   node scripts/wasi_package.mjs
//
// The presets `wasi` and `wasi-baseline` and the component (scripts/component/build.mjs) must be built.

import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { kRoot } from './lib/project.mjs';
import { StepError, runMain } from './lib/steps.mjs';
import { notices } from './third_party/notices.mjs';

/** The package, ready for `npm pack`. */
export const kWasiPackage = join(kRoot, 'build', 'lectern-wasi');

/** The pages that the package `lectern` has, too. */
const kDocuments = readdirSync(join(kRoot, 'docs')).filter(
  (name) => name.endsWith('.md') && !['maintaining.md', 'side-by-side.md', 'web-demo.md'].includes(name),
);

/** Each file of the package and where it comes from. */
const kFiles = {
  'lectern.wasm': 'build/wasi/src/cli/lectern.wasm',
  'lectern-baseline.wasm': 'build/wasi-baseline/src/cli/lectern-baseline.wasm',
  'lectern-reactor.wasm': 'build/wasi/src/capi/lectern-reactor.wasm',
  'lectern-reactor-baseline.wasm': 'build/wasi-baseline/src/capi/lectern-reactor-baseline.wasm',
  'lectern.component.wasm': 'build/component/lectern.component.wasm',
  'lectern.wit': 'src/component/lectern.wit',
  'lectern_c.h': 'src/capi/lectern_c.h',
  'run.mjs': 'scripts/lib/run_wasi.mjs',
  ...Object.fromEntries(kDocuments.map((name) => [`docs/${name}`, `docs/${name}`])),
  LICENSE: 'LICENSE',
  'README.md': 'wasm/npm/README.md',
};

function manifest() {
  const { version, license, engines } = JSON.parse(readFileSync(join(kRoot, 'package.json'), 'utf8'));
  return {
    name: 'lectern-wasi',
    version,
    description: 'The Read tool for AI agents as WebAssembly: WASI programs, a reactor with a C interface, a component',
    license,
    keywords: ['wasi', 'webassembly', 'component-model', 'read', 'ai', 'agent', 'pdf', 'image', 'notebook'],
    engines,
    exports: Object.fromEntries(['package.json', ...Object.keys(kFiles)].map((name) => [`./${name}`, `./${name}`])),
  };
}

/** Writes the package. */
export async function makeWasiPackage() {
  rmSync(kWasiPackage, { recursive: true, force: true });
  mkdirSync(kWasiPackage, { recursive: true });
  for (const [name, source] of Object.entries(kFiles)) {
    if (!existsSync(join(kRoot, source))) throw new StepError(`${source} is not built`);
    mkdirSync(dirname(join(kWasiPackage, name)), { recursive: true });
    copyFileSync(join(kRoot, source), join(kWasiPackage, name));
  }
  const texts = await notices('lectern-wasi', 'wasi');
  const written = { 'package.json': `${JSON.stringify(manifest(), null, 2)}\n`, ...texts };
  for (const [name, text] of Object.entries(written)) writeFileSync(join(kWasiPackage, name), text);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) runMain(makeWasiPackage);
