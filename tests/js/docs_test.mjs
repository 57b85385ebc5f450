// What the documents name is there: fields, options, codes of errors, files of the repository and commands.

import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';

import { kRoot } from './support/samples.mjs';

const textOf = (name) => readFileSync(join(kRoot, name), 'utf8');
const schemaOf = (name) => JSON.parse(textOf(`schema/${name}.json`));
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'skills/lectern/SKILL.md',
  ...readdirSync(join(kRoot, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];
const lines = pages.flatMap((page) =>
  textOf(page)
    .split('\n')
    .map((line) => ({ page, line })),
);

/** What stands in the pages where `pattern` has its first group, with the page. */
function named(pattern) {
  return lines.flatMap(({ page, line }) =>
    [...line.matchAll(pattern)].map(([, name]) => ({ page, name })),
  );
}

describe('the contract', () => {
  const contract = textOf('docs/contract.md');
  const input = contract.slice(contract.indexOf('## 1.'), contract.indexOf('## 2.'));

  test('names every field of the input', () => {
    const { fields } = schemaOf('input').ReadInput;
    for (const name of Object.keys(fields)) assert.ok(input.includes(`\`${name}\``), name);
  });

  test('names every option and group of options', () => {
    const { fields } = schemaOf('options').ReadOptions;
    for (const [name, { cpp }] of Object.entries(fields))
      if (!cpp) assert.ok(input.includes(`\`${name}\``), name);
  });

  test('and the page of errors name every code', () => {
    const codes = textOf('js/types/result_types.ts').match(/type ErrorCode =([^;]*);/)[1];
    const names = [...codes.matchAll(/'(\w+)'/g)].map(([, code]) => code);
    assert.ok(names.length > 15);
    for (const page of [contract, textOf('docs/troubleshooting.md')])
      for (const code of names) assert.ok(page.includes(`\`${code}\``), code);
  });
});

describe('the documents name', () => {
  test('programs that are there', () => {
    const programs = named(/\bnode (?:--test )?((?:bench|scripts|tests)\/[\w/.-]+\.mjs)/g);
    assert.ok(programs.length > 30);
    for (const { page, name } of programs)
      assert.ok(existsSync(join(kRoot, name)), `${page}: ${name}`);
  });

  test('scripts of the package that are there', () => {
    const { scripts } = JSON.parse(textOf('package.json'));
    const demo = JSON.parse(textOf('web-demo/package.json')).scripts;
    for (const { page, name } of named(/\bnpm run ([\w:]+)/g))
      assert.ok(name in scripts || name in demo, `${page}: ${name}`);
  });

  test('stages of the tests that are there', () => {
    const stages = textOf('scripts/test/run.mjs').match(/^const kStages = \{\n.*?^\};/ms)[0];
    for (const { page, name } of named(/\bnpm test -- (\w+)/g)) {
      const isStage = new RegExp(`^ {2}${name}: `, 'm').test(stages);
      assert.ok(isStage || ['quick', 'help', 'STAGE'].includes(name), `${page}: ${name}`);
    }
  });

  test('files of the repository that are there', () => {
    const files = named(
      /`((?:bench|cmake|docs|examples|js|schema|scripts|skills|src|tests|wasm)\/[\w/.-]+\.(?:c|cpp|go|h|js|json|md|mjs|py|ts|wit))`/g,
    );
    assert.ok(files.length > 40);
    for (const { page, name } of files) {
      // Written when they are asked for, or a name of no file: NAME.ts.
      if (name === 'docs/coverage.md' || /[A-Z]{4}/.test(name.replace('SKILL', ''))) continue;
      const places = page === 'docs/web-demo.md' ? ['.', 'web-demo'] : ['.'];
      assert.ok(
        places.some((place) => existsSync(join(kRoot, place, name))),
        `${page}: ${name}`,
      );
    }
  });
});
