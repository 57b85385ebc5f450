// Optimises a linked WASI module and makes longjmp work in it.
//
//   node finish.mjs --wasm-opt <program> --nm <program> --input raw.wasm --output out.wasm
//                   [--level=-O3] [--guard <archive or object>[:<member pattern>]]...
//
// Jumps can cross the functions of the guarded files only; all others keep their code. The input must have been linked
// with its names (`-Wl,--no-demangle`, no `--strip-all`); the output has none.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

/** What the module may use beyond the first version of WebAssembly; every host that runs lectern has it. */
const kFeatures = ['--enable-simd', '--enable-bulk-memory', '--enable-sign-ext'];

/** Reads a LEB128 number; returns it and the offset after it. */
function readNumber(bytes, offset) {
  let value = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[offset++];
    value += (byte & 0x7f) * 2 ** shift;
    if (byte < 0x80) return [value, offset];
  }
}

/**
 * The names of the functions that a module defines, from its custom section "name" (WebAssembly core specification, appendix 7.4).
 * @param {Uint8Array} bytes
 * @returns {string[]} in the order of the functions
 */
function functionNames(bytes) {
  const text = new TextDecoder();
  const module = new WebAssembly.Module(bytes);
  const [section] = WebAssembly.Module.customSections(module, 'name');
  if (section === undefined) throw new Error('the module has no names: link without --strip-all');
  const data = new Uint8Array(section);
  const imports = WebAssembly.Module.imports(module).filter(({ kind }) => kind === 'function').length;
  let offset = 0;
  while (offset < data.length) {
    const kind = data[offset];
    const [size, start] = readNumber(data, offset + 1);
    offset = start + size;
    if (kind !== 1) continue;
    const names = [];
    let [count, position] = readNumber(data, start);
    for (; count > 0; --count) {
      const [index, afterIndex] = readNumber(data, position);
      const [length, begin] = readNumber(data, afterIndex);
      position = begin + length;
      if (index >= imports) names.push(text.decode(data.subarray(begin, position)));
    }
    return names;
  }
  return [];
}

/** The functions that one guarded file defines. */
function definedFunctions(nm, guard) {
  const colon = guard.lastIndexOf(':');
  const [path, pattern] = colon < 0 ? [guard, ''] : [guard.slice(0, colon), guard.slice(colon + 1)];
  const member = new RegExp(pattern);
  const listing = execFileSync(nm, ['--defined-only', '--print-file-name', path], { encoding: 'utf8', maxBuffer: 1 << 27 });
  return listing.split('\n').flatMap((line) => {
    // "archive:member: address type name" or "object: address type name"
    const match = /^(.*): +\S* +[tTwW] +(\S+)$/.exec(line);
    return match && member.test(match[1].slice(match[1].lastIndexOf(':') + 1)) ? [match[2]] : [];
  });
}

const { values } = parseArgs({
  options: {
    'wasm-opt': { type: 'string', default: 'wasm-opt' },
    nm: { type: 'string', default: 'llvm-nm' },
    input: { type: 'string' },
    output: { type: 'string' },
    level: { type: 'string', default: '-O3' },
    guard: { type: 'string', multiple: true, default: [] },
  },
});

const args = [...kFeatures];
const work = mkdtempSync(join(tmpdir(), 'wasi-setjmp-'));
try {
  const names = functionNames(readFileSync(values.input));
  // A program that never jumps needs none of this.
  if (names.includes('wasi_longjmp')) {
    const guarded = new Set(values.guard.flatMap((guard) => definedFunctions(values.nm, guard)));
    // The runtime takes part by what it calls; nothing else outside the guarded files does.
    const runtime = new Set(['wasi_longjmp', 'call_and_stop', 'setjmp_call']);
    const untouched = names.filter((name) => !guarded.has(name) && !runtime.has(name));
    const list = join(work, 'untouched');
    writeFileSync(list, [...new Set(untouched)].join(','));
    args.push('--asyncify', `--pass-arg=asyncify-removelist@@${list}`);
    args.push('--mod-asyncify-always-and-only-unwind');
  }
  args.push(values.level, '--strip-debug', '--strip-producers');
  execFileSync(values['wasm-opt'], [...args, values.input, '-o', values.output], { stdio: 'inherit' });
} finally {
  rmSync(work, { recursive: true, force: true });
}
