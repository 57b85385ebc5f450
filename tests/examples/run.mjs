// Runs every example with the package as users get it: packed, and installed from the tarball.
//
//   node tests/examples/run.mjs [EXAMPLE...]
//
// The package, the preset `wasi` and the component (scripts/component/build.mjs) must be built. The examples of the native library are run by tests/install.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { ensurePackages } from '../../scripts/lib/packages.mjs';
import { kLogs, kRoot } from '../../scripts/lib/project.mjs';
import { report, runMain } from '../../scripts/lib/steps.mjs';
import { buildBytes } from '../hosts/run_cases.js';
import { runBrowserExample } from './browser.mjs';
import { runQueueExample } from './queue.mjs';
import { runViteExample } from './vite.mjs';
import { runComponentExample, runReactorExample, runWazeroExample } from './wasi.mjs';
import { runWorkerExample } from './worker.mjs';

const kFolder = join(kRoot, 'tests', 'examples');

const project = mkdtempSync(join(tmpdir(), 'lectern-examples-'));
process.on('exit', () => rmSync(project, { recursive: true, force: true }));

/** Runs a command in the project; its output is the error when it fails. */
function run(command, args, env = process.env) {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd: project, encoding: 'utf8', env });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}\n${error ?? ''}${stdout}${stderr}`);
  return stdout;
}

/** The packed package, with the examples and what they need beside it, and two files to read. */
function makeProject() {
  const files = join(project, 'files');
  mkdirSync(files);
  run('npm', ['pack', '--silent', '--pack-destination', project, kRoot]);
  const tarball = readdirSync(project).find((name) => name.endsWith('.tgz'));
  cpSync(join(kFolder, 'node_modules'), join(project, 'node_modules'), { recursive: true, verbatimSymlinks: true });
  mkdirSync(join(project, 'node_modules', 'lectern'));
  run('tar', ['-xzf', tarball, '-C', join('node_modules', 'lectern'), '--strip-components=1']);
  cpSync(join(kRoot, 'examples'), join(project, 'examples'), { recursive: true });
  writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }');
  writeFileSync(join(files, 'notes.txt'), 'one\ntwo\n');
  run(process.execPath, [join(kRoot, 'scripts', 'make_samples.mjs'), files]);
  const { cases } = JSON.parse(readFileSync(join(kRoot, 'tests', 'conformance', 'pdf.json'), 'utf8'));
  writeFileSync(join(files, 'report.pdf'), buildBytes(cases[0].bytes));
  return files;
}

const kNotes = '     1\tone\n     2\ttwo\n';
const bin = (name) => join(project, 'node_modules', '.bin', name);

/** Each throws when the example does not do what it should; what it returns is printed. */
const kExamples = {
  node: (files) => assert.equal(run(process.execPath, ['examples/node/read.mjs', files, 'notes.txt']), kNotes),
  bun: (files) => assert.equal(run(bin('bun'), ['examples/bun/read.mjs', files, 'notes.txt']), kNotes),
  deno: (files) => {
    const env = { ...process.env, DENO_NO_UPDATE_CHECK: '1', DENO_DIR: join(project, '.deno'), NO_COLOR: '1' };
    const args = ['run', '--allow-read', '--allow-env', '--allow-sys', 'examples/deno/read.mjs', files, 'notes.txt'];
    assert.equal(run(bin('deno'), args, env), kNotes);
  },
  'ai-sdk': (files) => {
    const output = run(process.execPath, ['examples/ai-sdk/mock.mjs', files, 'chart.png']);
    assert.match(output, /^I see: Read image: chart\.png .*, image\/png\n$/);
  },
  'cloudflare-worker': (files) => runWorkerExample(files, project),
  'cloudflare-queue': (files) => runQueueExample(files, project),
  browser: (files) => runBrowserExample(files, project),
  vite: (files) => runViteExample(files, project),
  reactor: (files) => runReactorExample(files, run),
  component: (files) => runComponentExample(files, run),
  'wasi-wazero': (files) => runWazeroExample(files, run, project),
};

runMain(async () => {
  const chosen = process.argv.slice(2);
  const names = Object.keys(kExamples).filter((name) => chosen.length === 0 || chosen.includes(name));
  if (!existsSync(join(kRoot, 'dist', 'core.wasm'))) throw new Error('the package is not built: node scripts/build.mjs');
  await ensurePackages(kFolder, 'what the examples need (about a minute)', join(kLogs, 'npm.log'));
  const files = makeProject();
  for (const name of names) {
    try {
      const note = await kExamples[name](files);
      console.log(`ok   example ${name}${note ? `: ${note}` : ''}`);
    } catch (error) {
      console.log(`FAIL example ${name}\n${error.stack}`);
      process.exitCode = 1;
    }
  }
  report(`  ${names.length} examples`);
});
