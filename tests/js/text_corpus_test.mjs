// Labelled text of the corpus, read by the module: the whole file, against its UTF-8 sidecar.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { createReader } from 'lectern';
import { kRoot } from './support/samples.mjs';

const corpus = process.env.LECTERN_CORPUS ?? join(kRoot, '..', 'shared', 'corpus');
const manifest = join(corpus, 'manifest.json');
const skip = existsSync(manifest)
  ? false
  : 'no corpus: set LECTERN_CORPUS to a folder with a manifest.json';

const kWhole = {
  text: { lineNumbers: 'none' },
  limits: { maxLines: 1e9, maxLineChars: 1e9, maxContentChars: 1e9 },
};

/** A text as a read shows it: CRLF as LF, without the last line end. */
function shown(text) {
  return text.replaceAll('\r\n', '\n').replace(/\n$/, '');
}

test('at least 97 percent of the labelled text files read as their sidecar', {
  skip,
}, async () => {
  const labelled = JSON.parse(readFileSync(manifest, 'utf8')).filter(
    ({ path, kind, expect }) =>
      kind === 'text' && expect?.encoding && existsSync(join(corpus, `${path}.utf8`)),
  );
  assert.ok(labelled.length >= 27);
  const reader = await createReader();
  // Misses, each with its reason: none.
  const misses = [];
  for (const { path } of labelled) {
    const file = join(corpus, path);
    const result = await reader.read(readFileSync(file), { file_path: path }, kWhole);
    // A guess that rests on little says so below the text.
    const content = result.content.replace(/\n\(Encoding: [^\n]*\)$/, '');
    if (content !== shown(readFileSync(`${file}.utf8`, 'utf8'))) misses.push(path);
  }
  assert.deepEqual(misses, []);
});
