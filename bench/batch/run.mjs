// A tree of mixed files read by `lectern read --jobs N` and by single processes, N at a time under xargs, natively and in Node.
//
//   node bench/batch/run.mjs [--copies N] [--runs N] [--json]
//
// The release preset and the package must be built. The files are those of the demo, N copies of them, and as many small texts.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';

import { kRoot } from '../../scripts/lib/project.mjs';
import { StepError, runMain } from '../../scripts/lib/steps.mjs';
import { fastestMs, kArguments, printTable } from '../lib/report.mjs';
import { makeTree } from '../lib/tree.mjs';

const kMib = 2 ** 20;
const kPrograms = {
  native: [join(kRoot, 'build', 'release', 'src', 'cli', 'lectern')],
  Node: [process.execPath, join(kRoot, 'dist', 'cli', 'main.js')],
};

/** The number after a word of the command line. */
function numberAfter(word, fallback) {
  const at = kArguments.indexOf(word);
  if (at < 0) return fallback;
  const number = Number(kArguments[at + 1]);
  if (!Number.isInteger(number) || number < 1) throw new StepError(`${word} needs a number, got ${kArguments[at + 1]}`);
  return number;
}

/** Runs a shell's command; its results go nowhere. Some of the files are broken, so a status of 1 is expected. */
function runShell(command, folder) {
  const { status, stderr } = spawnSync('sh', ['-c', `${command} > /dev/null`], { cwd: folder, encoding: 'utf8' });
  // xargs says 123 when one of its commands ended with 1.
  if (status !== 1 && status !== 123) throw new StepError(`${command} ended with ${status}: ${stderr}`);
}

runMain(async () => {
  const runs = numberAfter('--runs', 3);
  const folder = mkdtempSync(join(tmpdir(), 'lectern-bench-'));
  try {
    const { count, bytes } = makeTree(folder, numberAfter('--copies', 10));
    for (const [name, words] of Object.entries(kPrograms)) {
      const program = words.map((word) => `'${word}'`).join(' ');
      const single = (processes) => `find . -type f -print0 | sort -z | xargs -0 -n 1 -P ${processes} ${program} read --json`;
      const rows = [
        ['a process for each file, one at a time', single(1)],
        ['a process for each file, two at a time', single(2)],
        ['--jobs 1', `${program} read --jobs 1 .`],
        ['--jobs 2', `${program} read --jobs 2 .`],
      ].map(([what, command]) => [what, fastestMs(() => runShell(command, folder), runs) / 1000]);
      const [, base] = rows[1];
      printTable(
        `${name}: ${count} files, ${(bytes / kMib).toFixed(1)} MB`,
        ['', 's', 'files/s', 'MB/s', 'ratio'],
        rows.map(([what, seconds]) => [
          what,
          seconds.toFixed(2),
          (count / seconds).toFixed(0),
          (bytes / kMib / seconds).toFixed(1),
          (seconds / base).toFixed(2),
        ]),
      );
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});
