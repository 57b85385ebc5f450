// The recipes of docs/bundlers.md: each bundler makes one program of the packed package, which is then run in a folder of its
// own, without node_modules.
//
//   node tests/bundlers/run.mjs [BUNDLER...]
//
// The package must be built.

import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { ensurePackages } from '../../scripts/lib/packages.mjs';
import { kLogs, kRoot } from '../../scripts/lib/project.mjs';
import { runMain } from '../../scripts/lib/steps.mjs';
import { buildBytes } from '../hosts/run_cases.js';

const kFolder = join(kRoot, 'tests', 'bundlers');
const require = createRequire(import.meta.url);
const load = (name) => import(pathToFileURL(require.resolve(name)).href);

const project = mkdtempSync(join(tmpdir(), 'lectern-bundlers-'));
process.on('exit', () => rmSync(project, { recursive: true, force: true }));
const files = join(project, 'files');
const bin = (name) => join(kFolder, 'node_modules', '.bin', name);

function run(command, args, { cwd = project, env = process.env } = {}) {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, encoding: 'utf8', env });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}\n${error ?? ''}${stdout}${stderr}`);
  return stdout;
}

/** The packed package, a program for each entry point, and files to read: text, text in an old encoding, and a PDF. */
function makeProject() {
  mkdirSync(files);
  const installed = join(project, 'node_modules', 'lectern');
  mkdirSync(installed, { recursive: true });
  run('npm', ['pack', '--silent', '--pack-destination', project, kRoot]);
  const tarball = readdirSync(project).find((name) => name.endsWith('.tgz'));
  run('tar', ['-xzf', tarball, '-C', installed, '--strip-components=1']);
  writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }');
  const program = readFileSync(join(kFolder, 'program.mjs'), 'utf8');
  writeFileSync(join(project, 'own.mjs'), program);
  writeFileSync(join(project, 'inline.mjs'), program.replace("'lectern'", "'lectern/inline'"));
  writeFileSync(join(files, 'notes.txt'), 'one\ntwo\n');
  const old = 'Das Mädchen hörte die süßen Klänge, und die Bäume blühten überall im schönen Grün.\n';
  writeFileSync(join(files, 'old.txt'), Buffer.from(old, 'latin1'));
  const { cases } = JSON.parse(readFileSync(join(kRoot, 'tests', 'conformance', 'pdf.json'), 'utf8'));
  writeFileSync(join(files, 'report.pdf'), buildBytes(cases[0].bytes));
}

/** A folder for what a bundler makes, which are hundreds of megabytes: it lies there until the next bundler runs. */
function outputFor(name) {
  const output = join(project, 'output', name);
  mkdirSync(output, { recursive: true });
  return output;
}

/** Runs a bundle where nothing else lies. */
function runAlone(output, command, args) {
  const alone = mkdtempSync(join(tmpdir(), 'lectern-bundle-'));
  try {
    cpSync(output, alone, { recursive: true });
    return run(command(alone), [...args(alone), files, 'notes.txt', 'old.txt', 'report.pdf'], { cwd: alone });
  } finally {
    rmSync(alone, { recursive: true, force: true });
  }
}

const inNode = (output, file) =>
  runAlone(
    output,
    () => process.execPath,
    (alone) => [join(alone, file)],
  );

function expectFiles(text) {
  assert.match(text, /1\tone\n {5}2\ttwo/);
  assert.match(text, /süßen Klänge/);
  assert.match(text, /--- Page 1 of 3 ---\nfirst page/);
}

/** The error of a bundle that lacks the files of the package. */
function expectLoadError(text) {
  const place = /ModuleLoadError: cannot load core\.wasm from file:\/\/\S+core\.wasm: the file is not there\. /;
  assert.match(text, place);
  assert.match(text, /import from lectern\/inline; docs\/bundlers\.md/);
}

async function esbuildBundle(entry, options) {
  const { build } = await load('esbuild');
  const output = outputFor(`esbuild-${entry}-${options.format}`);
  const outfile = join(output, options.format === 'cjs' ? 'main.cjs' : 'main.mjs');
  await build({
    absWorkingDir: project,
    entryPoints: [`${entry}.mjs`],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node20',
    logLevel: 'silent',
    ...options,
  });
  return output;
}

async function rollupBundle(entry) {
  const { rollup } = await load('rollup');
  const { nodeResolve } = await load('@rollup/plugin-node-resolve');
  const output = outputFor(`rollup-${entry}`);
  const bundle = await rollup({
    input: join(project, `${entry}.mjs`),
    plugins: [nodeResolve({ exportConditions: ['node'] })],
    external: [/^node:/],
    logLevel: 'silent',
  });
  await bundle.write({ dir: output, format: 'es', entryFileNames: 'main.mjs', chunkFileNames: '[name].mjs' });
  return output;
}

async function webpackBundle(entry) {
  const { default: webpack } = await load('webpack');
  const output = outputFor(`webpack-${entry}`);
  const compiler = webpack({
    context: project,
    mode: 'production',
    target: 'node20',
    entry: `./${entry}.mjs`,
    experiments: { outputModule: true },
    output: { path: output, filename: 'main.mjs', chunkFilename: '[name].mjs', module: true, chunkFormat: 'module' },
    performance: { hints: false },
  });
  const stats = await new Promise((resolve, reject) => {
    compiler.run((error, done) => (error ? reject(error) : resolve(done)));
  });
  if (stats.hasErrors()) throw new Error(stats.toString({ all: false, errors: true }));
  return output;
}

/** A free port. */
async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

/** A route of Next.js, built and served. Next.js follows no links out of its project: it gets copies. */
async function nextAnswers() {
  const app = outputFor('next');
  const others = /^(?:@deno|@oven|bun|deno|rollup|@rollup|webpack.*|\..*)$/;
  const modules = readdirSync(join(kFolder, 'node_modules')).filter((name) => !others.test(name));
  for (const name of modules) {
    cpSync(join(kFolder, 'node_modules', name), join(app, 'node_modules', name), { recursive: true });
  }
  cpSync(join(project, 'node_modules', 'lectern'), join(app, 'node_modules', 'lectern'), { recursive: true });
  mkdirSync(join(app, 'app', 'read'), { recursive: true });
  writeFileSync(join(app, 'package.json'), '{ "private": true, "type": "module" }');
  writeFileSync(join(app, 'next.config.mjs'), 'export default {};');
  writeFileSync(join(app, 'app', 'layout.js'), 'export default ({ children }) => children;');
  cpSync(join(kFolder, 'next_route.js'), join(app, 'app', 'read', 'route.js'));
  const env = { ...process.env, FILES: files, NEXT_TELEMETRY_DISABLED: '1' };
  const next = join(app, 'node_modules', 'next', 'dist', 'bin', 'next');
  run(process.execPath, [next, 'build'], { cwd: app, env });
  const port = await freePort();
  const server = spawn(process.execPath, [next, 'start', '-p', String(port)], { cwd: app, env });
  try {
    let text = '';
    for await (const chunk of server.stdout) {
      text += chunk;
      if (text.includes('Ready')) break;
    }
    const answers = [];
    for (const file of ['notes.txt', 'old.txt', 'report.pdf']) {
      const response = await fetch(`http://127.0.0.1:${port}/read?file=${file}`);
      answers.push(await response.text());
    }
    return answers.join('\n');
  } finally {
    server.kill();
  }
}

