// What the demo and the tests have in common: the repository's place, its npm packages and its CMake presets.

import { mkdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { ensurePackages } from './packages.mjs';
import { findProgram, run, step } from './steps.mjs';

/** The repository's root. */
export const kRoot = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Where build logs go. */
export const kLogs = join(kRoot, 'build', 'logs');

/**
 * Settings of ccache for builds below a folder.
 * @param {string} folder its path does not matter: a fresh clone finds what another has compiled
 */
export function ccacheSettings(folder) {
  return {
    CCACHE_BASEDIR: folder,
    CCACHE_NOHASHDIR: '1',
    // What a file includes is taken from the compiler's own list. ccache would run the preprocessor first, which for emcc
    // takes as long as compiling.
    CCACHE_DEPEND: '1',
    // The language of messages does not change what is compiled.
    CCACHE_SLOPPINESS: 'locale',
  };
}

/** The environment of builds: with ccache in front of the compilers where it is installed. */
export function buildEnvironment() {
  if (!findProgram('ccache')) return process.env;
  return {
    ...process.env,
    CMAKE_C_COMPILER_LAUNCHER: 'ccache',
    CMAKE_CXX_COMPILER_LAUNCHER: 'ccache',
    ...ccacheSettings(kRoot),
  };
}

/** Installs the npm packages of the lock file, unless that is what is installed already. */
export function ensureNpmPackages() {
  return ensurePackages(kRoot, 'npm packages (about half a minute)', join(kLogs, 'npm.log'));
}

/**
 * Configures and builds a CMake preset; what is up to date is not built again.
 * @param {string} preset a configure preset of CMakePresets.json
 * @param {string} hint what it is and how long it may take, for the progress line
 * @param {string[]} targets what to build of it; all when there are none
 */
export async function buildPreset(preset, hint, targets = []) {
  mkdirSync(kLogs, { recursive: true });
  const log = join(kLogs, `${preset}.log`);
  const env = buildEnvironment();
  await step(`building ${hint}`, async () => {
    await run('cmake', ['--preset', preset], { cwd: kRoot, env, log });
    const jobs = String(availableParallelism());
    const chosen = targets.length > 0 ? ['--target', ...targets] : [];
    await run('cmake', ['--build', join('build', preset), '--parallel', jobs, ...chosen], { cwd: kRoot, env, log });
  });
}
