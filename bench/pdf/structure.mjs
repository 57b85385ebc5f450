// Structure of PDFs and the time that it takes: lectern (its Markdown, and `lectern_text`, its plain text) against
// LiteParse and pdf.js (which gives plain text), over the PDFs that have a ground truth.
//
//   node bench/pdf/structure.mjs [--json] [ENGINE...]
//
// The scores are those of the corpus' judge: tables (F1 of neighbouring cells, TEDS), headings (MHS), lists, reading
// order (NID), rows that can still be followed, whole text (arxiv). Times are of all files, each engine's fastest of
// three runs, in one process. The package must be built; the corpus is found through LECTERN_CORPUS_PDF, and its judge
// needs the evaluators that PDF_JUDGE_VENDOR names.

import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { ensurePackages } from '../../scripts/lib/packages.mjs';
import { kLogs, kRoot } from '../../scripts/lib/project.mjs';
import { StepError, runMain } from '../../scripts/lib/steps.mjs';
import { fastestMsOf, kArguments, printTable, printTimes } from '../lib/report.mjs';
import { kStructureEngines } from './engines.mjs';

const kFolder = dirname(fileURLToPath(import.meta.url));
const kCorpus = process.env.LECTERN_CORPUS_PDF ?? join(kRoot, '..', 'shared', 'corpus-pdf');
const kHalf = 'dev';
const kRuns = 3;

/** What is shown of the judge's scores, and the least that lectern must reach. */
const kMeasures = [
  { label: 'ICDAR F1', set: 'icdar2013', score: 'F1', least: 0.72 },
  { label: 'ICDAR TEDS', set: 'icdar2013', score: 'teds', least: 0.62 },
  { label: 'rows', set: 'icdar2013', score: 'rows', least: 0.9 },
  { label: 'NID', set: 'untagged', score: 'nid', least: 0.88 },
  { label: 'TEDS', set: 'untagged', score: 'teds', least: 0.48 },
  { label: 'MHS', set: 'untagged', score: 'mhs', least: 0.57 },
  { label: 'lists', set: 'untagged', score: 'list', least: 0.7 },
  { label: 'tagged TEDS', set: 'tagged', score: 'teds', least: 0.88 },
  { label: 'tagged MHS', set: 'tagged', score: 'mhs', least: 0.8 },
  { label: 'olmocr tables', set: 'olmocr', score: 'table', least: 0.6 },
  { label: 'arxiv', set: 'arxiv', score: 'lev', least: 0.963 },
];

function loadFiles() {
  const manifest = join(kCorpus, kHalf, 'manifest.json');
  if (!existsSync(manifest)) throw new StepError('no PDFs with ground truth: set LECTERN_CORPUS_PDF');
  return JSON.parse(readFileSync(manifest, 'utf8')).map(({ file }) => ({
    path: `${kHalf}/${file}`,
    bytes: new Uint8Array(readFileSync(join(kCorpus, kHalf, file))),
  }));
}

/** The judge's scores of the texts of all files. */
function judged(results, folder) {
  const path = join(folder, 'results.jsonl');
  const lines = results.map(({ file, content }) => JSON.stringify({ file_path: file, result: { content } }));
  writeFileSync(path, `${lines.join('\n')}\n`);
  const judge = join(kCorpus, 'tools', 'judge.py');
  const output = execFileSync('/usr/bin/python3', [judge, path, kCorpus, '--half', kHalf, '--json'], { encoding: 'utf8' });
  return JSON.parse(output.trim().split('\n').at(-1));
}

async function measure(name, files, folder) {
  const read = await kStructureEngines[name]();
  const results = [];
  let failed = 0;
  for (const { path, bytes } of files) {
    // Engines may take the bytes for themselves.
    const content = await read(bytes.slice()).catch(() => {
      failed++;
      return '';
    });
    results.push({ file: path, content });
  }
  const ms = await fastestMsOf(async () => {
    for (const { bytes } of files) await read(bytes.slice()).catch(() => '');
  }, kRuns);
  return { scores: judged(results, folder), failed, ms };
}

runMain(async () => {
  await ensurePackages(kFolder, 'pdf.js, @embedpdf/pdfium and LiteParse', join(kLogs, 'bench-pdf.log'));
  const files = loadFiles();
  const folder = mkdtempSync(join(tmpdir(), 'lectern-bench-pdf-'));
  try {
    const found = {};
    for (const name of kArguments.length > 0 ? kArguments : Object.keys(kStructureEngines))
      found[name] = await measure(name, files, folder);
    const value = (name, { set, score }) => found[name].scores[set]?.[score]?.[0] ?? 0;
    const rows = Object.keys(found).map((name) => [
      name,
      ...kMeasures.map((what) => value(name, what).toFixed(3)),
      String(found[name].failed),
    ]);
    const goals = kMeasures.map((what) => ({
      goal: `${what.label} of at least ${what.least}`,
      value: value('lectern', what).toFixed(3),
      met: value('lectern', what) >= what.least,
    }));
    const columns = ['', ...kMeasures.map(({ label }) => label), 'failed'];
    printTable(`structure of ${files.length} PDFs`, columns, rows, found.lectern === undefined ? [] : goals);
    printTimes(
      `time of ${files.length} PDFs`,
      Object.entries(found).map(([name, { ms }]) => [name, ms]),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
