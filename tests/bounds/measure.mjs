// What the worst files of each kind take: seconds of a processor and memory at the peak, of the native release program.
// Times differ from machine to machine, so this decides nothing: it says where to look.
//
//   node tests/bounds/measure.mjs [--node] [--with=OPTIONS] [--most N] [WORD …]   kinds whose names hold a word; none is all of them
//
// Each kind grows fourfold, N times at most, until a file has 20 MB, or takes ten seconds to make or to read. With
// `--node` the slowest and the largest files are then read by the package in Node, too. `--with=` reads
// with other options: --with='--max-decoded-bytes 41943040' is what hosts of 128 MB set, --with='--pdf-form text' gives lines.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { kRoot } from '../../scripts/lib/project.mjs';
import { kAmplified } from './amplified.mjs';

// Not what the machine's libheif takes.
process.env.LECTERN_LIBHEIF = 'none';
const kMaxFileBytes = 20 << 20;
const kMaxSeconds = 10;
const kTimeout = 60;
const kProgram = process.env.LECTERN_PROGRAM ?? join(kRoot, 'build', 'release', 'src', 'cli', 'lectern');
const kOptions = '--page-images always --animation contact-sheet --provider anthropic';
const kReadInNode = join(kRoot, 'tests', 'bounds', 'read_in_node.mjs');

const { values, positionals: words } = parseArgs({
  options: { node: { type: 'boolean' }, with: { type: 'string', default: kOptions }, most: { type: 'string', default: '10' } },
  allowPositionals: true,
});
const folder = mkdtempSync(join(tmpdir(), 'lectern-measure-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

function readNatively(path) {
  const command = [kProgram, 'read', path, '--preview', 'off', ...values.with.split(' ')];
  const { stdout, stderr } = spawnSync('timeout', [String(kTimeout), '/usr/bin/time', '-f', '@ %U %S %M', ...command], {
    encoding: 'utf8',
    maxBuffer: 1 << 30,
  });
  const counted = stderr.match(/^@ ([\d.]+) ([\d.]+) (\d+)$/m);
  const said = (stderr.replace(/^@.*$/m, '').trim() || stdout).replaceAll('\n', ' ').slice(0, 100);
  if (!counted) return { seconds: kTimeout, megabytes: Number.NaN, said };
  return { seconds: Number(counted[1]) + Number(counted[2]), megabytes: Math.round(counted[3] / 1024), said };
}

function readInNode(path) {
  const { stdout, stderr } = spawnSync('timeout', [String(kTimeout), process.execPath, kReadInNode, path], { encoding: 'utf8' });
  return stdout.startsWith('{') ? JSON.parse(stdout) : { seconds: kTimeout, megabytes: Number.NaN, said: stderr.slice(-200) };
}

/** A file of a kind; undefined when its format, or a string, counts no further. */
function make(input, n, step) {
  try {
    // What is shared is megabytes where the tests take kilobytes.
    return Buffer.from(input.make(n, input.bytes && Math.min(input.bytes * 4 ** step, 4 << 20)));
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

const kinds = Object.entries(kAmplified);
for (const [what, input] of kinds) {
  if (words.length > 0 && !words.some((word) => what.includes(word))) continue;
  let worst = { seconds: 0, megabytes: 0 };
  let heaviest = worst;
  for (let step = 0, n = input.n; step < Number(values.most); step++, n *= 4) {
    const start = performance.now();
    const bytes = make(input, n, step);
    if (!bytes) break;
    const isSlow = performance.now() - start > 1000 * kMaxSeconds;
    if (bytes.length > kMaxFileBytes) break;
    const path = join(folder, input.name ?? 'a.pdf');
    writeFileSync(path, bytes);
    const read = { n, step, bytes: bytes.length, ...readNatively(path) };
    if (read.seconds >= worst.seconds) worst = read;
    if (!(read.megabytes <= heaviest.megabytes)) heaviest = read;
    if (isSlow || read.seconds > kMaxSeconds) break;
  }
  const show = (title, { n, step, bytes, seconds, megabytes, said }) => {
    console.log(`  ${title}  ${seconds?.toFixed(2)} s ${megabytes} MB (n=${n}, ${bytes?.toLocaleString('en')} bytes): ${said}`);
    if (!values.node) return;
    const path = join(folder, input.name ?? 'a.pdf');
    writeFileSync(path, make(input, n, step));
    const inNode = readInNode(path);
    console.log(`  in Node  ${inNode.seconds.toFixed(2)} s ${inNode.megabytes} MB: ${inNode.said}`);
  };
  console.log(what);
  show('slowest', worst);
  if (heaviest.n !== worst.n) show('largest', heaviest);
}
