// Messages for people that cannot be written.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';

import { kRoot, temporaryDirectory } from '../support/samples.mjs';

const kMain = join(kRoot, 'dist', 'cli', 'main.js');

describe('messages that cannot be written', { skip: !existsSync('/dev/full') }, () => {
  const folder = temporaryDirectory();
  writeFileSync(join(folder, 'a.txt'), 'one\n');
  writeFileSync(join(folder, 'b.txt'), 'two\n');

  for (const [words, status] of [
    [['missing', 'a.txt', 'missing', 'b.txt'], 1],
    [['--pages', '1', 'a.txt', 'b.txt'], 0],
    [['--jobs', '1', 'a.txt', 'b.txt'], 0],
  ]) {
    test(`read ${words.join(' ')} prints all that can be read`, () => {
      const full = openSync('/dev/full', 'w');
      const run = spawnSync(process.execPath, [kMain, 'read', ...words], {
        cwd: folder,
        stdio: ['ignore', 'pipe', full],
        encoding: 'utf8',
      });
      closeSync(full);
      assert.equal(run.status, status);
      assert.match(run.stdout, /one[\s\S]*two/);
    });
  }
});
