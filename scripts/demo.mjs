// npm run demo [-- FILE...]: sets up this machine, builds the package, and reads real files with it.

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

import { ensureNpmPackages, kLogs, kRoot } from './lib/project.mjs';
import { report, run, runMain, step } from './lib/steps.mjs';
import { ensurePackages } from './setup.mjs';

/** What is read when no file is named: text, a picture and a notebook, the latter two made here. */
async function sampleFiles() {
  const folder = join(kRoot, 'build', 'demo');
  await run(process.execPath, [join(kRoot, 'scripts', 'make_samples.mjs'), folder], {
    log: join(kLogs, 'samples.log'),
  });
  return [join(kRoot, 'CHANGELOG.md'), join(folder, 'chart.png'), join(folder, 'analysis.ipynb')];
}

runMain(async () => {
  report('Setting up and building lectern: about 13 minutes the first time, seconds afterwards.');
  await ensurePackages(['native', 'sources', 'wasm']);
  await ensureNpmPackages();
  await step('building the package', () =>
    run(process.execPath, [join(kRoot, 'scripts', 'build.mjs')], { cwd: kRoot, log: join(kLogs, 'build.log') }),
  );
  const named = process.argv.slice(2);
  const files = named.length > 0 ? named : await sampleFiles();
  for (const file of files) {
    report(`\n$ lectern read ${file}`);
    const { status } = spawnSync(process.execPath, [join(kRoot, 'dist', 'cli', 'main.js'), 'read', file], {
      stdio: 'inherit',
    });
    if (status !== 0) process.exitCode = status ?? 1;
  }
  report('\nAdd --json to see the whole result:  npx lectern read FILE --json');
});
