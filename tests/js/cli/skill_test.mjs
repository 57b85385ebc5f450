// The Agent Skill: what it tells an agent to run is understood.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
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
});
