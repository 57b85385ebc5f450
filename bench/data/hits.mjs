// A search by the native program beside ripgrep, by how many lines hold the words: the table in docs/text.md.
//
//   node bench/data/hits.mjs [--json]
//
// The preset `release` must be built, ripgrep and bash installed. A row is the time of one processor, user and system, the least
// of seven runs, over a log of 100 MB that is made here.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { kRoot } from '../../scripts/lib/project.mjs';
import { runMain, StepError } from '../../scripts/lib/steps.mjs';
import { printTable } from '../lib/report.mjs';
import { makeLog } from './made.mjs';

const kNative = join(kRoot, 'build', 'release', 'src', 'cli', 'lectern');
const kRuns = 7;
const kBytes = 100_000_000;
/** Words that a few lines hold, a third of them, and all. */
const kSearches = ['Connection refused', 'worker-1', 'worker'];

/** Seconds of a processor, and what the program printed. */
function timed(words) {
  const script = `TIMEFORMAT='%U %S'; time "$@"`;
  const { status, stdout, stderr } = spawnSync('bash', ['-c', script, 'bash', ...words], {
    encoding: 'latin1',
    env: { ...process.env, LC_ALL: 'C' },
    maxBuffer: 1 << 30,
  });
  if (status !== 0) throw new StepError(`${words[0]} ended with ${status}: ${stderr}`);
  const [user, system] = stderr.trim().split('\n').at(-1).split(' ').map(Number);
  return { seconds: user + system, stdout };
}

function leastOf(words) {
  const runs = Array.from({ length: kRuns }, () => timed(words));
  return { ...runs[0], seconds: Math.min(...runs.map(({ seconds }) => seconds)) };
}

runMain(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-bench-hits-'));
  process.on('exit', () => rmSync(folder, { recursive: true }));
  const log = join(folder, 'big.log');
  writeFileSync(log, makeLog(kBytes));
  const rows = kSearches.map((search) => {
    const hashed = leastOf([kNative, 'read', log, '--search', search]);
    const own = leastOf([kNative, 'read', log, '--search', search, '--hash', 'none']);
    const peer = leastOf(['rg', '-i', '-n', '-C1', search, log]);
    const hits = /^([\d,]+) lines? holds?/.exec(own.stdout)?.[1];
    if (hits === undefined) throw new StepError(`no count of hits: ${own.stdout.slice(0, 200)}`);
    return [`${hits} lines, "${search}"`, ...[own, peer, hashed].map(({ seconds }) => seconds.toFixed(2))];
  });
  printTable('seconds of a processor', ['hits', 'lectern, hash none', 'ripgrep', 'lectern'], rows);
});
