// The package as the hosts find it: what `npm pack` makes, unpacked where a user's project would have it.

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { kRoot } from '../../scripts/lib/project.mjs';
import { StepError } from '../../scripts/lib/steps.mjs';

/** The installed package's folder. */
export const kInstalled = join(kRoot, 'tests', 'hosts', 'node_modules', 'lectern');

function run(command, args, cwd) {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (status !== 0)
    throw new StepError(`${command} ${args.join(' ')}\n${error ?? ''}${stdout}${stderr}`);
  return stdout;
}

/** Packs what is built and unpacks it, in place of an earlier one. */
export function installPackage() {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-packed-'));
  try {
    const [{ filename }] = JSON.parse(
      run('npm', ['pack', '--json', '--pack-destination', folder], kRoot),
    );
    rmSync(kInstalled, { recursive: true, force: true });
    mkdirSync(kInstalled, { recursive: true });
    run('tar', ['-xzf', join(folder, filename), '--strip-components=1', '-C', kInstalled], kRoot);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
