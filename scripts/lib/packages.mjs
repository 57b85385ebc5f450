// npm packages that the scripts use, installed as their lock file says.

import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { withLock } from './lock.mjs';
import { run, step } from './steps.mjs';

function isInstalled(directory) {
  const stamp = join(directory, 'node_modules', '.lectern-lock.json');
  const lock = join(directory, 'package-lock.json');
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === readFileSync(lock, 'utf8');
}

/**
 * Runs `npm ci` in a directory unless what is installed there is what its lock file says.
 * @param {string} directory holds package.json and package-lock.json
 * @param {string} label what is installed, for the progress line
 * @param {string} log log file
 */
export async function ensurePackages(directory, label, log) {
  if (isInstalled(directory)) return;
  await withLock(join(directory, 'build', '.packages-lock'), async () => {
    if (isInstalled(directory)) return;
    await step(`installing ${label}`, () => run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: directory, log }));
    copyFileSync(join(directory, 'package-lock.json'), join(directory, 'node_modules', '.lectern-lock.json'));
  });
}
