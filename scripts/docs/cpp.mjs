// Builds the reference of the C++ and the C interface into build/cpp-api with Doxygen, which is installed when it is
// missing. A public name without a comment is an error, like any other warning.
//
//   node scripts/docs/cpp.mjs

import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { kRoot } from '../lib/project.mjs';
import { StepError, findProgram, report, runMain } from '../lib/steps.mjs';
import { ensurePackages } from '../setup.mjs';

/** What programs include; these bring the other public headers. */
const kPublicHeaders = ['lectern.h', join('capi', 'lectern_c.h')];

/** The headers given and all of this project that they include, relative to src. */
function withIncludes(headers) {
  const all = new Set(headers);
  // A set that grows is walked to its new end.
  for (const header of all) {
    const text = readFileSync(join(kRoot, 'src', header), 'utf8');
    for (const [, included] of text.matchAll(/^#include "(.+)"/gm)) all.add(included);
  }
  return [...all].sort();
}

runMain(async () => {
  if (!findProgram('doxygen')) await ensurePackages(['docs']);
  if (!findProgram('doxygen')) throw new StepError('doxygen not found');
  const headers = withIncludes(kPublicHeaders).map((header) => join('src', header));
  const settings = readFileSync(join(kRoot, 'scripts', 'docs', 'Doxyfile'), 'utf8');
  mkdirSync(join(kRoot, 'build'), { recursive: true });
  const { status } = spawnSync('doxygen', ['-'], {
    cwd: kRoot,
    input: `${settings}\nINPUT = ${headers.join(' ')}\n`,
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  if (status !== 0) throw new StepError('the C++ reference has gaps');
  report(`${headers.length} public headers: build/cpp-api/index.html`);
});
