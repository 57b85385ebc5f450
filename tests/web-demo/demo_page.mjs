// What a person does on the page, in words of the page.

import { kSize } from './browsers.mjs';

/** Brings the page back to how it begins, apart from the file that is open. */
export async function reset(page) {
  await page.resize(kSize.width, kSize.height);
  await page.evaluate(() => {
    if (location.hash === '#workspace') document.querySelector('.pages [href="#files"]').click();
    for (const name of ['#side input[value=model]', '#tab-file-rendered', '#tab-preview']) document.querySelector(name).click();
  });
  await choose(page, '#theme select', 'system');
  await choose(page, '#files .provider select', 'anthropic');
  await page.until(() => document.querySelector('#model .result').getAttribute('aria-busy') === null);
  await forgetResult(page);
}

/** Chooses from a list, as far as its listeners can tell. */
export function choose(page, selector, value) {
  const select = ([name, wanted]) => {
    const list = document.querySelector(name);
    list.value = wanted;
    list.dispatchEvent(new Event('change', { bubbles: true }));
  };
  return page.evaluate(select, [selector, value]);
}

/** Takes the shown result for one of something else, so that the next one is waited for. */
function forgetResult(page) {
  return page.evaluate(() => document.querySelector('#model .call')?.remove());
}

/** Waits for the result of a read of `path` and gives its verdict. */
export async function readResult(page, path) {
  await page.until((wanted) => {
    const call = document.querySelector('#model .call code');
    const isDone = document.querySelector('#model .result')?.getAttribute('aria-busy') === null;
    return isDone && call?.textContent.includes(wanted);
  }, path);
  return page.text('#model .verdict');
}

/** Opens a sample by its button. */
export async function openSample(page, name) {
  await forgetResult(page);
  const open = (sample) => document.querySelector(`.samples [data-path="${sample}"]`).click();
  await page.evaluate(open, name);
  return readResult(page, `"file_path":"${name}"`);
}

/** Waits until the file is shown as a person sees it. */
export function originalShown(page, selector) {
  return page.until((name) => document.querySelector(`#original ${name}`) !== null, selector);
}

/** A tab of the result, by its name. */
export async function openTab(page, id) {
  await page.click(`#tab-${id}`);
}

/** Drops a file with this content on the page. */
export function dropFile(page, name, content) {
  const drop = ([fileName, text]) => {
    const data = new DataTransfer();
    data.items.add(new File([text], fileName, { lastModified: 0 }));
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
  };
  return page.evaluate(drop, [name, content]);
}

/** Drops a file of any bytes. */
export function dropBytes(page, name, bytes) {
  const drop = ([fileName, base64]) => {
    const data = new DataTransfer();
    data.items.add(new File([Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))], fileName, { lastModified: 0 }));
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
  };
  return page.evaluate(drop, [name, bytes.toString('base64')]);
}

/** Pastes text where no field has the focus. */
export function pasteText(page, content) {
  const paste = (text) => {
    const data = new DataTransfer();
    data.setData('text/plain', text);
    const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true });
    // Firefox gives a made event a clipboard of its own.
    if (event.clipboardData !== data) event.clipboardData?.setData('text/plain', text);
    document.body.dispatchEvent(event);
  };
  return page.evaluate(paste, content);
}

/** Submits the controls of the read with these values. */
export async function submitRange(page, values) {
  await page.evaluate((wanted) => {
    const form = document.querySelector('.range');
    for (const label of form.querySelectorAll('label')) {
      const value = wanted[label.textContent];
      if (value !== undefined) label.querySelector('input').value = value;
    }
    form.requestSubmit();
  }, values);
}

/** Clicks a button by its text. */
export function clickButton(page, within, text) {
  const click = ([scope, name]) => {
    const buttons = [...document.querySelectorAll(`${scope} button`)];
    buttons.find((button) => button.textContent === name).click();
  };
  return page.evaluate(click, [within, text]);
}

/** Chooses a provider by its name. */
export function chooseProvider(page, id, within = '#files') {
  return choose(page, `${within} .provider select`, id);
}

/** What the copy button of a panel copies. */
export async function copied(page, panel) {
  await page.evaluate(() => {
    globalThis.copied = undefined;
    navigator.clipboard.writeText = async (text) => {
      globalThis.copied = text;
    };
  });
  await page.click(`#${panel} .panel-bar button`);
  const text = await page.until(() => globalThis.copied);
  await page.evaluate(() => {
    delete navigator.clipboard.writeText;
  });
  return text;
}

/** Opens the workspace, with its samples in it. */
export async function openWorkspace(page) {
  await page.click('.pages [href="#workspace"]');
  await page.until(() => document.querySelectorAll('#tree .leaf').length >= 7);
}
