// What a release needs: one version everywhere, a package that npm and JSR would take, and the files that maintainers rely on.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, join } from 'node:path';
import { after, describe, test } from 'node:test';

import { kTargets } from '../../scripts/lib/fuzz_targets.mjs';
import { kJsrPackage, makeJsrPackage, typesOf } from '../../scripts/jsr.mjs';

const kRoot = join(import.meta.dirname, '..', '..');
const textOf = (name) => readFileSync(join(kRoot, name), 'utf8');
const jsonOf = (name) => JSON.parse(textOf(name));
const manifest = jsonOf('package.json');
/** JSR takes no package beyond this. */
const kMaxJsrBytes = 20 * 1024 * 1024;

const folder = mkdtempSync(join(tmpdir(), 'lectern-release-'));
after(() => rmSync(folder, { recursive: true, force: true }));

function filesBelow(path) {
  return readdirSync(path, { recursive: true })
    .map((name) => join(path, name))
    .filter((name) => statSync(name).isFile());
}

describe('the version', () => {
  const { version } = manifest;
  const places = {
    'CMakeLists.txt': /project\(lectern VERSION (\S+)/,
    'js/mcp/operations.ts': /kVersion = '([^']+)'/,
    'scripts/schema/component.mjs': /package lectern:read@([^;]+);/,
    'src/component/lectern.wit': /package lectern:read@([^;]+);/,
    'src/component/component.cpp': /lectern:read\/reader@([^#]+)#/g,
    'src/capi/lectern_c.h': /The version of lectern, "([^"]+)"/,
    'docs/cpp-api.md': /The version of lectern, "([^"]+)"/,
    'src/command/help.h': /"lectern ([\d.]+)/,
    'CHANGELOG.md': /^## (\S+)/m,
    'jsr.json': /"version": "([^"]+)"/,
    'package-lock.json': /"version": "([^"]+)"/,
  };
  for (const [name, pattern] of Object.entries(places)) {
    test(`is that of package.json in ${name}`, () => {
      const all = new RegExp(pattern, `${pattern.flags.replace('g', '')}g`);
      const found = [...textOf(name).matchAll(all)].map((match) => match[1]);
      const said = pattern.flags.includes('g') ? found : found.slice(0, 1);
      assert.ok(said.length > 0, `${name} names no version`);
      for (const each of said) assert.equal(each, version);
    });
  }

  test('is what the examples depend on', () => {
    for (const name of readdirSync(join(kRoot, 'examples'))) {
      const path = `examples/${name}/package.json`;
      if (!existsSync(join(kRoot, path))) continue;
      assert.equal(jsonOf(path).dependencies.lectern, `^${version}`, path);
    }
  });
});

describe('npm', () => {
  test('would publish the package, in public and with provenance', () => {
    assert.deepEqual(manifest.publishConfig, { access: 'public', provenance: true });
    const words = ['publish', '--dry-run', '--json', '--ignore-scripts', '--offline'];
    const { status, stdout, stderr } = spawnSync('npm', words, { cwd: kRoot, encoding: 'utf8' });
    assert.equal(status, 0, stderr);
    // npm 11 names the package around what it says of it.
    const said = JSON.parse(stdout.slice(stdout.indexOf('{')));
    const { name, version, files } = said.lectern ?? said;
    assert.equal(`${name}@${version}`, `lectern@${manifest.version}`);
    const paths = files.map(({ path }) => path);
    for (const needed of [
      'LICENSE',
      'README.md',
      'CHANGELOG.md',
      'dist/core.wasm',
      'docs/support.md',
    ])
      assert.ok(paths.includes(needed), needed);
    assert.ok(!paths.includes('docs/maintaining.md'));
  });
});

