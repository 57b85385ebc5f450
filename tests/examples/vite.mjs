// The Vite example in headless Chromium: as its development server serves it, and as it is built.

import { mkdirSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { capture } from '../../scripts/lib/steps.mjs';
import { expectOutput, launchChromium } from './browser.mjs';

const require = createRequire(import.meta.url);

const kExpected = `     1\tone
     2\ttwo
--- Page 1 of 3 ---
first page

--- Page 2 of 3 ---
second page

--- Page 3 of 3 ---
third page
`;

async function readIn(page, url, files) {
  await page.goto(url);
  await page.setInputFiles('#file', [join(files, 'notes.txt'), join(files, 'report.pdf')]);
  await expectOutput(page, kExpected);
}

/** @returns {Promise<string>} a note */
export async function runViteExample(files, project) {
  const browser = await launchChromium();
  if (!browser) return 'SKIPPED, chromium is not installed';
  const { build, createServer, preview } = await import(pathToFileURL(require.resolve('vite')).href);
  const root = join(project, 'examples', 'vite');
  const installed = join(root, 'node_modules', 'lectern');
  mkdirSync(installed, { recursive: true });
  const tarball = readdirSync(project).find((name) => name.endsWith('.tgz'));
  capture('tar', ['-xzf', join(project, tarball), '-C', installed, '--strip-components=1']);
  const common = { root, logLevel: 'error', configFile: join(root, 'vite.config.js') };
  const page = await browser.newPage();
  const errors = [];
  page.on('pageerror', (error) => errors.push(error.message));
  let built = [];
  try {
    const server = await createServer({ ...common, server: { host: '127.0.0.1', port: 0 } });
    try {
      await server.listen();
      await readIn(page, server.resolvedUrls.local[0], files);
    } finally {
      await server.close();
    }
    await build(common);
    built = readdirSync(join(root, 'dist', 'assets'));
    const served = await preview({ ...common, preview: { host: '127.0.0.1', port: 0 } });
    try {
      await readIn(page, served.resolvedUrls.local[0], files);
    } finally {
      await served.close();
    }
  } catch (error) {
    throw new Error([...errors, ...built].join('\n'), { cause: error });
  } finally {
    await browser.close();
  }
  return `in the development server and built (${built.length} files), with a PDF`;
}
