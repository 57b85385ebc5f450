// Headless Chromium with a strict content security policy, over a server of this repository's files.

import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { extname, join, normalize } from 'node:path';

import { findProgram } from '../../scripts/lib/steps.mjs';
import { kRoot } from '../../scripts/lib/project.mjs';

const require = createRequire(import.meta.url);

/** All that lectern needs of a page. */
const kPolicy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "connect-src 'self'",
  "worker-src 'self'",
].join('; ');
const kArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const kTypes = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
};

/** Thrown when a host is not installed here. */
export class Skipped extends Error {}

/** Serves dist/ and tests/hosts/ on a free port of the loopback interface. */
async function startServer(cases) {
  const manifest = JSON.parse(await readFile(join(kRoot, 'package.json'), 'utf8'));
  const made = {
    '/cases.json': JSON.stringify(cases),
    '/lectern.mjs': `export * from '${manifest.exports['.'].browser.slice(1)}';`,
    '/watchdog.mjs': `export * from '${manifest.exports['./watchdog'].browser.slice(1)}';`,
  };
  const server = createServer(async (request, response) => {
    const path = normalize(new URL(request.url, 'http://localhost').pathname);
    const headers = {
      'Content-Type': kTypes[extname(path)] ?? 'text/plain',
      'Content-Security-Policy': kPolicy,
    };
    try {
      const isServed = path.startsWith('/dist/') || path.startsWith('/tests/hosts/');
      if (!(path in made) && !isServed) throw new Error('not served');
      const body = made[path] ?? (await readFile(join(kRoot, path)));
      response.writeHead(200, headers).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

/**
 * @param {object[]} cases
 * @param {'page' | 'worker' | 'watchdog'} where on the page's main thread, in a module worker, or in a watched reader's
 */
export async function runInChromium(cases, where) {
  const executablePath = findProgram('chromium') ?? findProgram('chromium-browser');
  if (executablePath === undefined) throw new Skipped('chromium is not installed');
  const server = await startServer(cases);
  const { chromium } = require('playwright-core');
  const browser = await chromium.launch({ executablePath, args: kArguments, headless: true });
  try {
    const page = await browser.newPage();
    const errors = [];
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    page.on('pageerror', (error) => errors.push(error.message));
    await page.goto(`http://127.0.0.1:${server.address().port}/tests/hosts/page.html`);
    await page
      .waitForFunction('globalThis.reports !== undefined', undefined, { timeout: 30_000 })
      .catch(() => {
        throw new Error(errors.join('\n') || 'the page did not start');
      });
    const report = await page.evaluate((name) => globalThis.reports[name](), where);
    if (errors.length > 0) report.failures.push(...errors);
    return report;
  } finally {
    await browser.close();
    server.close();
  }
}
