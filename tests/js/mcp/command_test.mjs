// `lectern mcp` on the command line.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';

import { fileUri } from '../../../dist/mcp/resources.js';
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
  [['--max-lines', 'many'], /maxLines must be an integer/],
  [['--root', join(kRoot, 'nowhere')], /--root must be a directory, got ".*nowhere"/],
  [['--root', join(kRoot, 'package.json')], /--root must be a directory, got ".*package.json"/],
  [['--root', ''], /--root must be a directory, got ""/],
  [['--jobs', '4'], /--jobs is not for mcp/],
  [['--format', 'json'], /--format is not for mcp/],
  [['--json'], /--format is not for mcp/],
  [['--preview', 'on'], /--preview is not for mcp/],
  [['--call-id', 'x'], /--call-id is not for mcp/],
  [['--manifest', 'x'], /--manifest needs --jobs/],
  [['--no-ignore'], /--no-ignore needs --jobs/],
  [['--offset', '3'], /--offset is not for mcp/],
  [['--file-type', 'text'], /--file-type is not for mcp/],
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
  assert.equal(fileUri('/not\ud800e'), 'file:///not%EF%BF%BDe');
});
