// Text of PDFs: lectern against pdf.js and @embedpdf/pdfium, over the corpus' files that have a reference text.
//
//   node bench/pdf/run.mjs [--json] [--list] [ENGINE...]       --list names the files below 0.7
//
// `lectern` is its Markdown, `lectern_text` its plain lines.
//
// The score is the F1 of a page's words against pdftotext's, each word counted as often as it occurs, white space and
// compatibility forms folded (NFKC), bullets left out. Files: verdict valid or repairable, at most 20 pages, at least 20
// characters. The package must be built; the corpus is found through LECTERN_CORPUS.

import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { ensurePackages } from '../../scripts/lib/packages.mjs';
import { kLogs, kRoot } from '../../scripts/lib/project.mjs';
import { StepError, runMain } from '../../scripts/lib/steps.mjs';
import { kArguments, printTable } from '../lib/report.mjs';
import { kEngines } from './engines.mjs';

const kFolder = dirname(fileURLToPath(import.meta.url));
const kCorpus = process.env.LECTERN_CORPUS ?? join(kRoot, '..', 'shared', 'corpus');
const kMaxPages = 20;
const kMinChars = 20;
const kLow = 0.7;

function words(text) {
  return text.normalize('NFKC').split(/\s+/u).filter((word) => word !== '' && word !== '•');
}

function bag(list) {
  const counts = new Map();
  for (const word of list) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

function f1(actual, expected) {
  const right = bag(expected);
  let common = 0;
  for (const [word, count] of bag(actual)) common += Math.min(count, right.get(word) ?? 0);
  return actual.length + expected.length === 0 ? 1 : (2 * common) / (actual.length + expected.length);
}

function loadFiles() {
  if (!existsSync(join(kCorpus, 'manifest.json'))) throw new StepError('no corpus: set LECTERN_CORPUS');
  const files = [];
  for (const entry of JSON.parse(readFileSync(join(kCorpus, 'manifest.json'), 'utf8'))) {
    const { kind, path, facts } = entry;
    if (kind !== 'pdf' || !path.endsWith('.pdf') || !['valid', 'repairable'].includes(facts.verdict)) continue;
    const sidecar = join(kCorpus, `${path}.pdftotext.txt`);
    if (!(facts.pages <= kMaxPages) || !existsSync(sidecar)) continue;
    const expected = readFileSync(sidecar, 'utf8');
    if (expected.replace(/\s/g, '').length < kMinChars) continue;
    files.push({ path, pages: facts.pages, password: facts.user_password_checked_with_qpdf ?? '', expected: words(expected) });
  }
  return files;
}

async function score(name, files, list) {
  const read = await kEngines[name]();
  const total = { f1: 0, weighted: 0, words: 0, pages: 0, right: 0, failed: 0, ms: 0 };
  for (const file of files) {
    const bytes = new Uint8Array(readFileSync(join(kCorpus, file.path)));
    const start = performance.now();
    let result = { text: '', pages: -1 };
    try {
      result = await read(bytes, '').catch(() => read(bytes, file.password));
    } catch {
      total.failed++;
    }
    total.ms += performance.now() - start;
    const fileScore = f1(words(result.text), file.expected);
    if (list && fileScore < kLow) console.log(`  ${fileScore.toFixed(3)} ${file.path}`);
    total.f1 += fileScore;
    total.weighted += fileScore * file.expected.length;
    total.words += file.expected.length;
    total.pages += file.pages;
    total.right += result.pages === file.pages ? 1 : 0;
  }
  return {
    macro: total.f1 / files.length,
    weighted: total.weighted / total.words,
    right: total.right,
    failed: total.failed,
    ms: total.ms / total.pages,
  };
}

/** The least that the text must reach: what plain PDFium 6764 reached with every page flattened. */
const kGoals = { macro: 0.885, weighted: 0.961 };

function goals(scores, count) {
  const { lectern, lectern_text: _, ...peers } = scores;
  if (lectern === undefined) return [];
  const best = Math.max(0, ...Object.values(peers).map(({ macro }) => macro));
  return [
    { goal: `F1 macro of at least ${kGoals.macro}`, value: lectern.macro.toFixed(4), met: lectern.macro >= kGoals.macro },
    {
      goal: `F1 weighted of at least ${kGoals.weighted}`,
      value: lectern.weighted.toFixed(4),
      met: lectern.weighted >= kGoals.weighted,
    },
    { goal: 'all page counts right', value: `${lectern.right} of ${count}`, met: lectern.right === count },
    { goal: 'F1 macro above the peers', value: `${lectern.macro.toFixed(4)} and ${best.toFixed(4)}`, met: lectern.macro > best },
  ];
}

runMain(async () => {
  const names = kArguments.filter((word) => word !== '--list');
  await ensurePackages(kFolder, 'pdf.js and @embedpdf/pdfium', join(kLogs, 'bench-pdf.log'));
  const files = loadFiles();
  const scores = {};
  for (const name of names.length > 0 ? names : Object.keys(kEngines)) {
    scores[name] = await score(name, files, kArguments.includes('--list'));
  }
  const rows = Object.entries(scores).map(([name, { macro, weighted, right, failed, ms }]) => [
    ...[name, macro.toFixed(4), weighted.toFixed(4), `${right}/${files.length}`, String(failed), ms.toFixed(2)],
  ]);
  const columns = ['', 'F1 macro', 'F1 weighted', 'page counts', 'failed', 'ms a page'];
  printTable(`text of ${files.length} PDFs`, columns, rows, goals(scores, files.length));
});
