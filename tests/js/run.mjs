// The unit tests of the package, under the Node that runs this.

import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { ensurePackages } from '../../scripts/lib/packages.mjs';
import { kLogs, kRoot } from '../../scripts/lib/project.mjs';
import { runMain } from '../../scripts/lib/steps.mjs';

const folder = join(kRoot, 'tests', 'js');

/** Every *_test.mjs below the folder, the folder's own first. */
function testFiles(directory) {
  const entries = readdirSync(directory, { withFileTypes: true }).filter(
    ({ name }) => name !== 'node_modules',
  );
  const files = entries.filter((entry) => entry.isFile() && entry.name.endsWith('_test.mjs'));
  const folders = entries.filter((entry) => entry.isDirectory());
  return [
    ...files.map(({ name }) => join(directory, name)).sort(),
    ...folders
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .flatMap(({ name }) => testFiles(join(directory, name))),
  ];
}

runMain(async () => {
  const log = join(kLogs, 'npm.log');
  const wires = join(folder, 'wires');
  await ensurePackages(wires, "the vendors' SDKs (about a minute)", log);
  await ensurePackages(join(folder, 'fs'), 'file systems to test with (about half a minute)', log);
  await ensurePackages(join(folder, 'images'), 'an independent decoder of pictures', log);
  await ensurePackages(join(folder, 'outline'), "tree-sitter with Python's grammar", log);
  const tsc = join(wires, 'node_modules', '.bin', 'tsc');
  const types = ['tsconfig.json', 'tsconfig.bundler.json'].map(
    (config) => spawnSync(tsc, ['-p', join(wires, config)], { stdio: 'inherit' }).status,
  );
  const areTyped = types.every((status) => status === 0);
  const tests = spawnSync(process.execPath, ['--test', ...testFiles(folder)], {
    cwd: kRoot,
    stdio: 'inherit',
  });
  if (!areTyped) console.log("FAIL the types do not fit those of the vendors' SDKs");
  process.exitCode = areTyped && tests.status === 0 ? 0 : 1;
});
