// What the demo and the tests have in common: the repository's place, its npm packages and its CMake presets.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { findProgram, run, step } from './steps.mjs';

/** The repository's root. */
export const kRoot = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Where build logs go. */
export const kLogs = join(kRoot, 'build', 'logs');

/** The environment of builds: with ccache in front of the compilers where it is installed. */
export function buildEnvironment() {
  if (!findProgram('ccache')) return process.env;
  return {
    ...process.env,
    CMAKE_C_COMPILER_LAUNCHER: 'ccache',
    CMAKE_CXX_COMPILER_LAUNCHER: 'ccache',
    // The clone's path must not matter, or a fresh clone would compile everything again.
    CCACHE_BASEDIR: kRoot,
    CCACHE_NOHASHDIR: '1',
  };
}

/** Installs the npm packages of the lock file, unless that is what is installed already. */
export async function ensureNpmPackages() {
  const lock = createHash('sha256').update(readFileSync(join(kRoot, 'package-lock.json'))).digest('hex');
  const stamp = join(kRoot, 'node_modules', '.lectern-lock');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  await step('installing npm packages (about half a minute)', () =>
    run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: kRoot, env: process.env, log: join(kLogs, 'npm.log') }),
  );
  writeFileSync(stamp, lock);
}

/**
 * Configures and builds a CMake preset; what is up to date is not built again.
 * @param {string} preset a configure preset of CMakePresets.json
 * @param {string} hint what it is and how long it may take, for the progress line
 */
export async function buildPreset(preset, hint) {
  mkdirSync(kLogs, { recursive: true });
  const log = join(kLogs, `${preset}.log`);
  const env = buildEnvironment();
  await step(`building ${hint}`, async () => {
    await run('cmake', ['--preset', preset], { cwd: kRoot, env, log });
    const jobs = String(availableParallelism());
    await run('cmake', ['--build', join('build', preset), '--parallel', jobs], { cwd: kRoot, env, log });
  });
}
