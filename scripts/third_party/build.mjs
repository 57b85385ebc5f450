// Builds the third-party libraries of one variant into a prefix outside the clone.
//
//   node scripts/third_party/build.mjs --variant VARIANT|all
//
// VARIANT: native, catch2, wasm, wasm-simd, wasi, wasi-baseline, pdfium-native, pdfium-wasm,
// pdfium-wasi-baseline or faces.
//
// Progress goes to stderr; stdout holds one line per variant, the prefix. The prefix's name carries a hash of the pinned
// sources, the recipes and the compiler, so a second run only prints it. Parallel runs wait for each other.

import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { withLock } from '../lib/lock.mjs';
import { ccacheSettings } from '../lib/project.mjs';
import { StepError, cacheDirectory, elapsed, findProgram } from '../lib/steps.mjs';
import { report, run, runMain, step } from '../lib/steps.mjs';
import { SourceStore } from './sources.mjs';
import { kVariants, kWasiToolchains, toolchainFor } from './toolchains.mjs';

const kRoot = fileURLToPath(new URL('../..', import.meta.url));
const kRecipeDirectory = join(kRoot, 'cmake', 'third_party');
const kLibraries = ['bzip2', 'dav1d', 'expected', 'jpeg', 'json', 'lzma', 'mbedtls', 'spng', 'webp', 'zlib', 'zstd'];
/** PDFium is a project of its own, built on the libraries of the variant behind the dash. */
const kPdfiumPrefix = 'pdfium-';
const kPdfiumDirectory = join(kRecipeDirectory, 'pdfium');
/** The faces of drawings, which are parts of PDFium's source. */
const kFacesDirectory = join(kRoot, 'cmake', 'faces');
/** What only WASI needs: a change there leaves the other variants as they are. */
const kWasiShims = join(kPdfiumDirectory, 'shims', 'wasi', '/');
/** What PDFium's JPEG decoder jumps with on WASI. */
const kWasiSetjmp = join(kRoot, 'cmake', 'wasi_setjmp', 'include', 'setjmp.h');
/** Tests run unoptimised code of ours; their framework only has to be quick to compile. */
const kCatch2Args = ['-DBUILD_TESTING=OFF', '-DCATCH_INSTALL_DOCS=OFF', '-DCMAKE_CXX_FLAGS_RELEASE=-O1'];

const isPdfium = (variant) => variant.startsWith(kPdfiumPrefix);
/** The variant whose libraries PDFium is built on; undefined for the libraries themselves. */
const baseOf = (variant) => (isPdfium(variant) ? variant.slice(kPdfiumPrefix.length) : undefined);

/** The packages of sources.json that a variant is made of. */
function sourceNames(variant) {
  // Of the libraries below it, PDFium sees the headers only: their versions matter, not how they were compiled.
  if (isPdfium(variant)) return ['pdfium', 'jpeg', 'zlib'];
  if (variant === 'faces') return ['pdfium'];
  return variant === 'catch2' ? ['catch2'] : kLibraries;
}