describe('JSR', () => {
  const jsr = jsonOf('jsr.json');
  const inPackage = Object.entries(manifest.exports).filter(
    ([name]) => !/\.(wasm|json)$/.test(name),
  );

  test('has the entries of the package, but those that carry their modules in text', () => {
    const expected = inPackage.map(([name, { default: path }]) => [name, path]);
    const without = expected.filter(([name]) => !/^\.\/inline/.test(name));
    assert.deepEqual(jsr.exports, Object.fromEntries(without));
  });

  test('knows the types of each entry, and where the optional peers come from', () => {
    for (const path of Object.values(jsr.exports)) {
      assert.ok(existsSync(join(kRoot, path)), path);
      assert.ok(existsSync(join(kRoot, typesOf(path))), typesOf(path));
    }
    for (const [name, range] of Object.entries(manifest.peerDependencies)) {
      assert.equal(jsr.imports[name], `npm:${name}@${range}`);
      assert.equal(jsr.imports[`${name}/`], `npm:/${name}@${range}/`);
    }
  });

  test('gets a package within its bounds whose scripts name their types', () => {
    makeJsrPackage();
    const left = jsr.publish.exclude.map(
      (glob) => new RegExp(`^${glob.replaceAll('.', '\\.').replaceAll('*', '[^/]*')}`),
    );
    const names = filesBelow(kJsrPackage).map((path) => path.slice(kJsrPackage.length + 1));
    const kept = names.filter((name) => !left.some((pattern) => pattern.test(name)));
    const bytes = kept.reduce((sum, name) => sum + statSync(join(kJsrPackage, name)).size, 0);
    assert.ok(bytes < kMaxJsrBytes, `${bytes} bytes`);
    for (const path of Object.values(jsr.exports)) {
      const [line] = readFileSync(join(kJsrPackage, path), 'utf8').split('\n');
      assert.match(line, /^\/\* @ts-self-types="\.\/[\w.]+\.d\.m?ts" \*\/$/);
    }
  });

  test('would take it', (context) => {
    const deno = join(kRoot, 'tests', 'examples', 'node_modules', '.bin', 'deno');
    if (!existsSync(deno))
      return context.skip('deno is not installed: the stage `examples` installs it');
    makeJsrPackage();
    const words = ['publish', '--dry-run', '--allow-dirty', '--quiet'];
    const { status, stderr } = spawnSync(deno, words, { cwd: kJsrPackage, encoding: 'utf8' });
    assert.equal(status, 0, stderr);
  });
});

describe('maintainers have', () => {
  test('a policy of security, templates and a guide that names every stage', () => {
    assert.match(textOf('SECURITY.md'), /privately/);
    for (const name of ['bug.yml', 'format.yml', 'config.yml'])
      textOf(`.github/ISSUE_TEMPLATE/${name}`);
    assert.match(textOf('.github/PULL_REQUEST_TEMPLATE.md'), /npm test/);
    const stages = textOf('scripts/test/run.mjs').match(/const kStages = \{([\s\S]*?)\n\};/)[1];
    const guide = textOf('docs/maintaining.md');
    for (const [, name] of stages.matchAll(/^ {2}(\w+): /gm))
      assert.ok(
        guide.includes(`\`${name}\``),
        `docs/maintaining.md does not say what ${name} does`,
      );
  });

  test('a guide whose files exist', () => {
    for (const [, name] of textOf('docs/maintaining.md').matchAll(
      /`((?:scripts|tests|bench|docs|schema|cmake|src|js)\/[\w./-]+)`/g,
    ))
      assert.ok(existsSync(join(kRoot, name)), name);
  });

  test('a container with the oldest Node that is supported, on Debian 12', () => {
    const oldest = /\d+/.exec(manifest.engines.node)[0];
    const text = textOf('Dockerfile');
    assert.match(text, new RegExp(`^FROM node:${oldest}-bookworm$`, 'm'));
    for (const [, from] of text.matchAll(/^COPY (\S+) \S+$/gm))
      assert.ok(existsSync(join(kRoot, from)), from);
    const { build } = jsonOf('.devcontainer/devcontainer.json');
    assert.ok(existsSync(join(kRoot, '.devcontainer', build.dockerfile)));
    assert.match(
      textOf('.clusterfuzzlite/Dockerfile'),
      new RegExp(`^FROM node:${oldest}-bookworm-slim AS node$`, 'm'),
    );
  });

  test('no address of a registry to keep up to date', () => {
    const names = spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
      cwd: kRoot,
      encoding: 'utf8',
    });
    if (names.status !== 0) return;
    const hosts = new RegExp(
      ['registry\\.[a-z]+\\.(?:org|com)', 'gcr\\.io/', 'docker\\.io/', 'ghcr\\.io/'].join('|'),
    );
    for (const name of names.stdout.trim().split('\n')) {
      if (
        !/\.(json|mjs|ts|md|ya?ml|sh|toml|npmrc)$|Dockerfile$/.test(name) ||
        !existsSync(join(kRoot, name))
      )
        continue;
      if (name.endsWith('release_test.mjs')) continue;
      const found = hosts.exec(textOf(name));
      assert.equal(found?.[0], undefined, name);
    }
  });
});

