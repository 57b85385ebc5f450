// Runs every example with the package as users get it: packed, and installed from the tarball.
//
//   node tests/examples/run.mjs [EXAMPLE...]
//
// The package must be built.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { ensurePackages } from '../../scripts/lib/packages.mjs';
import { kLogs, kRoot } from '../../scripts/lib/project.mjs';
import { report, runMain } from '../../scripts/lib/steps.mjs';
import { runBrowserExample } from './browser.mjs';

const kFolder = join(kRoot, 'tests', 'examples');
/** The free plan of Workers takes 3 MB, compressed. */
const kMaxWorkerBytes = 3 * 1024 * 1024;

const require = createRequire(import.meta.url);
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
  return files;
}

const kNotes = '     1\tone\n     2\ttwo\n';
const bin = (name) => join(project, 'node_modules', '.bin', name);

/** The worker as wrangler deploys it: one script, and the module beside it. */
async function bundleWorker() {
  const { build } = require('esbuild');
  const { outputFiles } = await build({
    entryPoints: [join(project, 'examples', 'cloudflare-worker', 'src', 'index.js')],
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    conditions: ['workerd', 'worker', 'browser'],
    plugins: [
      {
        name: 'wasm',
        setup: (esbuild) => {
          esbuild.onResolve({ filter: /\.wasm$/ }, () => ({ path: './core.wasm', external: true }));
        },
      },
    ],
  });
  return outputFiles[0].text;
}

async function worker(files) {
  const { Miniflare } = require('miniflare');
  const script = await bundleWorker();
  const module = readFileSync(join(project, 'node_modules', 'lectern', 'dist', 'core.wasm'));
  const compressed = gzipSync(script).length + gzipSync(module).length;
  assert.ok(compressed < kMaxWorkerBytes, `the worker has ${compressed} bytes, compressed`);
  const server = new Miniflare({
    compatibilityDate: '2026-04-01',
    cf: false,
    host: '127.0.0.1',
    r2Buckets: ['FILES'],
    modules: [
      { type: 'ESModule', path: 'worker.mjs', contents: script },
      { type: 'CompiledWasm', path: 'core.wasm', contents: module },
    ],
  });
  try {
    const bucket = await server.getR2Bucket('FILES');
    await bucket.put('notes.txt', 'one\ntwo\n');
    await bucket.put('chart.png', new Uint8Array(readFileSync(join(files, 'chart.png'))));
    const base = await server.ready;

    const read = async (query) => (await server.dispatchFetch(`http://localhost/read?${query}`)).json();
    assert.equal(`${(await read('path=notes.txt')).content}\n`, kNotes);
    assert.equal((await read('path=/notes.txt&offset=2&limit=1')).startLine, 2);
    assert.equal((await read('path=../secret')).errorCode, 'FILE_NOT_FOUND');
    assert.equal((await read('path=gone.txt')).errorCode, 'FILE_NOT_FOUND');

    const { Client } = await import('@modelcontextprotocol/sdk/client/index.js');
    const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/sdk/client/streamableHttp.js');
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', base)));
    const { content } = await client.callTool({ name: 'Read', arguments: { file_path: 'chart.png' } });
    assert.deepEqual(content.map(({ type }) => type), ['text', 'image']);
    await client.close();
  } finally {
    await server.dispose();
  }
  return `${compressed.toLocaleString('en-US')} bytes compressed, of ${kMaxWorkerBytes.toLocaleString('en-US')}`;
}

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
    const output = run(process.execPath, ['examples/ai-sdk/agent.mjs', files, 'chart.png']);
    assert.match(output, /^I see: Read image: chart\.png .*, image\/png\n$/);
  },
  'cloudflare-worker': worker,
  browser: (files) => runBrowserExample(files, project),
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
