// `lectern doctor`.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';

import { kGlue } from '../../../dist/cli/module_glue.js';
import { kRoot } from '../support/samples.mjs';

function run(words, root = kRoot) {
  const program = join(root, 'dist', 'cli', 'main.js');
  return spawnSync(process.execPath, [program, 'doctor', ...words], { encoding: 'utf8' });
}

/** The package without its neighbours, for files to be taken out. */
const copy = mkdtempSync(join(tmpdir(), 'lectern-doctor-'));
cpSync(join(kRoot, 'dist'), join(copy, 'dist'), { recursive: true });
writeFileSync(join(copy, 'package.json'), '{"type":"module"}');
after(() => rmSync(copy, { recursive: true }));

test('the doctor names the runtime, SIMD, and each module with its size', () => {
  const { status, stdout, stderr } = run([]);
  assert.equal(stderr, '');
  assert.equal(status, 0);
  assert.match(
    stdout,
    new RegExp(`^lectern \\S+, Node ${process.versions.node}, ${process.platform} `),
  );
  assert.match(stdout, /^WebAssembly SIMD: used$/m);
  for (const name of ['core', 'command', ...Object.keys(kGlue)]) {
    const bytes = statSync(join(kRoot, 'dist', `${name}.wasm`)).size.toLocaleString('en-US');
    assert.match(stdout, new RegExp(`^${name} +${bytes} bytes  loads in \\d+ ms$`, 'm'));
  }
  assert.match(stdout, /^@modelcontextprotocol\/server: installed, for lectern mcp/m);
});

test('the doctor speaks JSON to programs', () => {
  const report = JSON.parse(run(['--json']).stdout);
  assert.equal(report.simd, true);
  assert.deepEqual(
    report.modules.map(({ name }) => name),
    ['core', 'command', ...Object.keys(kGlue)],
  );
});

test('the doctor fails when a module is missing or broken, and says which', () => {
  rmSync(join(copy, 'dist', 'pdf.wasm'));
  writeFileSync(join(copy, 'dist', 'documents.wasm'), 'no module');
  const { status, stdout } = run([], copy);
  assert.equal(status, 1);
  assert.match(stdout, /^core +[\d,]+ bytes {2}loads/m);
  assert.match(stdout, /^documents +9 bytes {2}FAILS: .*documents\.wasm/m);
  assert.match(stdout, /^pdf +FAILS: .*pdf\.wasm/m);
  assert.match(
    stdout,
    /^@modelcontextprotocol\/sdk: not installed \(optional\), for lectern\/mcp; lectern mcp without the other$/m,
  );
  assert.match(stdout, /^libheif-js: not installed \(optional\), for lectern\/decode\/heic$/m);
});

test('the doctor says when it reads without SIMD', () => {
  const program = join(kRoot, 'dist', 'cli', 'main.js');
  const preload = `data:text/javascript,${encodeURIComponent('WebAssembly.validate = () => false;')}`;
  const words = ['--import', preload, program, 'doctor', '--json'];
  const report = JSON.parse(spawnSync(process.execPath, words, { encoding: 'utf8' }).stdout);
  assert.equal(report.simd, false);
  assert.equal(report.modules[0].file, 'core-baseline.wasm');
  assert.equal(report.modules[0].error, undefined);
  for (const name of ['codecs', 'data']) {
    const { file, error } = report.modules.find((module) => module.name === name);
    assert.equal(file, `${name}-baseline.wasm`);
    assert.equal(error, undefined);
  }
});

test('the doctor speaks of its options as every command does', () => {
  const help = run(['--help']);
  assert.equal(help.status, 0);
  assert.match(help.stdout, /^Usage: lectern doctor \[--json\]\n\nSays which modules /);
  assert.match(run(['--version']).stdout, /^lectern \d/);
  const { status, stderr } = run(['a.pdf']);
  assert.equal(status, 2);
  assert.equal(stderr, 'lectern: unexpected "a.pdf": doctor takes no file (see lectern --help)\n');
});
