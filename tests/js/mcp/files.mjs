// The files that the servers of these tests serve.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { kRedPixel, temporaryDirectory } from '../support/samples.mjs';

/** 40,000 lines. */
export const kLongLines = Array.from({ length: 40_000 }, (_, index) => `line ${index + 1}`).join(
  '\n',
);

/** A directory with `root`, which is served, and a secret beside it. */
export function makeFiles() {
  const top = temporaryDirectory();
  const root = join(top, 'root');
  mkdirSync(root);
  writeFileSync(join(top, 'secret.txt'), 'secret\n');
  writeFileSync(join(root, 'notes.txt'), 'one\ntwo\n');
  writeFileSync(join(root, 'long.txt'), kLongLines);
  writeFileSync(join(root, 'pixel.png'), kRedPixel);
  writeFileSync(join(root, 'data.bin'), Buffer.from([0, 1, 2, 255, 0]));
  writeFileSync(join(root, 'a b#.txt'), 'odd name');
  return { root, top };
}
