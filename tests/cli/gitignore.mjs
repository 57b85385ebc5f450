// What `--jobs` reads of a tree with .gitignore files is what git does not ignore: patterns written for what they may mean,
// and generated ones, each in a directory of its own.

import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { findProgram } from '../../scripts/lib/steps.mjs';
import { kPrograms, makeFolder, report, reportSkipped, runProgram } from './programs.mjs';

const kGenerated = 300;
const kSeed = 20260101;
/** Bytes that a line is made of, the special ones more often. */
const kPieces = ['a', 'b', 'ab', 'é', '*', '*', '**', '**/', '/**', '/', '/', '?', '[ab]', '[!a]', '[a-c]', '\\', '!', '#', ' ', '[', ']', '-', '.', '[[:alpha:]]', '\\*', '\r'];

/** .gitignore files by what they are about. */
const kFiles = {
  'a name at any depth': 'a.txt\n',
  'an anchored name': '/a.txt\n',
  'a slash in the middle anchors': 'sub/a.txt\n',
  'a directory': 'sub/\n',
  'a directory that is a file': 'a.txt/\n',
  'a star': '*.txt\n',
  'a star in a component': 's*/a.txt\n',
  'a star does not cross a slash': 'sub/*.txt\n',
  'a question mark': '?.txt\n',
  'a negation': '*.txt\n!a.txt\n',
  'a negation below a directory that is ignored': 'sub/\n!sub/a.txt\n',
  'a negation below a directory whose content is ignored': 'sub/*\n!sub/a.txt\n',
  'everything but some': '*\n!*/\n!a.txt\n',
  'the last pattern wins': '!a.txt\na.txt\n',
  'leading stars': '**/a.txt\n',
  'trailing stars': 'sub/**\n',
  'stars in the middle': 'sub/**/a.txt\n',
  'stars with a directory': '**/deep/**\n',
  'stars beside a name': 'su**/a.txt\n',
  'stars beside a wildcard': 's?**/a.txt\n',
  'three stars': '***/a.txt\n',
  'only stars': '**\n',
  'stars and a slash': '**/\n',
  'a class': '[a-b].txt\n',
  'a negated class': '[!a].txt\n',
  'a class negated by ^': '[^a].txt\n',
  'a class with a bracket': '[]].txt\n',
  'a class with a dash': '[-a].txt\n',
  'a range that ends nowhere': '[a-].txt\n',
  'a range from a range': '[a-c-e].txt\n',
  'a class that has no end': '[a.txt\n',
  'a named class': '[[:digit:]].txt\n',
  'a class that does not exist': '[[:letter:]].txt\n',
  'a named class without its end': '[[:alpha:].txt\n',
  'an escape in a class': '[\\]].txt\n',
  'a class does not match a slash': 'sub[/]a.txt\n',
  'an escaped star': '\\*\n',
  'an escaped exclamation mark': '\\!\n',
  'an escaped number sign': '\\#\n',
  'an escape at the end': 'a.txt\\\n',
  'an escaped letter': '\\a.txt\n',
  'a comment': '# a.txt\n',
  'a space at the end': 'a.txt \n',
  'an escaped space at the end': 'b\\ \n',
  'a space in the middle': 'a b\n',
  'a byte order mark': '\ufeffa.txt\n',
  'CRLF': 'a.txt\r\nsub/\r\n',
  'no line end': 'a.txt',
  'only a slash': '/\n',
  'two slashes': '//a.txt\n',
  'only an exclamation mark': '!\n',
  'braces are no wildcards': '{a,b}.txt\n',
  'a name that is not ASCII': 'é.txt\n',
  'a question mark is a byte': '?.txt\n??.txt\n',
  'capitals differ': 'A.TXT\n',
  'patterns that would take for ever': `${'*a'.repeat(30)}b\n`,
};

