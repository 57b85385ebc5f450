// Installs the Debian packages that building needs and this machine lacks.
//
//   node scripts/setup.mjs [--tests]     --tests adds the browser
//
// Runs apt as root, or through sudo where that asks for no password; otherwise prints the command and exits with 1. Does
// nothing where there is no dpkg: the tools are then found, or missed, by the build itself.

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { spawnSync } from 'node:child_process';

import { StepError, cacheDirectory, findProgram, report, run, runMain, step } from './lib/steps.mjs';

/** Packages by purpose; the groups are what `ensurePackages` takes. */
export const kPackages = {
  native: ['build-essential', 'g++', 'cmake', 'ninja-build', 'ccache', 'nasm', 'pkg-config'],
  sources: ['dpkg-dev', 'xz-utils'],
  wasm: ['emscripten'],
  wasi: [
    'clang-14',
    'lld-14',
    'llvm-14',
    'libclang-rt-14-dev',
    'wasi-libc',
    'libc++-14-dev-wasm32',
    'libclang-rt-14-dev-wasm32',
    'binaryen',
  ],
  tidy: ['clang-tidy-14'],
  docs: ['doxygen'],
  bounds: ['valgrind'],
  bench: ['uchardet'],
  tests: [
    ...['chromium', 'firefox-esr', 'git', 'poppler-utils', 'redis-tools'],
    // Safari's engine, with a screen that nobody sees, and without one.
    ...['webkit2gtk-driver', 'xvfb', 'wpewebkit-driver', 'cog'],
  ],
};

/**
 * @param {string[]} names packages
 * @returns {string[]} those that are not installed
 */
export function missingPackages(names) {
  const format = ['-W', '-f', '${Package}\\t${db:Status-Status}\\n'];
  // dpkg-query fails when a name is unknown to it, but still lists the others.
  const { stdout } = spawnSync('dpkg-query', [...format, ...names], { encoding: 'utf8' });
  const installed = new Set(
    stdout
      .split('\n')
      .filter((line) => line.endsWith('\tinstalled'))
      .map((line) => line.split('\t')[0]),
  );
  return names.filter((name) => !installed.has(name));
}

/** @returns {string[] | undefined} what to put before a command that needs root; undefined when root is out of reach */
function rootPrefix() {
  if (process.getuid?.() === 0) return [];
  const sudo = findProgram('sudo');
  return sudo && spawnSync(sudo, ['-n', 'true']).status === 0 ? [sudo, '-n'] : undefined;
}

/**
 * Installs what is missing of the groups given.
 * @param {(keyof typeof kPackages)[]} groups
 * @returns {Promise<string[]>} the packages that were installed now
 * @throws {StepError} with the command to run when root is out of reach, or with apt's output when it fails
 */
export async function ensurePackages(groups) {
  if (!findProgram('dpkg-query') || !findProgram('apt-get')) return [];
  const missing = missingPackages(groups.flatMap((group) => kPackages[group]));
  if (missing.length === 0) return [];
  const prefix = rootPrefix();
  if (prefix === undefined) {
    const command = `apt-get update && apt-get install -y --no-install-recommends ${missing.join(' ')}`;
    throw new StepError(`packages are missing; run this as root, then try again:\n\n  ${command}\n`);
  }
  const log = join(cacheDirectory(), 'logs', 'setup.log');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...args) => {
    const [command, ...rest] = [...prefix, 'apt-get', ...args];
    return run(command, rest, { log, env });
  };
  await step(`installing ${missing.join(' ')}`, async () => {
    await apt('update');
    await apt('install', '-y', '--no-install-recommends', ...missing);
  });
  return missing;
}

async function main() {
  const { values } = parseArgs({ options: { tests: { type: 'boolean', default: false } } });
  const groups = ['native', 'sources', 'wasm', 'wasi', ...(values.tests ? ['tests'] : [])];
  const installed = await ensurePackages(groups);
  if (installed.length === 0) report('all packages are installed');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) runMain(main);
