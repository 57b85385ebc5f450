// A workbook of 100,000 rows of ten cells: its first rows, rows in the middle, and all of it by `next`, beside SheetJS, which
// reads all to show some. The package must be built.
//
//   node bench/spreadsheet/bench.mjs [--json] [ROWS]

import { join } from 'node:path';

import { ensurePackages } from '../../scripts/lib/packages.mjs';
import { kLogs } from '../../scripts/lib/project.mjs';
import { createReader } from '../../dist/hosts/node.js';
import { fastestMs, fastestMsOf, kArguments, printTable, printTimes } from '../lib/report.mjs';
import { makeWorkbook } from './workbook.mjs';

await ensurePackages(import.meta.dirname, 'a reader of spreadsheets to compare with', join(kLogs, 'npm.log'));
const kRows = Number(kArguments[0] ?? 100_000);
const kRuns = 3;
const workbook = makeWorkbook(kRows);
const file = { file_path: 'data.xlsx' };

/** Instances of WebAssembly, whose memory tells what a read takes: it never becomes smaller. */
const instances = [];
WebAssembly.Instance = class extends WebAssembly.Instance {
  constructor(...args) {
    super(...args);
    instances.push(this);
  }
};
const memories = [];
function measureMemory(what) {
  const exported = instances.flatMap((instance) => Object.values(instance.exports));
  const bytes = exported.reduce((sum, value) => sum + (value instanceof WebAssembly.Memory ? value.buffer.byteLength : 0), 0);
  memories.push([what, (bytes / 2 ** 20).toFixed(1)]);
}

const reader = await createReader({ hash: 'none' });

async function readOn(range, limits = {}) {
  const result = await reader.read(workbook, { ...file, ...(range ? { range } : {}) }, { limits });
  if (!result.success) throw new Error(result.content);
  return result;
}

async function readAll(maxContentChars) {
  let range;
  let rows = 0;
  do {
    const result = await readOn(range, { maxContentChars });
    rows += result.content.match(/^\| \d+ \|/gm)?.length ?? 0;
    range = result.truncation?.next?.range;
  } while (range);
  if (rows !== kRows) throw new Error(`${rows} of ${kRows} rows`);
}

const middle = Math.floor(kRows / 2);
const reads = [
  ['the first 650 rows, without a range', () => readOn()],
  ['rows 1 to 200 and what belongs to them', () => readOn('Data!1:200')],
  ['200 rows in the middle', () => readOn(`Data!${middle}:${middle + 199}`)],
  ['all rows, a million characters at a time', () => readAll(1_000_000)],
  ['all rows', () => readAll(kRows * 200)],
];
const times = [];
measureMemory('of WebAssembly, before the first read');
for (const [what, read] of reads) {
  times.push([`lectern, ${what}`, await fastestMsOf(read, kRuns)]);
  measureMemory(`of WebAssembly, ${what}`);
}
memories.push(['resident, of the process', (process.memoryUsage.rss() / 2 ** 20).toFixed(0)]);
const title = `A workbook of ${kRows} rows of 10 cells, ${(workbook.length / 1e6).toFixed(1)} MB`;
const peer = await import('xlsx').catch(() => undefined);
if (peer) {
  const { read: readPeer, utils } = peer.default ?? peer;
  const asText = (options) => utils.sheet_to_csv(readPeer(workbook, { dense: true, ...options }).Sheets.Data);
  times.unshift(['SheetJS, all rows as csv', fastestMs(() => asText({}), kRuns)]);
  printTimes(title, times, [
    { goal: 'the first rows in at most 1/20 of the time of SheetJS for all', row: 'lectern, the first 650 rows, without a range', ratio: 1 / 20 },
    { goal: 'all rows in at most 1/3 of its time', row: 'lectern, all rows', ratio: 1 / 3 },
  ]);
} else {
  printTimes(title, times);
}
printTable('Memory after these reads, one after the other', ['', 'MiB'], memories);
