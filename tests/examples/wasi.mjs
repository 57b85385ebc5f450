// The examples for runtimes of WebAssembly: the reactor in Node and in Go's wazero, and the component.

import assert from 'node:assert/strict';
import { join } from 'node:path';

import { kBindings } from '../../scripts/component/build.mjs';
import { buildGo } from '../../scripts/lib/go.mjs';
import { kLogs, kRoot } from '../../scripts/lib/project.mjs';

const kReactor = join(kRoot, 'build', 'wasi', 'src', 'capi', 'lectern-reactor.wasm');
const kNotes = '     1\tone\n     2\ttwo\n';

/** @typedef {(command: string, args: string[], env?: NodeJS.ProcessEnv) => string} Run of run.mjs */

/** @param {string} files @param {Run} run */
export async function runReactorExample(files, run) {
  const args = ['--no-warnings', 'examples/reactor/read.mjs', kReactor, join(files, 'notes.txt')];
  assert.equal(run(process.execPath, args), kNotes);
}

/** @param {string} files @param {Run} run */
export async function runComponentExample(files, run) {
  const read = (name) => run(process.execPath, ['examples/component/read.mjs', kBindings, join(files, name)]);
  assert.equal(read('notes.txt'), kNotes);
  assert.match(read('chart.png'), /^Read image: chart\.png .*\nimage\/png, \d+ bytes\n$/);
  assert.throws(() => read('damaged.png'), /corrupt-image: Failed to process image file/);
}

/** @param {string} files @param {Run} run @param {string} project where the program goes */
export async function runWazeroExample(files, run, project) {
  const program = join(project, 'wasi-wazero');
  const sources = ['main.go', 'reactor.go'].map((name) => join(project, 'examples', 'wasi-wazero', name));
  const built = await buildGo(sources, program, join(kLogs, 'go.log'));
  if (!built) return "SKIPPED, Debian's packages for amd64 cannot be had here";
  assert.equal(run(program, [kReactor, join(files, 'notes.txt')]), kNotes);
  assert.match(run(program, [kReactor, join(files, 'chart.png')]), /^Read image: chart\.png /);
  return built.note;
}
