// Runs the native test suite under valgrind: memory that is read before it was written, which the sanitizers of `npm test`
// do not see, and leaks.
//
//   npm run valgrind [-- FILTER …]        default: every test; FILTER is Catch2's, for example "[pdf]" or "a scan*"
//
// It takes about half an hour, most of it in the tests over the corpus (LECTERN_CORPUS).

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

import { buildPreset, kRoot } from './lib/project.mjs';
import { runMain } from './lib/steps.mjs';
import { ensurePackages } from './setup.mjs';

/** A status that no test gives. */
const kFoundStatus = 99;

runMain(async () => {
  await ensurePackages(['native', 'sources', 'bounds']);
  await buildPreset('valgrind', 'the native test suite without sanitizers');
  const program = join(kRoot, 'build', 'valgrind', 'tests', 'lectern_tests');
  const options = ['--quiet', '--leak-check=full', '--errors-for-leak-kinds=definite,possible', `--error-exitcode=${kFoundStatus}`];
  const { status, signal } = spawnSync('valgrind', [...options, program, '--durations', 'no', ...process.argv.slice(2)], { stdio: 'inherit' });
  if (status === 0) return;
  console.error(status === kFoundStatus ? 'valgrind has findings' : `the tests ended with ${status ?? signal}`);
  process.exitCode = 1;
});
