// Optimises a linked WASI module and makes longjmp work in it.
//
//   node finish.mjs --wasm-opt <program> --nm <program> --input raw.wasm --output out.wasm
//                   [--simd] [--level=-O1] [--guard <archive or object>[:<member pattern>]]...
//
// Jumps can cross the functions of the guarded files only; all others keep their code. The input must have been linked
// with its names (no `--strip-all`); the output has none. Without --simd, SIMD in the input is an error.

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { makeOrCopy } from '../../scripts/lib/kept_files.mjs';

/** What the module may use beyond the first version of WebAssembly; every host that runs lectern has it. */
const kFeatures = ['--enable-bulk-memory', '--enable-sign-ext'];

/** Id of a custom section, and of the function names within the section "name" (core specification, 5.5.3 and 7.4.1). */
const kCustomSection = 0;
const kFunctionNames = 1;

/** Reads an unsigned LEB128 number; returns it and the offset after it. */
function readNumber(bytes, offset) {
  let value = 0;
  for (let scale = 1; ; scale *= 128) {
    const byte = bytes[offset++];
    value += (byte & 0x7f) * scale;
    if (byte < 0x80) return [value, offset];
  }
}

function encodeNumber(value) {
  const bytes = [];
  for (; value >= 0x80; value = Math.floor(value / 128)) bytes.push((value % 128) | 0x80);
  return Buffer.from([...bytes, value]);
}

/** A length, then the bytes. */
function encodeBlock(...parts) {
  const bytes = Buffer.concat(parts);
  return Buffer.concat([encodeNumber(bytes.length), bytes]);
}

/**
 * Takes a module apart into its section "name" and all else.
 * @param {Buffer} module
 * @returns {{rest: Buffer, names: Map<number, string>}} names by the function's index; empty when there are none
 */
function splitNames(module) {
  const kept = [module.subarray(0, 8)];
  let names = new Map();
  for (let offset = 8; offset < module.length; ) {
    const [size, start] = readNumber(module, offset + 1);
    const end = start + size;
    const [length, afterLength] = readNumber(module, start);
    const title = module.toString('utf8', afterLength, afterLength + length);
    if (module[offset] === kCustomSection && title === 'name') {
      names = readFunctionNames(module.subarray(afterLength + length, end));
    } else {
      kept.push(module.subarray(offset, end));
    }
    offset = end;
  }
  return { rest: Buffer.concat(kept), names };
}

function readFunctionNames(section) {
  const names = new Map();
  for (let offset = 0; offset < section.length; ) {
    const kind = section[offset];
    const [size, start] = readNumber(section, offset + 1);
    offset = start + size;
    if (kind !== kFunctionNames) continue;
    let [count, position] = readNumber(section, start);
    for (; count > 0; --count) {
      const [index, afterIndex] = readNumber(section, position);
      const [length, begin] = readNumber(section, afterIndex);
      position = begin + length;
      names.set(index, section.toString('utf8', begin, position));
    }
  }
  return names;
}

/** The custom section "name" with a name for each function index. */
function encodeNames(names) {
  const entries = [...names].map(([index, name]) => {
    return Buffer.concat([encodeNumber(index), encodeBlock(Buffer.from(name))]);
  });
  const list = encodeBlock(encodeNumber(names.size), ...entries);
  const section = encodeBlock(encodeBlock(Buffer.from('name')), Buffer.from([kFunctionNames]), list);
  return Buffer.concat([Buffer.from([kCustomSection]), section]);
}

/** The functions that one guarded file defines, in the spelling of the linker's names: demangled. */
function definedFunctions(nm, guard) {
  const colon = guard.lastIndexOf(':');
  const [path, pattern] = colon < 0 ? [guard, ''] : [guard.slice(0, colon), guard.slice(colon + 1)];
  const member = new RegExp(pattern);
  const args = ['--defined-only', '--demangle', '--print-file-name', path];
  const listing = execFileSync(nm, args, { encoding: 'utf8', maxBuffer: 1 << 27 });
  return listing.split('\n').flatMap((line) => {
    // "archive:member: address type name" or "object: address type name"
    const match = /^(.*?): [0-9a-f]* ?[tTwW] (.+)$/.exec(line);
    return match && member.test(match[1].slice(match[1].lastIndexOf(':') + 1)) ? [match[2]] : [];
  });
}

/** Modules that are kept: several presets' of a few states of the sources. */
const kMostKept = 30;

/**
 * Runs wasm-opt, which takes a minute for a module with PDFium, or takes what it made of the same input before.
 * @param {string} program
 * @param {string[]} args
 * @param {string} input
 * @param {string} output
 */
function optimise(program, args, input, output) {
  const version = execFileSync(program, ['--version']);
  const key = createHash('sha256').update(version).update(args.join('\n')).update(readFileSync(input)).digest('hex');
  // Its name differs from clone to clone.
  const module = join(work, 'module.wasm');
  makeOrCopy({ kind: 'wasm-opt', key, files: [module], most: kMostKept }, () => {
    execFileSync(program, [...args, input, '-o', module], { stdio: 'inherit' });
  });
  copyFileSync(module, output);
}

const { values } = parseArgs({
  options: {
    'wasm-opt': { type: 'string', default: 'wasm-opt' },
    nm: { type: 'string', default: 'llvm-nm' },
    input: { type: 'string' },
    output: { type: 'string' },
    simd: { type: 'boolean', default: false },
    // LLVM has optimised it. With -O3 wasm-opt takes twice as long, the file is no smaller when compressed, and V8 takes up to
    // a third longer to begin.
    level: { type: 'string', default: '-O1' },
    guard: { type: 'string', multiple: true, default: [] },
  },
});

const args = values.simd ? [...kFeatures, '--enable-simd'] : [...kFeatures];
const work = mkdtempSync(join(tmpdir(), 'wasi-setjmp-'));
try {
  const { rest, names } = splitNames(readFileSync(values.input));
  if (names.size === 0) throw new Error(`${values.input} has no names: link without --strip-all`);
  let input = values.input;
  // A program that never jumps needs none of this.
  if ([...names.values()].includes('wasi_longjmp')) {
    // The runtime takes part by what it calls; nothing else outside the guarded files does.
    const crossed = new Set(['wasi_longjmp', 'call_and_stop', 'setjmp_call']);
    for (const guard of values.guard) {
      for (const name of definedFunctions(values.nm, guard)) crossed.add(name);
    }
    // Short names instead of C++ signatures, which wasm-opt's lists cannot express.
    const renamed = [...names].map(([index, name]) => [index, `${crossed.has(name) ? 'crossed' : 'fixed'}_${index}`]);
    input = join(work, 'renamed.wasm');
    writeFileSync(input, Buffer.concat([rest, encodeNames(new Map(renamed))]));
    args.push('--asyncify', '--pass-arg=asyncify-removelist@fixed_*', '--mod-asyncify-always-and-only-unwind');
  }
  args.push(values.level, '--strip-debug', '--strip-producers');
  optimise(values['wasm-opt'], args, input, values.output);
} finally {
  rmSync(work, { recursive: true, force: true });
}
