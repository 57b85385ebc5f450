// Outlines and searches of large texts, and the first page of large tables, beside what JavaScript has for them, in one run.
//
//   node bench/data/run.mjs [--json] [NAME...]      NAME: json, code, search, sqlite, parquet
//
// The package must be built, for the native rows the release preset, too. The files are made here: 100 MB of JSON, TypeScript and
// a log, 1 GB of SQLite, half a million rows of Parquet. ripgrep is a row where it is installed. Times are the fastest of five.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, openSync, readFileSync, readSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { ensurePackages } from '../../scripts/lib/packages.mjs';
import { kLogs, kRoot } from '../../scripts/lib/project.mjs';
import { findProgram, runMain } from '../../scripts/lib/steps.mjs';
import { fastestMsOf, kArguments, printTable, printTimes } from '../lib/report.mjs';

await ensurePackages(join(kRoot, 'bench', 'data'), 'readers of tables to compare with', join(kLogs, 'npm.log'));
const { createReader, createReadTool } = await import('../../dist/hosts/node.js');
const { httpFs } = await import('../../dist/fs/http.js');
const { nodeFs } = await import('../../dist/fs/node.js');
const { makeCode, makeDatabase, makeJson, makeLog, makeParquet } = await import('./made.mjs');

const RUNS = 5;
const TEXT_BYTES = 100_000_000;
const DATABASE_BYTES = 1_000_000_000;
const kMib = 2 ** 20;
const kNative = join(kRoot, 'build', 'release', 'src', 'cli', 'lectern');
const kWords = 'Connection refused';

const folder = mkdtempSync(join(tmpdir(), 'lectern-bench-data-'));
process.on('exit', () => rmSync(folder, { recursive: true }));
const reader = await createReader({ hash: 'none' });

function check(condition, what) {
  if (!condition) throw new Error(`not as it should be: ${what}`);
}

const timed = async (name, run) => [name, await fastestMsOf(run, RUNS)];

/** Writes a file, and times programs that read it; there is no row for one that is not there. */
async function programRows(name, bytes, programs) {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  const rows = [];
  for (const [label, program, words] of programs) {
    if (!program || !existsSync(program)) continue;
    const run = () => check(spawnSync(program, words(path), { maxBuffer: 1 << 28 }).status === 0, program);
    rows.push(await timed(label, run));
  }
  return rows;
}

const native = (...words) => ['native, from disk', kNative, (path) => ['read', path, '--hash', 'none', ...words]];

async function outlineOfJson() {
  const bytes = makeJson(TEXT_BYTES);
  const outline = async () => reader.read(bytes, { file_path: 'a.json', outline: true });
  const { content } = await outline();
  check(/items: array of [\d,]+ objects/.test(content), content);
  printTimes(
    'the outline of 100 MB of JSON',
    [
      await timed('TextDecoder and JSON.parse, which outlines nothing yet', () => JSON.parse(new TextDecoder().decode(bytes))),
      await timed('WebAssembly', outline),
      ...(await programRows('a.json', bytes, [native('--outline')])),
    ],
    [{ goal: 'at most half of the time of JSON.parse', row: 'WebAssembly', ratio: 0.5 }],
  );
}

