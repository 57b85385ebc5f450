// npm packages that the scripts use, installed as their lock file says.

import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { withLock } from './lock.mjs';
import { cacheDirectory, run, step } from './steps.mjs';

const kModules = 'node_modules';
const kStamp = join(kModules, '.lectern-lock.json');

function isInstalled(directory) {
  const stamp = join(directory, kStamp);
  const lock = join(directory, 'package-lock.json');
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === readFileSync(lock, 'utf8');
}

/** Where the packages of a directory are kept for other clones, by all that decides what `npm ci` installs. */
function keptPackages(directory) {
  const hash = createHash('sha256').update(`${process.version} ${process.platform} ${process.arch}\0`);
  for (const name of ['package.json', 'package-lock.json']) hash.update(readFileSync(join(directory, name))).update('\0');
  return join(cacheDirectory(), 'packages', hash.digest('hex').slice(0, 12));
}

/**
 * A copy whose files are links to the same data where the file system allows it: nobody writes into an installed file.
 * @throws {StepError} when neither links nor copies can be made
 */
async function copyTree(from, to, log) {
  try {
    await run('cp', ['-al', from, to], { log });
  } catch {
    rmSync(to, { recursive: true, force: true });
    await run('cp', ['-a', from, to], { log });
  }
}

/** Keeps what is installed in a directory; the packages are there as well without it. */
async function keepPackages(directory, kept, log) {
  const unfinished = `${kept}.${process.pid}`;
  try {
    mkdirSync(join(cacheDirectory(), 'packages'), { recursive: true });
    await copyTree(join(directory, kModules), unfinished, log);
    renameSync(unfinished, kept);
  } catch {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

/**
 * Installs the packages of a directory unless what is installed there is what its lock file says: from what another clone has
 * installed, or with `npm ci`.
 * @param {string} directory holds package.json and package-lock.json
 * @param {string} label what is installed, for the progress line
 * @param {string} log log file
 */
export async function ensurePackages(directory, label, log) {
  if (isInstalled(directory)) return;
  await withLock(join(directory, 'build', '.packages-lock'), async () => {
    if (isInstalled(directory)) return;
    const kept = keptPackages(directory);
    const isKept = existsSync(kept);
    await step(`installing ${label}`, async () => {
      if (!isKept) return run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: directory, log });
      rmSync(join(directory, kModules), { recursive: true, force: true });
      return copyTree(kept, join(directory, kModules), log);
    });
    if (!isKept) await keepPackages(directory, kept, log);
    copyFileSync(join(directory, 'package-lock.json'), join(directory, kStamp));
  });
}
