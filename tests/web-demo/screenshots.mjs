// Pictures of the page for the documents, taken in Chromium.
//
//   node tests/web-demo/screenshots.mjs [FOLDER]
//
// Those that the documents show go to docs/images. With a folder each state goes there, on a desk and on a phone, light and
// dark. The package must be built.

import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { kRoot } from '../../scripts/lib/project.mjs';
import { report, runMain } from '../../scripts/lib/steps.mjs';
import { kBrowsers } from './browsers.mjs';
import { clickButton, openSample, openTab, openWorkspace, originalShown } from './demo_page.mjs';
import { withDemo } from './fixture.mjs';

const kDesk = { width: 1280, height: 800 };
const kPhone = { width: 390, height: 844 };
/** Documents are read by people who wait for their pictures. */
const kMaxBytes = 250_000;

async function picturesShown(page) {
  await originalShown(page, 'img');
  await page.until(() => [...document.images].every(({ complete }) => complete));
}

/** A sample, with its pictures if it has any. */
function sample(name, hasPictures = false) {
  return async (page) => {
    await openSample(page, name);
    await originalShown(page, '.capped');
    if (hasPictures) await picturesShown(page);
  };
}

/** A document, with what its viewer shows. */
function document(name, selector) {
  return async (page) => {
    await openSample(page, name);
    await originalShown(page, selector);
    await page.until(() => [...globalThis.document.images].every(({ complete }) => complete));
  };
}

async function callInWorkspace(page) {
  await openWorkspace(page);
  await page.until(() => document.querySelector('#tool-fields button') !== null);
  await clickButton(page, '#calls', 'Search');
  await page.until(() => document.querySelector('#answer .verdict') !== null);
}

/** What is on the page. */
const kStates = {
  start: async () => undefined,
  'hidden-text': sample('hidden.md'),
  notebook: sample('analysis.ipynb', true),
  pdf: sample('report.pdf', true),
  picture: sample('dashboard.png', true),
  log: sample('server.log'),
  request: async (page) => {
    await sample('chart.png', true)(page);
    await openTab(page, 'file-request');
  },
  word: document('application.docx', '.word'),
  workbook: document('budget.xlsx', '.sheet'),
  slides: document('review.pptx', '.slide'),
  book: document('keeper.epub', '.frame'),
  mail: document('invoice.eml', '.frame'),
  archive: document('project.zip', '.tree'),
  database: document('shop.sqlite', '.article'),
  columns: document('weather.parquet', '.article'),
  tiff: document('rings.tiff', '.converted'),
  drawing: document('steps.svg', 'img'),
  refused: sample('download.png'),
  'workspace-new': openWorkspace,
  workspace: callInWorkspace,
};

const kThemes = { light: false, dark: true };

/** What the documents show: file name, state, size, whether it is dark. */
const kShots = [
  ['hidden-text', 'hidden-text', kDesk, false],
  ['notebook', 'notebook', kDesk, false],
  ['pdf', 'pdf', kDesk, false],
  ['word', 'word', kDesk, false],
  ['workbook', 'workbook', kDesk, true],
  ['slides', 'slides', kDesk, false],
  ['mail', 'mail', kDesk, false],
  ['picture', 'picture', kDesk, false],
  ['request', 'request', kDesk, true],
  ['refused', 'refused', kDesk, false],
  ['workspace', 'workspace', kDesk, true],
  ['phone', 'picture', kPhone, false],
  ['phone-word', 'word', kPhone, false],
  ['phone-word-file', 'word', kPhone, false, 'file'],
  ['phone-workspace', 'workspace', kPhone, true],
];

/** Each state on each screen in each theme, on a phone from both sides, to be looked at. */
function everyShot() {
  return Object.keys(kStates).flatMap((state) =>
    Object.entries(kThemes).flatMap(([theme, isDark]) => [
      [`${state}-desk-${theme}`, state, kDesk, isDark],
      [`${state}-phone-${theme}`, state, kPhone, isDark],
      [`${state}-phone-file-${theme}`, state, kPhone, isDark, 'file'],
    ]),
  );
}

runMain(async () => {
  const [given] = process.argv.slice(2);
  const folder = given ?? join(kRoot, 'docs', 'images');
  const shots = given === undefined ? kShots : everyShot();
  mkdirSync(folder, { recursive: true });
  await withDemo(async ({ server }) => {
    const browser = await kBrowsers.chromium();
    if (!browser) throw new Error('chromium is not installed');
    try {
      const page = await browser.newPage();
      for (const [name, state, { width, height }, isDark, side = 'model'] of shots) {
        await page.resize(width, height);
        await page.preferDark(isDark);
        // The same address with another state after it is not loaded anew.
        await page.open('about:blank');
        await page.open(server.url);
        await kStates[state](page);
        await page.evaluate((wanted) => globalThis.document.querySelector(`#side input[value=${wanted}]`).click(), side);
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
