// Packs the tables of the legacy encodings, and what tells them apart, into one file, `encodings.bin`.
//
//   node scripts/encodings/pack.mjs --bin FILE [--cpp FILE]
//
// The code points are the indexes of the WHATWG Encoding Standard, taken from the npm package text-encoding (pinned;
// Unlicense or Apache-2.0), brought up to the standard's state of 2023. Beside this script lie the DOS code pages as
// Unicode, Inc. maps them (dos_pages.json), and what learn_languages.mjs has counted (languages.json). The format is
// described in src/text/legacy_tables.h.

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createContext, runInContext } from 'node:vm';

import { withLock } from '../lib/lock.mjs';
import { StepError, cacheDirectory, run, runMain } from '../lib/steps.mjs';

/** The npm package that the indexes are taken from, and the SHA-256 of its tarball. */
export const kIndexPackage = {
  name: 'text-encoding',
  version: '0.7.0',
  sha256: '02fd8c42402f4625457e31db9ceeba48e7db6c5d4024288f49ebf86bfdbde687',
};
const kIndexes = ['big5', 'euc-kr', 'gb18030', 'jis0208', 'jis0212'];
/** In the order of Encoding (src/text/encoding.h). */
const kSingleByte = [
  ...['ibm866', 'iso-8859-2', 'iso-8859-3', 'iso-8859-4', 'iso-8859-5', 'iso-8859-6', 'iso-8859-7', 'iso-8859-8'],
  ...['iso-8859-8-i', 'iso-8859-10', 'iso-8859-13', 'iso-8859-14', 'iso-8859-15', 'iso-8859-16', 'koi8-r', 'koi8-u'],
  ...['macintosh', 'windows-874', 'windows-1250', 'windows-1251', 'windows-1252', 'windows-1253', 'windows-1254'],
  ...['windows-1255', 'windows-1256', 'windows-1257', 'windows-1258', 'x-mac-cyrillic'],
  ...['ibm437', 'ibm737', 'ibm850', 'ibm852', 'ibm855', 'x-mac-ce'],
];
/** In the order of the block. */
const kPairs = ['gb18030', 'big5', 'euc-kr', 'euc-jp', 'shift_jis'];
/** SHA-256 of the packed file: the same on every machine. */
const kPackedSha256 = '034b3433d3b5f1b7691c017308cceb1fc7cd13961556f8f7d30c16b24c0b25f2';

/** GB 18030-2022 gave these pointers real characters; the package still has the private use ones. */
const kGb18030Changes = [
  [7182, 0xfe10], [7183, 0xfe12], [7184, 0xfe11], [7185, 0xfe13], [7186, 0xfe14], [7187, 0xfe15], [7188, 0xfe16],
  [7201, 0xfe17], [7202, 0xfe18], [7208, 0xfe19], [23775, 0x9fb4], [23783, 0x9fb5], [23788, 0x9fb6], [23789, 0x9fb7],
  [23795, 0x9fb8], [23812, 0x9fb9], [23829, 0x9fba], [23845, 0x9fbb],
];

const readJson = (name) => JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'));
const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');

/** The package's folder in the cache; fetched with npm when it is not there. */
export async function indexPackageDirectory() {
  const { name, version, sha256: expected } = kIndexPackage;
  const cache = cacheDirectory();
  const target = join(cache, 'sources', `${name}-${version}-${expected.slice(0, 8)}`);
  if (existsSync(target)) return join(target, 'package');
  await withLock(join(cache, 'locks', 'text-encoding'), async () => {
    if (existsSync(target)) return;
    mkdirSync(join(cache, 'sources'), { recursive: true });
    mkdirSync(join(cache, 'logs'), { recursive: true });
    const work = mkdtempSync(`${target}.`);
    const log = join(cache, 'logs', 'text-encoding.log');
    try {
      await run('npm', ['pack', `${name}@${version}`, '--silent', '--pack-destination', work], { log });
      const tarball = join(work, `${name}-${version}.tgz`);
      const actual = sha256(readFileSync(tarball));
      if (actual !== expected) throw new StepError(`${name} has SHA-256 ${actual}, expected ${expected}`);
      await run('tar', ['-xzf', tarball, '-C', work], { log });
      renameSync(work, target);
    } finally {
      rmSync(work, { recursive: true, force: true });
    }
  });
  return join(target, 'package');
}

