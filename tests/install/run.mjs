// The native library as users get it: installed into a folder that is then moved, found by CMake and pkg-config, linked
// statically and as a shared library. Each way gives what the command line program gives.
//
//   node tests/install/run.mjs
//
// The preset `release` must be built.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { kRoot } from '../../scripts/lib/project.mjs';
import { runMain } from '../../scripts/lib/steps.mjs';

const folder = mkdtempSync(join(tmpdir(), 'lectern-install-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

const kExample = join(kRoot, 'examples', 'native');
const prefix = join(folder, 'moved');

/** Runs a command; its output is the error when it fails. */
function run(command, args, env = {}) {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    encoding: 'utf8',
    env: { ...process.env, ...env },
    maxBuffer: 1 << 26,
  });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}\n${error ?? ''}${stdout}${stderr}`);
  return stdout;
}

/** The folder with the libraries: `lib`, or Debian's name for it. */
function libraryFolder() {
  const triplet = spawnSync('cc', ['-dumpmachine'], { encoding: 'utf8' }).stdout.trim();
  const found = ['lib', join('lib', triplet), 'lib64'].find((name) => existsSync(join(prefix, name, 'liblectern.a')));
  assert.ok(found, 'liblectern.a is not installed');
  return join(prefix, found);
}

function makeFiles() {
  const files = join(folder, 'files');
  mkdirSync(files);
  run(process.execPath, [join(kRoot, 'scripts', 'make_samples.mjs'), files]);
  return ['chart.png', 'analysis.ipynb'].map((name) => join(files, name));
}

/** What the program of a consumer prints is what the command line program prints. */
function checkProgram(program, files, env) {
  for (const path of files) {
    const { content } = JSON.parse(run(join(prefix, 'bin', 'lectern'), ['read', '--json', '--provider=anthropic', path]));
    const actual = run(program, [path], env);
    assert.ok(actual.startsWith(`${content}\n`), `${program} ${path} prints ${actual.slice(0, 200)}`);
  }
}

/** The C interface gives a result without the name and the time of the file, which it is not told. */
function checkCProgram(program, [path], env) {
  const { contentHash, images } = JSON.parse(run(program, [path], env));
  const expected = JSON.parse(run(join(prefix, 'bin', 'lectern'), ['read', '--json', path]));
  assert.deepEqual({ contentHash, images }, { contentHash: expected.contentHash, images: expected.images });
}

function withCMake(shared, files) {
  const build = join(folder, `build-${shared}`);
  const args = [`-DCMAKE_PREFIX_PATH=${prefix}`, `-DBUILD_SHARED_LIBS=${shared}`, '-DCMAKE_BUILD_TYPE=Release'];
  run('cmake', ['-S', kExample, '-B', build, '-G', 'Ninja', ...args]);
  run('cmake', ['--build', build]);
  checkProgram(join(build, 'read_cpp'), files);
  checkCProgram(join(build, 'read_c'), files);
  const needed = run('readelf', ['-d', join(build, 'read_c')]);
  assert.equal(needed.includes('liblectern.so'), shared === 'ON');
}

function withPkgConfig(files, isStatic) {
  const libraries = libraryFolder();
  const env = { PKG_CONFIG_PATH: join(libraries, 'pkgconfig') };
  const words = run('pkg-config', ['--cflags', '--libs', ...(isStatic ? ['--static'] : []), 'lectern'], env);
  const flags = words.trim().split(/\s+/);
  const chosen = isStatic ? flags.map((flag) => (flag === '-llectern' ? '-l:liblectern.a' : flag)) : flags;
  const program = join(folder, `read_c_${isStatic}`);
  run('cc', [join(kExample, 'read.c'), '-o', program, ...chosen]);
  checkCProgram(program, files, { LD_LIBRARY_PATH: libraries });
}

/** Third parties' symbols would meet those of the program's own libraries. */
function checkSymbols() {
  const names = run('nm', ['-D', '--defined-only', join(libraryFolder(), 'liblectern.so')]);
  assert.match(names, / lectern_read$/m);
  const foreign = names.match(/ (?:inflate|jpeg_\w+|spng_\w+|WebP\w+|FPDF\w+|deflate)$/gm);
  assert.equal(foreign, null);
}

const kTests = {
  'find_package, static': (files) => withCMake('OFF', files),
  'find_package, shared': (files) => withCMake('ON', files),
  'pkg-config, static': (files) => withPkgConfig(files, true),
  'pkg-config, shared': (files) => withPkgConfig(files, false),
  'the shared library keeps the symbols of third parties to itself': checkSymbols,
};

runMain(async () => {
  run('cmake', ['--install', join(kRoot, 'build', 'release'), '--prefix', join(folder, 'installed')]);
  renameSync(join(folder, 'installed'), prefix);
  const files = makeFiles();
  for (const [name, test] of Object.entries(kTests)) {
    try {
      test(files);
      console.log(`ok   install: ${name}`);
    } catch (error) {
      console.log(`FAIL install: ${name}\n${error.stack}`);
      process.exitCode = 1;
    }
  }
});
