// Runs the conformance cases in JavaScript hosts and prints one line for each.
//
//   node tests/hosts/run.mjs [HOST...]
//
// The package and, for `wasi`, the WASI programs must be built. The hosts themselves are npm packages that the first run installs.

import { existsSync, readFileSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

import { ensurePackages } from '../../scripts/lib/packages.mjs';
import { kLogs, kRoot } from '../../scripts/lib/project.mjs';
import { elapsed, runMain, StepError } from '../../scripts/lib/steps.mjs';
import { Skipped } from './chromium.mjs';
import { kHosts } from './hosts.mjs';

const kFolder = join(kRoot, 'tests', 'hosts');

function loadCases() {
  const folder = join(kRoot, 'tests', 'conformance');
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return files.sort().flatMap((file) => {
    const { cases } = JSON.parse(readFileSync(join(folder, file), 'utf8'));
    return cases.map((one) => ({ ...one, file }));
  });
}

async function installHosts() {
  await ensurePackages(kFolder, 'JavaScript hosts (0.7 GB, a minute)', join(kLogs, 'hosts.log'));
  // The hosts find the package by its name, as in a user's project.
  const link = join(kFolder, 'node_modules', 'lectern');
  if (!existsSync(link)) symlinkSync(kRoot, link, 'dir');
}

/** @returns {Promise<boolean>} whether the host agrees with every case */
async function runHost(name, cases) {
  const start = performance.now();
  try {
    const { passed, failures } = await kHosts[name](cases);
    const total = passed + failures.length;
    const left = total < cases.length ? `, ${cases.length - total} left out: no PDF engine` : '';
    const counts = `${passed} of ${total} cases agree${left} (${elapsed(start)})`;
    console.log(`${failures.length === 0 ? 'ok  ' : 'FAIL'} ${name}: ${counts}`);
    for (const failure of failures) console.log(`  ${failure}`);
    return failures.length === 0;
  } catch (error) {
    if (error instanceof Skipped) {
      console.log(`SKIPPED ${name}: ${error.message}`);
      return true;
    }
    console.log(`FAIL ${name}: ${error.stack}`);
    return false;
  }
}

runMain(async () => {
  const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(kHosts);
  const unknown = names.filter((name) => !(name in kHosts));
  if (unknown.length > 0) {
    throw new StepError(
      `unknown host ${unknown.join(', ')}: expected ${Object.keys(kHosts).join(', ')}`,
    );
  }
  await installHosts();
  const cases = loadCases();
  for (const name of names) {
    if (!(await runHost(name, cases))) process.exitCode = 1;
  }
});