/** Files whose content decides what is built. */
function recipeFiles(variant) {
  if (variant === 'catch2') return [];
  if (variant === 'faces') return [join(kFacesDirectory, 'CMakeLists.txt')];
  const own = readdirSync(kRecipeDirectory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .filter((path) => path.startsWith(`${kPdfiumDirectory}/`) === isPdfium(variant));
  const toolchain = kWasiToolchains[baseOf(variant) ?? variant];
  if (!toolchain) return own.filter((path) => !path.startsWith(kWasiShims)).sort();
  return [...own.sort(), ...toolchain, ...(isPdfium(variant) ? [kWasiSetjmp] : [])];
}

function buildKey(variant, toolchain, sources) {
  const parts = [variant, toolchain.identity, ...kCatch2Args];
  const hash = createHash('sha256').update(parts.join('\0'));
  for (const [name, { directory, version }] of Object.entries(sources)) {
    hash.update(`${name} ${version} ${directory.split('/').at(-2)}\0`);
  }
  for (const path of recipeFiles(variant)) hash.update(readFileSync(path)).update('\0');
  return hash.digest('hex').slice(0, 12);
}

/** Configures, builds and installs a variant's libraries into `prefix`. */
async function build(variant, { prefix, work, toolchain, sources, base, log }) {
  const project = projectOf(variant, sources, base);
  const launcher = findProgram('ccache');
  const args = [
    ...['-S', project.directory, '-B', work, '-G', 'Ninja', '-Wno-dev'],
    '-DCMAKE_BUILD_TYPE=Release',
    '-DCMAKE_INSTALL_LIBDIR=lib',
    `-DCMAKE_INSTALL_PREFIX=${prefix}`,
    ...(launcher ? [`-DCMAKE_C_COMPILER_LAUNCHER=${launcher}`] : []),
    ...(launcher ? [`-DCMAKE_CXX_COMPILER_LAUNCHER=${launcher}`] : []),
    ...toolchain.cmakeArgs,
    ...toolchain.libraryArgs,
    ...project.args,
  ];
  // Lets ccache recognise a file although the build directory's name is new.
  const env = { ...toolchain.env, ...ccacheSettings(cacheDirectory()) };
  const options = { log, env };
  await step(`${variant}: configuring`, () => run('cmake', args, options));
  await step(`${variant}: compiling`, () => run('cmake', ['--build', work], options));
  await run('cmake', ['--install', work], options);
}

/** The CMake project of a variant, and where it finds each unpacked source. */
function projectOf(variant, sources, base) {
  if (variant === 'catch2') return { directory: sources.catch2.directory, args: kCatch2Args };
  if (variant === 'faces') return { directory: kFacesDirectory, args: [`-DPDFIUM_SOURCE=${sources.pdfium.directory}`] };
  if (isPdfium(variant)) {
    const args = [`-DPDFIUM_SOURCE=${sources.pdfium.directory}`, `-DDEPS_PREFIX=${base}`];
    return { directory: kPdfiumDirectory, args };
  }
  const args = Object.entries(sources).map(([name, { directory }]) => `-D${name.toUpperCase()}_SOURCE=${directory}`);
  return { directory: kRecipeDirectory, args };
}

/**
 * Makes sure that a variant's libraries are built.
 * @param {string} variant one of kVariants
 * @returns {Promise<string>} the prefix
 */
export async function ensureVariant(variant) {
  const cache = cacheDirectory();
  const baseVariant = baseOf(variant);
  const toolchain = toolchainFor(baseVariant ?? variant);
  const sources = await new SourceStore().resolve(sourceNames(variant));
  const label = `${variant}-${buildKey(variant, toolchain, sources)}`;
  const prefix = join(cache, 'prefix', label);
  if (existsSync(prefix)) return prefix;
  const base = baseVariant && (await ensureVariant(baseVariant));
  await withLock(join(cache, 'locks', label), async () => {
    if (existsSync(prefix)) return;
    const start = performance.now();
    const unfinished = join(cache, 'prefix', `.${label}.${process.pid}`);
    const work = join(cache, 'build', `${label}.${process.pid}`);
    const log = join(cache, 'logs', `${label}.log`);
    report(`building third-party libraries for ${variant} (log: ${log})`);
    rmSync(log, { force: true });
    try {
      await build(variant, { prefix: unfinished, work, toolchain, sources, base, log });
      if (!existsSync(prefix)) renameSync(unfinished, prefix);
    } finally {
      rmSync(work, { recursive: true, force: true });
      rmSync(unfinished, { recursive: true, force: true });
    }
    report(`built third-party libraries for ${variant} in ${elapsed(start)}`);
  });
  return prefix;
}

async function main() {
  const { values } = parseArgs({ options: { variant: { type: 'string', default: 'native' } } });
  const variants = values.variant === 'all' ? kVariants : [values.variant];
  if (!variants.every((variant) => kVariants.includes(variant))) {
    throw new StepError(`--variant is "${values.variant}": expected ${kVariants.join(', ')} or all`);
  }
  for (const variant of variants) process.stdout.write(`${await ensureVariant(variant)}\n`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) runMain(main);
