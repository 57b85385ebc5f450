// What the npm program holds of a directory's names.

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';

import { namesIn } from '../../../dist/cli/directory.js';

const kFolder = mkdtempSync(join(tmpdir(), 'lectern-'));
after(() => rmSync(kFolder, { recursive: true }));
mkdirSync(join(kFolder, 'four'));
for (const name of ['a', 'bc', 'd']) writeFileSync(join(kFolder, name), '');

test('the names of a directory are counted, with their bytes', () => {
  const names = namesIn(kFolder, 4, 8);
  assert.equal(names.areTooMany, false);
  assert.equal(names.count, 4);
  assert.equal(names.bytes, 8);
  assert.deepEqual(
    names.entries.filter(({ isDirectory }) => isDirectory),
    [{ name: 'four', isDirectory: true }],
  );
  assert.equal(names.entries.length, 4);
});

test('of too many names, and of too many bytes of them, none is held', () => {
  const tooMany = namesIn(kFolder, 2, 100);
  assert.deepEqual(tooMany, { entries: [], count: 3, bytes: tooMany.bytes, areTooMany: true });
  assert.deepEqual(namesIn(kFolder, 9, 7), { entries: [], count: 4, bytes: 8, areTooMany: true });
});

test('what is no directory has no names, and what is not there is an error', () => {
  assert.equal(namesIn(join(kFolder, 'a'), 9, 9), undefined);
  assert.throws(() => namesIn(join(kFolder, 'b'), 9, 9), { code: 'FILE_NOT_FOUND' });
});
