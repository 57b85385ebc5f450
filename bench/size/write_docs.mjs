// Writes the sizes of what is built into docs/benchmarks.md, docs/bundlers.md and docs/wasi.md.
//
//   node bench/size/write_docs.mjs
//
// All that bench/size-budget.json names must be built.

import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { kRoot } from '../../scripts/lib/project.mjs';
import { runMain } from '../../scripts/lib/steps.mjs';
import { markdownOf } from '../lib/markdown.mjs';

const kNumber = '[\\d,]+';

function printed(...words) {
  const { stdout, stderr, error } = spawnSync(process.execPath, words, { cwd: join(kRoot, 'bench', 'size'), encoding: 'utf8' });
  if (error || stdout === '') throw error ?? new Error(stderr);
  return stdout;
}

/** Replaces what `pattern` finds in a document, each time by what `replacement` makes of it, which must be there. */
function rewrite(name, ...replacements) {
  const path = join(kRoot, 'docs', name);
  let text = readFileSync(path, 'utf8');
  for (const [pattern, replacement] of replacements) {
    if (text.search(pattern) < 0) throw new Error(`docs/${name} does not have ${pattern}`);
    text = text.replace(pattern, replacement);
  }
  writeFileSync(path, text);
}

runMain(async () => {
  const tables = markdownOf(printed('run.mjs', '--json')).join('\n\n');
  const rows = new Map([...tables.matchAll(/^\| (\S+) \| (.*) \|$/gm)].map(([, file, sizes]) => [file, sizes.split(' | ')]));
  const sizeOf = (file, column) => {
    const size = rows.get(file)?.[column];
    if (!size) throw new Error(`${file} is not built`);
    return size;
  };
  rewrite('benchmarks.md', [/(?<=^`node bench\/size\/run\.mjs`\n\n).*?(?=\n## )/ms, () => `${tables}\n`]);
  rewrite(
    'bundlers.md',
    [/^\| import \| minified \| brotli \|\n(?:\|.*\n)+/m, () => printed('imports.mjs')],
    [
      new RegExp(`(?<=^\\| .* \\| \`(office|sheets|html|documents|codecs)\`(?:, in addition)? \\| )${kNumber}(?= \\|$)`, 'gm'),
      (_, module) => sizeOf(`${module}.wasm`, 2),
    ],
  );
  rewrite('wasi.md', [
    new RegExp(`(?<=^\\| \`(lectern[^\`]*\\.wasm)\` \\| )${kNumber} \\| ${kNumber}(?= \\|$)`, 'gm'),
    (_, file) => `${sizeOf(file, 0)} | ${sizeOf(file, 1)}`,
  ]);
});
