// Outlines, blocks, places and searches by data.wasm and by the build without SIMD: the same results.

import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';

import { createReader as createBaselineReader } from '../../dist/inline_baseline.js';
import { createReader } from '../../dist/inline.js';

/** Numbers below `most`, seeded. */
function random(seed) {
  let state = seed;
  return (most) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
}

/** Pieces in any order: lines of every length, so that what is looked for stands at each place of a vector. */
function mixed(pieces, seed, count) {
  const next = random(seed);
  const word = () => 'x'.repeat(next(40));
  return Array.from({ length: count }, () => pieces[next(pieces.length)](word, next)).join('');
}

const kCode = [
  (word) => `export class A${word()} {\n`,
  (word, next) => `${' '.repeat(next(9))}async run${word()}(a: number): void {\n`,
  (word, next) => `${'\t'.repeat(next(3))}const v${word()} = '${word()}';\r\n`,
  (word, next) => `${' '.repeat(next(20))}return ${word()} \\\n`,
  (word) => `  /* ${word()}\n${word()} */\n`,
  (word) => `    // ${word()} \`\n`,
  (word) => `  s = \`${word()}\n\${${word()}}\`;\n`,
  (_, next) => `${' '.repeat(next(6))}}\n`,
  (word) => `ü${word()}\u2028é\n`,
  (word) => `#define ${word()}\n\n   \n`,
];
const kValues = [
  (word) => `"${word()}\\"${word()}"`,
  (word) => `"é${word()}\\\\"`,
  (_, next) => `${next(10 ** next(9))}`,
  (_, next) => `-${next(1000)}.${next(99)}e${next(5)}`,
  () => 'null',
  () => ' true ',
  (word, next) => `{"k${next(3)}": [1, "${word()}"],   "b${next(200)}": {}}`,
];
const kLines = [
  (word) => `2026-03-01T12:00:07Z INFO ${word()}\n`,
  (word) => `2026-03-01T12:00:09Z ERROR ${word()} Refused ${word()}\n`,
  (word) => `${word()}rEFUSED\n`,
];

describe('the data module with SIMD', () => {
  let readers;
  before(async () => {
    readers = [await createReader({}), await createBaselineReader({})];
    for (const reader of readers) await reader.loadModule('data');
  });

  function same(text, request) {
    const bytes = Buffer.from(text);
    const [one, other] = readers.map((reader) => reader.readSync(bytes, request));
    assert.equal(one.success, true, one.error);
    assert.deepEqual(one, other);
  }

  for (const name of ['a.ts', 'a.py', 'a.cpp', 'a.go', 'a.sh', 'a.txt', 'a.md']) {
    it(`outlines ${name} and finds its blocks as the one without`, () => {
      for (let seed = 1; seed < 9; ++seed) {
        const text = mixed(kCode, seed, 700);
        same(text, { file_path: name, outline: true });
        for (const block of [3, 150, 600]) same(text, { file_path: name, block });
      }
    });
  }

  it('outlines JSON and finds its places as the one without', () => {
    for (let seed = 1; seed < 9; ++seed) {
      const items = mixed(
        [(word, next) => `,\n ${kValues[next(kValues.length)](word, next)}`],
        seed,
        900,
      );
      const text = `[1${items}]\n`;
      same(text, { file_path: 'a.json', outline: true });
      same(text, { file_path: 'a.json', at: '[700]' });
      same(text.slice(0, -40), { file_path: 'a.json', outline: true });
    }
  });

  it('outlines logs and searches them as the one without', () => {
    for (let seed = 1; seed < 9; ++seed) {
      const text = mixed(kLines, seed, 900);
      same(text, { file_path: 'a.log', outline: true });
      same(text, { file_path: 'a.log', search: 'refused' });
    }
  });
});
