// How often the encoding of text is told right: by lectern, uchardet and chardet (npm), in one run.
// Usage: node bench/text/detection.mjs [--json] PROGRAM
// PROGRAM is lectern_guess_encoding. Needs the corpus (LECTERN_CORPUS); uchardet is Debian's package of that name.
// Right is what decodes to the text itself, whatever the encoding is called: whole files against their UTF-8 sidecar,
// and pieces of the files in legacy encodings, cut at line ends, against the piece decoded by its label.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { ensurePackages } from '../../scripts/lib/packages.mjs';
import { kLogs, kRoot } from '../../scripts/lib/project.mjs';
import { ensurePackages as ensureDebianPackages } from '../../scripts/setup.mjs';
import { kArguments, printTable } from '../lib/report.mjs';

const PIECE_BYTES = [50, 200, 1000, 5000];
/** Pieces of each size that one file gives, at most. */
const MAX_PIECES = 25;

const corpus = process.env.LECTERN_CORPUS ?? new URL('../../../shared/corpus', import.meta.url).pathname;
const [program] = kArguments;
if (!program || !existsSync(join(corpus, 'manifest.json'))) {
  console.error('usage: LECTERN_CORPUS=FOLDER node bench/text/detection.mjs PROGRAM');
  process.exit(2);
}
await ensureDebianPackages(['bench']);
await ensurePackages(join(kRoot, 'bench', 'text'), 'another detector', join(kLogs, 'npm.log'));

// The encodings' names as iconv knows them, where that is another one or a smaller one.
const kIconvNames = {
  ascii: 'utf-8',
  'ks_c_5601-1987': 'cp949',
  'euc-kr': 'cp949',
  uhc: 'cp949',
  shift_jis: 'cp932',
  sjis: 'cp932',
  gb2312: 'gb18030',
  big5: 'big5-hkscs',
  'iso-8859-1': 'cp1252',
  ibm737: 'cp737',
  'windows-874': 'cp874',
  'utf-8-sig': 'utf-8',
  iso2022_jp: 'iso-2022-jp',
  euc_jp: 'euc-jp',
};

/** The text of `bytes` in an encoding; undefined when they are none in it, or nobody knows it. */
function decode(bytes, name) {
  const lower = name.toLowerCase();
  const { status, stdout } = spawnSync('iconv', ['-f', kIconvNames[lower] ?? lower, '-t', 'utf-8'], { input: bytes });
  return status === 0 ? stdout.toString('utf8').replace(/^\uFEFF/, '') : undefined;
}

/** Runs of whole lines of about `size` bytes with something that is not ASCII in each. */
function cut(bytes, size) {
  const pieces = [];
  for (let start = 0; start < bytes.length && pieces.length < MAX_PIECES; ) {
    const found = bytes.indexOf(10, start + size - 1);
    const end = found === -1 ? bytes.length : found + 1;
    const piece = bytes.subarray(start, end);
    if (piece.length >= size && piece.some((byte) => byte >= 0x80)) pieces.push(piece);
    start = end;
  }
  return pieces;
}

const temporary = mkdtempSync(join(tmpdir(), 'lectern-detection-'));
const samples = [];
function add(group, bytes, text, label) {
  const path = join(temporary, String(samples.length));
  writeFileSync(path, bytes);
  samples.push({ group, bytes, text, label, path });
}

const groups = ['whole files', ...PIECE_BYTES.map((size) => `pieces of about ${size} bytes`)];
for (const { path, kind, expect } of JSON.parse(readFileSync(join(corpus, 'manifest.json'), 'utf8'))) {
  const file = join(corpus, path);
  if (kind !== 'text' || !expect?.encoding || !existsSync(`${file}.utf8`)) continue;
  const bytes = readFileSync(file);
  add(groups[0], bytes, readFileSync(`${file}.utf8`, 'utf8'), expect.encoding);
  if (/^(utf|iso2022|ascii)/.test(expect.encoding)) continue;
  for (const [index, size] of PIECE_BYTES.entries()) {
    for (const piece of cut(bytes, size)) {
      add(groups[index + 1], piece, decode(piece, expect.encoding), expect.encoding);
    }
  }
}

/** Each detector's guesses, one for each sample, in order. */
const paths = samples.map(({ path }) => path);
const detectors = {
  lectern: execFileSync(program, paths, { encoding: 'utf8' }).trim().split('\n'),
};
const lines = execFileSync('uchardet', paths, { encoding: 'utf8' }).trim().split('\n');
detectors.uchardet = lines.map((line) => line.split(': ').at(-1));
const { default: chardet } = await import('chardet');
detectors['chardet (npm)'] = samples.map(({ bytes }) => chardet.detect(bytes) ?? 'unknown');

const hits = {};
/** Of each detector: how often it called a label what. */
const misses = {};
for (const [index, { group, bytes, text, label }] of samples.entries()) {
  for (const [detector, guesses] of Object.entries(detectors)) {
    const guess = guesses[index];
    const hit = decode(bytes, guess) === text;
    hits[detector] ??= {};
    hits[detector][group] = (hits[detector][group] ?? 0) + (hit ? 1 : 0);
    if (hit) continue;
    misses[detector] ??= {};
    const kind = `${group === groups[0] ? 'a whole file' : 'a piece'} in ${label} called ${guess}`;
    misses[detector][kind] = (misses[detector][kind] ?? 0) + 1;
  }
}
rmSync(temporary, { recursive: true });

const kGoalPercent = 97;
const percent = (detector, group) => (100 * (hits[detector][group] ?? 0)) / samples.filter((sample) => sample.group === group).length;
const ofWholeFiles = percent('lectern', groups[0]);
printTable(
  'encodings told right, in percent',
  ['', ...groups],
  Object.keys(detectors).map((detector) => [detector, ...groups.map((group) => percent(detector, group).toFixed(1))]),
  [{ goal: `${kGoalPercent} % of whole files`, value: `${ofWholeFiles.toFixed(1)} %`, met: ofWholeFiles >= kGoalPercent }],
);
for (const [detector, kinds] of Object.entries(misses)) {
  console.error(`misses of ${detector}`);
  for (const [kind, count] of Object.entries(kinds).sort((a, b) => b[1] - a[1])) {
    console.error(`${String(count).padStart(5)}  ${kind}`);
  }
}