/** Each throws when a recipe does not do what docs/bundlers.md says; what it returns is printed. */
const kBundlers = {
  esbuild: async () => {
    expectFiles(inNode(await esbuildBundle('inline', { format: 'esm' }), 'main.mjs'));
    expectFiles(inNode(await esbuildBundle('inline', { format: 'cjs' }), 'main.cjs'));
    expectLoadError(inNode(await esbuildBundle('own', { format: 'esm' }), 'main.mjs'));
    const text = inNode(await esbuildBundle('own', { format: 'cjs' }), 'main.cjs');
    assert.match(text, /ModuleLoadError: cannot load core\.wasm/);
  },
  rollup: async () => {
    expectFiles(inNode(await rollupBundle('inline'), 'main.mjs'));
    expectLoadError(inNode(await rollupBundle('own'), 'main.mjs'));
  },
  webpack: async () => {
    const own = await webpackBundle('own');
    expectFiles(inNode(own, 'main.mjs'));
    expectFiles(inNode(await webpackBundle('inline'), 'main.mjs'));
    return `lectern alone: ${readdirSync(own).filter((name) => name.endsWith('.wasm')).length} .wasm files copied`;
  },
  next: async () => expectFiles(await nextAnswers()),
  bun: () => {
    for (const [entry, check] of [
      ['inline', expectFiles],
      ['own', (text) => assert.match(text, /ModuleLoadError: cannot load core\.wasm/)],
    ]) {
      const output = outputFor(`bun-${entry}`);
      run(bin('bun'), ['build', '--compile', `${entry}.mjs`, '--outfile', join(output, 'main')]);
      const text = runAlone(
        output,
        (alone) => join(alone, 'main'),
        () => [],
      );
      check(text);
    }
  },
  deno: () => {
    const env = { ...process.env, DENO_NO_UPDATE_CHECK: '1', DENO_DIR: join(project, '.deno'), NO_COLOR: '1' };
    for (const entry of ['inline', 'own']) {
      const output = outputFor(`deno-${entry}`);
      const words = ['compile', '-A', '--node-modules-dir=manual', '--output', join(output, 'main'), `${entry}.mjs`];
      try {
        run(bin('deno'), words, { env });
      } catch (error) {
        if (!/denort|error sending request|dns error|tunnel/i.test(error.message)) throw error;
        return 'SKIPPED, deno compile cannot download its runtime here';
      }
      const text = runAlone(
        output,
        (alone) => join(alone, 'main'),
        () => [],
      );
      expectFiles(text);
    }
    return undefined;
  },
};

runMain(async () => {
  const chosen = process.argv.slice(2);
  const names = Object.keys(kBundlers).filter((name) => chosen.length === 0 || chosen.includes(name));
  if (!existsSync(join(kRoot, 'dist', 'core.wasm'))) throw new Error('the package is not built: node scripts/build.mjs');
  await ensurePackages(kFolder, 'bundlers (about a minute)', join(kLogs, 'npm.log'));
  makeProject();
  for (const name of names) {
    try {
      const note = await kBundlers[name]();
      console.log(`ok   bundler ${name}${note ? `: ${note}` : ''}`);
    } catch (error) {
      console.log(`FAIL bundler ${name}\n${error.stack}`);
      process.exitCode = 1;
    }
    rmSync(join(project, 'output'), { recursive: true, force: true });
  }
});
