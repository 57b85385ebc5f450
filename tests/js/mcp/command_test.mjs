// `lectern mcp` on the command line.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';

import { fileUri } from '../../../dist/mcp/server.js';
import { kRoot } from '../support/samples.mjs';

function run(...words) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(kRoot, 'dist', 'cli', 'main.js'), 'mcp', ...words],
    {
      input: '',
      encoding: 'utf8',
    },
  );
  return { status, stdout, stderr };
}

test('ends with its client', () => {
  assert.deepEqual(run('--root', kRoot), { status: 0, stdout: '', stderr: '' });
});

test('explains itself', () => {
  assert.match(run('--help').stdout, /lectern mcp \[--root DIR\]/);
});

for (const [words, message] of [
  [['--root'], /--root needs a value/],
  [['--symlinks', 'always'], /--symlinks must be follow-inside or refuse, got "always"/],
  [['--nonsense'], /unknown option --nonsense/],
  [['file.txt'], /unexpected "file.txt"/],
  [['--jobs', '2'], /--jobs is no option of mcp/],
  [['--format', 'json'], /--format is no option of mcp/],
  [['--preview', 'on'], /--preview is no option of mcp/],
  [['--offset', '3'], /--offset is no option of mcp/],
  [['--root', '/nowhere/at/all'], /--root must be a directory that can be opened/],
  [['--max-lines', 'many'], /maxLines must be an integer/],
]) {
  test(`refuses ${words.join(' ')}`, () => {
    const { status, stderr } = run(...words);
    assert.equal(status, 2);
    assert.match(stderr, message);
  });
}

test('paths of either system become URIs', () => {
  assert.equal(fileUri('/a b/c#d'), 'file:///a%20b/c%23d');
  assert.equal(fileUri('C:\\a\\b.txt'), 'file:///C:/a/b.txt');
});
