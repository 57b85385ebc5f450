// Cases that show that each field of lectern.wit's records reaches the core under its own name: the component must give
// what the reactor gives, which takes JSON.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { encodePng } from '../../scripts/lib/png.mjs';
import { kRoot } from '../../scripts/lib/project.mjs';
import { gif } from './small_files.mjs';

/** Fields of options, by the file that shows what they do. "a.b" is field b of group a. */
const kOptions = {
  'animation.gif': {
    provider: ['anthropic', 'anthropic-large', 'bedrock', 'openai', 'gemini', 'mcp', 'none'],
    'image.animation': ['keep', 'first', 'contact-sheet'],
    hash: ['none'],
    'host.contentHash': ['ab'.repeat(32)],
    'host.modified': ['2020-02-02T02:02:02.000Z'],
  },
  'tall.png': {
    'image.tile': [true],
    'image.fullResolution': [true],
    'host.imagesInRequest': [50],
    'host.bytesInRequest': [33_000_000],
  },
  'server.log': {
    'text.lineNumbers': ['arrow', 'none'],
    'text.encoding': ['utf-16le'],
    'text.countLinesUpToBytes': [10],
  },
  'drawing.svg': { 'image.svg': ['image'] },
  'analysis.ipynb': { 'notebook.form': ['raw'], 'notebook.outputs': ['text', 'none'] },
  'report.pdf': { 'pdf.as': ['document'], 'pdf.pageImages': ['always'] },
  'locked.pdf': { password: ['reader'] },
};
/** Bounds, likewise. */
const kLimits = {
  'tall.png': { maxImageBytes: 10, maxPixels: 10, maxDecodedBytes: 10 },
  'report.pdf': { maxPdfBytes: 10, maxPages: 1 },
  'analysis.ipynb': {
    ...{ maxNotebookBytes: 10, maxImages: 0, maxCellOutputChars: 10, maxJsonDepth: 2 },
  },
  'server.log': {
    ...{ maxTextBytes: 10, maxLines: 5, maxLineChars: 5, maxContentChars: 100, maxTokens: 10 },
  },
};
const kInputs = {
  'server.log': { offset: 3, column: 4, limit: 2 },
  'cells.json': { file_type: 'notebook' },
  'analysis.ipynb': { cells: '2', outline: true },
  'report.pdf': { pages: '1', search: 'report', view: 'picture' },
  'tall.png': { region: { x: 1, y: 2, width: 30, height: 40 } },
};
/** What shows only beside another field. */
const kBeside = {
  column: { input: { offset: 3 } },
  'text.countLinesUpToBytes': { input: { limit: 1 } },
  'image.tile': { options: { provider: 'anthropic' } },
  'image.fullResolution': { options: { provider: 'anthropic' } },
  'host.imagesInRequest': { options: { provider: 'anthropic', image: { fullResolution: true } } },
  'host.bytesInRequest': { options: { provider: 'anthropic' } },
  maxDecodedBytes: { options: { provider: 'anthropic' } },
};

/** `value` as an option, in its group. */
function optionOf(field, value) {
  const [group, name] = field.split('.');
  return name === undefined ? { [field]: value } : { [group]: { [name]: value } };
}

/** The encrypted file of the conformance cases. */
function lockedPdf() {
  const path = join(kRoot, 'tests', 'conformance', 'pdf.json');
  const { cases } = JSON.parse(readFileSync(path, 'utf8'));
  return Buffer.from(
    cases.find(({ options }) => options?.password === 'reader').bytes.base64,
    'base64',
  );
}

function makeFiles() {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-options-'));
  try {
    spawnSync(process.execPath, [join(kRoot, 'scripts', 'make_samples.mjs'), folder]);
    const sample = (name) => [name, readFileSync(join(folder, name))];
    return {
      ...Object.fromEntries(['server.log', 'analysis.ipynb', 'report.pdf'].map(sample)),
      'cells.json': sample('analysis.ipynb')[1],
      'animation.gif': gif(),
      'locked.pdf': lockedPdf(),
      'tall.png': encodePng(400, 3000, (x, y) => [x % 256, y % 256, 0]),
      'drawing.svg': Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Every field with each of its values: `{file, field, input, options}`. */
function* settings() {
  for (const [file, fields] of Object.entries(kOptions)) {
    for (const [field, values] of Object.entries(fields)) {
      for (const value of values) yield { file, field, options: optionOf(field, value) };
    }
  }
  for (const [file, limits] of Object.entries(kLimits)) {
    for (const [field, value] of Object.entries(limits)) {
      yield { file, field, options: { limits: { [field]: value } } };
    }
  }
  for (const [file, fields] of Object.entries(kInputs)) {
    for (const [field, value] of Object.entries(fields)) {
      yield { file, field, input: { [field]: value } };
    }
  }
}

/**
 * @param {string} reactorPath
 * @returns {Promise<{cases: object[], silent: string[]}>} cases as in tests/conformance, and the fields that changed no
 *   result although they should
 */
export async function optionCases(reactorPath) {
  // Node warns of its WASI: not where only other hosts run.
  const { Reactor } = await import('../../examples/reactor/reactor.mjs');
  const reactor = await Reactor.load(reactorPath);
  const files = makeFiles();
  const cases = [];
  const silent = new Set();
  const shown = new Set();
  for (const { file, field, options = {}, input = {} } of settings()) {
    const beside = kBeside[field] ?? {};
    const bytes = files[file];
    const base = { file_path: file, ...beside.input };
    const read = (moreInput, moreOptions) =>
      reactor.readJson(bytes, { ...base, ...moreInput }, { ...beside.options, ...moreOptions });
    const expected = read(input, options);
    (expected === read({}, {}) ? silent : shown).add(field);
    cases.push({
      name: `${field} ${JSON.stringify({ ...input, ...options })}`,
      bytes: { base64: bytes.toString('base64') },
      input: { ...base, ...input },
      options: { ...beside.options, ...options },
      expect: JSON.parse(expected),
    });
  }
  return { cases, silent: [...silent].filter((field) => !shown.has(field)) };
}
