// Headless Chromium and Firefox, and WebKit.

import { createRequire } from 'node:module';

import { findProgram } from '../../scripts/lib/steps.mjs';
import { runInPage, servePage, Skipped } from './page_server.mjs';
import { launchWebKit } from './webkit.mjs';

const require = createRequire(import.meta.url);

const kChromiumArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export function launchChromium() {
  const executablePath = findProgram('chromium') ?? findProgram('chromium-browser');
  if (executablePath === undefined) throw new Skipped('chromium is not installed');
  const { chromium } = require('playwright-core');
  return chromium.launch({ executablePath, args: kChromiumArguments, headless: true });
}

/** Playwright drives only its own build of Firefox. */
function launchFirefox() {
  const executablePath = findProgram('firefox-esr') ?? findProgram('firefox');
  if (executablePath === undefined) throw new Skipped('firefox-esr is not installed');
  const puppeteer = require('puppeteer-core');
  // Ten minutes for one call: the work of run_tool.js is one.
  return puppeteer.launch({ browser: 'firefox', executablePath, protocolTimeout: 600_000 });
}

async function launchInstalledWebKit(name) {
  const launched = await launchWebKit(name);
  if (launched === undefined) throw new Skipped(`${name}'s driver is not installed`);
  return { newPage: async () => launched.page, close: launched.close };
}

const kBrowsers = {
  chromium: launchChromium,
  firefox: launchFirefox,
  webkit: () => launchInstalledWebKit('webkit'),
  wpe: () => launchInstalledWebKit('wpe'),
};

/**
 * A host of hosts.mjs.
 * @param {keyof typeof kBrowsers} name
 * @param {'page' | 'worker' | 'watchdog'} where on the page's main thread, in a module worker, or in a watched reader's
 */
export function runInBrowser(name, where) {
  return async (work) => {
    const browser = await kBrowsers[name]();
    const server = await servePage(work);
    try {
      return await runInPage(await browser.newPage(), server.url, where);
    } finally {
      await browser.close();
      server.close();
    }
  };
}
