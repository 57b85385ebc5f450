// A package in which files are missing or damaged, as an update that was stopped leaves it.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { temporaryDirectory } from '../support/samples.mjs';

const kDist = fileURLToPath(new URL('../../../dist', import.meta.url));

/** The program of a copy in which `spoil` is done to a folder. */
function spoiled(spoil) {
  const top = temporaryDirectory();
  const dist = join(top, 'dist');
  mkdirSync(dist);
  writeFileSync(join(top, 'package.json'), '{"type":"module"}');
  writeFileSync(join(top, 'a.pdf'), '%PDF-1.4\n%\0\n');
  writeFileSync(join(top, 'a.txt'), 'one\n');
  const isNeeded = (path) => !/_base64\.js$|\.d\.m?ts$/.test(path);
  cpSync(kDist, dist, { recursive: true, filter: isNeeded });
  spoil(dist);
  return (...words) => {
    const program = [join(dist, 'cli', 'main.js'), ...words];
    const { status, stdout, stderr } = spawnSync(process.execPath, program, {
      cwd: top,
      encoding: 'utf8',
    });
    return { status, stdout, stderr };
  };
}

const kMissing = /^lectern: .*cannot load pdf\.(?:wasm|mjs) from \S+: .+\. Install lectern again/;

describe('a module that does not load', () => {
  const spoils = {
    'is missing': (dist) => rmSync(join(dist, 'pdf.wasm')),
    'is empty': (dist) => writeFileSync(join(dist, 'pdf.wasm'), ''),
    'has no glue': (dist) => rmSync(join(dist, 'pdf.mjs')),
  };
  for (const [name, spoil] of Object.entries(spoils)) {
    test(`and ${name} is the failure of its file, and the next is read`, () => {
      const run = spoiled(spoil);
      const { status, stdout, stderr } = run('read', 'a.pdf', 'a.txt');
      assert.equal(status, 1);
      assert.match(stderr, kMissing);
      assert.doesNotMatch(stderr, /\n {4}at /);
      assert.match(stdout, /1\tone/);
      const batch = run('read', '--jobs', '1', 'a.pdf', 'a.txt');
      assert.equal(batch.status, 1);
      const [pdf, text] = batch.stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).result);
      assert.deepEqual([pdf.errorCode, pdf.metadata.sizeBytes], ['INTERNAL', 12]);
      assert.equal(text.success, true);
    });
  }
});

test('a program without its core says so in a line', () => {
  const run = spoiled((dist) => {
    for (const file of ['core.wasm', 'core-baseline.wasm']) rmSync(join(dist, file));
  });
  const { status, stderr } = run('read', 'a.txt');
  assert.equal(status, 1);
  assert.match(stderr, /^lectern: cannot load core[^\n]*\n$/);
});

test('a program without what its words are parsed with says so in a line', () => {
  const run = spoiled((dist) => rmSync(join(dist, 'command.wasm')));
  const { status, stderr } = run('read', 'a.txt');
  assert.equal(status, 1);
  assert.match(stderr, /^lectern: cannot load command\.wasm[^\n]*\n$/);
});