const kDeclaration = /^\s*(?:export\s+)?(?:default\s+)?(?:async\s+)?(?:class|function|interface|type|enum|const)\s+(\w+)|^\s+(\w+)\([^)]*\)[^;]*\{$/;

/** The declarations of a text, line by line. */
function scanLines(bytes) {
  const text = new TextDecoder().decode(bytes);
  const found = [];
  for (let at = 0, line = 1; at < text.length; line++) {
    let end = text.indexOf('\n', at);
    if (end < 0) end = text.length;
    const match = kDeclaration.exec(text.slice(at, end));
    if (match) found.push([line, match[1] ?? match[2]]);
    at = end + 1;
  }
  return found;
}

/** The same with one expression over all of the text. */
function scanText(bytes) {
  const text = new TextDecoder().decode(bytes);
  const all = new RegExp(kDeclaration.source, 'gm');
  let line = 1;
  let counted = 0;
  return Array.from(text.matchAll(all), (match) => {
    for (let at = text.indexOf('\n', counted); at >= 0 && at < match.index; at = text.indexOf('\n', counted)) {
      counted = at + 1;
      line++;
    }
    return [line, match[1] ?? match[2]];
  });
}

async function outlineOfCode() {
  const bytes = makeCode(TEXT_BYTES);
  const outline = async () => reader.read(bytes, { file_path: 'a.ts', outline: true });
  const { content } = await outline();
  check(/class Class0/.test(content), content);
  const peers = [
    await timed('JavaScript: line by line', () => scanLines(bytes)),
    await timed('JavaScript: one expression over the text', () => scanText(bytes)),
  ].sort((a, b) => a[1] - b[1]);
  printTimes(
    'the outline of 100 MB of TypeScript',
    [...peers, await timed('WebAssembly', outline), ...(await programRows('a.ts', bytes, [native('--outline')]))],
    [{ goal: 'at least 3 times as fast as the best scan in JavaScript', row: 'WebAssembly', ratio: 1 / 3 }],
  );
}

/** The numbers of the lines that hold the words. */
function findByIndexOf(bytes) {
  const text = new TextDecoder().decode(bytes);
  const lines = [];
  let line = 1;
  let counted = 0;
  for (let hit = text.indexOf(kWords); hit >= 0; hit = text.indexOf(kWords, hit + 1)) {
    for (let at = text.indexOf('\n', counted); at >= 0 && at < hit; at = text.indexOf('\n', counted)) {
      counted = at + 1;
      line++;
    }
    lines.push(line);
  }
  return lines;
}

async function search() {
  const bytes = makeLog(TEXT_BYTES);
  const hits = findByIndexOf(bytes);
  const find = (more) => () => reader.read(bytes, { file_path: 'a.log', search: kWords, ...more });
  const { content } = await find({ case_sensitive: true })();
  check(content.startsWith(`${hits.length} lines hold "${kWords}"`) && content.includes(`\n${String(hits[0]).padStart(6)}\t`), content);
  const rows = [
    await timed('JavaScript: indexOf over decoded text, in its case', () => findByIndexOf(bytes)),
    await timed('WebAssembly, in either case', find({})),
    await timed('WebAssembly, in its case', find({ case_sensitive: true })),
  ];
  printTimes('a search in a log of 100 MB, in memory', rows, [
    { goal: "at least 3 times as fast as JavaScript's indexOf", row: 'WebAssembly, in either case', ratio: 1 / 3 },
  ]);
  const programs = await programRows('a.log', bytes, [
    ['ripgrep -i -n -C1', findProgram('rg'), (path) => ['-i', '-n', '-C1', kWords, path]],
    native('--search', kWords),
  ]);
  if (programs.length < 2) return;
  printTimes('the same from disk, with the start of a process', programs, [
    { goal: "at most twice ripgrep's time", row: 'native, from disk', ratio: 2 },
  ]);
}

/** A server of one folder, with ranges. */
async function serve(root) {
  const server = createServer(({ url, headers }, response) => {
    const path = join(root, decodeURIComponent(url.slice(1)));
    // `app.db/events` is a table: the tool asks for a file of this name first.
    if (!existsSync(path)) return response.writeHead(404).end();
    const { size } = statSync(path);
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(headers.range) ?? [0, 0, size - 1];
    const bytes = Buffer.alloc(Math.min(Number(last), size - 1) - Number(first) + 1);
    const file = openSync(path);
    readSync(file, bytes, 0, bytes.length, Number(first));
    const range = { 'content-range': `bytes ${first}-${Number(first) + bytes.length - 1}/${size}`, etag: '"1"' };
    response.writeHead(206, range).end(bytes);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { base: `http://127.0.0.1:${server.address().port}/`, end: () => server.close() };
}

async function database() {
  const path = join(folder, 'app.db');
  const rows = makeDatabase(path, DATABASE_BYTES);
  const size = statSync(path).size;
  const { base, end } = await serve(folder);
  let loaded = 0;
  const tool = createReadTool({ fs: httpFs(base), root: '/', hash: 'none', onRead: ({ loadedBytes }) => (loaded = loadedBytes) });
  const table = [];
  const note = async (what, input) => {
    const start = performance.now();
    const { content, success } = await tool.execute(input);
    check(success, content);
    table.push([what, (loaded / kMib).toFixed(2), (performance.now() - start).toFixed(0)]);
    return loaded;
  };
  const first = await note('lectern: the first page of its table', { file_path: 'app.db/events' });
  await note('lectern: 20 rows in its middle', { file_path: 'app.db/events', offset: Math.floor(rows / 2), limit: 20 });
  await note('lectern: its tables with their first rows', { file_path: 'app.db' });
  table.push(['sql.js, which is given the whole file', (size / kMib).toFixed(2), '']);
  printTable(`a SQLite database of 1 GB over HTTP, ${rows.toLocaleString('en-US')} rows`, ['', 'MiB loaded', 'ms'], table, [
    { goal: 'at most 1 MiB for the first page', value: `${(first / kMib).toFixed(2)} MiB`, met: first <= kMib },
  ]);
  tool.dispose();
  end();
  // On a database that fits into its memory.
  const small = join(folder, 'small.db');
  makeDatabase(small, 100_000_000);
  const initSqlJs = createRequire(import.meta.url)('sql.js');
  const SQL = await initSqlJs();
  const local = createReadTool({ fs: nodeFs(), root: folder, hash: 'none' });
  const firstRows = () => {
    const db = new SQL.Database(readFileSync(small));
    check(db.exec('select * from events limit 20')[0].values.length === 20, 'rows of sql.js');
    db.close();
  };
  printTimes('20 rows of a SQLite database of 100 MB on disk', [
    await timed('sql.js', firstRows),
    await timed('WebAssembly', async () => check((await local.execute({ file_path: 'small.db/events', limit: 20 })).success, 'rows')),
  ]);
  local.dispose();
}

async function parquet() {
  const path = join(folder, 'a.parquet');
  const rows = 500_000;
  makeParquet(path, rows);
  const { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } = await import('hyparquet');
  const tool = createReadTool({ fs: nodeFs(), root: folder, hash: 'none' });
  const peer = (rowStart) => async () => {
    const file = await asyncBufferFromFile(path);
    const metadata = await parquetMetadataAsync(file);
    const found = await parquetReadObjects({ file, metadata, rowStart, rowEnd: rowStart + 20 });
    check(found.length === 20 && found[0].id === rowStart, 'rows of hyparquet');
  };
  const ours = (offset) => async () => {
    const { content } = await tool.execute({ file_path: 'a.parquet', offset, limit: 20 });
    check(content.includes(`user ${offset - 1} |`), content);
  };
  const middle = rows / 2;
  printTimes(`20 rows of a Parquet file of ${(statSync(path).size / kMib).toFixed(0)} MiB on disk, the first ones`, [
    await timed('hyparquet', peer(0)),
    await timed('WebAssembly, with schema and statistics', ours(1)),
  ]);
  printTimes('20 rows in its middle', [await timed('hyparquet', peer(middle)), await timed('WebAssembly', ours(middle + 1))]);
  tool.dispose();
}

runMain(async () => {
  const parts = { json: outlineOfJson, code: outlineOfCode, search, sqlite: database, parquet };
  for (const [name, part] of Object.entries(parts)) {
    if (kArguments.length === 0 || kArguments.includes(name)) await part();
  }
  reader.dispose();
});
