// Cold starts: what a host takes from importing the package to its first result, in a new process, page or isolate each time.
//
//   node bench/start/run.mjs [--json]
//
// The package must be built. A host that is not installed here is left out.

import { createRequire } from 'node:module';
import { join } from 'node:path';

import { ensurePackages } from '../../scripts/lib/packages.mjs';
import { kLogs, kRoot } from '../../scripts/lib/project.mjs';
import { capture, runMain } from '../../scripts/lib/steps.mjs';
import { launchChromium } from '../../tests/hosts/browsers.mjs';
import { startWorkerd } from '../../tests/hosts/hosts.mjs';
import { installPackage } from '../../tests/hosts/installed.mjs';
import { Skipped, servePage } from '../../tests/hosts/page_server.mjs';
import { printTable } from '../lib/report.mjs';

const kRuns = 7;
const kHostsFolder = join(kRoot, 'tests', 'hosts');
const require = createRequire(join(kHostsFolder, 'package.json'));

const kProgram = `const start = performance.now();
const { createReader } = await import(process.argv[1]);
const imported = performance.now();
const reader = await createReader();
reader.readSync(new TextEncoder().encode('hello'), { file_path: 'a.txt' });
console.log(JSON.stringify([imported - start, performance.now() - start]));`;

/** Milliseconds until the import is done and until the first result. */
function startInNode() {
  const entry = join(kRoot, 'dist', 'hosts', 'node.js');
  return JSON.parse(capture(process.execPath, ['--input-type=module', '-e', kProgram, entry]));
}

/** The same in a page of a context that has nothing cached. */
async function startInPage(browser, url) {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.goto(url.replace(/page\.html$/, 'heaps.js'));
    return await page.evaluate(async () => {
      const start = performance.now();
      const { createReader } = await import('/lectern.mjs');
      const imported = performance.now();
      const reader = await createReader();
      reader.readSync(new TextEncoder().encode('hello'), { file_path: 'a.txt' });
      return [imported - start, performance.now() - start];
    });
  } finally {
    await context.close();
  }
}

/** From starting workerd to its first answer; its own clock stands still while a worker runs. */
async function startOfWorkerd(makeServer) {
  const start = performance.now();
  const server = await makeServer();
  try {
    const work = { cases: [{ name: 'hello', bytes: { text: 'hello' }, input: { file_path: 'a.txt' }, expect: {} }] };
    await (await server.dispatchFetch('http://localhost/', { method: 'POST', body: JSON.stringify(work) })).text();
    return performance.now() - start;
  } finally {
    await server.dispose();
  }
}

async function startsInWorkerd() {
  const { Miniflare } = require('miniflare');
  const options = { cf: false, compatibilityDate: '2026-04-01', modules: true };
  const empty = () => new Miniflare({ ...options, script: 'export default { fetch: () => new Response() };' });
  return (await startOfWorkerd(startWorkerd)) - (await startOfWorkerd(empty));
}

const shown = (samples) => {
  const sorted = samples.toSorted((a, b) => a - b);
  return [sorted[0], sorted[sorted.length >> 1]].map((ms) => ms.toFixed(1));
};

async function sample(run) {
  const samples = [];
  for (let i = 0; i < kRuns; i++) samples.push(await run());
  return samples;
}

function addRows(rows, host, samples) {
  rows.push([`${host}: import`, ...shown(samples.map(([imported]) => imported))]);
  rows.push([`${host}: import, start and first read`, ...shown(samples.map(([, read]) => read))]);
}

runMain(async () => {
  await ensurePackages(kHostsFolder, 'the hosts', join(kLogs, 'npm.log'));
  installPackage();
  const rows = [];
  addRows(rows, `Node ${process.versions.node}`, await sample(startInNode));
  rows.push(['workerd: more than an empty worker, with all modules', ...shown(await sample(startsInWorkerd))]);
  const server = await servePage({});
  try {
    const browser = await launchChromium();
    try {
      const samples = await sample(() => startInPage(browser, server.url));
      addRows(rows, `Chromium ${browser.version()}`, samples);
    } finally {
      await browser.close();
    }
  } catch (error) {
    if (!(error instanceof Skipped)) throw error;
    console.error(error.message);
  } finally {
    server.close();
  }
  printTable(`cold start in ms, of ${kRuns} runs`, ['', 'fastest', 'median'], rows);
});
