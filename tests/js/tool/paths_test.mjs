// Where the text of a path leads, for both kinds of systems, on any host.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { makePathRules, resolvePath } from '../../../dist/tool/paths.js';

const kPosix = makePathRules({}, '/base/desk', '/base');
const kWindows = makePathRules(
  { pathStyle: 'windows', caseSensitive: false },
  'C:\\root\\work',
  'C:\\root',
);

function expectAll(rules, cases) {
  for (const [filePath, expected] of cases) {
    const resolved = resolvePath(filePath, rules);
    assert.equal(resolved.path ?? resolved.code, expected, JSON.stringify(filePath));
  }
}

describe('a POSIX path', () => {
  test('is made absolute and plain', () => {
    expectAll(kPosix, [
      ['a.txt', '/base/desk/a.txt'],
      ['./b//c/./d.txt', '/base/desk/b/c/d.txt'],
      ['../a.txt', '/base/a.txt'],
      ['/base/a.txt', '/base/a.txt'],
      ['/base/desk/../b', '/base/b'],
      ['/base', '/base'],
      ['with space \u00e9', '/base/desk/with space \u00e9'],
      ['back\\slash.txt', '/base/desk/back\\slash.txt'],
      ['...', '/base/desk/...'],
    ]);
  });

  test('does not leave the root', () => {
    const paths = [
      '../../etc/passwd',
      '/etc/passwd',
      '/base-evil/a.txt',
      '/base/../base-evil/a.txt',
      '/baseed',
      '/',
      '/base/..',
      '/BASE/a.txt',
      '..\\..\\etc\\passwd',
      '/base/..\\..\\etc',
      'a/../../../etc/passwd',
    ];
    expectAll(
      kPosix,
      paths.map((path) => [path, 'OUTSIDE_ROOT']),
    );
  });

  test("stays inside a root where case does not matter, in the root's own spelling", () => {
    const rules = makePathRules({ caseSensitive: false }, undefined, '/Users/me');
    expectAll(rules, [
      ['/users/ME/a.txt', '/Users/me/a.txt'],
      ['/users/me-evil/a.txt', 'OUTSIDE_ROOT'],
    ]);
  });

  test('goes anywhere without a root', () => {
    expectAll(makePathRules({}, '/desk', undefined), [
      ['../etc/passwd', '/etc/passwd'],
      ['/../../x', '/x'],
    ]);
  });
});

describe('a Windows path', () => {
  test('is made absolute and plain', () => {
    expectAll(kWindows, [
      ['a.txt', 'C:\\root\\work\\a.txt'],
      ['b/c\\d.txt', 'C:\\root\\work\\b\\c\\d.txt'],
      ['c:/ROOT/a.txt', 'C:\\root\\a.txt'],
      ['..\\a.txt', 'C:\\root\\a.txt'],
    ]);
    const share = makePathRules({ pathStyle: 'windows' }, undefined, '\\\\server\\share');
    expectAll(share, [['a\\b.txt', '\\\\server\\share\\a\\b.txt']]);
  });

  test('does not leave the root', () => {
    const paths = [
      '..\\..\\x',
      '../../x',
      'D:\\root\\x',
      'C:\\root-evil\\x',
      'C:\\',
      '\\\\server\\share\\x',
    ];
    expectAll(
      kWindows,
      paths.map((path) => [path, 'OUTSIDE_ROOT']),
    );
  });

  test("names no device, no stream and no drive's current directory", () => {
    expectAll(kWindows, [
      ['NUL', 'NOT_A_FILE'],
      ['con.txt', 'NOT_A_FILE'],
      ['folder\\COM1', 'NOT_A_FILE'],
      ['a.txt:stream', 'NOT_A_FILE'],
      ['a\\.. \\.. \\x', 'NOT_A_FILE'],
      ['\\\\?\\C:\\root\\a.txt', 'NOT_A_FILE'],
      ['\\\\.\\PhysicalDrive0', 'NOT_A_FILE'],
      ['C:a.txt', 'FILE_NOT_FOUND'],
      ['\\root\\a.txt', 'FILE_NOT_FOUND'],
      ['console.txt', 'C:\\root\\work\\console.txt'],
    ]);
  });
});
