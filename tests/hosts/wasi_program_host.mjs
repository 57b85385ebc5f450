// The command line program for WASI under node:wasi, compiled once: forked with the program's path as its argument, it answers
// each message {folder, words} with {stdout, stderr, error} of a run that has the folder as its `/`.

import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { WASI } from 'node:wasi';

// As in scripts/lib/run_wasi.mjs: Node 20 crashes now and then in programs that end while V8 marks its heap step by step.
setFlagsFromString('--no-incremental-marking');

const [program] = process.argv.slice(2);
const module = await WebAssembly.compile(readFileSync(program));
const outputs = mkdtempSync(join(tmpdir(), 'lectern-outputs-'));

async function run(folder, words) {
  const [stdout, stderr] = ['stdout', 'stderr'].map((name) => join(outputs, name));
  const files = [stdout, stderr].map((path) => openSync(path, 'w'));
  let error;
  try {
    const wasi = new WASI({
      version: 'preview1',
      args: [program, ...words],
      preopens: { '/': folder },
      stdout: files[0],
      stderr: files[1],
      returnOnExit: true,
    });
    wasi.start(await WebAssembly.instantiate(module, wasi.getImportObject()));
  } catch (problem) {
    error = String(problem.stack);
  } finally {
    for (const file of files) closeSync(file);
  }
  return { stdout: readFileSync(stdout, 'utf8'), stderr: readFileSync(stderr, 'utf8'), error };
}

process.on('message', async ({ folder, words }) => process.send(await run(folder, words)));
process.on('disconnect', () => rmSync(outputs, { recursive: true, force: true }));
