// Runs a WASI command under node:wasi:
//   node --no-warnings run.mjs [--dir DIR[::NAME]] program.wasm [arguments]
// The program sees DIR, under its own name or another; without --dir the whole file system. It sees the environment. Relative
// paths start at the current directory, or at DIR when that lies elsewhere or has another name.

import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { resolve, sep } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { WASI } from 'node:wasi';

// Node 20 crashes (SIGSEGV) in up to a third of the runs of some programs that end while V8 marks its heap step by step: after
// the jump out of WebAssembly the context that it goes on with is stale.
setFlagsFromString('--no-incremental-marking');

/** Exit status of a program that traps: what a shell gives for one that aborts. */
const kTrapped = 134;
const kBadUsage = 2;
const kUsage = 'usage: node --no-warnings run.mjs [--dir DIR[::NAME]] program.wasm [arguments]';

/** Leaves the program from inside. */
class Exit extends Error {
  constructor(status) {
    super(`exit status ${status}`);
    this.status = status;
  }
}

function refuse(message) {
  console.error(`run.mjs: ${message}\n${kUsage}`);
  process.exit(kBadUsage);
}

/** Ends with a message where an error would only have a stack. */
async function orRefuse(work, message) {
  try {
    return await work();
  } catch (error) {
    return refuse(`${message} (${error.code ?? error.message})`);
  }
}

const words = process.argv.slice(2);
const [directory = ''] = words[0] === '--dir' ? words.splice(0, 2).slice(1) : ['/'];
const [program, ...args] = words;
if (program === undefined) refuse('a program is missing');
const [named, name] = directory.split('::');
const host = resolve(named);
if (named === '' || !statSync(host, { throwIfNoEntry: false })?.isDirectory())
  refuse(`--dir is no directory: ${named}`);
const guest = name || host;
const here = process.cwd();
const isInside = guest === host && `${here}${sep}`.startsWith(host.endsWith(sep) ? host : host + sep);
const bytes = await orRefuse(() => readFile(program), `${program} cannot be read`);
const module = await orRefuse(() => WebAssembly.compile(bytes), `${program} is no module that this runs`);
if (!WebAssembly.Module.exports(module).some(({ name }) => name === '_start'))
  refuse(`${program} is no program, but a library: see c-abi.md`);
const wasi = new WASI({
  version: 'preview1',
  args: [program, ...args],
  env: { ...process.env, PWD: isInside ? here : guest },
  preopens: { [guest]: host },
});
const imports = wasi.getImportObject();
imports.wasi_snapshot_preview1 = {
  ...imports.wasi_snapshot_preview1,
  // Node 20 crashes now and then when the process is ended while the module is still being optimised: it ends by itself.
  proc_exit(status) {
    throw new Exit(status);
  },
};
const instance = await WebAssembly.instantiate(module, imports);
try {
  process.exitCode = wasi.start(instance);
} catch (error) {
  if (!(error instanceof Exit)) console.error(error);
  process.exitCode = error instanceof Exit ? error.status : kTrapped;
}
