// Runs a WASI command under node:wasi:
//   node --no-warnings scripts/lib/run_wasi.mjs [--dir DIR[::NAME]] program.wasm [arguments]
// DIR is preopened under its own name or another, by default the whole file system. Relative paths start at PWD, or at NAME.

import { readFile } from 'node:fs/promises';
import { setFlagsFromString } from 'node:v8';
import { WASI } from 'node:wasi';

// Node 20 crashes (SIGSEGV) in up to a third of the runs of some programs that end while V8 marks its heap step by step: after
// the jump out of WebAssembly the context that it goes on with is stale.
setFlagsFromString('--no-incremental-marking');

/** Exit status of a program that traps: what a shell gives for one that aborts. */
const kTrapped = 134;

/** Leaves the program from inside. */
class Exit extends Error {
  constructor(status) {
    super(`exit status ${status}`);
    this.status = status;
  }
}

const words = process.argv.slice(2);
const directory = words[0] === '--dir' ? words.splice(0, 2)[1] : '/';
const [host, guest = host] = directory.split('::');
const [program, ...args] = words;
const wasi = new WASI({
  version: 'preview1',
  args: [program, ...args],
  env: { ...process.env, PWD: guest === host ? process.cwd() : guest },
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
const module = await WebAssembly.compile(await readFile(program));
const instance = await WebAssembly.instantiate(module, imports);
try {
  process.exitCode = wasi.start(instance);
} catch (error) {
  if (!(error instanceof Exit)) console.error(error);
  process.exitCode = error instanceof Exit ? error.status : kTrapped;
}
