// The command line programs: native, WASI (under node:wasi) and the package's bin give the same
// output, byte for byte, for the same words.

import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { kRoot } from '../../scripts/lib/project.mjs';
import { findProgram } from '../../scripts/lib/steps.mjs';
import { makeBombs } from '../../scripts/pdf/bombs.mjs';
import { testBatch } from './batch.mjs';
import { compareWithGit } from './gitignore.mjs';
import { difference, kPrograms, makeFolder, report, reportSkipped, reportTotal, runEverywhere, runProgram } from './programs.mjs';

const folder = makeFolder();

/** A PDF with one empty page. */
function makePdf() {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 72 72] >>',
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((body, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${body}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const start = text.length;
  return `${text}xref\n0 4\n0000000000 65535 f \n${offsets.join('')}trailer\n<< /Size 4 /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
}

/** Files of every kind, and what is no file at all. */
function makeFiles() {
  const samples = spawnSync(process.execPath, [join(kRoot, 'scripts', 'make_samples.mjs'), folder]);
  if (samples.status !== 0) throw new Error(`make_samples failed: ${samples.stderr}`);
  writeFileSync(join(folder, 'lines.txt'), Array.from({ length: 2500 }, (_, i) => `line ${i + 1}`).join('\n'));
  writeFileSync(join(folder, 'crlf.txt'), 'one\r\ntwo\r\n');
  writeFileSync(join(folder, 'empty.txt'), '');
  writeFileSync(join(folder, 'ünï ©.txt'), '\ufeffé\u{1F600}\n');
  writeFileSync(join(folder, 'long.txt'), 'x'.repeat(5000));
  writeFileSync(join(folder, 'page.png'), '<!DOCTYPE html><p>404</p>');
  writeFileSync(join(folder, 'zero.gif'), '');
  writeFileSync(join(folder, 'data.bin'), Buffer.from([0, 1, 2, 255, 0]));
  writeFileSync(join(folder, 'renamed.jpg'), readFileSync(join(folder, 'chart.png')));
  writeFileSync(join(folder, 'a b.pdf'), makePdf());
  writeFileSync(join(folder, 'shift_jis.txt'), Buffer.from('k/qWe4zqgsyDZYNMg1iDZw0K', 'base64'));
  writeFileSync(join(folder, kEvilPicture), readFileSync(join(folder, 'chart.png')));
  writeFileSync(join(folder, kEvilText), 'plain\n');
  mkdirSync(join(folder, 'folder'));
  makeRoot();
  spawnSync('mkfifo', [join(folder, 'fifo')]);
}

/** A directory with links that stay inside of it, and links that do not. */
function makeRoot() {
  const root = join(folder, 'root');
  mkdirSync(join(root, 'deep'), { recursive: true });
  writeFileSync(join(root, 'deep', 'inside.txt'), 'inside\n');
  mkdirSync(join(folder, 'root-evil'));
  writeFileSync(join(folder, 'root-evil', 'outside.txt'), 'outside\n');
  symlinkSync('root', join(folder, 'root-link'));
  const links = {
    relative: 'deep/../deep/inside.txt',
    absolute: join(root, 'deep', 'inside.txt'),
    'by-link': join(folder, 'root-link', 'deep', 'inside.txt'),
    directory: 'deep',
    up: '../root-evil/outside.txt',
    away: '/etc/hostname',
    'away-directory': folder,
    loop: 'loop',
    broken: 'nothing',
  };
  mkdirSync(join(folder, 'many'));
  for (const name of kManyNames) writeFileSync(join(folder, 'many', name), '');
  for (const [name, target] of Object.entries(links)) symlinkSync(target, join(root, name));
}

/** Paths below the root, some of which lead out of it. */
const kRootPaths = [
  'deep/inside.txt', 'relative', 'absolute', 'by-link', 'directory/inside.txt', 'deep/../directory//./inside.txt', 'deep', '.',
  'up', 'away', 'away-directory/crlf.txt', 'away-directory/missing', '../root-evil/outside.txt', '../crlf.txt', 'loop', 'broken',
  'deep/inside.txt/more', 'missing',
];

const kNames = [
  'lines.txt', 'crlf.txt', 'empty.txt', 'ünï ©.txt', 'long.txt', 'chart.png', 'analysis.ipynb',
  'page.png', 'zero.gif', 'data.bin', 'renamed.jpg', 'folder', 'fifo', 'missing.txt', 'missing.png',
];

/** More than 64 KiB of them. */
const kManyNames = Array.from({ length: 1500 }, (_, number) => `a file with a rather long name, number ${number}.txt`);

/** Names that a terminal would obey, a picture's and a text's. */
const kEvilPicture = 'a\x1b[2J\n\u202egnp.png';
const kEvilText = 'b\x1b]0;title\x07\u009b2J.txt';

/** Files that one program reads in one go. */
const kGroup = 30;

/** Words after the program's name, and the exit status they must end with, where it is known. */
function cases() {
  const all = kNames.map((name) => join(folder, name));
  const root = join(folder, 'root');
  const forms = ['json', 'xml', 'anthropic', 'openai', 'gemini', 'bedrock', 'mcp'];
  const piped = (name) => readFileSync(join(folder, name));
  return [
    ...forms.map((form) => ({ name: `every kind of file as ${form}`, words: ['read', ...all, '--format', form], status: 1 })),
    { name: 'the call that a wire answers', words: ['read', all[1], '--format', 'openai', '--call-id', 'c 1'], status: 0 },
    { name: 'a PDF as a document for a wire', words: ['read', join(folder, 'a b.pdf'), '--pdf=document', '--format=mcp'], status: 0 },
    { name: 'a PDF from standard input', words: ['read', '-', '--pdf=document', '--format=openai'], input: piped('a b.pdf'), status: 0 },
    { name: 'standard input beside files', words: ['read', all[1], '-', all[5], '--json'], input: piped('lines.txt'), status: 0 },
    { name: 'a picture on standard input', words: ['read', '-'], input: piped('chart.png'), status: 0 },
    { name: 'Shift_JIS on standard input', words: ['read', '-', '--json'], input: piped('shift_jis.txt'), status: 0 },
    { name: 'nothing on standard input', words: ['read', '-'], input: '', status: 0 },
    { name: 'standard input twice', words: ['read', '-', '-'], input: 'a', status: 2 },
    { name: 'files inside and outside of a root', words: ['read', '--root', root, ...kRootPaths.map((path) => `${root}/${path}`)], status: 1 },
    { name: 'a root that is a link', words: ['read', '--root', join(folder, 'root-link'), join(folder, 'root-link', 'absolute')], status: 0 },
    { name: 'a relative root and path', words: ['read', '--root', 'root', 'root/relative', 'crlf.txt'], cwd: folder, status: 1 },
    { name: 'a root that is no directory', words: ['read', '--root', all[0], all[0]], status: 2 },
    { name: 'names that are nearly right', words: ['read', join(folder, 'crlf.tx'), join(folder, 'Lines.txt'), `${root}/deep/insid.txt`], status: 1 },
    { name: 'a name that is nearly right, here', words: ['read', 'crlf.tx', '--json'], cwd: folder, status: 1 },
    { name: 'a name that is nearly right, below a root', words: ['read', '--root', root, `${root}/deep/insid.txt`, `${root}/../crlf.tx`], status: 1 },
    { name: 'names that are nearly right, in a batch', words: ['read', '--jobs', '2', join(folder, 'crlf.tx')], status: 1 },
    { name: 'a directory with more names than one piece holds', words: ['read', join(folder, 'many')], status: 0 },
    { name: 'names near a wrong one among them', words: ['read', join(folder, 'many', kManyNames[700].replace('7', '8x')), '--json'], status: 1 },
    { name: 'a form that does not exist', words: ['read', all[0], '--format', 'yaml'], status: 2 },
    { name: 'every kind of file as JSON', words: ['read', ...all, '--json'], status: 1 },
    { name: 'every kind of file for people', words: ['read', ...all], status: 1 },
    { name: 'a range of lines', words: ['read', all[0], '--offset', '100', '--limit=50'], status: 0 },
    { name: 'past the end', words: ['read', all[0], '--offset', '5000', '--json'], status: 1 },
    { name: 'a bad value', words: ['read', all[0], '--offset', '0', '--json'], status: 2 },
    { name: 'a bad value for a file that is not there', words: ['read', join(folder, 'missing.txt'), '--max-lines', '-1', '--json'], status: 2 },
    { name: 'a bad region', words: ['read', all[5], '--region', '1,2,0,4', '--json'], status: 2 },
    { name: 'a bad enumeration', words: ['read', all[0], '--provider', 'acme'], status: 2 },
    { name: 'a limit', words: ['read', all[5], '--max-image-bytes', '100', '--json'], status: 1 },
    { name: 'a limit from the environment', words: ['read', all[5]], status: 1, env: { LECTERN_MAX_IMAGE_BYTES: '100' } },
    { name: 'a picture in a kitty terminal', words: ['read', all[5], '--preview', 'on'], status: 0 },
    { name: 'a picture in iTerm2', words: ['read', all[5], '--preview', 'on'], status: 0, env: { TERM_PROGRAM: 'iTerm.app' } },
    { name: 'a call of Gemini', words: ['read', all[5], '--format=gemini', '--call-id=1', '--call-name=look'], status: 0 },
    { name: 'a PDF as a document for Bedrock', words: ['read', join(folder, 'a b.pdf'), '--pdf=document', '--format=bedrock'], status: 0 },
    { name: 'a picture where none is shown', words: ['read', all[5], '--preview', 'off'], status: 0 },
    { name: 'help', words: ['--help'], status: 0 },
    { name: 'the whole help', words: ['read', '--help-all'], status: 0 },
    { name: 'completion for bash', words: ['completion', 'bash'], status: 0 },
    { name: 'completion for zsh', words: ['completion', 'zsh'], status: 0 },
    { name: 'completion for fish', words: ['completion', 'fish'], status: 0 },
    { name: 'completion for no shell', words: ['completion', 'cmd'], status: 2 },
    { name: 'an empty root', words: ['read', '--root', '', all[0]], status: 2 },
    { name: 'version', words: ['--version'], status: 0 },
    { name: 'an unknown option', words: ['read', all[0], '--colour'], status: 2 },
    { name: 'an unknown command', words: ['write', all[0]], status: 2 },
    { name: 'no words at all', words: [], status: 2 },
    { name: 'no file', words: ['read', '--json'], status: 2 },
    { name: 'a missing value', words: ['read', all[0], '--limit'], status: 2 },
    { name: 'a misspelled option', words: ['read', all[0], '--limt', '3'], status: 2 },
    { name: 'an option that would do nothing', words: ['read', all[0], '--json', '--preview', 'on'], status: 2 },
    { name: 'options that mean nothing to mcp', words: ['mcp', '--jobs', '2'], status: 2 },
    { name: 'a file for mcp', words: ['mcp', all[0]], status: 2 },
    { name: 'a root for mcp that is not there', words: ['mcp', '--root', join(folder, 'missing')], status: 2 },
    { name: 'the help of mcp', words: ['mcp', '--help'], status: 0 },
    { name: 'the help of doctor', words: ['doctor', '--help'], status: 0 },
    { name: 'the version, asked of doctor', words: ['doctor', '--version'], status: 0 },
    { name: 'a file for doctor', words: ['doctor', '--json', all[0]], status: 2 },
    { name: 'a bad region', words: ['read', all[0], all[1], '--region', '1,2,3'], status: 2 },
    { name: 'a bad region for a program', words: ['read', all[0], '--json', '--region', '1,2,3,-4'], status: 2 },
    { name: 'a bad option', words: ['read', all[0], '--page-images', 'some'], status: 2 },
    { name: 'a bad limit of the environment', words: ['read', all[0]], env: { LECTERN_MAX_LINES: 'x' }, status: 2 },
    { name: 'a bad value in a batch', words: ['read', '--jobs', '2', all[0], '--offset', '0'], status: 2 },
    { name: 'a bad value for people is said once', words: ['read', all[0], all[1], '--offset', '0'], status: 2 },
    { name: 'a file with a slash at its end', words: ['read', `${all[1]}/`], status: 1 },
    { name: 'the same in a root', words: ['read', '--root', root, `${root}/relative/`, `${root}/deep/inside.txt/.`], status: 1 },
    { name: 'names that would move the cursor', words: ['read', join(folder, kEvilPicture), join(folder, kEvilText), join(folder, `${kEvilText}?`)], status: 1 },
    ...bombCases(),
    ...corpusCases(),
  ];
}

/** PDFs that are made to take for ever. Each ends, with the same result everywhere. */
function bombCases() {
  const made = [...makeBombs()].map(([name, bytes]) => {
    const path = join(folder, `${name}.pdf`);
    writeFileSync(path, bytes);
    return { name: `a PDF with ${name.replaceAll('_', ' ')}`, path };
  });
  const words = ['read', '--json', '--page-images', 'always'];
  return made.map(({ name, path }) => ({ name, words: [...words, path] }));
}

/** A file that ends a program in the middle hides those after it in its group only. */
function inGroups(paths) {
  const groups = [];
  for (let at = 0; at < paths.length; at += kGroup) groups.push(paths.slice(at, at + kGroup));
  return groups;
}

/** The corpus' PNG and PDF files, where the corpus is there. */
function corpusCases() {
  const corpus = process.env.LECTERN_CORPUS ?? join(kRoot, '..', 'shared', 'corpus');
  if (!existsSync(join(corpus, 'manifest.json'))) {
    console.log('SKIPPED the corpus: set LECTERN_CORPUS to a folder with a manifest.json');
    return [];
  }
  const manifest = JSON.parse(readFileSync(join(corpus, 'manifest.json'), 'utf8'));
  const pathsOf = (wanted) => manifest.filter(wanted).map((entry) => join(corpus, entry.path));
  const pngs = pathsOf((entry) => entry.kind === 'png');
  const pdfs = pathsOf((entry) => entry.path.endsWith('.pdf'));
  const drawn = ['read', '--json', '--page-images', 'always', '--max-pages', '2'];
  return [
    { name: `${pngs.length} PNG files of the corpus`, words: ['read', '--json', ...pngs], status: 1 },
    ...inGroups(pdfs).map((paths, i) => ({
      name: `PDF files of the corpus, group ${i + 1}`,
      words: [...drawn, ...paths],
    })),
  ];
}

makeFiles();

for (const { name, words, status, ...setting } of cases()) {
  const { native, problems } = runEverywhere(words, setting);
  if (status !== undefined && native.status !== status) {
    problems.push(`native ends with ${native.status}, not ${status}: ${native.stderr}`);
  }
  report(name, problems);
}

/** What is said of the name of a picture, which its text has. */
const kHidden =
  'lectern: warning: 1 bidirectional control character in the text shown, the first is U+202E\n' +
  'lectern: warning: 1 control character in the text shown, the first is U+001B\n';

/** No byte of a name reaches a terminal as a command; several files have their names between them. */
function checkNames() {
  const { stdout, stderr } = runProgram(kPrograms.native, ['read', kEvilPicture, kEvilText, `${kEvilText}?`], { cwd: folder });
  const [first, second] = ['a\\x1b[2J\\n\\u202egnp.png', 'b\\x1b]0;title\\x07\\u009b2J.txt'];
  const near = '"./b\\u001b]0;title\\u0007\\u009b2J.txt"';
  const lines = stdout.split('\n');
  report('names are shown as text', [
    // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is looked for
    ...(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e]/.test(stdout.replaceAll('\t', '') + stderr) ? ['there are control characters'] : []),
    ...(lines[0] === `==> ${first} <==` && lines[1].startsWith(`Read image: ${first} (PNG, `) ? [] : [`the picture has ${lines.slice(0, 2)}`]),
    ...(stdout.includes(`\n\n==> ${second} <==\n     1\tplain\n`) ? [] : [`the text has ${stdout}`]),
    ...(stderr === `${kHidden}lectern: File does not exist: ${second}?\n  Did you mean ${near}?\n` ? [] : [`stderr is ${stderr}`]),
  ]);
}

/** What cannot be written is an error of the program. */
function checkFullDevice() {
  if (!existsSync('/dev/full')) return reportSkipped('a device that is full', 'there is no /dev/full');
  for (const [program, [command, ...before]] of Object.entries(kPrograms)) {
    for (const words of [['read', 'crlf.txt'], ['read', 'lines.txt', '--json'], ['read', '--jobs', '1', 'crlf.txt'], ['--help']]) {
      const full = openSync('/dev/full', 'w');
      const stdio = ['ignore', full, 'pipe'];
      const { status, stderr } = spawnSync(command, [...before, ...words], { cwd: folder, stdio, encoding: 'utf8', env: { PATH: process.env.PATH } });
      closeSync(full);
      const isTold = status === 1 && stderr === 'lectern: cannot write to standard output\n';
      report(`${program} ${words.join(' ')} on a device that is full`, isTold ? [] : [`ends with ${status} and ${stderr}`]);
    }
  }
}

/** A standard stream that is closed is no file that the native program opens later. */
function checkClosedStreams() {
  const manifest = join(folder, 'closed.jsonl');
  const words = ['read', '--jobs', '2', '--manifest', manifest, 'root'];
  for (const [closed, status] of [['>&-', 1], ['2>&-', 0]]) {
    const [command, ...before] = kPrograms.native;
    const shell = ['-c', `exec "$@" ${closed}`, 'sh', command, ...before, ...words];
    const ran = spawnSync('sh', shell, { cwd: folder, encoding: 'utf8', env: { PATH: process.env.PATH } });
    const lines = existsSync(manifest) ? readFileSync(manifest, 'utf8').split('\n').filter((line) => line !== '') : [];
    const isWhole = lines.every((line) => line.startsWith('{"file_path":') && line.endsWith('}') && !line.includes('"result"'));
    const isTold = closed !== '>&-' || ran.stderr.includes('lectern: cannot write to standard output\n');
    rmSync(manifest, { force: true });
    report(`a batch with ${closed}`, ran.status === status && isWhole && isTold ? [] : [`ends with ${ran.status ?? ran.signal} and ${ran.stderr}`]);
  }
}

/** Whoever reads our output may leave, and all is well; whoever reads our messages may, and the files are still read. */
function checkBrokenPipes() {
  for (const [program, words] of Object.entries(kPrograms)) {
    for (const asked of [['crlf.txt', 'missing', 'crlf.txt'], ['--jobs', '1', 'missing', 'crlf.txt']]) {
      for (const [streams, expected] of Object.entries({ '>&3': 0, '2>&3': 1, '>&3 2>&3': 0 })) {
        // A pipe whose reader has ended.
        const shell = ['--norc', '-c', `exec 3> >(true); wait $!; exec "$@" ${streams}`, 'bash', ...words, 'read', ...asked];
        const ran = spawnSync('bash', shell, { cwd: folder, encoding: 'utf8', env: { PATH: process.env.PATH } });
        const isWhole = expected === 0 || /one.*two/s.test(ran.stdout);
        const isQuiet = !ran.stderr.includes('cannot write');
        const name = `${program} read ${asked.join(' ')} ${streams} of nobody`;
        report(name, ran.status === expected && isWhole && isQuiet ? [] : [`ends with ${ran.status ?? ran.signal}: ${ran.stdout}${ran.stderr}`]);
      }
    }
  }
}

/** Under WASI a path that the runtime does not open says what to do about it. */
function checkPreopens() {
  const runner = kPrograms.wasi.slice(0, -1);
  const limited = [...runner, '--dir', join(folder, 'root'), kPrograms.wasi.at(-1)];
  const inside = runProgram(limited, ['read', join(folder, 'root', 'deep', 'inside.txt')]);
  const path = join(folder, 'crlf.txt');
  const outside = runProgram(limited, ['read', path]);
  const expected = `lectern: Not within a preopened directory: ${path} (give the runtime --dir)\n`;
  report('a path that is not preopened', [
    ...(inside.status === 0 ? [] : [`inside: ${inside.stderr}`]),
    ...(outside.status === 1 && outside.stderr === expected ? [] : [`outside: ${outside.status} ${outside.stderr}`]),
  ]);
}

/** What bash offers for the words, the last of which is being written. */
function completions(script, words) {
  const quoted = words.map((word) => `'${word}'`).join(' ');
  // compopt and the like work only while bash completes.
  const program = `compopt() { :; }; source ${script}; COMP_WORDS=(${quoted}); COMP_CWORD=${words.length - 1}; _lectern; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr } = spawnSync('bash', ['-c', program], { cwd: folder, encoding: 'utf8' });
  return stderr + stdout.trimEnd().split('\n').join(' ');
}

/** The scripts are such as shells take, and bash offers what they say. */
function checkCompletion() {
  const scripts = ['bash', 'zsh', 'fish'].map((shell) => {
    const script = join(folder, `completion.${shell}`);
    writeFileSync(script, runProgram(kPrograms.native, ['completion', shell]).stdout);
    const name = `${shell} takes its completion`;
    const { error, status, stderr } = spawnSync(shell, ['-n', script], { encoding: 'utf8' });
    if (error) reportSkipped(name, `there is no ${shell}`);
    else report(name, status === 0 && stderr === '' ? [] : [stderr]);
    return script;
  });
  const expected = [
    [['lectern', 're'], 'read'],
    [['lectern', 'read', '--form'], '--format'],
    [['lectern', 'read', '--format', 'be'], 'bedrock'],
    [['lectern', 'read', '--format', '=', 'x'], 'xml'],
    [['lectern', 'read', '--format', '='], 'text json xml anthropic openai gemini bedrock mcp'],
    [['lectern', 'mcp', '--sym'], '--symlinks'],
    [['lectern', 'mcp', '--offs'], ''],
    [['lectern', 'read', '--root', 'root-e'], 'root-evil'],
    [['lectern', 'completion', 'f'], 'fish'],
  ];
  const problems = expected.flatMap(([words, offered]) => {
    const actual = completions(scripts[0], words);
    return actual === offered ? [] : [`${words.join(' ')} offers ${JSON.stringify(actual)}, not ${JSON.stringify(offered)}`];
  });
  report('bash completes commands, options, values and directories', problems);
}

/** While a large file is read a terminal shows how far it is; then the line is gone. */
function checkLargeFile() {
  const name = 'a large file shows its progress on a terminal';
  if (!findProgram('script')) return reportSkipped(name, 'there is no script(1)');
  const large = join(folder, 'large.log');
  writeFileSync(large, 'a line of a log that is long enough to fill a file\n'.repeat(400_000));
  for (const [program, command] of Object.entries(kPrograms)) {
    const shown = (path) => {
      const words = [...command, 'read', '--limit', '1', path].map((word) => `'${word}'`).join(' ');
      return spawnSync('script', ['-qec', `${words} > out.txt`, '/dev/null'], { cwd: folder, encoding: 'utf8' }).stdout;
    };
    const [line, small] = [shown('large.log'), shown('lines.txt')];
    report(`${name}: ${program}`, [
      ...(line.startsWith('\r\x1b[K[') && /\[[#-]{20}\] large\.log, [\d.]+ [KM]B of 19\.5 MB/.test(line) ? [] : [`it shows ${JSON.stringify(line.slice(0, 200))}`]),
      ...(line.endsWith('\r\x1b[K') ? [] : [`it ends with ${JSON.stringify(line.slice(-100))}`]),
      ...(small === '' ? [] : [`a small file shows ${JSON.stringify(small)}`]),
      ...(readFileSync(join(folder, 'out.txt'), 'utf8').startsWith('     1\tline 1\n') ? [] : ['stdout differs']),
    ]);
  }
}

/** What is listed, and how it is named, where a directory is large or odd. */
function checkOddTrees() {
  const tree = join(makeFolder(), 'tree');
  mkdirSync(join(tree, '.git'), { recursive: true });
  const stars = Array.from({ length: 100 }, (_, i) => `*a*b*c*d*e*f*g${i}*\n`).join('');
  writeFileSync(join(tree, '.gitignore'), `${'# a comment of some length\n'.repeat(9000)}${stars}f1*\n`);
  for (let i = 0; i < 3000; i++) writeFileSync(join(tree, `f${i}`), '');
  const listed = runEverywhere(['read', '--limit', '4000', tree]);
  const counts = /, 1,111 ignored by \.gitignore/.test(listed.native.stdout) ? [] : ['it does not say what is ignored'];
  report('a directory with a long .gitignore file', [...listed.problems, ...counts]);

  const deep = `${'a/'.repeat(1000)}`;
  mkdirSync(join(tree, deep), { recursive: true });
  const start = performance.now();
  const missing = runEverywhere(['read', '--root', tree, `${join(tree, deep)}/${'x/'.repeat(800)}y`]);
  const seconds = (performance.now() - start) / 1000;
  report('a path of hundreds of directories that are not there', [...missing.problems, ...(seconds < 30 ? [] : [`it took ${seconds} s`])]);
  if (kPrograms.native && kPrograms.node) checkNativeNames();
}

/** Names that are no UTF-8, and times that JavaScript does not have: not every system lets WASI have them. */
function checkNativeNames() {
  const compare = (name, words, setting) => {
    const [native, node] = [kPrograms.native, kPrograms.node].map((program) => runProgram(program, words, setting));
    report(name, native.stdout === node.stdout && native.stderr === node.stderr && native.status === node.status ? [] : [difference(`${native.stdout}${native.stderr}`, `${node.stdout}${node.stderr}`)]);
  };
  const folder = makeFolder();
  mkdirSync(join(folder, '.git'));
  writeFileSync(Buffer.concat([Buffer.from(`${folder}/f`), Buffer.of(0xff)]), 'one\n');
  writeFileSync(join(folder, '.gitignore'), 'f?\n');
  compare('a name that is no UTF-8, in a listing', ['read', folder]);
  writeFileSync(join(folder, '.gitignore'), '');
  compare('a name that is no UTF-8, in a batch with a root', ['read', '--jobs', '2', '--root', folder, folder]);
  const memory = '/dev/shm';
  if (process.platform !== 'linux' || !existsSync(memory)) return reportSkipped('times of other years', `there is no ${memory}`);
  const place = mkdtempSync(join(memory, 'lectern-'));
  try {
    const path = join(place, 'a.txt');
    writeFileSync(path, 'one\n');
    for (const seconds of [9e12, 253402300800, 253402300799, -62135596801, -62167219201, -1e11, -0.0004]) {
      utimesSync(path, seconds, seconds);
      compare(`a file of the second ${seconds}`, ['read', '--json', path]);
    }
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

checkNames();
checkOddTrees();
checkCompletion();
checkLargeFile();
checkFullDevice();
checkClosedStreams();
checkBrokenPipes();
if (kPrograms.wasi) checkPreopens();
await testBatch();
compareWithGit();
reportTotal();
