// Which conformance cases need PDFium, and which WASI programs have it.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { kRoot } from '../../scripts/lib/project.mjs';

/** Whether a preset was built with PDFium. */
export function hasPdfEngine(preset) {
  const cache = readFileSync(join(kRoot, 'build', preset, 'CMakeCache.txt'), 'utf8');
  return /^LECTERN_WITH_PDF:BOOL=(ON|TRUE|1)$/im.test(cache);
}

/** Whether a case, one of run.mjs, needs more of a PDF than its bytes. */
export function needsPdfEngine({ file, input, options }) {
  const isPassedOn = options?.pdf === 'document' && input.pages === undefined;
  return file === 'pdf.json' && input.file_path.endsWith('.pdf') && !isPassedOn;
}
