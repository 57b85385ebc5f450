// Which conformance cases need PDFium, and which WASI programs have it.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { kRoot } from '../../scripts/lib/project.mjs';

/** Whether a preset was built with PDFium. */
export function hasPdfEngine(preset) {
  const cache = readFileSync(join(kRoot, 'build', preset, 'CMakeCache.txt'), 'utf8');
  return /^LECTERN_WITH_PDF:BOOL=(ON|TRUE|1)$/im.test(cache);
}

/** Whether a case, one of run.mjs, reads pages of a PDF. */
export function needsPdfEngine({ file }) {
  return file === 'pdf.json';
}
