// Builds the web demo: its npm packages, its samples, the page.

import { join } from 'node:path';

import { ensurePackages } from './packages.mjs';
import { kLogs, kRoot } from './project.mjs';
import { run, step } from './steps.mjs';

const kFolder = join(kRoot, 'web-demo');

/** Where the built page is. */
export const kWebDemo = join(kFolder, 'dist');

/** Builds the page from the package in dist/, which must be there. */
export async function buildWebDemo() {
  const log = join(kLogs, 'web-demo.log');
  await ensurePackages(kFolder, 'what the web demo is built with (half a minute)', log);
  await step('making samples', () =>
    run(process.execPath, [join(kRoot, 'scripts', 'make_samples.mjs'), join(kFolder, 'public', 'samples')], { log }),
  );
  await step('building the web demo', async () => {
    for (const name of ['check', 'build']) await run('npm', ['run', name], { cwd: kFolder, log });
  });
}