describe('fuzzing', () => {
  const list = textOf('tests/fuzz/CMakeLists.txt').replace(/^#.*$/gm, '');
  const targets = [...list.matchAll(/LECTERN_FUZZ_TARGETS\s([\w\s]+)\)/g)].flatMap(([, names]) =>
    names.trim().split(/\s+/),
  );

  test('has a target for each program of tests/fuzz, and all start from something', () => {
    const programs = readdirSync(join(kRoot, 'tests', 'fuzz')).filter((name) =>
      name.endsWith('_fuzz.cpp'),
    );
    assert.deepEqual(
      targets.toSorted(),
      programs.map((name) => name.replace('_fuzz.cpp', '')).sort(),
    );
    assert.deepEqual(Object.keys(kTargets).sort(), targets.toSorted());
  });

  test('builds each for ClusterFuzzLite, with seeds of its own and its dictionary', (context) => {
    if (spawnSync('zip', ['-v']).status !== 0) return context.skip('zip is not installed');
    // A checkout without what was built, and a compiler that makes a program of nothing.
    const [source, out, bin] = ['src', 'out', 'bin'].map((name) => join(folder, name));
    for (const path of [source, out, bin, join(source, 'lectern')])
      mkdirSync(path, { recursive: true });
    const isSource = (path) => basename(path) !== 'node_modules';
    for (const name of ['scripts', 'tests', 'package.json'])
      cpSync(join(kRoot, name), join(source, 'lectern', name), {
        recursive: true,
        filter: isSource,
      });
    const programs = targets.map((name) => `make lectern_fuzz_${name}`).join('\n');
    const cmake = `#!/bin/bash -eu
echo "$@" >> ${folder}/cmake.log
make() { mkdir -p build/fuzz/tests/fuzz/CMakeFiles; echo > "build/fuzz/tests/fuzz/$1"; chmod +x "build/fuzz/tests/fuzz/$1"; }
if [ "$1" = --build ]; then
${programs}
fi
`;
    const node = `#!/bin/bash -eu
case "$1" in
*/third_party/build.mjs) echo "$CXXFLAGS|$3" >> ${folder}/libraries.log; echo "/prefix/$3" ;;
*) exec ${process.execPath} "$@" ;;
esac
`;
    for (const [name, text] of Object.entries({ cmake, node })) {
      writeFileSync(join(bin, name), text);
      chmodSync(join(bin, name), 0o755);
    }
    const env = {
      ...process.env,
      PATH: `${bin}${delimiter}${process.env.PATH}`,
      SRC: source,
      OUT: out,
      LECTERN_CORPUS: 'none',
      LECTERN_CACHE: join(folder, 'cache'),
      ...{ CC: 'clang', CXX: 'clang++', CXXFLAGS: '-fsanitize=address -stdlib=libc++' },
      LIB_FUZZING_ENGINE: '-fsanitize=fuzzer',
    };
    const script = join(kRoot, '.clusterfuzzlite', 'build.sh');
    const { status, stderr } = spawnSync('bash', [script], { env, encoding: 'utf8' });
    assert.equal(status, 0, stderr);
    assert.deepEqual(readFileSync(join(folder, 'libraries.log'), 'utf8').trim().split('\n'), [
      '-stdlib=libc++|native',
      '-stdlib=libc++|pdfium-native',
    ]);
    assert.match(
      readFileSync(join(folder, 'cmake.log'), 'utf8'),
      /^--preset fuzz .*-DCMAKE_CXX_COMPILER=clang\+\+ .*-DLECTERN_FUZZING_ENGINE=-fsanitize=fuzzer .*-DLECTERN_DEPS_PREFIX=\/prefix\/native -DLECTERN_PDFIUM_PREFIX=\/prefix\/pdfium-native/,
    );
    for (const name of targets) {
      const program = join(out, `lectern_fuzz_${name}`);
      assert.ok(existsSync(program), program);
      const listed = spawnSync('unzip', ['-Z1', `${program}_seed_corpus.zip`], {
        encoding: 'utf8',
      });
      assert.ok(listed.stdout.trim().split('\n').length > 5, `${name} has no seeds`);
      assert.equal(existsSync(`${program}.dict`), kTargets[name].dictionaries.length > 0, name);
    }
  });
});
