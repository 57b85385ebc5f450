// Pictures of the page for the documents, taken in Chromium.
//
//   node tests/web-demo/screenshots.mjs [FOLDER]
//
// They go to docs/images unless a folder is given. The package must be built.

import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { kRoot } from '../../scripts/lib/project.mjs';
import { report, runMain } from '../../scripts/lib/steps.mjs';
import { kBrowsers } from './browsers.mjs';
import { openSample, openTab, openWorkspace, originalShown } from './demo_page.mjs';
import { withDemo } from './fixture.mjs';

const kWide = { width: 1280, height: 800 };
const kPhone = { width: 360, height: 780 };
/** Documents are read by people who wait for their pictures. */
const kMaxBytes = 250_000;

async function openPicture(page) {
  await openSample(page, 'dashboard.png');
  await originalShown(page, 'img');
  const isShown = () => [...document.images].every(({ complete }) => complete);
  await page.until(isShown);
}

/** File names, each with what is on the page. */
const kShots = {
  'hidden-text': { size: kWide, enter: (page) => openSample(page, 'hidden.md') },
  notebook: {
    size: kWide,
    enter: async (page) => {
      await openSample(page, 'analysis.ipynb');
      await originalShown(page, '.notebook img');
    },
  },
  pdf: {
    size: kWide,
    enter: async (page) => {
      await openSample(page, 'report.pdf');
      await originalShown(page, 'img.page');
    },
  },
  picture: { size: kWide, enter: openPicture },
  request: {
    size: kWide,
    isDark: true,
    enter: async (page) => {
      await openSample(page, 'chart.png');
      await originalShown(page, 'img');
      await openTab(page, 'file-request');
    },
  },
  refused: { size: kWide, enter: (page) => openSample(page, 'download.png') },
  workspace: {
    size: kWide,
    isDark: true,
    enter: async (page) => {
      await openWorkspace(page);
      await page.click('#tool-form button[type=submit]');
      await page.until(() => document.querySelector('#answer .verdict') !== null);
    },
  },
  start: { size: kWide, enter: async () => undefined },
  'phone-start': { size: kPhone, enter: async () => undefined },
  phone: { size: kPhone, enter: openPicture },
};

runMain(async () => {
  const folder = process.argv[2] ?? join(kRoot, 'docs', 'images');
  mkdirSync(folder, { recursive: true });
  await withDemo(async ({ server }) => {
    const browser = await kBrowsers.chromium();
    if (!browser) throw new Error('chromium is not installed');
    try {
      const page = await browser.newPage();
      for (const [name, { size, isDark = false, enter }] of Object.entries(kShots)) {
        await page.resize(size.width, size.height);
        await page.preferDark(isDark);
        await page.open(server.url);
        await enter(page);
        await page.until(() => document.querySelector('#offline')?.dataset.state === 'ready');
        const path = join(folder, `web-demo-${name}.png`);
        await page.page.screenshot({ path });
        const bytes = statSync(path).size;
        report(`  ${path}: ${bytes.toLocaleString('en-US')} bytes`);
        if (bytes > kMaxBytes) throw new Error(`${path} has more than ${kMaxBytes} bytes`);
      }
    } finally {
      await browser.close();
    }
  });
});
