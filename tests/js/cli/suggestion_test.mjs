// What a terminal shows of a path that is nearly right.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';

const program = join(import.meta.dirname, '..', '..', '..', 'dist', 'cli', 'main.js');
const folder = mkdtempSync(join(tmpdir(), 'lectern-suggestion-'));
after(() => rmSync(folder, { recursive: true, force: true }));

/** A tar of one file of the name. */
function tarOf(name) {
  const head = Buffer.alloc(512);
  head.write(name, 0);
  head.write('0000644\0' + '0000000\0'.repeat(2) + '00000000004\0' + '00000000000\0', 100);
  head.fill(' ', 148, 156);
  head.write('0ustar\0' + '00', 156);
  const sum = head.reduce((total, byte) => total + byte, 0);
  head.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return Buffer.concat([head, Buffer.from('one\n'), Buffer.alloc(508 + 1024)]);
}

test('a member that is nearly named is suggested on a line of its own', () => {
  writeFileSync(join(folder, 'logs.tar'), tarOf('notes.txt'));
  const words = [program, 'read', 'logs.tar/note.txt'];
  const { status, stderr } = spawnSync(process.execPath, words, { cwd: folder, encoding: 'utf8' });
  assert.equal(status, 1);
  assert.match(stderr, /^lectern: [^\n]*note\.txt[^\n]*\n {2}Did you mean [^\n]*notes\.txt\?\n$/);
});

test('a file that is nearly named is suggested, with a path that can be copied', () => {
  writeFileSync(join(folder, 'notes.txt'), 'one');
  const said = (...words) =>
    spawnSync(process.execPath, [program, 'read', ...words], { cwd: folder, encoding: 'utf8' })
      .stderr;
  assert.equal(
    said('note.txt'),
    'lectern: File does not exist: note.txt\n  Did you mean ./notes.txt?\n',
  );
  assert.match(said(join(folder, 'NOTES.TXT')), /\n {2}Did you mean \/.*\/notes\.txt\?\n$/);
  assert.equal(said('another.md'), 'lectern: File does not exist: another.md\n');
  assert.doesNotMatch(said('--root', folder, join(folder, '..', 'note.txt')), /Did you mean/);
});

test('among many files the one that begins like the name is found', () => {
  const many = mkdtempSync(join(folder, 'many-'));
  for (let i = 0; i < 12_000; i++) writeFileSync(join(many, `name_${i}.txt`), '');
  writeFileSync(join(many, 'zebra.txt'), '');
  const { stderr } = spawnSync(process.execPath, [program, 'read', join(many, 'zebr.txt')], {
    encoding: 'utf8',
  });
  assert.match(stderr, /\n {2}Did you mean \/.*\/zebra\.txt\?\n$/);
});

test('names that are not UTF-8 are listed with U+FFFD', (context) => {
  const odd = mkdtempSync(join(folder, 'odd-'));
  try {
    writeFileSync(Buffer.from(`${odd}/caf\xe9.txt`, 'latin1'), 'one');
  } catch {
    return context.skip('the file system takes no such names');
  }
  const { stdout } = spawnSync(process.execPath, [program, 'read', odd], { encoding: 'utf8' });
  assert.match(stdout, / "caf\\ufffd\.txt"\n$/);
});

test('what is wrong with the words of a member comes with the size of its archive', () => {
  const tar = tarOf('notes.txt');
  writeFileSync(join(folder, 'sized.tar'), tar);
  const words = [program, 'read', '--json', '--lines', 'x', 'sized.tar/notes.txt'];
  const { stdout } = spawnSync(process.execPath, words, { cwd: folder, encoding: 'utf8' });
  assert.equal(JSON.parse(stdout).metadata.sizeBytes, tar.length);
});
