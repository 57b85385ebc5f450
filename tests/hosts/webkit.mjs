// WebKit as Debian builds it, driven by its own WebDriver: the engine of Safari. WebKitGTK's small browser needs a screen,
// which Xvfb makes; WPE has none.

import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { findProgram } from '../../scripts/lib/steps.mjs';

/** One call of a page may be all the work of run_tool.js. */
const kScriptMs = 600_000;
const kStartMs = 20_000;
/** What else is asked of a driver. One whose browser is gone may never answer. */
const kAnswerMs = 120_000;
const kLibraries = '/usr/lib';

/** Where packages of any architecture put the browser that comes with the library. */
function findMiniBrowser() {
  if (!existsSync(kLibraries)) return undefined;
  const folders = readdirSync(kLibraries).flatMap((name) =>
    ['webkit2gtk-4.1', 'webkit2gtk-4.0'].map((library) => join(kLibraries, name, library)),
  );
  return folders.map((folder) => join(folder, 'MiniBrowser')).find((path) => existsSync(path));
}

/** How each is found: its driver, its browser, what the driver is told of it, whether it needs a screen, and its environment. */
const kEngines = {
  webkit: {
    driver: 'WebKitWebDriver',
    browser: findMiniBrowser,
    option: 'webkitgtk:browserOptions',
    args: ['--automation'],
    hasScreen: true,
  },
  wpe: {
    driver: 'WPEWebDriver',
    browser: () => findProgram('cog'),
    option: 'wpe:browserOptions',
    args: ['--automation', '--platform=headless'],
    hasScreen: false,
    // On a busy machine WebKit 2.38 sometimes goes on wrongly after it swapped running code for code compiled better: in
    // three of six runs one PDF case of 323 was drawn differently or trapped. So it compiles everything once, at first.
    env: { JSC_useWasmLLInt: '0', JSC_useOMGJIT: '0' },
  },
};

async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Starts Xvfb on a display that it chooses. @returns {Promise<{display: string, kill(): void}>} */
async function startScreen(program) {
  const child = spawn(
    program,
    ['-displayfd', '3', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'],
    {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    },
  );
  const number = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (status) => reject(new Error(`Xvfb ended with ${status}`)));
    child.stdio[3].once('data', (text) => resolve(String(text).trim()));
  });
  return { display: `:${number}`, kill: () => child.kill() };
}

/**
 * Asks a server for JSON. fetch() gives an answer up that does not begin within five minutes, and a slow machine needs more
 * for the work of a page.
 */
function askJson(method, url, body, answerMs) {
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(answerMs);
    const asked = request(url, { method, signal }, async (response) => {
      try {
        resolve(JSON.parse(Buffer.concat(await response.toArray()).toString()));
      } catch (error) {
        reject(error);
      }
    });
    asked.once('error', reject);
    asked.end(body && JSON.stringify(body));
  });
}

/** A session of WebDriver; what it offers is as much of Playwright's page as the tests use. */
class WebKitPage {
  #base;
  constructor(base) {
    this.#base = base;
  }

  async #ask(method, path, body, answerMs = kAnswerMs) {
    const { value } = await askJson(method, `${this.#base}${path}`, body, answerMs);
    if (value?.error) throw new Error(`${value.error}: ${value.message}`);
    return value;
  }

  static async open(address, capabilities) {
    const page = new WebKitPage(address);
    const { sessionId, capabilities: given } = await page.#ask('POST', '/session', {
      capabilities,
    });
    page.#base = `${address}/session/${sessionId}`;
    page.version = given.browserVersion;
    await page.#ask('POST', '/timeouts', { script: kScriptMs });
    return page;
  }

  /** WebDriver tells nothing of the console; what is thrown reaches the caller of `evaluate`. */
  on() {}

  goto(url) {
    return this.#ask('POST', '/url', { url });
  }

  async evaluate(work, argument) {
    const script = `
      const done = arguments[arguments.length - 1];
      Promise.resolve().then(() => (${work})(arguments[0]))
        .then((value) => done({ value }), (error) => done({ problem: String(error) + '\\n' + (error?.stack ?? '') }));`;
    const call = { script, args: [argument ?? null] };
    const answer = await this.#ask('POST', '/execute/async', call, kScriptMs + kAnswerMs);
    if (answer.problem !== undefined) throw new Error(answer.problem);
    return answer.value ?? undefined;
  }

  resize(width, height) {
    return this.#ask('POST', '/window/rect', { width, height });
  }

  /** @returns {Promise<Buffer>} a PNG */
  async screenshot() {
    return Buffer.from(await this.#ask('GET', '/screenshot'), 'base64');
  }

  close() {
    return this.#ask('DELETE', '', undefined, kStartMs);
  }
}

/**
 * Starts a build of WebKit.
 * @param {keyof typeof kEngines} name
 * @returns {Promise<{page: WebKitPage, close(): Promise<void>} | undefined>} undefined where it is not installed
 */
export async function launchWebKit(name) {
  const { driver, browser, option, args, hasScreen, env = {} } = kEngines[name];
  const [program, binary, xvfb] = [findProgram(driver), browser(), findProgram('Xvfb')];
  if (!program || !binary || (hasScreen && !xvfb)) return undefined;
  const screen = hasScreen ? await startScreen(xvfb) : undefined;
  const port = await freePort();
  const child = spawn(program, [`--port=${port}`], {
    env: {
      ...process.env,
      ...env,
      ...(screen ? { DISPLAY: screen.display, GDK_BACKEND: 'x11' } : {}),
      LIBGL_ALWAYS_SOFTWARE: '1',
      NO_AT_BRIDGE: '1',
      // Containers let no program make namespaces; what is read here are the tests' own files.
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
      WEBKIT_FORCE_SANDBOX: '0',
    },
    stdio: 'ignore',
  });
  let page;
  const close = async () => {
    await page?.close().catch(() => undefined);
    child.kill();
    screen?.kill();
  };
  const address = `http://127.0.0.1:${port}`;
  const end = Date.now() + kStartMs;
  for (;;) {
    try {
      page = await WebKitPage.open(address, { alwaysMatch: { [option]: { binary, args } } });
      return { page, close };
    } catch (error) {
      const isStarting = error.code === 'ECONNREFUSED';
      if (!isStarting || Date.now() > end) {
        await close();
        throw error;
      }
      await sleep(100);
    }
  }
}
