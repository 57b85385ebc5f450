// Links a JavaScript module with Emscripten, or takes what it made of the same objects before: a link optimises the whole
// program, which takes up to two minutes, and the compiler's cache does not keep it.
//
//   node kept_link.mjs em++ ARGUMENT... -o MODULE.mjs ARGUMENT...
//
// CMake runs it in front of the linker (CMAKE_CXX_LINKER_LAUNCHER).

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';

import { makeOrCopy } from './kept_files.mjs';

/** Modules that are kept: all of a few states of the sources. */
const kMostKept = 80;

const isFile = (path) => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;

/** All that decides what the linker makes: its version, what the environment tells it, its arguments and the files they name. */
function keyOf(linker, args, output) {
  const hash = createHash('sha256');
  const add = (part) => hash.update(part).update('\0');
  add(execFileSync(linker, ['--version']));
  for (const [name, value] of Object.entries(process.env).sort()) if (name.startsWith('EMCC_')) add(`${name}=${value}`);
  // A file may lie elsewhere in another clone.
  for (const arg of args) add(arg !== output && isFile(arg) ? readFileSync(arg) : arg);
  return hash.digest('hex');
}

const [linker, ...args] = process.argv.slice(2);
const output = args[args.indexOf('-o') + 1];
const link = () => execFileSync(linker, args, { stdio: 'inherit' });
// CMake's trial programs are no modules.
const isKept = output.endsWith('.mjs') && !args.some((arg) => arg.startsWith('@')) && !process.env.CCACHE_DISABLE;
try {
  if (isKept) {
    const files = [output, output.replace(/\.mjs$/, '.wasm')];
    makeOrCopy({ kind: 'links', key: keyOf(linker, args, output), files, most: kMostKept }, link);
  } else {
    link();
  }
} catch (error) {
  // The linker has said what is wrong.
  if (error.status === undefined) throw error;
  process.exitCode = error.status || 1;
}
