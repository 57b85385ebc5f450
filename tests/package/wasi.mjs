// The package lectern-wasi as a user gets it: packed, installed into an empty project, run there.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { kWasiPackage, makeWasiPackage } from '../../scripts/wasi_package.mjs';

/** What each licence text must hold. */
const kEvidence = {
  'wasi-libc': 'libc-top-half/musl',
  'llvm-runtimes': 'LLVM Exceptions to the Apache 2.0 License',
  pdfium: 'The PDFium Authors',
};

function run(command, args, cwd) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  assert.equal(status, 0, `${command} ${args.join(' ')}\n${stdout}${stderr}`);
  return stdout;
}

/** @param {string} folder an empty one */
export function wasiPackageTests(folder) {
  const project = join(folder, 'wasi-project');
  const installed = join(project, 'node_modules', 'lectern-wasi');
  return {
    'lectern-wasi installs into an empty project without other packages': async () => {
      await makeWasiPackage();
      mkdirSync(project);
      writeFileSync(join(project, 'package.json'), '{ "private": true }');
      run('npm', ['pack', '--silent', '--pack-destination', project, kWasiPackage], project);
      const tarball = readdirSync(project).find((name) => name.endsWith('.tgz'));
      run('npm', ['install', '--no-audit', '--no-fund', join(project, tarball)], project);
      const packages = readdirSync(join(project, 'node_modules')).filter(
        (name) => !name.startsWith('.'),
      );
      assert.deepEqual(packages, ['lectern-wasi']);
    },
    'each program of lectern-wasi reads a file': () => {
      writeFileSync(join(project, 'a.txt'), 'hello');
      for (const program of ['lectern.wasm', 'lectern-baseline.wasm']) {
        const words = [join(installed, 'run.mjs'), join(installed, program), 'read', 'a.txt'];
        assert.match(
          run(process.execPath, ['--no-warnings', ...words], project),
          /^ {5}1\thello\n/,
        );
      }
    },
    'each file that its README names is in lectern-wasi': () => {
      const readme = readFileSync(join(installed, 'README.md'), 'utf8');
      const named = [
        ...readme.matchAll(/`(lectern[-.a-z]*\.(?:wasm|wit)|lectern_c\.h|run\.mjs)`/g),
      ];
      assert.ok(named.length >= 7);
      const files = readdirSync(installed);
      for (const [, name] of named) assert.ok(files.includes(name), name);
    },
    'its page says how large the modules are': () => {
      const page = readFileSync(join(installed, 'docs', 'wasi.md'), 'utf8');
      const rows = [...page.matchAll(/^\| `(lectern[-.a-z]*\.wasm)` \| ([\d,]+) \|/gm)];
      assert.equal(rows.length, 5);
      for (const [, name, said] of rows) {
        const { size } = statSync(join(installed, name));
        const off = Math.abs(size / Number(said.replaceAll(',', '')) - 1);
        assert.ok(off < 0.02, `${name} has ${size} bytes, docs/wasi.md says ${said}`);
      }
    },
    'its runner says what is wrong, and shows no more than it is told to': () => {
      const runner = (...words) =>
        spawnSync(process.execPath, ['--no-warnings', join(installed, 'run.mjs'), ...words], {
          cwd: project,
          encoding: 'utf8',
        });
      const program = join(installed, 'lectern.wasm');
      for (const [words, message] of [
        [[], /a program is missing/],
        [['nothing.wasm'], /nothing\.wasm cannot be read \(ENOENT\)/],
        [['a.txt'], /a\.txt is no module/],
        [[join(installed, 'lectern-reactor.wasm')], /is no program, but a library/],
        [['--dir', 'nowhere', program, 'read', 'a.txt'], /--dir is no directory: nowhere/],
      ]) {
        const { status, stderr } = runner(...words);
        assert.equal(status, 2);
        assert.match(stderr, message);
        assert.match(stderr, /\nusage: /);
      }
      mkdirSync(join(project, 'inner'));
      writeFileSync(join(project, 'inner', 'b.txt'), 'below');
      for (const directory of ['inner', 'inner::/'])
        assert.match(runner('--dir', directory, program, 'read', 'b.txt').stdout, /\tbelow\n/);
      const outside = runner('--dir', 'inner', program, 'read', join(project, 'a.txt'));
      assert.equal(outside.status, 1);
    },
    'lectern-wasi names what is inside and its licences': () => {
      const { components } = JSON.parse(readFileSync(join(installed, 'sbom.cdx.json'), 'utf8'));
      const licences = readFileSync(join(installed, 'THIRD_PARTY_LICENSES'), 'utf8');
      for (const [name, words] of Object.entries(kEvidence)) {
        assert.ok(
          components.some((each) => each.name === name),
          name,
        );
        assert.ok(licences.includes(words), name);
      }
      assert.ok(!components.some(({ name }) => name === 'emscripten'));
    },
  };
}
