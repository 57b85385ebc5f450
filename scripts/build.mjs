// Builds the npm package into dist/: the WebAssembly module with and without SIMD, its glue, the compiled
// TypeScript, and the licences and the bill of materials of what is inside. What is up to date is not built again.
//
//   node scripts/build.mjs

import { copyFileSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { withoutWaiting } from './lib/glue.mjs';
import { ccacheSettings, ensureNpmPackages, kRoot } from './lib/project.mjs';
import { StepError, findProgram, run, runMain, step } from './lib/steps.mjs';
import { notices } from './third_party/notices.mjs';
import { findEmscripten } from './third_party/toolchains.mjs';

const kDist = join(kRoot, 'dist');
const kLog = join(kRoot, 'build', 'build.log');
const kLinkerLauncher = join(kRoot, 'scripts', 'lib', 'kept_link.mjs');

/** CMake presets of the core and the name of each one's module in dist/. */
const kModules = [
  { preset: 'wasm-simd', file: 'core.wasm' },
  { preset: 'wasm', file: 'core-baseline.wasm' },
];

/** Modules beside the core, and the preset that builds each: `preset`, the one of its name, or of that which it is part of. */
const kLoadedModules = Object.entries(JSON.parse(readFileSync(join(kRoot, 'schema', 'modules.json'), 'utf8'))).map(
  ([name, { partOf, preset = partOf ?? name, baseline }]) => ({ name, preset, baseline, isPart: partOf !== undefined }),
);
/** The preset that also makes what is pure in the command line. */
const kCommandPreset = 'wasm';

function isSame(path, content) {
  return existsSync(path) && readFileSync(path).equals(content);
}

/** Writes a file of dist/ unless it has this content already. */
function publish(name, content) {
  const path = join(kDist, name);
  const bytes = Buffer.from(content);
  if (isSame(path, bytes)) return;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, bytes);
}

/** A file that a preset's build leaves. */
export function outputOf(preset, file, root = kRoot) {
  return join(root, 'build', preset, 'wasm', file);
}

/**
 * Compiles one module.
 * @param {string} preset
 * @param {string} [root] the clone to do it in
 * @param {NodeJS.ProcessEnv} [moreEnv] settings of ccache
 */
export async function compileModule(preset, root = kRoot, moreEnv = {}) {
  const { toolchainFile, env: compilerEnv } = findEmscripten();
  const env = { ...compilerEnv, ...ccacheSettings(root), ...moreEnv };
  const work = join(root, 'build', preset);
  const isOlder = (path) => statSync(path).mtimeMs < statSync(join(root, 'CMakePresets.json')).mtimeMs;
  // A preset that has changed is configured again: what it sets is not in the folder's cache.
  if (!existsSync(join(work, 'build.ninja')) || isOlder(join(work, 'build.ninja'))) {
    const compiler = findProgram('ccache') ? ['-DCMAKE_CXX_COMPILER_LAUNCHER=ccache'] : [];
    const linker = `-DCMAKE_CXX_LINKER_LAUNCHER=${process.execPath};${kLinkerLauncher}`;
    const args = ['--preset', preset, `-DCMAKE_TOOLCHAIN_FILE=${toolchainFile}`, ...compiler, linker];
    await run('cmake', args, { cwd: root, env, log: kLog });
  }
  await run('cmake', ['--build', work], { env, log: kLog });
}

/**
 * Copies a module that is built with and without SIMD, and the one glue that both share.
 * @param {boolean} [isInlined] bundles with everything in them hold it
 */
function publishBoth(name, files, isInlined = true) {
  const [glue, ...others] = files.map(({ preset }) => readFileSync(outputOf(preset, `${name}.mjs`)));
  if (others.some((other) => !other.equals(glue))) {
    throw new StepError(`${name}.wasm with and without SIMD needs different glue`);
  }
  publish(`${name}.mjs`, withoutWaiting(glue.toString()));
  for (const { preset, file } of files) {
    const module = readFileSync(outputOf(preset, `${name}.wasm`));
    publish(file, module);
    if (!isInlined) continue;
    const script = `${file.replace('.wasm', '').replace('-', '_')}_base64.js`;
    publish(script, `export default '${module.toString('base64')}';\n`);
  }
}

/** Copies a module beside the core. */
function publishLoaded({ name, preset, baseline, isPart }) {
  const files = [{ preset, file: `${name}.wasm` }];
  if (baseline) files.push({ preset: baseline, file: `${name}-baseline.wasm` });
  publishBoth(name, files, !isPart);
}

/** Builds everything. */
export async function build() {
  await ensureNpmPackages();
  for (const { preset, file } of kModules) {
    const first = existsSync(outputOf(preset, 'core.wasm')) ? '' : ' (a minute the first time)';
    await step(`building ${file}${first}`, () => compileModule(preset));
  }
  for (const { name, preset, baseline } of kLoadedModules) {
    const first = name !== 'pdf' || existsSync(outputOf(preset, 'pdf.wasm')) ? '' : ' (10 minutes the first time: PDFium)';
    await step(`building ${name}.wasm${first}`, () => compileModule(preset));
    if (baseline) await step(`building ${name}-baseline.wasm`, () => compileModule(baseline));
  }
  publishBoth('core', kModules);
  for (const module of kLoadedModules) publishLoaded(module);
  publish('command.mjs', withoutWaiting(readFileSync(outputOf(kCommandPreset, 'command.mjs'), 'utf8')));
  publish('command.wasm', readFileSync(outputOf(kCommandPreset, 'command.wasm')));
  const encodings = readFileSync(join(kRoot, 'build', kModules[0].preset, 'encodings.bin'), 'base64');
  publish('encodings.js', `export default '${encodings}';\n`);
  const tsc = join(kRoot, 'node_modules', '.bin', 'tsc');
  await step('compiling TypeScript', () => run(tsc, ['-p', kRoot], { cwd: kRoot, log: kLog }));
  const ofModules = kLoadedModules.flatMap(({ name }) => [`hosts/deno_${name}_module.js`, `${name}.d.mts`]);
  for (const file of ['hosts/deno_core.js', 'core.d.mts', 'command.d.mts', ...ofModules]) {
    copyFileSync(join(kRoot, 'js', file), join(kDist, file));
  }
  for (const [file, text] of Object.entries(await notices())) publish(file, text);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) runMain(build);