/** @returns {Promise<Record<string, (number | null)[]>>} index name to code points by pointer */
async function loadIndexes() {
  const source = readFileSync(join(await indexPackageDirectory(), 'lib', 'encoding-indexes.js'), 'utf8');
  const context = createContext({});
  runInContext(`globalThis.global = globalThis; ${source}`, context);
  const indexes = context['encoding-indexes'];
  for (const [pointer, codePoint] of kGb18030Changes) indexes.gb18030[pointer] = codePoint;
  // The same characters; the two differ in the direction in which text runs.
  indexes['iso-8859-8-i'] = indexes['iso-8859-8'];
  for (const [name, page] of Object.entries(readJson('dos_pages.json'))) {
    indexes[name] = [...page].map((character) => character.codePointAt(0));
  }
  return indexes;
}

/** Differences of neighbours, small ones first: they compress to half of the code points themselves. */
function packIndex(codePoints) {
  const high = Buffer.alloc(codePoints.length);
  const low = Buffer.alloc(codePoints.length);
  let before = 0;
  codePoints.forEach((codePoint, pointer) => {
    const unit = (codePoint ?? 0) & 0xffff;
    const difference = ((unit - before) << 16) >> 16;
    const folded = ((difference << 1) ^ (difference >> 31)) & 0xffff;
    high[pointer] = folded >> 8;
    low[pointer] = folded & 0xff;
    before = unit;
  });
  return Buffer.concat([high, low]);
}

/** One bit for each pointer whose code point lies in plane 2, first pointer in the lowest bit. */
function packPlanes(codePoints) {
  const bits = Buffer.alloc(Math.ceil(codePoints.length / 8));
  codePoints.forEach((codePoint, pointer) => {
    if (codePoint >> 16 === 2) bits[pointer >> 3] |= 1 << (pointer & 7);
  });
  return bits;
}

/** Pointer and code point of each range of four-byte sequences, big endian, 4 + 4 bytes. */
function packRanges(ranges) {
  const packed = Buffer.alloc(ranges.length * 8);
  ranges.forEach(([pointer, codePoint], i) => {
    packed.writeUInt32BE(pointer, i * 8);
    packed.writeUInt32BE(codePoint, i * 8 + 4);
  });
  return packed;
}

/** Big endian. */
function packUnits(units) {
  const packed = Buffer.alloc(units.length * 2);
  units.forEach((unit, i) => {
    packed.writeUInt16BE(unit, i * 2);
  });
  return packed;
}

/** The letters of all alphabets in ascending order, then for each letter its cost in each alphabet: 0 where it is not. */
function packAlphabets(alphabets) {
  const units = ({ letters }) => [...letters].map((letter) => letter.charCodeAt(0));
  const all = [...new Set(alphabets.flatMap(units))].sort((a, b) => a - b);
  const costs = Buffer.alloc(all.length * alphabets.length);
  alphabets.forEach((alphabet, language) => {
    units(alphabet).forEach((letter, i) => {
      costs[all.indexOf(letter) * alphabets.length + language] = alphabet.costs.charCodeAt(i) - 97;
    });
  });
  return Buffer.concat([packUnits(all), costs]);
}

function packAll(indexes, { alphabets, pairs }) {
  return Buffer.concat([
    Buffer.from('LECTERN2'),
    ...kIndexes.map((name) => packIndex(indexes[name])),
    packPlanes(indexes.big5),
    packRanges(indexes['gb18030-ranges']),
    ...kSingleByte.map((name) => packIndex(indexes[name])),
    packAlphabets(Object.values(alphabets)),
    ...kPairs.map((name) => packUnits(pairs[name].split(' ').map((code) => Number.parseInt(code, 16)))),
  ]);
}

function cppSource(packed) {
  const rows = [];
  for (let i = 0; i < packed.length; i += 32) rows.push(`${[...packed.subarray(i, i + 32)].join(',')},`);
  return [
    '// Written by scripts/encodings/pack.mjs.',
    '#include "text/legacy_tables.h"',
    'namespace lectern {',
    'namespace {',
    'constexpr std::uint8_t kPacked[] = {',
    ...rows,
    '};',
    '}  // namespace',
    'ByteSpan builtin_legacy_tables() { return kPacked; }',
    '}  // namespace lectern',
    '',
  ].join('\n');
}

function write(path, content) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

async function main() {
  const { values } = parseArgs({ options: { bin: { type: 'string' }, cpp: { type: 'string' } } });
  const packed = packAll(await loadIndexes(), readJson('languages.json'));
  const actual = sha256(packed);
  if (actual !== kPackedSha256) throw new StepError(`the packed tables have SHA-256 ${actual}, expected ${kPackedSha256}`);
  if (values.bin) write(values.bin, packed);
  if (values.cpp) write(values.cpp, cppSource(packed));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) runMain(main);
