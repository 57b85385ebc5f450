// How each host is started. A host is a function from the work of run_work.js to a report; it rejects when the host
// itself fails, and throws Skipped when this machine does not have it.

import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';

import { kRoot } from '../../scripts/lib/project.mjs';
import { kBindings } from '../../scripts/component/build.mjs';
import { runInBrowser } from './browsers.mjs';
import { optionCases } from './component_options.mjs';
import { kInstalled } from './installed.mjs';
import { readFiles } from './same_files.mjs';
import { runInGo, runInNode, runInRuntime } from './wasi_runtimes.mjs';

const kFolder = join(kRoot, 'tests', 'hosts');
const kPackages = join(kFolder, 'node_modules');
const require = createRequire(join(kFolder, 'package.json'));

/** A WASI program that a preset's build leaves. */
function outputOf(preset, folder, name) {
  const variant = preset === 'wasi' ? '' : '-baseline';
  return join(kRoot, 'build', preset, 'src', folder, `${name}${variant}.wasm`);
}

/** Runs process_host.mjs, or another `program` with its words, in `command`. */
function runProcess(command, args, env = {}, program = ['process_host.mjs']) {
  return (work) =>
    new Promise((resolve, reject) => {
      const child = spawn(command, [...args, ...program], {
        cwd: kFolder,
        env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
      });
      let stdout = '';
      let stderr = '';
      child.stdout.on('data', (chunk) => (stdout += chunk));
      child.stderr.on('data', (chunk) => (stderr += chunk));
      child.on('error', reject);
      child.on('close', (status, signal) => {
        if (status === 0) resolve(JSON.parse(stdout));
        else reject(new Error(`${command} ended with ${status ?? signal}\n${stderr}`));
      });
      child.stdin.end(JSON.stringify(work));
    });
}

/** The WASI reactor under node:wasi. */
function runReactor(command, preset = 'wasi') {
  const reactor = outputOf(preset, 'capi', 'lectern-reactor');
  return runProcess(command, ['--no-warnings'], {}, ['wasi_host.mjs', reactor]);
}

/** The WASI command line program in a runtime without JavaScript. */
function runProgram(runtime, preset = 'wasi', options = []) {
  return runInRuntime(runtime, outputOf(preset, 'cli', 'lectern'), options);
}

/** The package's command line program: a host for files only. */
function runNodeProgram(work) {
  const main = join(kInstalled, 'dist', 'cli', 'main.js');
  return readFiles((cwd) => ({ command: process.execPath, args: [main], cwd }), work);
}

const runBindings = runProcess(process.execPath, [], {}, ['component_host.mjs', kBindings]);

/** The component's JavaScript bindings: the cases, and others that show each field of an option to arrive. */
async function runComponent(work) {
  if (work.folder) return runBindings(work);
  const report = await runBindings({ ...work, findLeaks: true });
  const { cases, silent } = await optionCases(outputOf('wasi', 'capi', 'lectern-reactor'));
  const options = await runBindings({ cases });
  report.failures.push(...options.failures, ...options.leftOut, ...silent);
  return { ...report, note: `${options.passed} cases of its own for each option` };
}

/** Bundles a host file the way the host's own tools would; .wasm imports are left to `wasm`. */
async function bundle(file, condition, format, wasm) {
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    entryPoints: [join(kFolder, file)],
    bundle: true,
    write: false,
    format,
    conditions: [condition],
    plugins: [{ name: 'wasm', setup: wasm }],
    logLevel: 'error',
  });
  return outputFiles[0].text;
}

async function compiledModule(path) {
  return { type: 'CompiledWasm', path, contents: await readFile(join(kInstalled, 'dist', path)) };
}

/** workerd through miniflare: the module is deployed beside the worker, as wrangler does it. */
export async function startWorkerd() {
  const script = await bundle('worker_host.mjs', 'workerd', 'esm', (esbuild) => {
    esbuild.onResolve({ filter: /\.wasm$/ }, ({ path }) => ({
      path: `./${basename(path)}`,
      external: true,
    }));
  });
  const { Miniflare } = require('miniflare');
  return new Miniflare({
    compatibilityDate: '2026-04-01',
    cf: false,
    modules: [
      { type: 'ESModule', path: 'worker.mjs', contents: script },
      ...(await Promise.all(
        [
          'core.wasm',
          'codecs.wasm',
          'data.wasm',
          'documents.wasm',
          'drawing.wasm',
          'html.wasm',
          'office.wasm',
          'pdf.wasm',
          'pictures.wasm',
          'sheets.wasm',
        ].map(compiledModule),
      )),
    ],
  });
}

