// The unit tests of the package, under the Node that runs this.

import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { kRoot } from '../../scripts/lib/project.mjs';

const folder = join(kRoot, 'tests', 'js');
const files = readdirSync(folder).filter((name) => name.endsWith('_test.mjs'));
const { status } = spawnSync(
  process.execPath,
  ['--test', ...files.sort().map((name) => join(folder, name))],
  {
    cwd: kRoot,
    stdio: 'inherit',
  },
);
process.exitCode = status ?? 1;
