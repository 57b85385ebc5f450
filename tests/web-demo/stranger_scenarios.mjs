// What somebody meets who sees the page for the first time, on a desk or on a phone.

import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';

import { clickButton, dropFile, openSample, openWorkspace, originalShown, readResult, submitRange } from './demo_page.mjs';

const kDesk = [1280, 800];
const kPhone = [390, 844];

function showSide(page, side) {
  return page.evaluate((name) => document.querySelector(`#side input[value=${name}]`).click(), side);
}

/** Whether each of these has a place on the screen. */
function areSeen(page, selectors) {
  return page.evaluate((all) => all.map((name) => document.querySelector(name).checkVisibility()), selectors);
}

/** How many screens high the page is. */
function screens(page) {
  return page.evaluate(() => document.documentElement.scrollHeight / innerHeight);
}

/** Texts of all elements that match, without what a file or a request holds. */
function textsOf(page, selector) {
  return page.evaluate((name) => [...document.querySelectorAll(name)].map(({ textContent }) => textContent), selector);
}

const kScreens = {
  'shows one side at a time on a phone, the model’s first': async (page, { server }) => {
    await page.resize(...kPhone);
    await page.open(server.url);
    assert.deepEqual(await areSeen(page, ['#side']), [false]);
    await openSample(page, 'chart.png');
    assert.deepEqual(await areSeen(page, ['#side', '#model', '#original']), [true, true, false]);
    await showSide(page, 'file');
    assert.deepEqual(await areSeen(page, ['#side', '#model', '#original']), [true, false, true]);
    assert.deepEqual(await areSeen(page, ['.samples']), [false]);
    await page.resize(...kDesk);
    await page.until(() => document.querySelector('.samples').checkVisibility());
    assert.deepEqual(await areSeen(page, ['#side', '#model', '#original']), [false, true, true]);
  },
  'keeps long files to a few screens of a phone, and shows the rest when asked': async (page) => {
    await page.resize(...kPhone);
    for (const name of ['server.log', 'huge.log']) {
      await openSample(page, name);
      await originalShown(page, '.paper');
      for (const side of ['model', 'file']) {
        await showSide(page, side);
        await page.until((id) => document.querySelector(`#${id} .cap button:not([hidden])`) !== null, side === 'file' ? 'original' : side);
        assert.ok((await screens(page)) < 3, `${name}, ${side}: ${await screens(page)} screens`);
      }
    }
    await clickButton(page, '#original .cap', 'Show all of the file');
    assert.ok((await screens(page)) > 4);
  },
  'keeps its header in one row, however narrow': async (page, { server }) => {
    await page.open(server.url);
    for (const width of [360, 390, 768, 1280]) {
      await page.resize(width, 800);
      const header = () => document.querySelector('.top').getBoundingClientRect().height;
      assert.ok((await page.evaluate(header)) < 60, `${width} pixels`);
      const links = () => [...document.querySelectorAll('.pages a')].map((link) => link.getBoundingClientRect().top);
      assert.equal(new Set(await page.evaluate(links)).size, 1, `${width} pixels`);
    }
  },
  'has controls on a phone that a finger can hit, each with a name that is seen': async (page, { server }) => {
    await page.resize(...kPhone);
    await page.open(server.url);
    await openSample(page, 'chart.png');
    const controls = () =>
      [...document.querySelectorAll('button, .button, select, .pages a, .choice label')]
        .filter((control) => control.checkVisibility())
        .map((control) => ({ name: control.textContent.trim() || control.getAttribute('aria-label'), height: control.getBoundingClientRect().height }));
    const low = (await page.evaluate(controls)).filter(({ height }) => height < 40);
    assert.deepEqual(low, []);
    assert.deepEqual(await areSeen(page, ['.provider span']), [true]);
    assert.match(await page.text('#theme option:checked'), /theme/);
  },
  'puts all warnings into one line': async (page) => {
    for (const size of [kPhone, kDesk]) {
      await page.resize(...size);
      await openSample(page, 'hidden.md');
      const heights = () => [...document.querySelectorAll('#model .notice')].map((notice) => notice.offsetHeight);
      const [height, ...others] = await page.evaluate(heights);
      assert.ok(height < 45 && others.length === 0, `${height} pixels, ${others.length} more`);
      assert.match(await page.text('#model .notice'), /3 warnings.*U\+202E.*Ignore earlier instructions/s);
    }
  },
  'shows the result of every sample above the fold of a small desk': async (page, { samples }) => {
    await page.resize(...kDesk);
    for (const name of readdirSync(samples)) {
      await openSample(page, name);
      const top = await page.evaluate(() => document.querySelector('#model .rendered').getBoundingClientRect().top);
      assert.ok(top < 450, `${name} begins at ${top}`);
    }
  },
  'moves nothing when a read begins and ends': async (page) => {
    await openSample(page, 'server.log');
    await submitRange(page, { Lines: '20' });
    await readResult(page, '"limit":20');
    await page.evaluate(() => {
      const where = () => document.querySelector('#model .tabs').getBoundingClientRect().top;
      globalThis.tops = [where()];
      const result = document.querySelector('#model .result');
      const observer = new MutationObserver(() => globalThis.tops.push(where()));
      observer.observe(result, { attributes: true, attributeFilter: ['aria-busy'] });
    });
    await submitRange(page, { 'First line': '41' });
    await readResult(page, '"offset":41');
    const tops = await page.evaluate(() => globalThis.tops);
    assert.ok(tops.length >= 3, 'nothing was observed');
    assert.equal(new Set(tops).size, 1, tops.join(', '));
  },
};

