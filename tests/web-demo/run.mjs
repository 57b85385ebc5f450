// Drives the web demo in Chromium and Firefox, and looks at its samples in WebKit.
//
//   node tests/web-demo/run.mjs [--browser NAME] [--only WORDS]
//
// The package must be built.

import { parseArgs } from 'node:util';

import { elapsed, report, runMain } from '../../scripts/lib/steps.mjs';
import { reset } from './demo_page.mjs';
import { withDemo } from './fixture.mjs';
import { checkVisit } from './visit.mjs';
import { checkWebKit } from './webkit_smoke.mjs';

/** Runs one scenario on a page that others have used before; it throws when anything on the page went wrong. */
async function runScenario(page, scenario, given) {
  await reset(page);
  await scenario(page, given);
  const problems = await page.problems();
  if (problems.length > 0) throw new Error(`the page has problems:\n${problems.join('\n')}`);
}

/** @returns {Promise<number>} how many failed */
async function runScenarios(browser, scenarios, given) {
  let failed = 0;
  let page;
  for (const [sentence, scenario] of scenarios) {
    const start = performance.now();
    try {
      if (!page) {
        page = await browser.newPage();
        await page.open(given.server.url);
      }
      await runScenario(page, scenario, given);
      report(`  ok   ${sentence} (${elapsed(start)})`);
    } catch (error) {
      failed++;
      console.log(`FAIL ${sentence}\n${error.stack}\n${page?.errors.join('\n') ?? ''}`);
      // Whatever state it is in, the next one gets another.
      await page?.close();
      page = undefined;
    }
  }
  return failed;
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
    if (browser.newVisitor && !(await checkVisit(browser, given.server))) failed++;
    failed += await runScenarios(browser, scenarios, { ...given, newPage: browser.newPage });
  } finally {
    await browser.close();
  }
  console.log(
    `${failed === 0 ? 'ok  ' : 'FAIL'} web demo in ${name}: ${scenarios.length} scenarios, ${failed} failures in ${elapsed(start)}`,
  );
  return failed === 0;
}

runMain(async () => {
  const { values } = parseArgs({ options: { browser: { type: 'string' }, only: { type: 'string', default: '' } } });
  await withDemo(async (given) => {
    const { kBrowsers } = await import('./browsers.mjs');
    const { kDocumentScenarios } = await import('./document_scenarios.mjs');
    const { kScenarios } = await import('./scenarios.mjs');
    const { kPageScenarios } = await import('./page_scenarios.mjs');
    const { kStrangerScenarios } = await import('./stranger_scenarios.mjs');
    const { kSystemScenarios } = await import('./system_scenarios.mjs');
    for (const [name, launch] of Object.entries(kBrowsers)) {
      if (values.browser !== undefined && values.browser !== name) continue;
      const system = name === 'chromium' ? kSystemScenarios : {};
      const scenarios = Object.entries({ ...kScenarios, ...kDocumentScenarios, ...kPageScenarios, ...kStrangerScenarios, ...system });
      const chosen = scenarios.filter(([sentence]) => sentence.includes(values.only));
      if (!(await runBrowser(name, launch, chosen, given))) process.exitCode = 1;
    }
    for (const name of ['webkit', 'wpe']) {
      if (values.browser !== undefined && values.browser !== name) continue;
      if (!(await checkWebKit(name, given.server.url))) process.exitCode = 1;
    }
  });
});
