// Runs a WASI command under node:wasi:  node --no-warnings scripts/lib/run_wasi.mjs program.wasm [arguments]
// The whole file system is preopened, and the current directory for relative paths.

import { readFile } from 'node:fs/promises';
import { WASI } from 'node:wasi';

const [program, ...args] = process.argv.slice(2);
const wasi = new WASI({
  version: 'preview1',
  args: [program, ...args],
  env: process.env,
  preopens: { '/': '/', '.': process.cwd() },
  // Returning from an exit crashes V8 11 (Node 20) when memory was collected meanwhile.
  returnOnExit: false,
});
const module = await WebAssembly.compile(await readFile(program));
wasi.start(await WebAssembly.instantiate(module, wasi.getImportObject()));
