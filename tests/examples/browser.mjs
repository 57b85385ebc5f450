// The browser page in headless Chromium, served from the installed package.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { extname, join, normalize } from 'node:path';

import { findProgram } from '../../scripts/lib/steps.mjs';

const require = createRequire(import.meta.url);

const kTypes = { '.html': 'text/html', '.js': 'text/javascript', '.mjs': 'text/javascript', '.wasm': 'application/wasm' };
const kNotes = '     1\tone\n     2\ttwo';

async function serve(project) {
  const page = join(project, 'examples', 'browser');
  const server = createServer(async (request, response) => {
    const path = normalize(new URL(request.url, 'http://localhost').pathname);
    const file = path.startsWith('/lectern/')
      ? join(project, 'node_modules', 'lectern', 'dist', path.slice('/lectern/'.length))
      : join(page, path);
    try {
      const body = await readFile(file);
      response.writeHead(200, { 'Content-Type': kTypes[extname(path)] ?? 'text/plain' }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

/** Headless Chromium; undefined when it is not installed. */
export async function launchChromium() {
  const executablePath = findProgram('chromium') ?? findProgram('chromium-browser');
  if (executablePath === undefined) return undefined;
  const { chromium } = require('playwright-core');
  const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'];
  return chromium.launch({ executablePath, args, headless: true });
}

/** Waits for the page's `#output`, compares it, with `TIME` where a time stands, and empties it. */
export async function expectOutput(page, expected) {
  await page.waitForFunction(() => document.querySelector('#output').textContent !== '');
  const output = await page.textContent('#output');
  assert.equal(output.replace(/\d{4}-\d\d-\d\d \d\d:\d\d/, 'TIME'), expected);
  await page.evaluate(() => {
    document.querySelector('#output').textContent = '';
  });
}

/** Runs the page of the project. @returns {Promise<string>} a note */
export async function runBrowserExample(files, project) {
  const browser = await launchChromium();
  if (!browser) return 'SKIPPED, chromium is not installed';
  const server = await serve(project);
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${server.address().port}/index.html`);
    await page.setInputFiles('#file', [join(files, 'notes.txt'), join(files, 'notes.txt')]);
    await expectOutput(page, `${kNotes}\n${kNotes}`);
    await page.click('#opfs');
    await expectOutput(page, kNotes);
    await page.click('#worker');
    const missing = 'File does not exist: note.txt\nDid you mean {"file_path":"/notes.txt"}?';
    const listing = '(directory: 1 file, 8 bytes; read one as /NAME)\n-             8  TIME  notes.txt';
    await expectOutput(page, `${kNotes}\n${missing}\n${listing}`);
  } finally {
    await browser.close();
    server.close();
  }
  return 'a chosen file, OPFS in the page and in a worker, under CSP';
}
