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

/** A BMP file of 2x2 pixels of 24 bits: red, green / blue, white. */
export function bitmap() {
  const file = Buffer.alloc(70);
  file.write('BM');
  file.writeUInt32LE(70, 2);
  file.writeUInt32LE(54, 10);
  file.writeUInt32LE(40, 14);
  file.writeInt32LE(2, 18);
  file.writeInt32LE(2, 22);
  file.writeUInt16LE(1, 26);
  file.writeUInt16LE(24, 28);
  file.set([255, 0, 0, 255, 255, 255], 54);
  file.set([0, 0, 255, 0, 255, 0], 62);
  return file;
}
