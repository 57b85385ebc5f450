// What the page does with the system around it, as far as a test can reach it: only Chromium lets one drop folders, use the
// clipboard and change the colours that the system prefers.

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

import { chooseProvider, openSample, openTab, openWorkspace, readResult } from './demo_page.mjs';

const kProject = ['project/notes.txt', 'project/src/deep/leaf.txt', 'project/src/main.txt'];

function openedPaths(page) {
  return page.evaluate(() =>
    [...document.querySelectorAll('#opened .file-name')].map(({ textContent }) => textContent).sort(),
  );
}

function isGroundDark(page) {
  return page.evaluate(() => {
    const [red, green, blue] = getComputedStyle(document.documentElement).backgroundColor.match(/\d+/g).map(Number);
    return red + green + blue < 380;
  });
}

export const kSystemScenarios = {
  'lists the files of a dropped folder, and reads one below it': async (page, { server, project }) => {
    await page.open(server.url);
    await page.dropPaths([project]);
    await readResult(page, 'project/');
    assert.deepEqual(await openedPaths(page), kProject);
    await page.click('#opened [data-path="project/src/deep/leaf.txt"]');
    assert.match(await readResult(page, 'project/src/deep/leaf.txt'), /^OK/);
    assert.match(await page.text('#model .listing'), /1\tleaf$/);
  },
  'takes the first files of a dropped folder that has many, and says so': async (page, { server }) => {
    await page.open(server.url);
    const folder = mkdtempSync(join(tmpdir(), 'lectern-many-'));
    try {
      for (let i = 0; i < 700; i++) writeFileSync(join(folder, `${i}.txt`), '');
      await page.dropPaths([folder]);
      await page.until(() => document.querySelector('#toast.shown')?.textContent.includes('first 500 files'));
      assert.equal((await openedPaths(page)).length, 500);
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
  'looks into the first folders of a dropped one that has many, and says so': async (page, { server }) => {
    await page.open(server.url);
    const folder = mkdtempSync(join(tmpdir(), 'lectern-folders-'));
    try {
      for (let i = 0; i < 2500; i++) mkdirSync(join(folder, `${i}`));
      await page.dropPaths([folder]);
      await page.until(() => document.querySelector('#toast.shown')?.textContent.includes('first 2,000 folders'));
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
  'lists the files of a chosen folder': async (page, { server, project }) => {
    await page.open(server.url);
    await page.choose('#choose-folder', project);
    await readResult(page, 'project/');
    assert.deepEqual(await openedPaths(page), kProject);
  },
  'takes dropped files of the disk, several at once': async (page, { samples }) => {
    await page.dropPaths([join(samples, 'chart.png'), join(samples, 'letter.txt')]);
    assert.match(await readResult(page, 'chart.png'), /640 × 400/);
    assert.deepEqual((await openedPaths(page)).slice(0, 2), ['chart.png', 'letter.txt']);
  },
  'puts a dropped folder into the workspace when it is open': async (page, { project }) => {
    await openWorkspace(page);
    await page.dropPaths([project]);
    await page.click('#tree button[title="Read /project/src/deep/leaf.txt"]');
    await page.until(() => document.querySelector('#answer .listing')?.textContent.endsWith('1\tleaf'));
    await page.click('#reset-workspace');
    await page.until(() => !document.querySelector('#tree').textContent.includes('project'));
  },
  'leaves out of the workspace what the browser cannot write, and takes the other files': async (page) => {
    await openWorkspace(page);
    const folder = mkdtempSync(join(tmpdir(), 'lectern-names-'));
    try {
      // The first is no name for browsers; of the second there will be a folder.
      for (const name of ['a\\b.txt', 'both', 'plain.txt']) writeFileSync(join(folder, name), '');
      await page.evaluate(async (name) => {
        const workspace = await (await navigator.storage.getDirectory()).getDirectoryHandle('workspace');
        const made = await workspace.getDirectoryHandle(name, { create: true });
        const both = await made.getDirectoryHandle('both', { create: true });
        await both.getFileHandle('inner.txt', { create: true });
      }, basename(folder));
      await page.dropPaths([folder]);
      await page.until(() => document.querySelector('#toast.shown')?.textContent.includes('2 files could not be written'));
      await page.until(() => document.querySelector('#tree').textContent.includes('inner.txt'));
      await page.until(() => document.querySelector('#tree').textContent.includes('plain.txt'));
    } finally {
      rmSync(folder, { recursive: true });
    }
    await page.click('#reset-workspace');
    await page.until(() => !document.querySelector('#tree').textContent.includes('plain.txt'));
  },
  'copies to the clipboard and pastes from it by buttons': async (page) => {
    await openSample(page, 'letter.txt');
    await chooseProvider(page, 'mcp');
    await openTab(page, 'file-request');
    await page.until(() => document.querySelector('#panel-file-request .json')?.textContent.includes('"content"'));
    await page.click('#panel-file-request .panel-bar button');
    await page.until(() => document.querySelector('#toast.shown')?.textContent.startsWith('Copied'));
    const copy = await page.evaluate(() => navigator.clipboard.readText());
    assert.match(JSON.parse(copy).content[0].text, /Уважаемая Анна Сергеевна!/);
    await page.click('#paste');
    assert.match(await readResult(page, 'pasted.txt'), /^OK/);
    await openTab(page, 'file-rendered');
    assert.match(await page.text('#model .listing'), /1\t\{/);
  },
  'is dark when the system is': async (page) => {
    assert.equal(await isGroundDark(page), false);
    await page.preferDark(true);
    assert.equal(await isGroundDark(page), true);
    await page.preferDark(false);
  },
};
