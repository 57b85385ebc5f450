// Archives: lectern against other readers on npm, in one run: the listing of 100,000 members, a large member, a member of a 2 GB
// archive over HTTP.
//
//   node bench/archive/run.mjs [--json]
//
// The archives are made here. Each reader works in processes of its own, two of them in turn with those of the others; times are
// the fastest of all runs, memory is the peak of a process that does the task once, less that of one that does it with a small
// archive, both without V8's optimizing compiler for WebAssembly, which takes some MiB while it works. lectern gives the listing as a model gets it: sorted, the first 2,000 lines; of a member its first line and the number of
// all lines, with its CRC proven, over HTTP its last ones. The others give objects and bytes.
// The package must be built.

import { execFile } from 'node:child_process';
import { closeSync, createReadStream, ftruncateSync, mkdtempSync, openSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';

import { ensurePackages } from '../../scripts/lib/packages.mjs';
import { kLogs } from '../../scripts/lib/project.mjs';
import { StepError, runMain } from '../../scripts/lib/steps.mjs';
import { printTable } from '../lib/report.mjs';
import { zip } from '../lib/zip.mjs';
import { kEngines } from './engines.mjs';

const kMib = 2 ** 20;
const kMembers = 100_000;
const kLateName = 'logs/late.log';
const kRounds = 2;
const kRuns = 5;
const exec = promisify(execFile);

/** Lines of a log that deflate packs to about a fifth. */
function logText(lines, seed) {
  let state = seed;
  const random = (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const verbs = ['GET', 'PUT', 'POST', 'HEAD'];
  let text = '';
  for (let line = 0; line < lines; line++) {
    const time = new Date(1.7e12 + line * 977).toISOString();
    text += `${time} ${verbs[random(4)]} /api/v2/items/${random(1e6)} ${random(5) ? 200 : 404} ${random(9e4)}us\n`;
  }
  return Buffer.from(text);
}

/** Blocks of a ustar archive. */
function tar(members) {
  const blocks = members.flatMap(([name, content]) => {
    const bytes = Buffer.from(content);
    const header = Buffer.alloc(512);
    header.write(name);
    header.write('0000644\0', 100);
    header.write(`${bytes.length.toString(8).padStart(11, '0')}\0`, 124);
    header.write(`${(1.7e9).toString(8).padStart(11, '0')}\0        0`, 136);
    header.write('ustar\x0000', 257);
    const sum = header.reduce((total, byte) => total + byte, 0);
    header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
    return [header, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)];
  });
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}

/** A ZIP archive whose first member is a hole of `size` bytes, stored; then `name` with `content`. */
function writeSparseZip(path, size, name, content) {
  const front = zip([['hole.bin', Buffer.alloc(0), true]]);
  const both = zip([['hole.bin', Buffer.alloc(0), true], [name, content]]);
  const headBytes = 30 + 'hole.bin'.length;
  const directoryAt = both.readUInt32LE(both.length - 6);
  const file = openSync(path, 'w');
  const head = Buffer.from(front.subarray(0, headBytes));
  head.writeUInt32LE(size, 18);
  head.writeUInt32LE(size, 22);
  writeSync(file, head, 0, head.length, 0);
  ftruncateSync(file, headBytes + size);
  const rest = Buffer.from(both.subarray(headBytes));
  const directory = directoryAt - headBytes;
  rest.writeUInt32LE(size, directory + 20);
  rest.writeUInt32LE(size, directory + 24);
  const second = directory + 46 + 'hole.bin'.length;
  rest.writeUInt32LE(headBytes + size, second + 42);
  rest.writeUInt32LE(directoryAt + size, rest.length - 6);
  writeSync(file, rest, 0, rest.length, headBytes + size);
  closeSync(file);
  const packedBytes = rest.readUInt32LE(second + 20);
  return { packedBytes, directoryBytes: both.length - directoryAt };
}

/** Serves one file with ranges, and counts what it sends. */
async function serve(path) {
  const size = statSync(path).size;
  const served = { bytes: 0, requests: 0 };
  const server = createServer((request, response) => {
    if (request.url !== '/big.zip') return response.writeHead(404).end();
    const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
    const isSuffix = from === '';
    const start = isSuffix ? Math.max(0, size - Number(to)) : Number(from ?? 0);
    const end = Math.min(size, !isSuffix && to ? Number(to) + 1 : size);
    served.requests++;
    response.writeHead(from === undefined ? 200 : 206, {
      'accept-ranges': 'bytes',
      'content-length': end - start,
      etag: '"1"',
      ...(from === undefined ? {} : { 'content-range': `bytes ${start}-${end - 1}/${size}` }),
    });
    if (request.method === 'HEAD') return response.end();
    createReadStream(path, { start, end: end - 1 })
      .on('data', (piece) => {
        served.bytes += piece.length;
      })
      .pipe(response);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { served, url: `http://127.0.0.1:${server.address().port}/big.zip`, close: () => server.close() };
}

async function runChild(engine, task, runs, words, flags = []) {
  const { stdout } = await exec(process.execPath, [...flags, join(import.meta.dirname, 'child.mjs'), engine, task, String(runs), ...words], { timeout: 300_000 });
  return JSON.parse(stdout);
}

/** A row for each engine that does the task: milliseconds, and MiB. */
async function compare(title, task, words, smallWords, isDone, goals = []) {
  const engines = Object.keys(kEngines).filter((engine) => task in kEngines[engine]);
  const fastest = new Map(engines.map((engine) => [engine, Infinity]));
  for (let round = 0; round < kRounds; round++) {
    for (const engine of engines) {
      const { ms, proof } = await runChild(engine, task, kRuns, words);
      if (!isDone(proof)) throw new StepError(`${title}: ${engine} gave ${proof}`);
      fastest.set(engine, Math.min(fastest.get(engine), ms));
    }
  }
  const rows = [];
  for (const engine of engines) {
    const peakOf = async (archive) => (await runChild(engine, task, 1, archive, ['--liftoff-only'])).peakRss;
    const [once, base] = [await peakOf(words), await peakOf(smallWords)];
    rows.push([engine, fastest.get(engine), Math.max(0, once - base) / kMib]);
  }
  const [[, ours, mib]] = rows;
  const cells = rows.map(([name, ms, memory]) => [name, ms.toFixed(1), (ms / ours).toFixed(2), memory.toFixed(1)]);
  const timeGoals = goals.filter(({ peer }) => peer).map(({ peer, times }) => {
    const ratio = rows.find(([name]) => name === peer)[1] / ours;
    return { goal: `${times} times as fast as ${peer}`, value: ratio.toFixed(2), met: ratio >= times };
  });
  const memoryGoals = goals.filter(({ mostMib }) => mostMib).map(({ mostMib }) => ({
    goal: `at most ${mostMib} MiB`,
    value: `${mib.toFixed(1)} MiB`,
    met: mib <= mostMib,
  }));
  printTable(title, ['', 'ms', 'ratio', 'MiB'], cells, [...timeGoals, ...memoryGoals]);
}

async function overHttp(folder) {
  const path = join(folder, 'big.zip');
  const content = logText(40_000, 5);
  const { packedBytes, directoryBytes } = writeSparseZip(path, 2 ** 31 - 2 ** 24, kLateName, content);
  const rows = [];
  for (const [engine, tasks] of Object.entries(kEngines)) {
    if (!('http' in tasks)) continue;
    const { served, url, close } = await serve(path);
    await runChild(engine, 'http', 1, [url, kLateName]);
    close();
    rows.push([engine, served.bytes, served.requests]);
  }
  const most = packedBytes + directoryBytes + 256 * 1024;
  const bytes = (number) => number.toLocaleString('en');
  printTable(
    `a member of ${bytes(packedBytes)} bytes, packed, of a ZIP archive of 2 GB over HTTP`,
    ['', 'bytes sent', 'requests'],
    rows.map(([name, sent, requests]) => [name, bytes(sent), String(requests)]),
    [{ goal: `at most the member, the directory and 256 KiB: ${bytes(most)} bytes`, value: `${bytes(rows[0][1])} bytes`, met: rows[0][1] <= most }],
  );
}

runMain(async () => {
  await ensurePackages(import.meta.dirname, 'readers of archives to compare with', join(kLogs, 'bench-archive.log'));
  const folder = mkdtempSync(join(tmpdir(), 'lectern-bench-'));
  const file = (name, bytes) => {
    const path = join(folder, name);
    writeFileSync(path, bytes);
    return path;
  };
  try {
    const many = Array.from({ length: kMembers }, (_, i) => [`folder-${i % 300}/file-${i}.txt`, 'x', true]);
    const few = many.slice(0, 10);
    const isAll = (count) => count === kMembers;
    const zips = [file('many.zip', zip(many)), file('few.zip', zip(few))];
    await compare('ZIP: the listing of 100,000 members', 'zipList', [zips[0]], [zips[1]], isAll, [{ peer: 'yauzl', times: 3 }, { mostMib: 4 }]);
    const tars = [file('many.tar', tar(many)), file('few.tar', tar(few))];
    await compare('tar: the listing of 100,000 members', 'tarList', [tars[0]], [tars[1]], isAll, [{ mostMib: 4 }]);

    const large = logText(1_000_000, 1);
    const small = logText(100, 1);
    const isLarge = (count) => count === large.length || count === 1_000_000;
    const title = (kind) => `${kind}: a member of ${(large.length / 1e6).toFixed(0)} MB`;
    const withLate = (content) => [...few, [kLateName, content]];
    const packed = [file('large.zip', zip(withLate(large))), file('small.zip', zip(withLate(small)))];
    const words = packed.map((path) => [path, kLateName]);
    await compare(title('ZIP'), 'zipMember', words[0], words[1], isLarge, [{ peer: 'fflate', times: 2 }, { mostMib: 4 }]);
    const balls = [file('large.tar.gz', gzipSync(tar(withLate(large)))), file('small.tar.gz', gzipSync(tar(withLate(small))))];
    const late = balls.map((path) => [path, kLateName]);
    await compare(title('tar.gz'), 'tarMember', late[0], late[1], isLarge, [{ mostMib: 4 }]);
    await overHttp(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
