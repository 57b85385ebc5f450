// Runs a WASI command under node:wasi:  node --no-warnings scripts/lib/run_wasi.mjs [--dir DIR] program.wasm [arguments]
// DIR is preopened, by default the whole file system; relative paths start at PWD.

import { readFile } from 'node:fs/promises';
import { WASI } from 'node:wasi';

/** Leaves the program from inside. */
class Exit extends Error {
  constructor(status) {
    super(`exit status ${status}`);
    this.status = status;
  }
}

const words = process.argv.slice(2);
const directory = words[0] === '--dir' ? words.splice(0, 2)[1] : '/';
const [program, ...args] = words;
const wasi = new WASI({
  version: 'preview1',
  args: [program, ...args],
  env: { ...process.env, PWD: process.cwd() },
  preopens: { [directory]: directory },
});
const imports = wasi.getImportObject();
imports.wasi_snapshot_preview1 = {
  ...imports.wasi_snapshot_preview1,
  // Node 20 crashes now and then when the process ends while the module is still being optimised.
  proc_exit(status) {
    throw new Exit(status);
  },
};
const module = await WebAssembly.compile(await readFile(program));
const instance = await WebAssembly.instantiate(module, imports);
try {
  process.exitCode = wasi.start(instance);
} catch (error) {
  if (!(error instanceof Exit)) throw error;
  process.exitCode = error.status;
}
