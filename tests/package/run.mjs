// The package as a user gets it: packed, checked, installed into an empty project, run there, and bundled.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { kRoot } from '../../scripts/lib/project.mjs';

const kBin = join(kRoot, 'node_modules', '.bin');
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

let tarball = '';

/** Each test needs those before it. */
const kTests = {
  'npm pack holds dist and nothing of the sources': () => {
    run('npm', ['pack', '--pack-destination', folder], kRoot);
    tarball = join(
      folder,
      readdirSync(folder).find((name) => name.endsWith('.tgz')),
    );
    const files = run('tar', ['-tzf', tarball]).trim().split('\n');
    const stray = files.filter(
      (name) => !/^package\/(dist\/.*|package\.json|README\.md|LICENSE)$/.test(name),
    );
    expect(stray.join(' '), '');
  },
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
        './pdf.wasm',
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
  'a strict TypeScript program compiles against it': () => {
    const source = `import { createReader, type Reader, type ToolResult } from 'lectern';
const reader: Reader = await createReader({ provider: 'anthropic', limits: { maxLines: 10 } });
const result: ToolResult = reader.readSync(new Uint8Array(0), { file_path: 'a.txt' });
const kind: 'text' | 'image' | 'notebook' | 'pdf' | 'binary' = result.contentType;
export { kind };
`;
    writeFileSync(join(project, 'typed.ts'), source);
    const flags = [
      '--noEmit',
      '--strict',
      '--module',
      'nodenext',
      '--target',
      'es2022',
      '--lib',
      'es2022,dom',
    ];
    run(join(kBin, 'tsc'), [...flags, '--types', '', 'typed.ts']);
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
for (const [name, test] of Object.entries(kTests)) {
  try {
    test();
    console.log(`ok   package: ${name}`);
  } catch (error) {
    console.log(`FAIL package: ${name}\n${error.message}`);
    process.exitCode = 1;
  }
}
