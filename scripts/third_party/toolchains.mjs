// The compilers of each variant: CMake arguments, environment, and an identity for the build key.

import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { StepError, capture, findProgram } from '../lib/steps.mjs';

const cmakeFile = (name) => fileURLToPath(new URL(`../../cmake/toolchains/${name}.cmake`, import.meta.url));

/** CMake's toolchain file of each variant for WASI, and behind it what that file includes. */
export const kWasiToolchains = {
  wasi: [cmakeFile('wasi')],
  'wasi-baseline': [cmakeFile('wasi-baseline'), cmakeFile('wasi')],
};

/** What Debian's emcc is written for; another one may come first in PATH. */
const kDebianPython = '/usr/bin/python3';
const kDebianNodeModules = '/usr/share/nodejs';

/** Every variant that build.mjs knows, in the order of `--variant all`. */
export const kVariants = [
  ...['native', 'catch2', 'wasm', 'wasm-simd', 'wasi', 'wasi-baseline'],
  ...['pdfium-native', 'pdfium-wasm', 'pdfium-wasi-baseline'],
  'faces',
];

/**
 * Finds Emscripten: Debian's package, an emsdk, or anything else with `emcc` in PATH.
 * @returns {{root: string, toolchainFile: string, env: NodeJS.ProcessEnv}} env is what emcc must run with
 * @throws {StepError} when there is no emcc
 */
export function findEmscripten() {
  const emcc = findProgram(process.env.EMCC ?? 'emcc');
  if (emcc === undefined) throw new StepError('emcc not found: node scripts/setup.mjs installs it');
  const root = process.env.EMSCRIPTEN_ROOT ?? dirname(realpathSync(emcc));
  const env = { ...process.env };
  // Debian's emcc finds its JavaScript optimiser's modules only through NODE_PATH.
  if (!env.NODE_PATH && root.startsWith('/usr/share/') && existsSync(kDebianNodeModules)) {
    env.NODE_PATH = kDebianNodeModules;
  }
  if (!env.EMSDK_PYTHON && root.startsWith('/usr/share/') && existsSync(kDebianPython)) {
    env.EMSDK_PYTHON = kDebianPython;
  }
  const toolchainFile = join(root, 'cmake', 'Modules', 'Platform', 'Emscripten.cmake');
  return { root, toolchainFile, env };
}

/** Emscripten's headers that map SSE intrinsics to SIMD128; WASI's clang has none of its own. */
function findSseHeaders() {
  try {
    const folder = join(findEmscripten().root, 'system', 'include', 'compat');
    return existsSync(join(folder, 'smmintrin.h')) ? folder : undefined;
  } catch {
    return undefined;
  }
}

function version(program, env) {
  return capture(program, ['--version'], { env }).split('\n')[0];
}

/**
 * @typedef {object} Toolchain
 * @property {string[]} cmakeArgs for every configure step
 * @property {string[]} libraryArgs only for cmake/third_party
 * @property {NodeJS.ProcessEnv} env
 * @property {string} identity text that changes when the compiler does
 */

/**
 * @param {string} variant
 * @returns {Toolchain}
 */
export function toolchainFor(variant) {
  // Nothing is compiled.
  if (variant === 'faces') return { cmakeArgs: [], libraryArgs: [], env: process.env, identity: 'none' };
  if (variant === 'native' || variant === 'catch2') {
    const cc = process.env.CC || 'cc';
    const cxx = process.env.CXX || 'c++';
    const nasm = findProgram('nasm') ? version('nasm', process.env) : 'no nasm';
    const cmakeArgs = [
      `-DCMAKE_C_COMPILER=${cc}`,
      `-DCMAKE_CXX_COMPILER=${cxx}`,
      '-DCMAKE_POSITION_INDEPENDENT_CODE=ON',
    ];
    const identity = [version(cc), version(cxx), process.arch, process.platform, nasm].join('; ');
    return { cmakeArgs, libraryArgs: [], env: process.env, identity };
  }
  if (variant in kWasiToolchains) {
    const sdk = process.env.WASI_SDK_PREFIX;
    const clang = sdk ? join(sdk, 'bin', 'clang') : 'clang-14';
    if (!findProgram(clang)) throw new StepError(`${clang} not found: node scripts/setup.mjs installs it`);
    const [file] = kWasiToolchains[variant];
    const cmakeArgs = [`-DCMAKE_TOOLCHAIN_FILE=${file}`, '-DCMAKE_TRY_COMPILE_TARGET_TYPE=STATIC_LIBRARY'];
    if (variant === 'wasi') cmakeArgs.push('-DLECTERN_WASI_SIMD=ON');
    const sseHeaders = variant === 'wasi' ? findSseHeaders() : undefined;
    const identity = `${version(clang)}; sse ${sseHeaders ? version('emcc', findEmscripten().env) : 'no'}`;
    const libraryArgs = sseHeaders ? [`-DSSE_HEADERS=${sseHeaders}`] : [];
    return { cmakeArgs, libraryArgs, env: process.env, identity };
  }
  const { toolchainFile, env } = findEmscripten();
  // Vectors only where they are written, as in cmake/toolchains/wasi.cmake.
  const flags = variant === 'wasm-simd' ? ['-DCMAKE_C_FLAGS=-msimd128 -fno-vectorize -fno-slp-vectorize'] : [];
  const cmakeArgs = [`-DCMAKE_TOOLCHAIN_FILE=${toolchainFile}`, ...flags];
  return { cmakeArgs, libraryArgs: [], env, identity: [version('emcc', env), ...flags].join('; ') };
}
