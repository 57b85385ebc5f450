// Counts, pages, checks and encodes with lectern, with the best JavaScript and with the platform, in one run.
// Usage: node bench/text/bench.mjs [--json] [--native PROGRAM]
// PROGRAM is lectern_text_bench. The JavaScript package must be built (node scripts/build.mjs). The files are generated:
// 100 MB of log lines, 100 MB of Russian, Chinese and English, a PDF of 20 MB. Prints milliseconds (the fastest of 9 runs)
// and ratios to the first row of each table: below 1 is faster than that.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { nodeFs } from '../../dist/fs/node.js';
import { createReader, createReadTool } from '../../dist/hosts/node.js';
import { fastestMs as fastestOf, fastestMsOf, kArguments, printTimes } from '../lib/report.mjs';
import { kByteCounters, pageByBytes, pageBySplit } from './javascript.mjs';

const RUNS = 9;
const TEXT_BYTES = 100_000_000;
const BINARY_BYTES = 20_000_000;
const kOwnShare = "WebAssembly: the encoding alone, by the host's encoder";
const CHUNK_BYTES = 1 << 20;
const PAGE_LINES = 2000;
const TURNED_PAGES = 20;

/** Log lines of 30 to 130 bytes. */
function logText() {
  const lines = [];
  for (let i = 0; i < 5000; i += 1) {
    const detail = 'retry after timeout; '.repeat((i * 7) % 6);
    lines.push(`2024-06-01T12:${String(i % 60).padStart(2, '0')}:07Z worker-${i % 13} ${detail}ok\n`);
  }
  return repeated(Buffer.from(lines.join('')));
}

function mixedText() {
  const paragraph = 'Все люди рождаются свободными и равными.\n人人生而自由，在尊严和权利上一律平等。\nAll are born free.\n';
  return repeated(Buffer.from(paragraph));
}

/** `piece` again and again, whole lines, up to TEXT_BYTES. */
function repeated(piece) {
  const bytes = Buffer.alloc(Math.floor(TEXT_BYTES / piece.length) * piece.length);
  return bytes.fill(piece);
}

/** The smallest PDF around a stream that no compression would shorten. */
function largePdf() {
  const noise = Buffer.alloc(BINARY_BYTES);
  let state = 1;
  for (let i = 0; i < noise.length; i += 1) {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    noise[i] = state >>> 16;
  }
  const objects = [
    Buffer.from('<< /Type /Catalog /Pages 2 0 R >>'),
    Buffer.from('<< /Type /Pages /Kids [3 0 R] /Count 1 >>'),
    Buffer.from('<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] >>'),
    Buffer.concat([Buffer.from(`<< /Length ${noise.length} >>\nstream\n`), noise, Buffer.from('\nendstream')]),
  ];
  const parts = [Buffer.from('%PDF-1.7\n')];
  let offset = parts[0].length;
  let table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`;
  objects.forEach((object, index) => {
    const whole = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')]);
    table += `${String(offset).padStart(10, '0')} 00000 n \n`;
    offset += whole.length;
    parts.push(whole);
  });
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${offset}\n%%EOF\n`;
  return Buffer.concat([...parts, Buffer.from(table + trailer)]);
}

const fastestMs = (run) => fastestOf(run, RUNS);

/** Milliseconds of `wc -l`, without those that it takes to start. */
function wordCountMs(file) {
  const run = (path) => fastestMs(() => spawnSync('wc', ['-l', path]));
  return run(file) - run('/dev/null');
}

function check(holds, what) {
  if (!holds) throw new Error(`wrong result: ${what}`);
}

const [flag, program] = kArguments;
const temporary = mkdtempSync(join(tmpdir(), 'lectern-bench-'));
const text = logText();
const mixed = mixedText();
const pdf = largePdf();
const reader = await createReader({ hash: 'none' });

process.on('exit', () => rmSync(temporary, { recursive: true }));
const files = Object.entries({ text, mixed, pdf }).map(([name, bytes]) => {
  const path = join(temporary, name);
  writeFileSync(path, bytes);
  return path;
});
const wc = wordCountMs(files[0]);
const native = flag === '--native' ? JSON.parse(execFileSync(program, files, { encoding: 'utf8' })) : undefined;

/** Reads `bytes` as every host does: the reading asks for piece after piece. */
function readPieces(bytes, input) {
  return reader.readSync(bytes, { file_path: 'bench.log', ...input }, { limits: { maxContentChars: 1_000_000 } });
}

const kWasmPage = 1 << 16;
const memory = new Uint8Array(new WebAssembly.Memory({ initial: CHUNK_BYTES / kWasmPage }).buffer);

/** What no program in WebAssembly can do without. */
function copyPieces(bytes) {
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) memory.set(bytes.subarray(at, at + CHUNK_BYTES));
}

// The loops are compared with each other first: the best is the measure of what follows.
const lines = kByteCounters['a loop over words of four bytes'](text);
const loops = Object.entries(kByteCounters).map(([name, count]) => {
  check(count(text) === lines, name);
  return [name, fastestMs(() => count(text)), count];
});
loops.sort((a, b) => a[1] - b[1]);
const [, loopMs, countBest] = loops[0];

