// `lectern read --jobs N`: what it reads of a tree, in which order, and what it leaves out the next time. The programs give the
// same output, byte for byte, and write the same manifests.

import { spawn, spawnSync } from 'node:child_process';
import { appendFileSync, chmodSync, chownSync, closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { crc32, gzipSync } from 'node:zlib';

import { kRoot } from '../../scripts/lib/project.mjs';
import { findProgram } from '../../scripts/lib/steps.mjs';
import { difference, kPrograms, makeFolder, report, reportSkipped, runEverywhere, runProgram } from './programs.mjs';

const kDepth = 60;
const kNobody = 65534;
const kBar = /\[[#-]{20}\] \d+ of \d+\+? files, [0-9.]+ \w+, \d failures?/;
/** Files of scripts/make_samples.mjs that are refused. */
const kBadSamples = 4;

function write(path, content) {
  mkdirSync(Buffer.isBuffer(path) ? path.subarray(0, path.lastIndexOf('/')) : dirname(path), { recursive: true });
  writeFileSync(path, content);
}

/** A tree of every kind of file, and of what is none; the paths that are read of it, in their order. */
function makeTree() {
  const folder = makeFolder();
  const samples = spawnSync(process.execPath, [join(kRoot, 'scripts', 'make_samples.mjs'), join(folder, 'tree', 'samples')]);
  if (samples.status !== 0) throw new Error(`make_samples failed: ${samples.stderr}`);
  const deep = Array.from({ length: kDepth }, (_, i) => `level ${i}`).join('/');
  const files = {
    '.gitignore': '*.tmp\nbuilt/\n!keep.tmp\n',
    '.hidden': 'read too\n',
    'B.txt': 'capitals come first\n',
    'a.txt': 'one\ntwo\n',
    'a/a.txt': 'a directory stands before the names that go on\n',
    'bad.png': 'no picture',
    'quote".txt': 'x',
    'shift_jis.txt': Buffer.from('k/qWe4zqgsyDZYNMg1iDZw0K', 'base64'),
    'two\nlines.txt': 'x',
    '\uff5e.txt': 'bytes, not the units of UTF-16, are compared',
    '\u{1f600}.txt': 'x',
    'keep.tmp': '',
    [`${deep}/end.txt`]: 'deep\n',
    'ignored.tmp': '',
    'built/out.txt': '',
    '.git/config': '',
    'a/.git': 'gitdir: elsewhere',
  };
  for (const [path, content] of Object.entries(files)) write(join(folder, 'tree', path), content);
  const links = { 'link.txt': 'a.txt', 'link-to-directory': 'a', dangling: 'nothing', loop: '.' };
  for (const [name, target] of Object.entries(links)) symlinkSync(target, join(folder, 'tree', name));
  spawnSync('mkfifo', [join(folder, 'tree', 'fifo')]);
  const inTree = spawnSync('ls', ['-A', join(folder, 'tree', 'samples')], { env: { LC_ALL: 'C', PATH: process.env.PATH }, encoding: 'utf8' });
  const left = ['ignored.tmp', 'built/out.txt', '.git/config', 'a/.git'];
  const names = [...Object.keys(files).filter((path) => !left.includes(path)), ...inTree.stdout.trim().split('\n').map((name) => `samples/${name}`)];
  const key = (path) => Buffer.from(path.replaceAll('/', '\0'));
  return { folder, paths: names.sort((a, b) => Buffer.compare(key(a), key(b))).map((path) => `tree/${path}`) };
}

const linesOf = (text) => text.split('\n').slice(0, -1);
const pathsOf = (text) => linesOf(text).map((line) => JSON.parse(line).file_path);

/** A problem where the two are not equal. */
function same(what, actual, expected) {
  const [left, right] = [actual, expected].map((value) => JSON.stringify(value));
  return left === right ? [] : [`${what} differs ${difference(right, left)}`];
}

/** Runs the words everywhere and looks at what the native program did. */
function check(name, words, setting, expectations) {
  const { native, problems } = runEverywhere(words, setting);
  report(name, [...problems, ...expectations(native)]);
  return native;
}

function testTree({ folder, paths }) {
  const setting = { cwd: folder };
  const summary = new RegExp(`^lectern: ${paths.length} files, [0-9.]+ [KM]B, ${1 + kBadSamples} failures, 5 left out \\(links and special files\\)\n$`);
  const one = check('a tree, in the order of its names', ['read', '--jobs', '1', 'tree'], setting, ({ status, stdout, stderr }) => [
    ...same('the status', status, 1),
    ...same('what is read', pathsOf(stdout), paths),
    ...(summary.test(stderr) ? [] : [`the summary is ${stderr}`]),
  ]);
  check('eight files at once give what one at a time gives', ['read', '--jobs=8', 'tree/'], setting, ({ stdout }) =>
    stdout === one.stdout ? [] : ['stdout differs'],
  );
  const single = runProgram(kPrograms.native, ['read', '--json', ...paths], setting);
  report('a line holds the result of a single read', same('the lines', linesOf(one.stdout), linesOf(single.stdout).map((line, i) => `{"file_path":${JSON.stringify(paths[i])},"result":${line}}`)));
  check('--no-ignore reads what is ignored', ['read', '--jobs', '2', '--no-ignore', 'tree'], setting, ({ stdout }) => {
    const more = pathsOf(stdout).filter((path) => !paths.includes(path));
    return same('what is read besides', more, ['tree/built/out.txt', 'tree/ignored.tmp']);
  });
  for (const form of ['anthropic', 'openai', 'mcp']) {
    check(`a tree as ${form}`, ['read', '--jobs', '3', '--format', form, 'tree'], setting, ({ stdout }) => same('what is read', pathsOf(stdout), paths));
  }
  const given = ['tree/a', 'tree/dangling', 'tree/fifo', 'tree/link.txt', 'tree/link-to-directory', 'missing', 'tree/ignored.tmp', 'tree/built'];
  check('what is given is read, ignored or linked; what cannot be says why', ['read', '--jobs', '2', ...given], setting, ({ stdout }) =>
    same(
      'the results',
      linesOf(stdout).map((line) => JSON.parse(line)).map(({ file_path, result }) => [file_path, result.errorCode ?? 'read']),
      [
        ['tree/a/a.txt', 'read'],
        ['tree/dangling', 'FILE_NOT_FOUND'],
        ['tree/fifo', 'NOT_A_FILE'],
        ['tree/link.txt', 'read'],
        ['tree/link-to-directory/a.txt', 'read'],
        ['missing', 'FILE_NOT_FOUND'],
        ['tree/ignored.tmp', 'read'],
        ['tree/built/out.txt', 'read'],
      ],
    ),
  );
  check('the directory itself', ['read', '--jobs', '2', '.'], { cwd: join(folder, 'tree', 'a') }, ({ stdout }) => same('what is read', pathsOf(stdout), ['./a.txt']));
}

function testRoot({ folder, paths }) {
  const root = ['read', '--jobs', '2', '--root', 'tree'];
  check('a tree that is the root', [...root, 'tree'], { cwd: folder }, ({ stdout }) => same('what is read', pathsOf(stdout), paths));
  check('directories inside and outside of a root', [...root, 'tree/a', 'tree/link-to-directory', '.', 'tree/../tree/a/', '/etc'], { cwd: folder }, ({ stdout }) =>
    same(
      'the results',
      linesOf(stdout).map((line) => JSON.parse(line)).map(({ file_path, result }) => [file_path, result.errorCode ?? 'read']),
      [
        ['tree/a/a.txt', 'read'],
        ['tree/link-to-directory/a.txt', 'read'],
        ['.', 'OUTSIDE_ROOT'],
        ['tree/../tree/a/a.txt', 'read'],
        ['/etc', 'OUTSIDE_ROOT'],
      ],
    ),
  );
}

function testBadUsage(folder) {
  write(join(folder, 'infinite.jsonl'), '{"file_path":"a","size":1e400,"mtime":"1.0","success":true}\n');
  write(join(folder, 'broken.jsonl'), '{"file_path":"a"}\nno JSON\n');
  const cases = {
    'no number of jobs': [['--jobs', 'many', '.'], '--jobs must be a number from 0 to 256, got "many" (see lectern --help)'],
    'too many jobs': [['--jobs', '257', '.'], '--jobs must be a number from 0 to 256, got "257" (see lectern --help)'],
    'a manifest without a batch': [['--manifest', 'm', 'a'], '--manifest needs --jobs (see lectern --help)'],
    'since a manifest without a batch': [['--since', 'm', 'a'], '--since needs --jobs (see lectern --help)'],
    'ignored files without a batch': [['--no-ignore', '--jobs', '0', 'a'], '--no-ignore needs --jobs (see lectern --help)'],
    'a batch for people': [['--jobs', '2', '--format', 'text', 'a'], '--jobs prints lines of JSON: --format must be json, anthropic, openai, gemini, bedrock or mcp (see lectern --help)'],
    'a batch from standard input': [['--jobs', '2', '-'], '--jobs reads files and directories, not standard input (see lectern --help)'],
    'an argument that no file can be read with': [['--jobs', '2', '--offset', '0', 'a'], '--offset must be an integer of at least 1, or of at most -1 to count from the end, got 0; for example --offset 20'],
    'a manifest that is not there': [['--jobs', '2', '--since', 'missing', 'a'], '--since missing: File does not exist: missing'],
    'a manifest that is none': [['--jobs', '2', '--since', 'broken.jsonl', 'a'], '--since broken.jsonl: line 2 is no entry of a manifest'],
    'a manifest with a number that is none': [['--jobs', '2', '--since', 'infinite.jsonl', 'a'], '--since infinite.jsonl: line 1 is no entry of a manifest'],
    'a manifest that cannot be written': [['--jobs', '2', '--manifest', 'nowhere/m', 'a'], '--manifest nowhere/m: File does not exist: nowhere/m'],
  };
  for (const [name, [words, message]] of Object.entries(cases)) {
    check(name, ['read', ...words], { cwd: folder }, ({ status, stdout, stderr }) => [
      ...same('the status', status, 2),
      ...same('stdout', stdout, ''),
      ...same('the message', stderr, `lectern: ${message}\n`),
    ]);
  }
  check('a directory without a batch is listed', ['read', '.'], { cwd: folder }, ({ status, stdout }) => [
    ...same('the status', status, 0),
    ...same('the heading', /^\(directory: .*; read one as \.\/NAME\)$/m.test(stdout), true),
  ]);
  const many = join(folder, 'many');
  write(join(many, '.gitignore'), '*7.txt\n');
  for (let i = 0; i < 2000; i++) write(join(many, `${'n'.repeat(40)}${i}.txt`), '');
  for (const limits of [[], ['--max-members', '2000'], ['--max-decoded-bytes', '90000']]) {
    check(`a directory of 2,000 names ${limits.join(' ')}`, ['read', '--json', ...limits, many], {}, ({ status, stdout }) => [
      ...same('the status', status, limits.length > 0 ? 1 : 0),
      ...same('the bytes of its entries', JSON.parse(stdout).metadata.sizeBytes > 65_536, limits.length === 0),
    ]);
  }
}

/** Each program in turn: what it prints and the manifest that it leaves. */
function withManifests(name, words, setting, prepare, expectations) {
  const manifest = join(setting.cwd, 'm.jsonl');
  const results = Object.entries(kPrograms).map(([program, command]) => {
    prepare(manifest);
    const result = runProgram(command, words, setting);
    return { program, ...result, manifest: existsSync(manifest) ? readFileSync(manifest, 'utf8') : '' };
  });
  const [native, ...others] = results;
  const problems = others.flatMap((other) =>
    ['status', 'stdout', 'stderr', 'manifest'].flatMap((key) => (other[key] === native[key] ? [] : [`${other.program}: ${key} differs:\n    ${native[key]}\n    ${other[key]}`])),
  );
  report(name, [...problems, ...expectations(native)]);
  return native;
}

function testManifests({ folder, paths }) {
  const setting = { cwd: folder };
  const words = ['read', '--jobs', '3', 'tree', 'missing'];
  const both = [...words, '--since', 'm.jsonl', '--manifest', 'm.jsonl'];
  const all = [...paths, 'missing'];
  const full = withManifests('a manifest lists what was read', [...words, '--manifest', 'm.jsonl'], setting, (manifest) => writeFileSync(manifest, 'what was there before\n'), ({ manifest, stdout }) => {
    const entries = linesOf(manifest).map((line) => JSON.parse(line));
    const results = linesOf(stdout).map((line) => JSON.parse(line).result);
    return [
      ...same('its files', entries.map(({ file_path }) => file_path), all),
      ...same('the hashes', entries.map(({ contentHash }) => contentHash), results.map(({ contentHash }) => contentHash)),
      ...same('the failures', entries.filter(({ success }) => !success).map(({ file_path, errorCode, mtime }) => [file_path, errorCode, typeof mtime]), [
        ['tree/bad.png', 'CORRUPT_IMAGE', 'string'],
        ['tree/samples/binary.wasm', 'BINARY_FILE', 'string'],
        ['tree/samples/bomb.png', 'LIMIT_EXCEEDED', 'string'],
        ['tree/samples/damaged.png', 'CORRUPT_IMAGE', 'string'],
        ['tree/samples/download.png', 'CORRUPT_IMAGE', 'string'],
        ['missing', 'FILE_NOT_FOUND', 'undefined'],
      ]),
    ];
  });
  const restore = (manifest) => writeFileSync(manifest, full.manifest);
  const unchanged = `lectern: 1 file, 0 bytes, 1 failure, ${paths.length} unchanged, 5 left out (links and special files)\n`;
  withManifests('nothing has changed: only what could not be read is tried again', both, setting, restore, ({ stdout, stderr, manifest }) => [
    ...same('what is read', pathsOf(stdout), ['missing']),
    ...same('the summary', stderr, unchanged),
    ...same('what is added', manifest.slice(full.manifest.length), `${linesOf(full.manifest).at(-1)}\n`),
  ]);
  withManifests('a run that was cut off goes on where it was', both, setting, (manifest) => {
    restore(manifest);
    truncateSync(manifest, Buffer.from(linesOf(full.manifest).slice(0, 5).join('\n')).length + 30);
  }, ({ stdout, manifest }) => [
    ...same('what is read', pathsOf(stdout), all.slice(5)),
    ...same('the manifest', manifest, full.manifest),
  ]);
  withManifests('the first run of a command that goes on', both, setting, (manifest) => rmSync(manifest), ({ stdout, manifest }) => [
    ...same('stdout', stdout, full.stdout),
    ...same('the manifest', manifest, full.manifest),
  ]);
  writeFileSync(join(folder, 'earlier.jsonl'), full.manifest);
  write(join(folder, 'tree', 'a.txt'), 'one\ntwo\nthree\n');
  write(join(folder, 'tree', 'new.txt'), 'new\n');
  withManifests('what has changed or is new is read, and a new manifest is whole', [...words, '--since', 'earlier.jsonl', '--manifest', 'm.jsonl'], setting, (manifest) => rmSync(manifest, { force: true }), ({ stdout, manifest }) => {
    const expected = [...paths];
    expected.splice(paths.indexOf('tree/quote".txt'), 0, 'tree/new.txt');
    return [
      ...same('what is read', pathsOf(stdout), ['tree/a.txt', 'tree/new.txt', 'missing']),
      ...same('the manifest', pathsOf(manifest), [...expected, 'missing']),
    ];
  });
  check('given files that have not changed', ['read', '--jobs', '2', '--since', 'earlier.jsonl', 'tree/B.txt', 'tree/a.txt'], setting, ({ stdout }) =>
    same('what is read', pathsOf(stdout), ['tree/a.txt']),
  );
}

/** The output and the manifest may lie in the tree that is read: they are not read themselves. */
function testOwnFiles() {
  const folder = makeFolder();
  for (const name of ['a.txt', 'z.txt']) write(join(folder, name), 'x\n');
  const problems = Object.entries(kPrograms).flatMap(([program, [command, ...before]]) => {
    const output = openSync(join(folder, 'out.jsonl'), 'w');
    const words = [...before, 'read', '--jobs', '2', '--manifest', 'm.jsonl', '.'];
    spawnSync(command, words, { cwd: folder, stdio: ['ignore', output, 'ignore'] });
    closeSync(output);
    return same(`what ${program} reads`, pathsOf(readFileSync(join(folder, 'out.jsonl'), 'utf8')), ['./a.txt', './z.txt']);
  });
  report('the output and the manifest are not read, wherever they lie', problems);
}

/** Names that are no UTF-8: each has its line, and the file behind it is read. */
function testNames() {
  const folder = makeFolder();
  write(Buffer.from(`${folder}/tree/a\xff.txt`, 'latin1'), 'first\n');
  write(Buffer.from(`${folder}/tree/a\xffb/\xed\xa0\x80.txt`, 'latin1'), 'second\n');
  check('names that are no UTF-8', ['read', '--jobs', '2', 'tree'], { cwd: folder }, ({ stdout }) =>
    same('the results', linesOf(stdout).map((line) => JSON.parse(line)).map(({ file_path, result }) => [file_path, result.content]), [
      ['tree/a\ufffd.txt', '     1\tfirst'],
      ['tree/a\ufffdb/\ufffd\ufffd\ufffd.txt', '     1\tsecond'],
    ]),
  );
}

/** Files of patterns that would take for ever or all memory: what is too long is left out, the rest is matched. */
function testHostilePatterns() {
  const folder = makeFolder();
  const name = 'a'.repeat(200);
  const stars = '*a'.repeat(250);
  const patterns = ['x'.repeat(1 << 19), ...Array.from({ length: 800 }, () => `${stars}b`), 'z.txt', ''];
  write(join(folder, '.git/config'), '');
  write(join(folder, '.gitignore'), patterns.join('\n'));
  for (let i = 0; i < 20; i++) write(join(folder, `${name}${i}`), 'x');
  write(join(folder, 'z.txt'), 'x');
  check('patterns that would take for ever', ['read', '--jobs', '1', '--hash', 'none', '.'], { cwd: folder }, ({ status, stdout, stderr }) => [
    ...same('the status', status, 0),
    ...same('files that are read', pathsOf(stdout).length, 21),
    ...(stderr.startsWith(`lectern: warning: ${folder}/.gitignore: 1 pattern of more than 4,096 bytes left out\n`) ? [] : [`stderr is ${stderr}`]),
  ]);
}

/** What a user may not read. Root may read everything, so another user is taken then. */
function testPermissions() {
  const name = 'what may not be read';
  const folder = makeFolder();
  chmodSync(folder, 0o755);
  for (const path of ['a.txt', 'closed/b.txt', 'closed.png', 'patterns/.gitignore', 'patterns/c.txt', 'z.txt']) write(join(folder, path), 'x\n');
  const closed = ['closed', 'closed.png', 'patterns/.gitignore'].map((path) => join(folder, path));
  const isRoot = process.getuid() === 0;
  const setting = isRoot ? { cwd: folder, uid: kNobody } : { cwd: folder };
  if (isRoot) for (const path of closed) chownSync(path, kNobody, kNobody);
  for (const path of closed) chmodSync(path, 0);
  const canRun = Object.values(kPrograms).every((program) => runProgram(program, ['--version'], setting).status === 0);
  if (!canRun) reportSkipped(name, 'no other user than root can run the programs here');
  else {
    check(name, ['read', '--jobs', '2', '.'], setting, ({ stdout, stderr }) => [
      ...same('the results', linesOf(stdout).map((line) => JSON.parse(line)).map(({ file_path, result }) => [file_path, result.error ?? 'read']), [
        ['./a.txt', 'read'],
        ['./closed', 'Permission denied: ./closed'],
        ['./closed.png', 'Permission denied accessing image file: ./closed.png'],
        ['./patterns/.gitignore', 'Permission denied: ./patterns/.gitignore'],
        ['./patterns/c.txt', 'read'],
        ['./z.txt', 'read'],
      ]),
      ...(stderr.startsWith(`lectern: warning: Permission denied: ${folder}/patterns/.gitignore: its patterns do not count\n`) ? [] : [`stderr is ${stderr}`]),
    ]);
  }
  chmodSync(join(folder, 'closed'), 0o700);
}

/** A program that is ended in the middle has told its manifest of nothing that it has not printed. */
async function testKilled(program) {
  const folder = makeFolder();
  const names = Array.from({ length: 300 }, (_, i) => `f${String(i).padStart(3, '0')}.txt`);
  for (const name of names) write(join(folder, 'tree', name), `${name} ${'x'.repeat(3000)}\n`);
  const words = ['read', '--jobs', '2', '--since', 'm.jsonl', '--manifest', 'm.jsonl', 'tree'];
  const [command, ...before] = kPrograms[program];
  const child = spawn(command, [...before, ...words], { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] });
  let printed = '';
  for await (const chunk of child.stdout) {
    printed += chunk;
    if (printed.length > 20_000) child.kill('SIGKILL');
  }
  const seen = pathsOf(printed.slice(0, printed.lastIndexOf('\n') + 1));
  const listed = linesOf(readFileSync(join(folder, 'm.jsonl'), 'utf8')).length;
  appendFileSync(join(folder, 'm.jsonl'), '{"file_path":"tr');
  const rest = pathsOf(runProgram(kPrograms[program], words, { cwd: folder }).stdout);
  const all = names.map((name) => `tree/${name}`);
  report(`${program} goes on after it was killed`, [
    ...(listed <= seen.length ? [] : [`${listed} files are listed and ${seen.length} printed`]),
    ...same('what it prints then', rest, all.slice(listed)),
    ...same('all that it printed', [...new Set([...seen, ...rest])], all),
  ]);
}

/** On a terminal there is a bar, and stdout stays what it is. */
function testProgress({ folder }) {
  if (!findProgram('script')) return reportSkipped('progress on a terminal', 'there is no script(1)');
  for (const [program, command] of Object.entries(kPrograms)) {
    const words = [...command, 'read', '--jobs', '2', 'tree'].map((word) => `'${word}'`).join(' ');
    const { stdout } = spawnSync('script', ['-qec', `${words} > out.jsonl`, '/dev/null'], { cwd: folder, encoding: 'utf8' });
    const plain = runProgram(command, ['read', '--jobs', '2', 'tree'], { cwd: folder });
    report(`${program} shows its progress on a terminal`, [
      ...(stdout.startsWith('\r\x1b[K[') && kBar.test(stdout) ? [] : [`the terminal shows ${JSON.stringify(stdout)}`]),
      ...(stdout.endsWith(`\r\x1b[K${plain.stderr.replace('\n', '\r\n')}`) ? [] : [`it ends with ${JSON.stringify(stdout.slice(-200))}`]),
      ...(readFileSync(join(folder, 'out.jsonl'), 'utf8') === plain.stdout ? [] : ['stdout differs']),
    ]);
  }
}

/** A ZIP archive of stored members. */
function zipOf(members) {
  const le = (...fields) => Buffer.concat(fields.map(([value, size]) => {
    const bytes = Buffer.alloc(size);
    bytes.writeUIntLE(value, 0, size);
    return bytes;
  }));
  const [parts, entries] = [[], []];
  let place = 0;
  for (const [name, content] of Object.entries(members)) {
    const [raw, data] = [Buffer.from(name), Buffer.from(content)];
    const fields = [[0, 2], [0, 4], [crc32(data), 4], [data.length, 4], [data.length, 4], [raw.length, 2], [0, 2]];
    parts.push(le([0x04034b50, 4], [20, 2], [0x800, 2], ...fields), raw, data);
    entries.push(le([0x02014b50, 4], [20, 2], [20, 2], [0x800, 2], ...fields, [0, 2], [0, 2], [0, 2], [0, 4], [place, 4]), raw);
    place += 30 + raw.length + data.length;
  }
  const directory = Buffer.concat(entries);
  const count = Object.keys(members).length;
  return Buffer.concat([...parts, directory, le([0x06054b50, 4], [0, 4], [count, 2], [count, 2], [directory.length, 4], [place, 4], [0, 2])]);
}

/** What archives hold is read behind all files, archives in them too. */
function testArchives() {
  const folder = makeFolder();
  const inner = zipOf({ 'deep.txt': 'deep\n' });
  write(join(folder, 'tree', 'a.zip'), zipOf({ 'ü/b.txt': 'b\n', 'in.zip': inner, '../out.txt': 'out\n' }));
  write(join(folder, 'tree', 'b.txt.gz'), gzipSync('text\n'));
  write(join(folder, 'tree', 'c.txt'), 'c\n');
  const files = ['tree/a.zip', 'tree/b.txt.gz', 'tree/c.txt'];
  const members = ['tree/a.zip/in.zip', 'tree/a.zip/ü/b.txt', 'tree/a.zip/in.zip/deep.txt'];
  const setting = { cwd: folder };
  check('archives are listed', ['read', '--jobs', '2', 'tree'], setting, ({ stdout }) => same('what is read', pathsOf(stdout), files));
  for (const jobs of ['1', '4']) {
    check(`what archives hold is read, ${jobs} at once`, ['read', '--jobs', jobs, '--archives', 'tree'], setting, ({ status, stdout }) => [
      ...same('the status', status, 0),
      ...same('what is read', pathsOf(stdout), [...files, ...members]),
      ...same('the last', JSON.parse(linesOf(stdout).at(-1)).result.content, '     1\tdeep'),
    ]);
  }
  const small = ['read', '--jobs', '2', '--archives', '--max-decoded-bytes', '12', 'tree/a.zip'];
  check('an archive whose members cannot be listed is told of', small, setting, ({ stdout, stderr }) => [
    ...same('what is read', pathsOf(stdout), ['tree/a.zip']),
    ...same('the warning', stderr.split('\n')[0], 'lectern: warning: the members of tree/a.zip are not read: the archive has 16 bytes of names, more than the limit of 12'),
  ]);
  const words = ['read', '--jobs', '2', '--archives', '--since', 'm.jsonl', '--manifest', 'm.jsonl', 'tree'];
  for (const program of Object.keys(kPrograms)) {
    rmSync(join(folder, 'm.jsonl'), { force: true });
    const first = runProgram(kPrograms[program], words, setting);
    const lines = linesOf(readFileSync(join(folder, 'm.jsonl'), 'utf8'));
    writeFileSync(join(folder, 'm.jsonl'), `${lines.slice(0, 4).join('\n')}\n`);
    const rest = runProgram(kPrograms[program], words, setting);
    report(`${program} goes on within archives`, [
      ...same('what is read first', pathsOf(first.stdout), [...files, ...members]),
      ...same('what is read then', pathsOf(rest.stdout), ['tree/a.zip', 'tree/a.zip/in.zip', ...members.slice(1)]),
    ]);
  }
}

export async function testBatch() {
  const tree = makeTree();
  testTree(tree);
  testRoot(tree);
  testBadUsage(makeFolder());
  testManifests(tree);
  testProgress(tree);
  testOwnFiles();
  testNames();
  testArchives();
  testHostilePatterns();
  testPermissions();
  await testKilled('native');
  await testKilled('node');
}
