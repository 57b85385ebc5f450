// What holds for the page as a whole: themes, small screens, the keyboard, accessibility, and life without a network.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import { choose, clickButton, openSample, openTab, openWorkspace, originalShown, readResult } from './demo_page.mjs';

const kAxe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Rules that axe finds broken, with the elements. */
async function violationsOf(page) {
  await page.evaluate(kAxe);
  const run = async () => {
    const { violations } = await globalThis.axe.run();
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
  };
  return page.evaluate(run);
}

function background(page) {
  return page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
}

/** Whether a CSS colour is darker than middle grey. */
function isDark(color) {
  const channels = color.match(/[\d.]+/g).slice(0, 3).map(Number);
  return channels.reduce((sum, channel) => sum + channel, 0) < 380;
}

function chooseTheme(page, theme) {
  return choose(page, '#theme select', theme);
}

/** In the page: the file of the list that has the focus, or the name of whatever else has it. */
const focused = () => document.activeElement?.dataset?.path ?? document.activeElement?.id;

/** Documents by what shows them. */
const kDocuments = {
  'application.docx': '.word',
  'budget.xlsx': '.sheet',
  'review.pptx': '.slide',
  'keeper.epub': '.frame[style]',
  'invoice.eml': '.frame[style]',
  'project.zip': '.tree',
  'shop.sqlite': '.article',
  'rings.tiff': '.converted',
};

const kStates = {
  'before a file is open': async () => undefined,
  text: (page) => openSample(page, 'hidden.md'),
  picture: (page) => openSample(page, 'dashboard.png'),
  notebook: async (page) => {
    await openSample(page, 'analysis.ipynb');
    await originalShown(page, '.notebook img');
  },
  pdf: async (page) => {
    await openSample(page, 'report.pdf');
    await originalShown(page, 'img.page');
  },
  ...Object.fromEntries(
    Object.entries(kDocuments).map(([name, selector]) => [
      name,
      async (page) => {
        await openSample(page, name);
        await originalShown(page, selector);
      },
    ]),
  ),
  request: async (page) => {
    await openTab(page, 'file-request');
    await clickButton(page, '#original', 'Bytes');
  },
  failure: (page) => openSample(page, 'damaged.png'),
  workspace: async (page) => {
    await openWorkspace(page);
    await page.evaluate(() => {
      document.querySelector('.definition').open = true;
    });
    await page.click('#tool-form button[type=submit]');
    await page.until(() => document.querySelector('#answer .verdict') !== null);
  },
};

/** The policy that the product promises, word for word. */
const kPolicy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; worker-src 'self'; " +
  "style-src 'self'; img-src 'self' blob: data:";

export const kPageScenarios = {
  'keeps to its strict policy, wherever it is served': async (_, { server, newPage }) => {
    const { headers } = await fetch(server.url);
    assert.equal(headers.get('content-security-policy'), kPolicy);
    // A page of its own: what it is made to do shows in its console.
    const page = await newPage();
    await page.open(server.url);
    const meta = await page.evaluate(() => document.querySelector('meta[http-equiv="Content-Security-Policy"]').content);
    assert.equal(meta, kPolicy);
    // Chromium up to 150 looks at the policy when the handler would run, later ones when it is set.
    await page.evaluate(() => {
      document.body.setAttribute('onclick', 'globalThis.isOpen = true');
      document.body.click();
    });
    assert.equal(await page.evaluate(() => globalThis.isOpen), undefined);
    const first = await page.until(() => globalThis.violations[0]);
    assert.match(first, /^script-src-attr blocks inline/);
    await page.close();
  },
  'has no accessibility problem that axe knows, in any state, light or dark': async (page, { server }) => {
    await page.open(server.url);
    for (const [name, enter] of Object.entries(kStates)) {
      await enter(page);
      for (const theme of ['light', 'dark']) {
        await chooseTheme(page, theme);
        assert.deepEqual(await violationsOf(page), [], `${name}, ${theme}`);
      }
    }
  },
  'turns dark and light by its switch, and remembers': async (page) => {
    await chooseTheme(page, 'dark');
    assert.ok(isDark(await background(page)));
    await page.reload();
    await page.until(() => document.documentElement.dataset.theme === 'dark');
    assert.ok(isDark(await background(page)));
    await chooseTheme(page, 'light');
    assert.ok(!isDark(await background(page)));
  },
  'fits a screen 360 pixels wide': async (page, { server }) => {
    await page.resize(360, 740);
    await page.open(server.url);
    const show = (side) => document.querySelector(`#side input[value=${side}]`).click();
    const overflow = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
    for (const [name, enter] of Object.entries(kStates)) {
      await enter(page);
      for (const side of ['file', 'model']) {
        await page.evaluate(show, side);
        assert.equal(await page.evaluate(overflow), 0, `${name}, ${side}`);
      }
    }
  },
  'can be used with the keyboard alone': async (page, { server }) => {
    await page.open(server.url);
    for (let i = 0; i < 40 && (await page.evaluate(focused)) !== 'chart.png'; i++) await page.press('Tab');
    await page.press('Enter');
    await page.until(() => document.querySelector('#model .verdict')?.textContent.includes('640 × 400'));
    assert.equal(await page.evaluate(focused), 'model-title');
    await page.evaluate(() => document.querySelector('#tab-file-rendered').focus());
    await page.press('ArrowRight');
    assert.equal(await page.evaluate(focused), 'tab-file-request');
    assert.ok(await page.until(() => document.querySelector('#panel-file-request .json') !== null));
    await page.press('ArrowRight');
    await page.press('ArrowRight');
    assert.equal(await page.evaluate(focused), 'tab-file-rendered');
  },
  'leaves the focus where a person puts it while a file is read, or drawn afterwards': async (page) => {
    const choose = (name) => document.querySelector(`.samples [data-path="${name}"]`).focus();
    const goOn = () => document.querySelector('#tab-file-json').focus();
    await openSample(page, 'hidden.md');
    await page.evaluate(choose, 'analysis.ipynb');
    await page.press('Enter');
    await page.evaluate(goOn);
    await readResult(page, '"file_path":"analysis.ipynb"');
    await originalShown(page, '.notebook img');
    assert.equal(await page.evaluate(focused), 'tab-file-json');

    await page.evaluate(choose, 'report.pdf');
    await page.press('Enter');
    await readResult(page, '"file_path":"report.pdf"');
    await page.evaluate(goOn);
    await originalShown(page, 'img.page');
    assert.equal(await page.evaluate(focused), 'tab-file-json');
  },
  'works without its server once it was there': async (page, { server }) => {
    await page.until(() => document.querySelector('#offline')?.dataset.state === 'ready');
    await openSample(page, 'report.pdf');
    await server.stop();
    try {
      await page.reload();
      await page.until(() => document.querySelector('.samples [data-path]') !== null);
      assert.match(await openSample(page, 'chart.png'), /640 × 400/);
      assert.match(await openSample(page, 'report.pdf'), /3/);
      assert.match(await page.text('.rendered'), /Sales grew/);
    } finally {
      await server.start();
    }
  },
};
