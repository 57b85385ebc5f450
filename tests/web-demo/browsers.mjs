// The browsers that drive the page, behind one interface. Playwright drives Chromium; Firefox as Debian builds it is driven
// by Puppeteer, which speaks its protocol.

import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';

import { findProgram } from '../../scripts/lib/steps.mjs';

const require = createRequire(import.meta.url);

/** Long enough for a machine that does other things besides; no test waits that long when all is well. */
const kWaitMs = 90_000;
const kPollMs = 60;
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

/** Of the window, in CSS pixels. */
export const kSize = { width: 1440, height: 900 };

/** Runs in the page before its own scripts: forgets what was chosen before, and records what the policy blocks. */
function prepare() {
  // Before a page comes one of no origin in Firefox, which has no storage.
  if (globalThis.origin !== 'null' && !sessionStorage.getItem('visited')) {
    localStorage.clear();
    sessionStorage.setItem('visited', 'yes');
  }
  globalThis.violations = [];
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
    globalThis.violations.push(`${violatedDirective} blocks ${blockedURI} in ${sourceFile}`);
  });
}

/** Some samples are damaged, and the person's side shows them as they are: older versions of Firefox say so. */
const kSaidOfDamagedSamples = ['Image corrupt or truncated.'];

/** A page; `page` is Playwright's or Puppeteer's, which have much in common. */
class Page {
  /** Errors of the console, and those that nobody caught. */
  errors = [];
  /** Requests that take something out of the page. */
  uploads = [];

  constructor(page) {
    this.page = page;
    page.setDefaultTimeout(kWaitMs);
    page.on('console', (message) => {
      if (message.type() === 'error') this.errors.push(message.text());
    });
    page.on('pageerror', (error) => this.errors.push(String(error.message ?? error)));
    page.on('request', (request) => {
      const isOwn = request.url().startsWith(this.origin) || /^(blob|data|about):/.test(request.url());
      if (request.method() !== 'GET' || !isOwn) this.uploads.push(`${request.method()} ${request.url()}`);
    });
  }

  async open(url) {
    this.origin = new URL(url).origin;
    await this.page.goto(url);
    await this.until(() => document.readyState === 'complete');
  }

  reload() {
    return this.page.reload();
  }

  evaluate(work, argument) {
    return this.page.evaluate(work, argument);
  }

  /** Waits until a function of the page gives something, and returns it: no element, which Firefox does not hand over. */
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

  /** Everything that must not have happened, since the last time somebody asked. */
  async problems() {
    const violations = await this.evaluate(() => globalThis.violations.splice(0));
    const errors = this.errors.splice(0).filter((error) => !kSaidOfDamagedSamples.includes(error));
    return [...errors, ...this.uploads.splice(0), ...violations];
  }

  close() {
    return this.page.close();
  }
}

class ChromiumPage extends Page {
  choose(selector, paths) {
    return this.page.setInputFiles(selector, paths);
  }

  resize(width, height) {
    return this.page.setViewportSize({ width, height });
  }

  /** What the system wants, where nothing was chosen on the page. */
  preferDark(isDark) {
    return this.page.emulateMedia({ colorScheme: isDark ? 'dark' : 'light' });
  }

  /** Drops files and folders of the disk, as a person does. */
  async dropPaths(paths) {
    const session = await this.page.context().newCDPSession(this.page);
    const { width } = this.page.viewportSize();
    for (const type of ['dragEnter', 'dragOver', 'drop']) {
      const data = { items: [], files: paths, dragOperationsMask: 1 };
      await session.send('Input.dispatchDragEvent', { type, x: width / 2, y: 200, data });
    }
    await session.detach();
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
}

async function launchChromium(executablePath) {
  const { chromium } = require('playwright-core');
  const browser = await chromium.launch({ executablePath, args: kChromiumArguments, headless: true });
  const newPage = async (context) => {
    const page = await context.newPage();
    await page.addInitScript(prepare);
    return new ChromiumPage(page);
  };
  const profile = await browser.newContext({
    viewport: kSize,
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  return {
    newPage: () => newPage(profile),
    newVisitor: async () =>
      newPage(await browser.newContext({ viewport: kSize, serviceWorkers: 'block' })),
    close: () => browser.close(),
  };
}

async function launchFirefox(executablePath) {
  const puppeteer = require('puppeteer-core');
  const browser = await puppeteer.launch({ browser: 'firefox', executablePath, headless: true });
  return {
    newPage: async () => {
      const page = await browser.newPage();
      await page.setViewport(kSize);
      await page.evaluateOnNewDocument(prepare);
      return new FirefoxPage(page);
    },
    close: () => browser.close(),
  };
}

/**
 * How each browser is found and started; gives undefined where it is not installed.
 *
 * `newPage` opens a page of the one profile, so that only the first of them is a first visit. `newVisitor`, which only
 * Chromium has, opens one in a profile of its own, without service workers.
 */
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