/** Files in the directory of each. */
const kPaths = [
  'a.txt', 'b.txt', '1.txt', '-.txt', '].txt', 'é.txt', 'a', 'b', 'b ', 'a b', 'ab', '#', '!', '*', '[a.txt', 'a.txt\\', '{a,b}.txt', '.a',
  `x${'a'.repeat(60)}`, 'sub/a.txt', 'sub/b', 'sub/deep/a.txt', 'sub/deep/b', 'deep/a', 'deep/a.txt/b', 'a.d/a', 'a.d/b/a',
];

/** Numbers that are the same in every run. */
function makeRandom(seed) {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function generatedFiles() {
  const random = makeRandom(kSeed);
  const line = () => Array.from({ length: 1 + random(5) }, () => kPieces[random(kPieces.length)]).join('');
  return Array.from({ length: kGenerated }, () => Array.from({ length: 1 + random(4) }, () => `${line()}\n`).join(''));
}

function write(path, content) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

/** What git does, without anyone's configuration. */
function git(folder, ...words) {
  const env = { PATH: process.env.PATH, HOME: folder, GIT_CONFIG_NOSYSTEM: '1' };
  const { status, stdout, stderr } = spawnSync('git', ['-C', folder, ...words], { env, maxBuffer: 1 << 28 });
  if (status !== 0) throw new Error(`git ${words.join(' ')}: ${stderr}`);
  return stdout.toString();
}

/** Paths below `folder` that git does not ignore. */
const keptByGit = (folder) => new Set(git(folder, 'ls-files', '--others', '--exclude-standard', '-z').split('\0').slice(0, -1));

/** Those that a program reads. */
function keptBy(program, folder, directory = '.') {
  const words = ['read', '--jobs', '2', '--hash', 'none', '--max-lines', '1', directory];
  const { status, stdout, stderr } = runProgram(program, words, { cwd: join(folder) });
  if (status === 2 || typeof status !== 'number') throw new Error(`ended with ${status}: ${stderr}`);
  const paths = stdout.trimEnd().split('\n').filter(Boolean).map((line) => JSON.parse(line).file_path);
  return new Set(paths.map((path) => path.replace(/^\.\//, '')));
}

function differences(name, expected, actual, contents) {
  const extra = [...actual].filter((path) => !expected.has(path)).map((path) => ({ path, what: 'is ignored by git' }));
  const missing = [...expected].filter((path) => !actual.has(path)).map((path) => ({ path, what: 'is not ignored by git' }));
  const shown = [...extra, ...missing].slice(0, 10);
  return shown.map(({ path, what }) => `${name}: ${path} ${what} (${JSON.stringify(contents.get(path.split('/')[0]))})`);
}

/** Names in a directory that git ignores, as far as a listing shows them as they are. */
function ignoredByGit(folder, directory) {
  const names = readdirSync(join(folder, directory)).filter((name) => /^[\w.-]+$/.test(name));
  const input = names.map((name) => `${directory}/${name}\0`).join('');
  const env = { PATH: process.env.PATH, HOME: folder, GIT_CONFIG_NOSYSTEM: '1' };
  const { stdout } = spawnSync('git', ['-C', folder, 'check-ignore', '-z', '--stdin'], { env, input });
  return new Set(stdout.toString().split('\0').slice(0, -1));
}

/** Those that a listing marks; false when its heading has not as many as it has marks. */
function ignoredInListing(program, folder, directory) {
  const { stdout } = runProgram(program, ['read', directory], { cwd: folder });
  const rows = stdout.split('\n').map((line) => /^[-dlo]([i ]).{13} {2}.{16} {2}(.*?)\/?$/.exec(line)).filter(Boolean);
  const marked = rows.filter(([, mark]) => mark === 'i');
  if (Number(/, (\d+) ignored by \.gitignore/.exec(stdout)?.[1] ?? 0) !== marked.length) throw new Error(`the heading of ${stdout}`);
  return new Set(marked.map(([, , name]) => name).filter((name) => /^[\w.-]+$/.test(name)).map((name) => `${directory}/${name}`));
}

/** The listings of the directories of a tree. */
function compareListings(name, folder, directories) {
  const problems = directories.flatMap((directory) => {
    const expected = ignoredByGit(folder, directory);
    return Object.entries(kPrograms).flatMap(([program, command]) => {
      const actual = ignoredInListing(command, folder, directory);
      const same = expected.size === actual.size && [...expected].every((path) => actual.has(path));
      return same ? [] : [`${program}, ${directory}: ${[...actual].join()} are marked, git ignores ${[...expected].join()}`];
    });
  });
  report(name, problems);
}

/** One tree with a directory for each file of patterns. */
function comparePatterns(name, files, hasListings = false) {
  const folder = makeFolder();
  git(folder, 'init', '-q');
  const contents = new Map();
  for (const [i, patterns] of files.entries()) {
    const directory = `case-${String(i).padStart(4, '0')}`;
    contents.set(directory, patterns);
    for (const path of kPaths) write(join(folder, directory, path), '');
    write(join(folder, directory, '.gitignore'), patterns);
  }
  const expected = keptByGit(folder);
  const problems = Object.entries(kPrograms).flatMap(([program, command]) =>
    differences(program, expected, keptBy(command, folder), contents),
  );
  report(name, problems);
  if (hasListings) compareListings(`${name}, in listings`, folder, [...contents.keys()]);
}

/** Files of patterns at every level, excludes of the repository, a repository inside, and a start below the root. */
function compareLevels() {
  const folder = makeFolder();
  git(folder, 'init', '-q');
  const files = {
    '.gitignore': '*.log\n/top\nsub/below/one\n',
    '.git/info/exclude': '*.tmp\n*.log\n!x.out\n',
    'sub/.gitignore': '!keep.log\n*.out\n/top\n',
    'sub/below/.gitignore': '!x.out\n',
  };
  for (const [path, content] of Object.entries(files)) write(join(folder, path), content);
  for (const directory of ['.', 'sub', 'sub/below', 'other']) {
    for (const name of ['a.log', 'keep.log', 'x.out', 'y.out', 'z.tmp', 'top', 'one']) write(join(folder, directory, name), '');
  }
  const problems = [];
  const expected = keptByGit(folder);
  write(join(folder, '.git/info/exclude'), '');
  compareListings('.gitignore files of all levels, in listings', folder, ['.', 'sub', 'sub/below', 'other']);
  write(join(folder, '.git/info/exclude'), files['.git/info/exclude']);
  for (const directory of ['.', 'sub', 'sub/below']) {
    const here = new Set([...expected].filter((path) => directory === '.' || path.startsWith(`${directory}/`)));
    for (const [program, command] of Object.entries(kPrograms)) {
      problems.push(...differences(`${program} from ${directory}`, here, keptBy(command, folder, directory), new Map()));
    }
  }
  report('.gitignore files of all levels and the excludes of the repository, from each level', problems);
  const inner = join(folder, 'sub', 'inner');
  mkdirSync(inner);
  git(inner, 'init', '-q');
  write(join(inner, 'a.log'), '');
  write(join(inner, 'b'), '');
  write(join(inner, '.gitignore'), 'b\n');
  const kept = keptByGit(inner);
  report('a repository in another has patterns of its own', Object.entries(kPrograms).flatMap(([program, command]) => {
    const from = (directory) => [...keptBy(command, folder, directory)].filter((path) => path.startsWith('sub/inner/'));
    const wanted = new Set([...kept].map((path) => `sub/inner/${path}`));
    return ['.', 'sub/inner'].flatMap((start) => differences(`${program} from ${start}`, wanted, new Set(from(start)), new Map()));
  }));
}

/** Compares with git, where there is git. */
export function compareWithGit() {
  if (!findProgram('git')) return reportSkipped('.gitignore files', 'git is not installed');
  comparePatterns(`${Object.keys(kFiles).length} .gitignore files, as git reads them`, Object.values(kFiles), true);
  comparePatterns(`${kGenerated} generated .gitignore files, as git reads them`, generatedFiles());
  compareLevels();
}