async function runInWorkerd(work) {
  const server = await startWorkerd();
  try {
    const request = { method: 'POST', body: JSON.stringify(work) };
    const response = await server.dispatchFetch('http://localhost/', request);
    if (!response.ok) throw new Error(await response.text());
    return await response.json();
  } finally {
    await server.dispose();
  }
}

/** edge-runtime: a smoke test, for unlike the real one it compiles modules from bytes. */
async function runInEdgeRuntime(work) {
  const script = await bundle('edge_host.mjs', 'edge-light', 'iife', (esbuild) => {
    esbuild.onResolve({ filter: /\.wasm\?module$/ }, ({ path }) => ({
      path: basename(path, '?module'),
      namespace: 'module',
    }));
    esbuild.onLoad({ filter: /./, namespace: 'module' }, async ({ path }) => {
      const module = await readFile(join(kInstalled, 'dist', path), 'base64');
      const bytes = `Uint8Array.from(atob('${module}'), (character) => character.charCodeAt(0))`;
      return { contents: `export default new WebAssembly.Module(${bytes});` };
    });
  });
  const { EdgeRuntime } = require('edge-runtime');
  const runtime = new EdgeRuntime({ initialCode: script });
  const request = { method: 'POST', body: JSON.stringify(work) };
  const response = await runtime.dispatchFetch('http://localhost/', request);
  await response.waitUntil?.();
  if (!response.ok) throw new Error(await response.text());
  return response.json();
}

/** Every host, in the order in which they run. */
export const kHosts = {
  node: runProcess(process.execPath, []),
  'node-program': runNodeProgram,
  node22: runProcess(join(kPackages, 'node22', 'bin', 'node'), []),
  node24: runProcess(join(kPackages, 'node24', 'bin', 'node'), []),
  wasi: runReactor(process.execPath),
  wasi22: runReactor(join(kPackages, 'node22', 'bin', 'node')),
  wasi24: runReactor(join(kPackages, 'node24', 'bin', 'node')),
  'wasi-baseline': runReactor(process.execPath, 'wasi-baseline'),
  'wasi-program': runInNode(process.execPath, outputOf('wasi', 'cli', 'lectern')),
  'wasi-program-baseline': runInNode(process.execPath, outputOf('wasi-baseline', 'cli', 'lectern')),
  component: runComponent,
  wazero: runInGo(outputOf('wasi', 'capi', 'lectern-reactor')),
  'wazero-program': runProgram('wazero'),
  'wazero-baseline': runInGo(outputOf('wasi-baseline', 'capi', 'lectern-reactor')),
  wasmedge: runProgram('wasmedge'),
  // The proof that it needs no SIMD.
  'wasmedge-baseline': runProgram('wasmedge', 'wasi-baseline', ['--disable-simd']),
  deno: runProcess(
    join(kPackages, '.bin', 'deno'),
    ['run', '--no-prompt', '--node-modules-dir=manual'],
    {
      DENO_NO_UPDATE_CHECK: '1',
      DENO_DIR: join(kRoot, 'build', 'deno'),
    },
  ),
  bun: runProcess(join(kPackages, '.bin', 'bun'), ['run']),
  'node-watchdog': runProcess(process.execPath, [], {}, ['process_host.mjs', 'watchdog']),
  'bun-watchdog': runProcess(join(kPackages, '.bin', 'bun'), ['run'], {}, [
    'process_host.mjs',
    'watchdog',
  ]),
  workerd: runInWorkerd,
  edge: runInEdgeRuntime,
  chromium: runInBrowser('chromium', 'page'),
  'chromium-worker': runInBrowser('chromium', 'worker'),
  'chromium-watchdog': runInBrowser('chromium', 'watchdog'),
  firefox: runInBrowser('firefox', 'page'),
  'firefox-worker': runInBrowser('firefox', 'worker'),
  // Safari's engine. WPE of Debian 12 has no SIMD: there the package falls back to core-baseline.wasm.
  webkit: runInBrowser('webkit', 'page'),
  'wpe-worker': runInBrowser('wpe', 'worker'),
};
