// Builds the reference of the C++ and the C interface with Doxygen, which is installed when it is missing: as HTML into
// build/cpp-api, and as docs/cpp-api.md. A public name without a comment is an error, like any other warning.
//
//   node scripts/docs/cpp.mjs [--check]
//
// With --check docs/cpp-api.md is not written: that it is not what it should be is an error.

import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { kRoot } from '../lib/project.mjs';
import { StepError, findProgram, report, runMain } from '../lib/steps.mjs';
import { ensurePackages } from '../setup.mjs';
import { cppMarkdown } from './cpp_markdown.mjs';

/** What programs include; the first brings the other public headers. */
const kCppHeader = 'lectern.h';
const kCHeader = join('capi', 'lectern_c.h');
/** The first of the page: what programs call. */
const kCalls = join('read', 'read.h');
const kPage = join(kRoot, 'docs', 'cpp-api.md');

/** A header and all of this project that it includes, relative to src. */
function withIncludes(header) {
  const all = new Set([header]);
  // A set that grows is walked to its new end.
  for (const one of all) {
    const text = readFileSync(join(kRoot, 'src', one), 'utf8');
    for (const [, included] of text.matchAll(/^#include "(.+)"/gm)) all.add(included);
  }
  return [...all];
}

/** Writes docs/cpp-api.md, or complains that it is another one. */
function publish(headers) {
  const page = cppMarkdown(join(kRoot, 'build', 'cpp-api-xml'), headers);
  if (!process.argv.includes('--check')) writeFileSync(kPage, page);
  else if (readFileSync(kPage, 'utf8') !== page) {
    throw new StepError('docs/cpp-api.md is not what the headers say: npm run docs:cpp writes it');
  }
}

runMain(async () => {
  if (!findProgram('doxygen')) await ensurePackages(['docs']);
  if (!findProgram('doxygen')) throw new StepError('doxygen not found');
  const headers = [...new Set([kCalls, ...withIncludes(kCppHeader), kCHeader])];
  const settings = readFileSync(join(kRoot, 'scripts', 'docs', 'Doxyfile'), 'utf8');
  mkdirSync(join(kRoot, 'build'), { recursive: true });
  const { status } = spawnSync('doxygen', ['-'], {
    cwd: kRoot,
    input: `${settings}\nINPUT = ${headers.map((header) => join('src', header)).join(' ')}\n`,
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  if (status !== 0) throw new StepError('the C++ reference has gaps');
  publish(headers);
  report(`${headers.length} public headers: build/cpp-api/index.html, docs/cpp-api.md`);
});