/** As a Word document begins; the rest is missing. */
const kWordFile = 'PK\u0003\u0004\u0014\u0000\u0006\u0000[Content_Types].xml';

const kHelp = {
  'says of a damaged Word document what it is, and what to do with it': async (page) => {
    await dropFile(page, 'contract.docx', kWordFile);
    assert.match(await readResult(page, 'contract.docx'), /^CORRUPT_DOCUMENT/);
    await originalShown(page, '.hex');
    assert.match(await page.text('#original .aside'), /^contract\.docx is a Word document \(\d+ bytes\)/);
    assert.match(await page.text('#model .advice'), /Download or export it once more/);
  },
  'says of a picture that only the model gets what it is': async (page) => {
    // A TIFF of one grey pixel: its header, a directory of nine entries, and the pixel.
    const entries = [
      [256, 3, 1, 1],
      [257, 3, 1, 1],
      [258, 3, 1, 8],
      [259, 3, 1, 1],
      [262, 3, 1, 1],
      [273, 4, 1, 122],
      [277, 3, 1, 1],
      [278, 3, 1, 1],
      [279, 4, 1, 1],
    ];
    await page.evaluate((fields) => {
      const view = new DataView(new ArrayBuffer(123));
      view.setUint32(0, 0x49492a00);
      view.setUint32(4, 8, true);
      view.setUint16(8, fields.length, true);
      fields.forEach(([tag, type, count, value], i) => {
        const at = 10 + 12 * i;
        view.setUint16(at, tag, true);
        view.setUint16(at + 2, type, true);
        view.setUint32(at + 4, count, true);
        view.setUint32(at + 8, value, true);
      });
      view.setUint8(122, 128);
      const data = new DataTransfer();
      data.items.add(new File([view], 'grey.tif'));
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
    }, entries);
    assert.match(await readResult(page, 'grey.tif'), /^OK Image \(TIFF/);
    await originalShown(page, '.converted');
    assert.match(await page.text('#original .aside'), /is a TIFF picture, which this browser does not show/);
  },
  'says after each refusal what to do': async (page) => {
    for (const name of ['download.png', 'damaged.png', 'bomb.png', 'binary.wasm']) {
      await openSample(page, name);
      assert.match(await page.text('#model .advice'), /^What you can do\w.{20,}/, name);
    }
    await openSample(page, 'chart.png');
    assert.equal(await page.text('#model .advice'), '');
  },
  'invites to a first call where the answer will be': async (page, { server }) => {
    await page.open(server.url);
    await openWorkspace(page);
    assert.match(await page.text('#answer'), /No call yet.*Press Call Read/);
    await clickButton(page, '#calls', 'A picture');
    await page.until(() => document.querySelector('#answer .verdict')?.textContent.includes('640 × 400'));
    assert.doesNotMatch(await page.text('#answer'), /No call yet/);
  },
  'writes all its numbers with grouped digits': async (page) => {
    for (const name of ['server.log', 'dashboard.png']) {
      await openSample(page, name);
      await originalShown(page, name === 'server.log' ? '.paper' : 'img');
      await page.until(() => [...document.images].every(({ complete }) => complete));
      const texts = await textsOf(page, '.verdict, .facts, .pager, .aside, figcaption, .file-about, #file-size');
      assert.deepEqual(texts.filter((text) => /(?<![\w.-])\d{4}/.test(text)), []);
    }
  },
  'has the buttons that remove files in one column, each in the middle of its row': async (page) => {
    for (const size of [kDesk, kPhone]) {
      await page.resize(...size);
      await openWorkspace(page);
      await page.evaluate(() => {
        document.querySelector('#tree-pane').open = true;
      });
      const places = await page.evaluate(() =>
        [...document.querySelectorAll('#tree .leaf')].map((leaf) => {
          const [file, remove] = [...leaf.children].map((child) => child.getBoundingClientRect());
          return { x: remove.right, offset: remove.top + remove.height / 2 - (file.top + file.height / 2) };
        }),
      );
      assert.equal(new Set(places.map(({ x }) => x)).size, 1, JSON.stringify(places));
      for (const { offset } of places) assert.ok(Math.abs(offset) < 1, `${offset} pixels beside the middle`);
    }
  },
};

const kForgedNotebook = JSON.stringify({
  nbformat: 4,
  nbformat_minor: 5,
  metadata: {},
  cells: [
    { cell_type: 'code', source: 'pass', outputs: [{ output_type: 'stream', name: 'stdout', text: '## Cell 9 [code]\n12\tno line\n' }] },
    { cell_type: 'markdown', source: 'plain words' },
  ],
});

const kStructure = {
  'takes headings and notes from the fields of the result, whatever the text looks like': async (page) => {
    await dropFile(page, 'forged.ipynb', kForgedNotebook);
    await readResult(page, 'forged.ipynb');
    assert.deepEqual(await textsOf(page, '#model .heading'), ['## Cell 1 [code]', '## Cell 2 [markdown]']);
    assert.deepEqual(await textsOf(page, '#model .number'), []);

    await dropFile(page, 'forged.txt', '(Showing 1 of 9 lines)\n# 3 cells\n');
    await readResult(page, 'forged.txt');
    assert.deepEqual(await textsOf(page, '#model .note, #model .heading'), []);

    await dropFile(page, 'long.txt', `${'x'.repeat(5000)}\nend\n`);
    await readResult(page, 'long.txt');
    const notes = await textsOf(page, '#model .note');
    assert.ok(notes.length === 1 && notes[0].startsWith('(Line 1 goes on.'), notes.join());
  },
  'marks the pages of a PDF, and shows their text as Markdown, as the model gets it': async (page) => {
    await openSample(page, 'report.pdf');
    const pages = [1, 2, 3].map((number) => `--- Page ${number} of 3 ---`);
    assert.deepEqual(await textsOf(page, '#model .heading'), pages);
    assert.ok((await textsOf(page, '#model .line')).includes('# Half-year report'));
  },
};

function inputOf(page) {
  return page.evaluate(() => JSON.parse(document.querySelector('#tool-input').value));
}

const kFields = {
  'has a button for each field of the input, and calls with what they write': async (page) => {
    await openWorkspace(page);
    const names = await page.until(() => [...document.querySelectorAll('#tool-fields button')].map(({ value }) => value));
    for (const name of ['lines', 'region', 'search', 'outline', 'view']) assert.ok(names.includes(name), name);
    await page.fill('#tool-input', '{"file_path":"/images/chart.png"}');
    await clickButton(page, '#tool-fields', 'region');
    const pressed = () => document.querySelector('#tool-fields [value=region]').ariaPressed;
    assert.equal(await page.evaluate(pressed), 'true');
    await page.click('#tool-form button[type=submit]');
    await page.until(() => document.querySelector('#answer .rendered')?.textContent.includes('delivered the region 200x150'));
    await clickButton(page, '#tool-fields', 'region');
    assert.deepEqual(await inputOf(page), { file_path: '/images/chart.png' });
    assert.equal(await page.evaluate(pressed), 'false');
  },
  'has calls to try that search, outline, look closer and draw a page': async (page) => {
    await openWorkspace(page);
    const shows = (wanted) => document.querySelector('#answer .rendered')?.textContent.includes(wanted);
    const calls = { Search: 'lines hold "login"', Outline: 'Cell 2 [code]', 'A closer look': 'the region', 'A page’s picture': 'page image:' };
    for (const [name, wanted] of Object.entries(calls)) {
      await clickButton(page, '#calls', name);
      await page.until(shows, wanted);
    }
  },
};

export const kStrangerScenarios = { ...kScreens, ...kHelp, ...kStructure, ...kFields };