check(readPieces(text, { limit: 1 }).totalLines === lines, 'lines of lectern');
printTimes('lines of 100 MB', [
  [`best JavaScript: ${loops[0][0]}`, loopMs],
  ...loops.slice(1),
  ["decode and split('\\n')", fastestMs(() => new TextDecoder().decode(text).split('\n').length)],
  ['wc -l, from disk, without its start', wc],
  ['WebAssembly: read of one line, all counted, encoding told', fastestMs(() => readPieces(text, { limit: 1 }))],
  ...(native ? [['native: inner loop', native.counting]] : []),
]);

const offset = Math.floor(lines / 2);
const page = readPieces(text, { offset });
check(page.content.startsWith(pageByBytes(text, offset, PAGE_LINES, countBest).content), 'page by bytes');
check(page.content.startsWith(pageBySplit(text, offset, PAGE_LINES).content), 'page by split');
printTimes('a page of 2000 lines in the middle of 100 MB, with the number of all lines', [
  [`best JavaScript: ${loops[0][0]}`, fastestMs(() => pageByBytes(text, offset, PAGE_LINES, countBest))],
  ["decode and split('\\n')", fastestMs(() => pageBySplit(text, offset, PAGE_LINES))],
  ['wc -l, from disk, without its start', wc],
  ['WebAssembly', fastestMs(() => readPieces(text, { offset }))],
  ['of that, the copy of the bytes into its memory', fastestMs(() => copyPieces(text))],
  ...(native ? [['native', native.paging], ['native, from disk', native.file]] : []),
]);

// An agent turns pages: each call stands alone, and the file may have changed since the last one.
const [path] = files;
const offsets = Array.from({ length: TURNED_PAGES }, (_, i) => 1 + Math.floor((lines * ((7 * i) % TURNED_PAGES)) / TURNED_PAGES));
const kTurned = 'createReadTool, which keeps where lines are';

async function turnPages() {
  const tool = createReadTool({ fs: nodeFs(), root: temporary, hash: 'none', limits: { maxContentChars: 1_000_000 } });
  const results = [];
  for (const offset of offsets) results.push(await tool.execute({ file_path: 'text', offset }));
  tool.dispose();
  return results;
}

(await turnPages()).forEach(({ content, totalLines }, i) => {
  const expected = pageByBytes(text, offsets[i], PAGE_LINES, countBest);
  check(content.startsWith(expected.content) && totalLines === lines, `page at line ${offsets[i]}`);
});
printTimes(`${TURNED_PAGES} pages of 2000 lines all over 100 MB on disk, each with the number of all lines`, [
  [
    `best JavaScript: readFile and ${loops[0][0]}`,
    fastestMs(() => offsets.map((offset) => pageByBytes(readFileSync(path), offset, PAGE_LINES, countBest))),
  ],
  [
    'the same without reading the file again: its bytes stay in memory',
    fastestMs(() => offsets.map((offset) => pageByBytes(text, offset, PAGE_LINES, countBest))),
  ],
  [kTurned, await fastestMsOf(turnPages, RUNS)],
], [{ goal: 'at least 3 times as fast as the best JavaScript', row: kTurned, ratio: 1 / 3 }]);

const fatal = new TextDecoder('utf-8', { fatal: true });
for (const [title, bytes, key] of [
  ['100 MB of ASCII', text, 'ascii'],
  ['100 MB of Russian, Chinese and English', mixed, 'utf8'],
]) {
  printTimes(`UTF-8 validation of ${title}`, [
    ["TextDecoder('utf-8', {fatal: true}), which makes a string too", fastestMs(() => fatal.decode(bytes))],
    ['WebAssembly: read of one line, all checked and counted', fastestMs(() => readPieces(bytes, { limit: 1 }))],
    ...(native ? [['native: inner loop', native[key]]] : []),
  ]);
}

const expected = pdf.toString('base64');
const readPdf = () => reader.readSync(pdf, { file_path: 'bench.pdf' }, { pdf: { as: 'document' } });
check(readPdf().documents[0].data === expected, 'base64');
const withHostEncoder = fastestMs(readPdf);
// The encoder's own share: the module asks `Buffer` for it.
const { Buffer: hostBuffer } = globalThis;
let encodeMs = Infinity;
globalThis.Buffer = {
  from: (...view) => ({
    toString(form) {
      const start = performance.now();
      const string = hostBuffer.from(...view).toString(form);
      encodeMs = Math.min(encodeMs, performance.now() - start);
      return string;
    },
  }),
};
for (let i = 0; i < RUNS; i += 1) readPdf();
globalThis.Buffer = undefined;
check(readPdf().documents[0].data === expected, 'base64 of the module');
const withOwnEncoder = fastestMs(readPdf);
globalThis.Buffer = hostBuffer;
printTimes('base64 of 20 MB as a JavaScript string', [
  ["Buffer's toString('base64')", fastestMs(() => pdf.toString('base64'))],
  ['btoa of a binary string', fastestMs(() => btoa(pdf.toString('latin1')))],
  [kOwnShare, encodeMs],
  ['WebAssembly: the whole read of a PDF with it', withHostEncoder],
  ['WebAssembly: the same where the host has none', withOwnEncoder],
  ...(native ? [['native: inner loop', native.base64]] : []),
], [{ goal: "at most twice the time of Buffer's", row: kOwnShare, ratio: 2 }]);
reader.dispose();
