// Drives the web demo in Chromium and Firefox.
//
//   node tests/web-demo/run.mjs [--browser NAME] [--only WORDS]
//
// The package must be built.

import { parseArgs } from 'node:util';

import { elapsed, report, runMain } from '../../scripts/lib/steps.mjs';
import { withDemo } from './fixture.mjs';

async function runScenario(browser, name, scenario, given) {
  const start = performance.now();
  const page = await browser.newPage();
  try {
    await page.open(given.server.url);
    await scenario(page, given);
    const problems = await page.problems();
    if (problems.length > 0) throw new Error(`the page has problems:\n${problems.join('\n')}`);
    report(`  ok   ${name} (${elapsed(start)})`);
    return true;
  } catch (error) {
    console.log(`FAIL ${name}\n${error.stack}\n${page.errors.join('\n')}`);
    return false;
  } finally {
    await page.close();
  }
}

/** @returns {Promise<boolean>} whether all went well */
async function runBrowser(name, launch, scenarios, given) {
  const start = performance.now();
  const browser = await launch();
  if (!browser) {
    console.log(`SKIPPED web demo in ${name}: it is not installed`);
    return true;
  }
  let failed = 0;
  try {
    if (browser.newVisitor) {
      const { checkVisit } = await import('./visit.mjs');
      if (!(await checkVisit(browser, given.server))) failed++;
    }
    for (const [sentence, scenario] of scenarios) {
      if (!(await runScenario(browser, sentence, scenario, given))) failed++;
    }
  } finally {
    await browser.close();
  }
  console.log(`${failed === 0 ? 'ok  ' : 'FAIL'} web demo in ${name}: ${scenarios.length} scenarios in ${elapsed(start)}`);
  return failed === 0;
}

runMain(async () => {
  const { values } = parseArgs({ options: { browser: { type: 'string' }, only: { type: 'string', default: '' } } });
  await withDemo(async (given) => {
    const { kBrowsers } = await import('./browsers.mjs');
    const { kScenarios } = await import('./scenarios.mjs');
    const { kPageScenarios } = await import('./page_scenarios.mjs');
    const { kSystemScenarios } = await import('./system_scenarios.mjs');
    for (const [name, launch] of Object.entries(kBrowsers)) {
      if (values.browser !== undefined && values.browser !== name) continue;
      const system = name === 'chromium' ? kSystemScenarios : {};
      const scenarios = Object.entries({ ...kScenarios, ...kPageScenarios, ...system });
      const chosen = scenarios.filter(([sentence]) => sentence.includes(values.only));
      if (!(await runBrowser(name, launch, chosen, given))) process.exitCode = 1;
    }
  });
});
