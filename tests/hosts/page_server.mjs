// Serves a page with a strict content security policy, with the installed package.

import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';

import { kRoot } from '../../scripts/lib/project.mjs';
import { kInstalled } from './installed.mjs';

/** All that lectern needs of a page. */
const kPolicy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "connect-src 'self'",
  "worker-src 'self'",
].join('; ');
const kTypes = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
};

/** Thrown when a host is not installed here. */
export class Skipped extends Error {}

/**
 * Serves the package's dist/, tests/hosts/ and the work on a free port of the loopback interface.
 * @param {object} work of run_work.js
 * @returns {Promise<{url: string, close(): void}>} the page's address
 */
export async function servePage(work) {
  const manifest = JSON.parse(await readFile(join(kInstalled, 'package.json'), 'utf8'));
  const made = {
    '/work.json': JSON.stringify(work),
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
      const root = path.startsWith('/dist/') ? kInstalled : kRoot;
      const isServed = root === kInstalled || path.startsWith('/tests/hosts/');
      if (!(path in made) && !isServed) throw new Error('not served');
      const body = made[path] ?? (await readFile(join(root, path)));
      response.writeHead(200, headers).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${server.address().port}/tests/hosts/page.html`;
  return { url, close: () => server.close() };
}

/**
 * Runs the work in a page that a browser has opened; Playwright's pages and Puppeteer's have what it takes.
 * @param {object} page
 * @param {string} url of `servePage`
 * @param {'page' | 'worker' | 'watchdog'} where on the page's main thread, in a module worker, or in a watched reader's
 */
export async function runInPage(page, url, where) {
  const errors = [];
  const note = (text) => {
    // Firefox asks for an icon, which the policy forbids, and calls that an error of the page.
    if (!text.includes('/favicon.ico')) errors.push(text);
  };
  page.on('console', (message) => {
    if (message.type() === 'error') note(message.text());
  });
  page.on('pageerror', (error) => note(error.message));
  await page.goto(url);
  const deadline = Date.now() + 60_000;
  while (!(await page.evaluate(() => globalThis.reports !== undefined))) {
    if (errors.length > 0 || Date.now() > deadline)
      throw new Error(errors.join('\n') || 'the page did not start');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const report = await page.evaluate((name) => globalThis.reports[name](), where);
  report.failures.push(...errors);
  return report;
}
