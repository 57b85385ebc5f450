// Small files made by hand or by scripts/make_samples.mjs, which every test may read.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository. */
export const kRoot = fileURLToPath(new URL('../../..', import.meta.url));

/** A directory that is gone when the process ends. */
export function temporaryDirectory() {
  const directory = mkdtempSync(join(tmpdir(), 'lectern-test-'));
  process.on('exit', () => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

/** A 1x1 red PNG, 69 bytes. */
export const kRedPixel = new Uint8Array(
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC',
    'base64',
  ),
);

let samples;

/** A file that the demo reads: chart.png, analysis.ipynb … */
export function sample(name) {
  if (!samples) {
    samples = temporaryDirectory();
    const made = spawnSync(
      process.execPath,
      [join(kRoot, 'scripts', 'make_samples.mjs'), samples],
      { encoding: 'utf8' },
    );
    if (made.status !== 0) throw new Error(`make_samples failed: ${made.stderr}`);
  }
  return new Uint8Array(readFileSync(join(samples, name)));
}
