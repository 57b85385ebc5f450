// The examples for runtimes of WebAssembly: the reactor in Node and in Go's wazero, and the component.

import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { buildComponent, kBindings } from '../../scripts/component/build.mjs';
import { buildPreset, kRoot } from '../../scripts/lib/project.mjs';
import { cacheDirectory, step } from '../../scripts/lib/steps.mjs';
import { ensureDebianTool } from '../../scripts/third_party/debian_tools.mjs';

const kReactor = join(kRoot, 'build', 'wasi', 'src', 'capi', 'lectern-reactor.wasm');
const kNotes = '     1\tone\n     2\ttwo\n';

/** @typedef {(command: string, args: string[], env?: NodeJS.ProcessEnv) => string} Run of run.mjs */

/** @param {string} files @param {Run} run */
export async function runReactorExample(files, run) {
  await buildPreset('wasi', 'the WASI programs');
  const args = ['--no-warnings', 'examples/reactor/read.mjs', kReactor, join(files, 'notes.txt')];
  assert.equal(run(process.execPath, args), kNotes);
}

/** @param {string} files @param {Run} run */
export async function runComponentExample(files, run) {
  await buildComponent();
  const read = (name) => run(process.execPath, ['examples/component/read.mjs', kBindings, join(files, name)]);
  assert.equal(read('notes.txt'), kNotes);
  assert.match(read('chart.png'), /^Read image: chart\.png .*\nimage\/png, \d+ bytes\n$/);
  assert.throws(() => read('damaged.png'), /corrupt-image: Failed to process image file/);
}

/** Go and wazero as Debian has them, in Go's way of before modules: nothing is fetched but by apt. */
export async function runWazeroExample(files, run, project) {
  const go = await ensureDebianTool('go');
  const wazero = await ensureDebianTool('wazero-go');
  if (!go || !wazero) return "SKIPPED, Debian's packages for amd64 cannot be had here";
  await buildPreset('wasi', 'the WASI programs');
  const root = join(go.tree, 'usr', 'lib', 'go-1.24');
  const compiled = join(cacheDirectory(), 'tools', 'go-build');
  mkdirSync(compiled, { recursive: true });
  const env = { ...process.env, GOROOT: root, GOCACHE: compiled, GO111MODULE: 'off', GOTOOLCHAIN: 'local' };
  Object.assign(env, { GOPATH: join(wazero.tree, 'usr', 'share', 'gocode'), CGO_ENABLED: '0', GOFLAGS: '' });
  const program = join(project, 'wasi-wazero');
  const build = ['build', '-o', program, join('examples', 'wasi-wazero', 'main.go')];
  await step('compiling wazero (a minute the first time)', () => run(join(root, 'bin', 'go'), build, env));
  assert.equal(run(program, [kReactor, join(files, 'notes.txt')]), kNotes);
  const picture = run(program, [kReactor, join(files, 'chart.png')]);
  assert.match(picture, /^Read image: chart\.png /);
  return [go.note, wazero.note].filter((note) => note !== '').join(', ');
}
