// Drives the web demo in Chromium and Firefox.
//
//   node tests/web-demo/run.mjs [--browser NAME] [--only WORDS] [--screenshots FOLDER]
//
// The package must be built. --screenshots takes pictures of the main states in Chromium instead of testing.

import { mkdtempSync, mkdirSync, openSync, closeSync, ftruncateSync, rmSync, symlinkSync, writeSync, existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { ensurePackages } from '../../scripts/lib/packages.mjs';
import { kLogs, kRoot } from '../../scripts/lib/project.mjs';
import { elapsed, report, runMain } from '../../scripts/lib/steps.mjs';
import { buildWebDemo, kWebDemo } from '../../scripts/lib/web_demo.mjs';
import { serve } from '../../web-demo/serve.mjs';

const kFolder = join(kRoot, 'tests', 'web-demo');
const kHugeBytes = 5e9;

/** A file of 5 GB of which only the beginning takes room on the disk. */
function makeHugeFile(folder) {
  const path = join(folder, 'huge.txt');
  // More than is read at once: what follows the text is no text.
  const lines = Array.from({ length: 300_000 }, (_, i) => `line ${i + 1} of a very long file\n`).join('');
  const file = openSync(path, 'w');
  writeSync(file, lines);
  ftruncateSync(file, kHugeBytes);
  closeSync(file);
  return path;
}

/** The server of the page, which can go away and come back at the same address. */
async function startServer() {
  let running = await serve(kWebDemo);
  const { url } = running;
  return {
    url,
    stop: () => running.close(),
    start: async () => {
      running = await serve(kWebDemo, Number(new URL(url).port));
    },
  };
}

async function runScenario(browser, name, scenario, given) {
  const start = performance.now();
  const page = await browser.newPage();
  try {
    await page.open(given.server.url);
    await scenario(page, given);
    const problems = [...page.errors, ...(await page.violations())];
    if (problems.length > 0) throw new Error(`the console shows:\n${problems.join('\n')}`);
    console.log(`ok   ${browser.name} ${name} (${elapsed(start)})`);
    return true;
  } catch (error) {
    console.log(`FAIL ${browser.name} ${name}\n${error.stack}\n${page.errors.join('\n')}`);
    return false;
  } finally {
    await page.page.close();
  }
}

function checkSize() {
  return import('./size.mjs').then(({ pageSize }) => {
    const { own, module, budget } = pageSize(kWebDemo);
    const bytes = (count) => count.toLocaleString('en-US');
    const isFine = own <= budget;
    const sum = `with the module of ${bytes(module)} a first visit loads ${bytes(own + module)}`;
    console.log(`${isFine ? 'ok  ' : 'FAIL'} the page's own files: ${bytes(own)} of ${bytes(budget)} bytes (brotli); ${sum}`);
    return isFine;
  });
}

async function test(kBrowsers, given, { browser: wanted, only = '' }) {
  const { kScenarios } = await import('./scenarios.mjs');
  const { kPageScenarios } = await import('./page_scenarios.mjs');
  const chosen = Object.entries({ ...kScenarios, ...kPageScenarios }).filter(([name]) => name.includes(only));
  if (!(await checkSize())) process.exitCode = 1;
  for (const [name, launch] of Object.entries(kBrowsers)) {
    if (wanted !== undefined && wanted !== name) continue;
    const browser = await launch();
    if (!browser) {
      console.log(`SKIPPED ${name}: it is not installed`);
      continue;
    }
    try {
      for (const [sentence, scenario] of chosen) {
        if (!(await runScenario(browser, sentence, scenario, given))) process.exitCode = 1;
      }
    } finally {
      await browser.close();
    }
  }
}

runMain(async () => {
  const { values } = parseArgs({
    options: { browser: { type: 'string' }, only: { type: 'string' }, screenshots: { type: 'string' } },
  });
  await ensurePackages(kFolder, 'what drives the browsers (half a minute)', join(kLogs, 'npm.log'));
  const link = join(kFolder, 'node_modules', 'lectern');
  if (!existsSync(link)) symlinkSync(kRoot, link, 'dir');
  await buildWebDemo();
  const { kBrowsers } = await import('./browsers.mjs');
  const temporary = mkdtempSync(join(tmpdir(), 'lectern-web-demo-'));
  const server = await startServer();
  try {
    if (values.screenshots !== undefined) {
      mkdirSync(values.screenshots, { recursive: true });
      const { takeScreenshots } = await import('./screenshots.mjs');
      await takeScreenshots(kBrowsers.chromium, server.url, values.screenshots);
      report(`  screenshots are in ${values.screenshots}`);
    } else {
      const given = { server, samples: join(kWebDemo, 'samples'), hugeFile: makeHugeFile(temporary) };
      await test(kBrowsers, given, values);
    }
  } finally {
    await server.stop();
    rmSync(temporary, { recursive: true, force: true });
  }
});
