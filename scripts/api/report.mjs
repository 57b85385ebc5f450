// The public surface of the npm package, from the declarations in dist/: docs/api.report.md shows each change of it in a diff.
//
//   node scripts/api/report.mjs [--check]
//
// The package must be built. With --check it writes nothing and fails when the file is not what it would write.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { kRoot } from '../lib/project.mjs';

const kReport = join(kRoot, 'docs', 'api.report.md');

/** A declaration: its name and its text without comments. @typedef {{name: string, text: string}} Declaration */

function withoutComments(text) {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
}

/** The statements of a file of declarations, each on lines of its own. */
function statementsOf(text) {
  const statements = [];
  let depth = 0;
  let current = '';
  for (const line of withoutComments(text).split('\n')) {
    if (line.trim() === '') continue;
    current += `${line}\n`;
    for (const character of line) {
      if ('{(['.includes(character)) depth++;
      else if ('})]'.includes(character)) depth--;
    }
    if (depth === 0 && /[;}]\s*$/.test(line)) {
      statements.push(current.trimEnd());
      current = '';
    }
  }
  return statements;
}

const parsed = new Map();

/** What a file declares, exports from others, and imports. */
function parse(file) {
  if (parsed.has(file)) return parsed.get(file);
  const module = { declared: new Map(), stars: [], from: new Map() };
  parsed.set(file, module);
  const target = (specifier) => join(dirname(file), specifier.replace(/\.js$/, '.d.ts').replace(/\.mjs$/, '.d.mts'));
  for (const statement of statementsOf(readFileSync(file, 'utf8'))) {
    const star = /^export (?:type )?\* from '(\..*)';$/.exec(statement);
    if (star) {
      module.stars.push(target(star[1]));
      continue;
    }
    const names = /^(?:export|import) (?:type )?\{([\s\S]*)\}(?: from '(.*)')?;$/.exec(statement);
    if (names) {
      for (const item of names[1].split(',').map((text) => text.trim().replace(/^type /, '')).filter(Boolean)) {
        const [own, shown = own] = item.split(' as ');
        if (names[2]?.startsWith('.') && statement.startsWith('export')) module.from.set(shown, [target(names[2]), own]);
      }
      continue;
    }
    const named = /^(?:export )?(?:default )?(?:declare )?(?:abstract )?(?:const|class|interface|type|function|let) (\w+)/.exec(statement);
    if (named && statement.startsWith('export')) {
      module.declared.set(named[1], [...(module.declared.get(named[1]) ?? []), statement]);
    } else if (statement.startsWith('export default')) {
      module.declared.set('default', [statement]);
    }
  }
  return module;
}

/** All that a file exports, by name. */
function exportsOf(file, seen = new Set()) {
  const all = new Map();
  if (seen.has(file)) return all;
  seen.add(file);
  const { declared, stars, from } = parse(file);
  for (const star of stars) for (const [name, where] of exportsOf(star, seen)) all.set(name, where);
  for (const [name, [other, own]] of from) {
    const found = exportsOf(other).get(own);
    if (found) all.set(name, found);
  }
  for (const [name, texts] of declared) all.set(name, { file, own: name, texts });
  return all;
}

/** The text of a declaration as the report has it. */
function shown({ texts }) {
  return texts
    .map((text) =>
      text
        .split('\n')
        .filter((line) => !/^\s*(?:readonly )?#|^\s*private /.test(line))
        .join('\n'),
    )
    .join('\n');
}

function report() {
  const { exports } = JSON.parse(readFileSync(join(kRoot, 'package.json'), 'utf8'));
  const entries = Object.entries(exports).filter(([, conditions]) => conditions.types);
  const first = new Map();
  const parts = ['# The public surface of the npm package', '', 'Written by `node scripts/api/report.mjs` from the declarations of the built package. Do not edit.', ''];
  for (const [entry, { types }] of entries) {
    const file = join(kRoot, types);
    const name = `lectern${entry.slice(1)}`;
    const all = [...exportsOf(file)].sort(([a], [b]) => (a < b ? -1 : 1));
    const own = [];
    const shared = [];
    for (const [exported, where] of all) {
      const key = `${where.file}:${where.own}`;
      if (first.has(key)) shared.push(exported);
      else own.push(shown(where));
      if (!first.has(key)) first.set(key, name);
    }
    parts.push(`## ${name}`, '');
    if (shared.length > 0) parts.push(`Also exported above: ${shared.map((text) => `\`${text}\``).join(', ')}.`, '');
    if (own.length > 0) parts.push('```ts', own.join('\n\n'), '```', '');
  }
  const files = Object.entries(exports).filter(([, conditions]) => !conditions.types);
  parts.push('## Files', '', ...files.map(([entry]) => `- \`lectern${entry.slice(1)}\``), '');
  return parts.join('\n');
}

const wanted = report();
const found = existsSync(kReport) ? readFileSync(kReport, 'utf8') : '';
if (!process.argv.includes('--check')) {
  writeFileSync(kReport, wanted);
} else if (found !== wanted) {
  console.error('docs/api.report.md is not what the package exports. Run: node scripts/api/report.mjs');
  process.exitCode = 1;
}
