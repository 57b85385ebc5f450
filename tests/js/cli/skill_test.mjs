// The Agent Skill: what it tells an agent to run is understood.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';

import { kRoot, temporaryDirectory } from '../support/samples.mjs';

const text = readFileSync(join(kRoot, 'skills', 'lectern', 'SKILL.md'), 'utf8');
const [, head, body] = /^---\n(.*?)\n---\n(.*)$/s.exec(text);
const folder = temporaryDirectory();

/** Runs a line of the skill with the package's program. */
function run(line) {
  const script = `npx() { shift; "${process.execPath}" "${join(kRoot, 'dist', 'cli', 'main.js')}" "$@"; }\n${line}`;
  return spawnSync('bash', ['-c', script], { cwd: folder, encoding: 'utf8' });
}

/** Writes down each connection, datagram, request for a name and process that a program begins. */
const kTellsOfConnections = `
import { appendFileSync } from 'node:fs';
import childProcess from 'node:child_process';
import dgram from 'node:dgram';
import dns from 'node:dns';
import net from 'node:net';
import { syncBuiltinESMExports } from 'node:module';
const tell = (word) => appendFileSync(process.env.TOLD, word + '\\n');
const watched = [[net.Socket.prototype, 'connect'], [dgram, 'createSocket'], [dns, 'lookup'], [dns, 'resolve'], [globalThis, 'fetch'],
  [childProcess, 'spawn'], [childProcess, 'exec'], [childProcess, 'execFile'], [childProcess, 'fork'], [childProcess, 'spawnSync'], [childProcess, 'execSync'], [childProcess, 'execFileSync']];
for (const [object, name] of watched) {
  const own = object[name];
  object[name] = function (...values) {
    tell(name);
    return own.apply(this, values);
  };
}
syncBuiltinESMExports();
tell('begins');
`;

/** What a file is and when it was changed. */
function stateOf(entry) {
  const { size, mtimeMs } = statSync(join(entry.parentPath ?? entry.path, entry.name));
  return [entry.name, size, mtimeMs];
}

describe('the skill', () => {
  test('has the front matter that agents look for', () => {
    const field = (name) => new RegExp(`^${name}: (.+)$`, 'm').exec(head)?.[1] ?? '';
    assert.equal(field('name'), 'lectern');
    assert.ok(field('description').length > 100 && field('description').length <= 1024);
    assert.ok(field('compatibility').length <= 500);
    // A colon with a space would end the plain text of YAML.
    for (const line of head.split('\n')) assert.doesNotMatch(line.replace(/^\w+: /, ''), /: /);
    assert.ok(body.split('\n').length < 500);
  });

  const commands = [...body.matchAll(/^(npx lectern .*?)(?: +#.*)?$/gm)].map(([, line]) => line);
  test('has commands', () => assert.ok(commands.length >= 10));
  for (const command of commands) {
    test(`tells to run ${command}, which the program understands`, () => {
      const { status, stderr, stdout } = run(command);
      assert.equal(status, 1, stderr);
      assert.match(`${stderr}${stdout}`, /does not exist|no such|not be read|not found/i);
    });
  }

  test('names no option that there is not', () => {
    const help = run('npx lectern read --help-all').stdout;
    for (const [option] of body.matchAll(/(?<!-)--[a-z][a-z-]*/g)) {
      if (option !== '--help-all') assert.ok(help.includes(`${option} `), option);
    }
    assert.equal(run('npx lectern doctor').status, 0);
  });

  test('says that nothing is changed, run or sent anywhere, and so it is', () => {
    assert.match(body, /Nothing is changed, nothing is run, and\s+nothing is sent anywhere\./);
    const samples = join(folder, 'samples');
    const made = spawnSync(process.execPath, [join(kRoot, 'scripts', 'make_samples.mjs'), samples]);
    assert.equal(made.status, 0);
    const before = readdirSync(samples, { recursive: true, withFileTypes: true }).map(stateOf);
    const log = join(folder, 'told');
    const preload = join(folder, 'preload.mjs');
    writeFileSync(preload, kTellsOfConnections);
    const { status, stderr, stdout } = spawnSync(
      process.execPath,
      [join(kRoot, 'dist', 'cli', 'main.js'), 'read', '--jobs', '2', samples],
      {
        encoding: 'utf8',
        maxBuffer: 1 << 28,
        env: { ...process.env, NODE_OPTIONS: `--import=${preload}`, TOLD: log },
      },
    );
    assert.ok(status === 0 || status === 1, stderr);
    assert.ok(stdout.split('\n').length > 5);
    // Each thread begins with a line of its own.
    assert.match(readFileSync(log, 'utf8'), /^(?:begins\n){2,}$/);
    assert.deepEqual(
      readdirSync(samples, { recursive: true, withFileTypes: true }).map(stateOf),
      before,
    );
  });
});
