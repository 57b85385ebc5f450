// `lectern mcp` on the command line.

import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';

import { fileUri } from '../../../dist/mcp/resources.js';
import { kRoot } from '../support/samples.mjs';

function runWith(input, words) {
  const program = [join(kRoot, 'dist', 'cli', 'main.js'), 'mcp', ...words];
  const { status, stdout, stderr } = spawnSync(process.execPath, program, {
    input,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

function run(...words) {
  return runWith('', words);
}

test('ends with its client', () => {
  assert.deepEqual(run('--root', kRoot), { status: 0, stdout: '', stderr: '' });
});

test('says why it ends when a message is longer than it may be', () => {
  const { status, stderr } = runWith('x'.repeat(11 * 1024 * 1024), ['--root', kRoot]);
  assert.equal(status, 1);
  assert.match(stderr, /^lectern: the session ended: .*maximum size/);
});

test('refuses a directory for its input', { skip: process.platform === 'win32' }, () => {
  const input = openSync(kRoot);
  const program = [join(kRoot, 'dist', 'cli', 'main.js'), 'mcp', '--root', kRoot];
  const { status, stderr } = spawnSync(process.execPath, program, {
    stdio: [input, 'pipe', 'pipe'],
    encoding: 'utf8',
  });
  closeSync(input);
  assert.equal(status, 2);
  assert.match(stderr, /^lectern: standard input is a directory/);
});

test('answers all that a client asks for before it reads', async () => {
  const words = [join(kRoot, 'dist', 'cli', 'main.js'), 'mcp', '--root', kRoot];
  const server = spawn(process.execPath, words);
  const request = (id) => {
    const method = id % 2 ? 'ping' : 'tools/call';
    const params = { name: 'Read', arguments: { file_path: 'package.json' } };
    return `${JSON.stringify({ jsonrpc: '2.0', id, method, ...(id % 2 ? {} : { params }) })}\n`;
  };
  const kCount = 400;
  server.stdin.write(Array.from({ length: kCount }, (_, id) => request(id)).join(''));
  let notes = '';
  server.stderr.on('data', (piece) => (notes += piece));
  const ids = new Set();
  for await (const line of createInterface({ input: server.stdout })) {
    const { id, result } = JSON.parse(line);
    assert.ok(result);
    ids.add(id);
    if (ids.size === kCount) server.stdin.end();
  }
  assert.equal(ids.size, kCount);
  assert.equal(notes, '');
});

test('answers what a client asks for that closes its end at once', () => {
  const request = (id) => {
    const params = { name: 'Read', arguments: { file_path: 'package.json' } };
    return `${JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params })}\n`;
  };
  const { status, stdout } = runWith(Array.from({ length: 40 }, (_, id) => request(id)).join(''), [
    '--root',
    kRoot,
  ]);
  assert.equal(status, 0);
  assert.equal(stdout.trimEnd().split('\n').length, 40);
});

test('explains itself', () => {
  assert.match(run('--help').stdout, /lectern mcp \[--root DIR\]/);
});

for (const [words, message] of [
  [['--root'], /--root needs a value/],
  [['--symlinks', 'always'], /--symlinks must be follow-inside or refuse, got "always"/],
  [['--nonsense'], /unknown option --nonsense/],
  [['file.txt'], /unexpected "file.txt"/],
  [['--max-lines', 'many'], /--max-lines must be an integer/],
  [
    ['--root', join(kRoot, 'nowhere')],
    /--root must be a directory that can be opened, got ".*nowhere"/,
  ],
  [
    ['--root', join(kRoot, 'package.json')],
    /--root must be a directory that can be opened, got ".*package.json"/,
  ],
  [
    ['--root', `${join(kRoot, 'package.json')}/..`],
    /--root must be a directory that can be opened, got ".*package.json\/\.\."/,
  ],
  [['--root', ''], /--root must not be empty/],
  [['--jobs', '4'], /--jobs is no option of mcp/],
  [['--format', 'json'], /--format is no option of mcp/],
  [['--json'], /--json is no option of mcp/],
  [['--preview', 'on'], /--preview is no option of mcp/],
  [['--call-id', 'x'], /--call-id is no option of mcp/],
  [['--manifest', 'x'], /--manifest is no option of mcp/],
  [['--no-ignore'], /--no-ignore is no option of mcp/],
  [['--offset', '3'], /--offset is no option of mcp/],
  [['--file-type', 'text'], /--file-type is no option of mcp/],
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
  assert.equal(fileUri('\\\\server\\share\\b.txt'), 'file:///server/share/b.txt');
  assert.equal(fileUri('/a\\b'), 'file:///a%5Cb');
  assert.equal(fileUri('/'), 'file:///');
  assert.equal(fileUri('/not\ud800e'), 'file:///not%EF%BF%BDe');
});
