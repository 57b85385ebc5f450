// The browsers that drive the page, behind one interface. Playwright drives Chromium; Firefox as Debian builds it is driven
// by Puppeteer, which speaks its protocol.

import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';

import { findProgram } from '../../scripts/lib/steps.mjs';

const require = createRequire(import.meta.url);

/** Long enough for a machine that does other things besides; no test waits that long when all is well. */
const kWaitMs = 90_000;
const kPollMs = 40;
const kChromiumArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Runs in the page before its own scripts. */
function recordViolations() {
  globalThis.violations = [];
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
    globalThis.violations.push(`${violatedDirective} blocks ${blockedURI} in ${sourceFile}`);
  });
}

/** A page; `page` is Playwright's or Puppeteer's, which have much in common. */
class Page {
  /** Errors of the console, and those that nobody caught. */
  errors = [];

  constructor(page) {
    this.page = page;
    page.setDefaultTimeout(kWaitMs);
    page.on('console', (message) => {
      if (message.type() === 'error') this.errors.push(message.text());
    });
    page.on('pageerror', (error) => this.errors.push(String(error.message ?? error)));
  }

  async open(url) {
    await this.page.goto(url);
    await this.until(() => document.readyState === 'complete');
  }

  reload() {
    return this.page.reload();
  }

  evaluate(work, argument) {
    return this.page.evaluate(work, argument);
  }

  /** Waits until a function of the page gives something, and returns it. */
  async until(work, argument, waitMs = kWaitMs) {
    const end = Date.now() + waitMs;
    for (;;) {
      // While a page is being left, it evaluates nothing.
      const value = await this.evaluate(work, argument).catch(() => undefined);
      if (value) return value;
      if (Date.now() > end) throw new Error(`waited ${waitMs} ms for ${work} with ${JSON.stringify(argument)}`);
      await sleep(kPollMs);
    }
  }

  click(selector) {
    return this.page.click(selector);
  }

  press(key) {
    return this.page.keyboard.press(key);
  }

  /** The text of an element; '' when there is none. */
  text(selector) {
    return this.evaluate((name) => document.querySelector(name)?.textContent ?? '', selector);
  }

  /** Writes into a field, as far as its listeners can tell. */
  fill(selector, value) {
    const write = ([name, text]) => {
      const field = document.querySelector(name);
      field.value = text;
      field.dispatchEvent(new Event('input', { bubbles: true }));
      field.dispatchEvent(new Event('change', { bubbles: true }));
    };
    return this.evaluate(write, [selector, value]);
  }

  async violations() {
    return this.evaluate(() => globalThis.violations);
  }
}

class ChromiumPage extends Page {
  choose(selector, paths) {
    return this.page.setInputFiles(selector, paths);
  }

  resize(width, height) {
    return this.page.setViewportSize({ width, height });
  }

  screenshot(path) {
    return this.page.screenshot({ path });
  }
}

class FirefoxPage extends Page {
  async choose(selector, paths) {
    const input = await this.page.$(selector);
    await input.uploadFile(...[paths].flat());
  }

  resize(width, height) {
    return this.page.setViewport({ width, height });
  }

  screenshot(path) {
    return this.page.screenshot({ path });
  }
}

/** @returns {Promise<{name: string, newPage: (dark?: boolean) => Promise<Page>, close: () => Promise<void>}>} */
async function launchChromium(executablePath) {
  const { chromium } = require('playwright-core');
  const browser = await chromium.launch({ executablePath, args: kChromiumArguments, headless: true });
  return {
    name: 'chromium',
    async newPage(isDark = false) {
      const context = await browser.newContext({
        viewport: { width: 1440, height: 900 },
        colorScheme: isDark ? 'dark' : 'light',
      });
      const page = await context.newPage();
      await page.addInitScript(recordViolations);
      return new ChromiumPage(page);
    },
    close: () => browser.close(),
  };
}

async function launchFirefox(executablePath) {
  const puppeteer = require('puppeteer-core');
  const browser = await puppeteer.launch({ browser: 'firefox', executablePath, headless: true });
  return {
    name: 'firefox',
    async newPage() {
      const context = await browser.createBrowserContext();
      const page = await context.newPage();
      await page.setViewport({ width: 1440, height: 900 });
      await page.evaluateOnNewDocument(recordViolations);
      return new FirefoxPage(page);
    },
    close: () => browser.close(),
  };
}

/** How each browser is found and started; `launch` gives undefined where it is not installed. */
export const kBrowsers = {
  chromium: async () => {
    const path = findProgram('chromium') ?? findProgram('chromium-browser');
    return path && launchChromium(path);
  },
  firefox: async () => {
    const path = findProgram('firefox-esr') ?? findProgram('firefox');
    return path && launchFirefox(path);
  },
};
