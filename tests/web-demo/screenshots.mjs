// Pictures of the main states of the page.

import { join } from 'node:path';

import { chooseProvider, openSample, openTab, originalShown } from './demo_page.mjs';

const kShots = {
  intro: async () => undefined,
  pdf: async (page) => {
    await openSample(page, 'report.pdf');
    await originalShown(page, 'img.page');
  },
  picture: async (page) => {
    await openSample(page, 'dashboard.png');
    await originalShown(page, 'img');
  },
  notebook: async (page) => {
    await openSample(page, 'analysis.ipynb');
    await originalShown(page, '.notebook img');
  },
  hidden: (page) => openSample(page, 'hidden.md'),
  log: (page) => openSample(page, 'server.log'),
  huge: (page) => openSample(page, 'huge.log'),
  refused: (page) => openSample(page, 'download.png'),
  request: async (page) => {
    await openSample(page, 'chart.png');
    await chooseProvider(page, 'openai');
    await openTab(page, 'file-request');
  },
  workspace: async (page) => {
    await page.evaluate(() => {
      location.hash = '#workspace';
    });
    await page.until(() => document.querySelectorAll('#tree .leaf').length >= 7);
    await page.click('#tool-form button[type=submit]');
    await page.until(() => document.querySelector('#answer .verdict'));
  },
};

/** Sizes and themes of the pictures. */
const kForms = [
  { suffix: '', width: 1440, height: 900, isDark: false },
  { suffix: '-dark', width: 1440, height: 900, isDark: true },
  { suffix: '-tablet', width: 820, height: 1100, isDark: false },
  { suffix: '-phone', width: 360, height: 740, isDark: false },
];

export async function takeScreenshots(launch, url, folder) {
  const browser = await launch();
  try {
    for (const { suffix, width, height, isDark } of kForms) {
      const page = await browser.newPage(isDark);
      await page.resize(width, height);
      for (const [name, enter] of Object.entries(kShots)) {
        await page.open(url);
        await enter(page);
        await page.until(() => document.querySelector('#offline')?.dataset.state === 'ready');
        await page.screenshot(join(folder, `${name}${suffix}.png`));
      }
      await page.page.close();
    }
  } finally {
    await browser.close();
  }
}
