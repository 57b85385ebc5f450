// Files as a repository with some documents has them.

import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { kRoot } from '../../scripts/lib/project.mjs';
import { capture } from '../../scripts/lib/steps.mjs';

/**
 * Writes the demo's files and as many small texts, again and again.
 * @param {string} folder
 * @param {number} copies
 * @returns {{count: number, bytes: number}}
 */
export function makeTree(folder, copies) {
  for (let i = 0; i < copies; i++) {
    const directory = join(folder, `copy-${String(i).padStart(4, '0')}`);
    capture(process.execPath, [join(kRoot, 'scripts', 'make_samples.mjs'), directory]);
    mkdirSync(join(directory, 'src'));
    for (let n = 0; n < 40; n++) {
      writeFileSync(join(directory, 'src', `file-${n}.txt`), `copy ${i}, file ${n}\n`.repeat(50 + n * 5));
    }
  }
  const files = readdirSync(folder, { recursive: true }).map((name) => statSync(join(folder, name))).filter((facts) => facts.isFile());
  return { count: files.length, bytes: files.reduce((sum, { size }) => sum + size, 0) };
}
