// The packages as users get them: packed, checked, installed into an empty project, run there, and bundled.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { kEntries, sizesOf } from '../../bench/size/import_sizes.mjs';
import { ensurePackages } from '../../scripts/lib/packages.mjs';
import { kLogs, kRoot } from '../../scripts/lib/project.mjs';
import { kReproducibleTests } from './reproducible.mjs';
import { kSupplyChainTests } from './supply_chain.mjs';
import { wasiPackageTests } from './wasi.mjs';

const kBin = join(kRoot, 'node_modules', '.bin');
/** Of the version in docs/support.md. */
const kOldestCompiler = join(kRoot, 'tests', 'package', 'node_modules', 'typescript-oldest');
/** Of words with a letter or a digit: a table's bars are none. */
const kMaxReadmeWords = 800;
const kOutput = '     1\thello';

const folder = mkdtempSync(join(tmpdir(), 'lectern-package-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const project = join(folder, 'project');
mkdirSync(project);

/** Runs a command; its output is the error when it fails. */
function run(command, args, cwd = project) {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (status !== 0)
    throw new Error(`${command} ${args.join(' ')}\n${error ?? ''}${stdout}${stderr}`);
  return stdout;
}

function expect(actual, expected) {
  if (actual.trimEnd() !== expected)
    throw new Error(`got ${JSON.stringify(actual)}, expected ${JSON.stringify(expected)}`);
}

/** A program that reads five bytes through `entry`. */
function program(entry) {
  return `import { createReader } from '${entry}';
const bytes = new TextEncoder().encode('hello');
const reader = await createReader();
console.log((await reader.read(bytes, { file_path: 'a.txt' })).content);
`;
}

/** Runs a bundle of a page where fetch reaches the files beside it. */
const kServe = `import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
const output = process.argv[2];
const server = createServer(async ({ url }, response) => {
  response.setHeader('Content-Type', 'application/wasm').end(await readFile(join(output, url)));
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
globalThis.assets = \`http://127.0.0.1:\${server.address().port}/\`;
await import(pathToFileURL(join(output, 'main.mjs')).href);
server.close();
`;

/** Bundles a file of the project. */
function bundle(bundler, entry, output) {
  run(process.execPath, [
    join(kRoot, 'tests', 'package', 'bundle.mjs'),
    bundler,
    join(project, entry),
    output,
  ]);
}

let tarball = '';

/** Each test needs those before it. */
const kTests = {
  'npm pack holds dist, the documents, the skill and nothing of the sources': () => {
    run('npm', ['pack', '--pack-destination', folder], kRoot);
    tarball = join(
      folder,
      readdirSync(folder).find((name) => name.endsWith('.tgz')),
    );
    const files = run('tar', ['-tzf', tarball]).trim().split('\n');
    const stray = files.filter(
      (name) =>
        !/^package\/(dist\/.*|docs\/[-a-z]+\.md|skills\/lectern\/SKILL\.md|package\.json|(README|CHANGELOG)\.md|LICENSE)$/.test(
          name,
        ),
    );
    expect(stray.join(' '), '');
  },
  'the README is short, and each file that it names is in the package': () => {
    const readme = run('tar', ['-xzOf', tarball, 'package/README.md']);
    const words = readme.match(/\S*[\p{L}\p{N}]\S*/gu).length;
    if (words > kMaxReadmeWords) throw new Error(`the README has ${words} words`);
    const links = [...readme.matchAll(/\]\((?!https:|#)/g)];
    if (links.length > 0)
      throw new Error('a relative link leads nowhere on the page of a registry');
    const files = run('tar', ['-tzf', tarball]).split('\n');
    for (const [, name] of readme.matchAll(/`([-a-z/]+\.md|dist\/[\w.]+)`/g)) {
      const places = [`package/${name}`, `package/docs/${name}`];
      if (!places.some((place) => files.includes(place))) throw new Error(`${name} is not in it`);
    }
  },
  'each link of a document leads to a document of the package': () => {
    const files = run('tar', ['-tzf', tarball]).split('\n');
    for (const file of files.filter((name) => /^package\/docs\/[^/]+\.md$/.test(name))) {
      const text = run('tar', ['-xzOf', tarball, file]).replaceAll(/`[^`\n]*`/g, '');
      for (const [, target] of text.matchAll(/\]\((?!https:|#)([^)#\s]+)[^)]*\)/g)) {
        if (!files.includes(`package/docs/${target}`))
          throw new Error(`${file} links ${target}, which is not in the package`);
      }
    }
  },
  'the README has the sizes of the imports': async () => {
    const readme = run('tar', ['-xzOf', tarball, 'package/README.md']);
    const kilobytes = async (entry) => (await sizesOf(entry))[1] / 1024;
    const rows = [...readme.matchAll(/^\| `(lectern[\w/]*)` \| (\d+) KB \|/gm)];
    if (rows.length < 5) throw new Error('the README has no table of imports');
    for (const [row, entry, said] of rows) {
      const size = await kilobytes(entry);
      if (Math.abs(size - said) > 0.7) throw new Error(`${row}: it has ${size.toFixed(1)} KB`);
    }
    for (const entry of kEntries.filter((name) => name.startsWith('lectern/fs/'))) {
      const size = await kilobytes(entry);
      if (size > 3.5) throw new Error(`${entry} has ${size.toFixed(1)} KB, the README says 1–3 KB`);
    }
  },
  'the page of bundlers has the sizes of the imports': async () => {
    const page = run('tar', ['-xzOf', tarball, 'package/docs/bundlers.md']);
    const rows = [...page.matchAll(/^\| `(lectern[\w/]*)` \| ([\d,]+) \| ([\d,]+) \|$/gm)];
    expect(rows.map(([, entry]) => entry).join(' '), kEntries.join(' '));
    for (const [row, entry, ...said] of rows) {
      const sizes = await sizesOf(entry);
      const isNear = (size, i) => Math.abs(size / Number(said[i].replaceAll(',', '')) - 1) < 0.03;
      if (!sizes.every(isNear)) throw new Error(`${row}: it has ${sizes.join(' and ')} bytes`);
    }
  },
  ...Object.fromEntries(
    Object.entries(kSupplyChainTests).map(([name, test]) => [
      name,
      () => test((file) => run('tar', ['-xzOf', tarball, `package/${file}`])),
    ]),
  ),
  ...kReproducibleTests,
  'publint finds nothing': () => run(join(kBin, 'publint'), ['run', '--strict', tarball]),
  'the types resolve': () =>
    run(join(kBin, 'attw'), [
      ...[
        tarball,
        '--profile',
        'esm-only',
        '--exclude-entrypoints',
        './core.wasm',
        './core-baseline.wasm',
        './codecs.wasm',
        './codecs-baseline.wasm',
        './data.wasm',
        './data-baseline.wasm',
        './documents.wasm',
        './drawing.wasm',
        './html.wasm',
        './office.wasm',
        './pictures.wasm',
        './pdf.wasm',
        './sheets.wasm',
      ],
    ]),
  'it installs into an empty project without other packages': () => {
    writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }');
    run('npm', ['install', '--no-audit', '--no-fund', tarball]);
    const installed = readdirSync(join(project, 'node_modules')).filter(
      (name) => !name.startsWith('.'),
    );
    expect(installed.join(' '), 'lectern');
  },
  'it reads there': () => {
    writeFileSync(join(project, 'main.js'), program('lectern'));
    expect(run(process.execPath, ['main.js']), kOutput);
  },
  'its program reads there': () => {
    writeFileSync(join(project, 'a.txt'), 'hello');
    expect(run(join(project, 'node_modules', '.bin', 'lectern'), ['read', 'a.txt']), kOutput);
  },
  'a strict TypeScript program compiles against it, with the newest and the oldest compiler':
    () => {
      const source = `import { createReader, type SyncReader, type ToolResult } from 'lectern';
import { createReadTool, type ReadTool } from 'lectern';
import { memoryFs } from 'lectern/fs/memory';
import { loadPdf } from 'lectern/pdf';
const tool: ReadTool = createReadTool({ fs: memoryFs({}), root: '/' }, { pdf: loadPdf });
const reader: SyncReader = await createReader({ provider: 'anthropic', limits: { maxLines: 10 } });
const result: ToolResult = reader.readSync(new Uint8Array(0), { file_path: 'a.txt' });
const kind: 'text' | 'image' | 'notebook' | 'pdf' | 'document' | 'archive' | 'audio' | 'video' | 'binary' = result.contentType;
export { kind, tool };
`;
      writeFileSync(join(project, 'typed.ts'), source);
      const compilerOptions = {
        strict: true,
        target: 'es2022',
        lib: ['es2022', 'dom'],
        types: [],
        noEmit: true,
      };
      writeFileSync(
        join(project, 'tsconfig.json'),
        JSON.stringify({ compilerOptions, files: ['typed.ts'] }),
      );
      for (const compiler of [join(kBin, 'tsc'), join(kOldestCompiler, 'bin', 'tsc')]) {
        for (const resolution of [
          ['--module', 'nodenext'],
          ['--module', 'esnext', '--moduleResolution', 'bundler'],
        ]) {
          run(compiler, ['-p', project, ...resolution]);
        }
      }
    },
  'esbuild bundles ./inline into one file that runs alone': () => {
    for (const entry of ['lectern/inline', 'lectern/inline-baseline']) {
      writeFileSync(join(project, 'inline.js'), program(entry));
      const alone = join(folder, 'alone.mjs');
      run(join(kBin, 'esbuild'), [
        'inline.js',
        '--bundle',
        '--format=esm',
        '--log-level=error',
        `--outfile=${alone}`,
      ]);
      expect(run(process.execPath, [alone], folder), kOutput);
    }
  },
  'rollup and webpack bundle ./inline into files that run alone': () => {
    for (const bundler of ['rollup', 'webpack']) {
      writeFileSync(join(project, 'inline.js'), program('lectern/inline'));
      const output = join(folder, `${bundler}-inline`);
      bundle(bundler, 'inline.js', output);
      expect(run(process.execPath, [join(output, 'main.mjs')], folder), kOutput);
    }
  },
  'webpack copies the modules of the entry for browsers, which fetches one': () => {
    writeFileSync(
      join(project, 'public_path.js'),
      '__webpack_public_path__ = globalThis.assets;\n',
    );
    writeFileSync(
      join(project, 'fetching.js'),
      `import './public_path.js';\n${program('lectern')}`,
    );
    const output = join(folder, 'webpack-assets');
    bundle('webpack', 'fetching.js', output);
    writeFileSync(join(folder, 'serve.mjs'), kServe);
    expect(run(process.execPath, ['serve.mjs', output], folder), kOutput);
  },
  'initWith takes a module that the caller compiled': () => {
    const source = `import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { initWith } from 'lectern';
const path = fileURLToPath(import.meta.resolve('lectern/core-baseline.wasm'));
const reader = await initWith(WebAssembly.compile(await readFile(path)));
console.log(reader.readSync(new TextEncoder().encode('hello'), { file_path: 'a.txt' }).content);
`;
    writeFileSync(join(project, 'init.js'), source);
    expect(run(process.execPath, ['init.js']), kOutput);
  },
};

if (!existsSync(join(kRoot, 'dist', 'core.wasm')))
  throw new Error('the package is not built: node scripts/build.mjs');
await ensurePackages(join(kRoot, 'tests', 'package'), 'bundlers', join(kLogs, 'npm.log'));
for (const [name, test] of Object.entries({ ...kTests, ...wasiPackageTests(folder) })) {
  try {
    await test();
    console.log(`ok   package: ${name}`);
  } catch (error) {
    console.log(`FAIL package: ${name}\n${error.message}`);
    process.exitCode = 1;
  }
}
