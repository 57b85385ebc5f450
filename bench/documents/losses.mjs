// What each reader of documents leaves out, or shows as if a person saw it: one made document of each kind, in which every sort
// of content has a word of its own (probes.mjs).
//
//   node bench/documents/losses.mjs [--json] [--write]     --write: docs/comparison.md
//
// A cell says "yes" where the word comes out, "lost" where it does not. For what a person does not see it says "marked" where
// the word stands in something that says so, "left out" where it does not come out, "as text" where nothing tells it from text.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { ensurePackages } from '../../scripts/lib/packages.mjs';
import { kLogs, kRoot } from '../../scripts/lib/project.mjs';
import { capture, findProgram, runMain } from '../../scripts/lib/steps.mjs';
import { kArguments, printTable } from '../lib/report.mjs';
import { kEngines } from './engines.mjs';
import { probeDocuments } from './probes.mjs';
import { runEngine } from './run_engine.mjs';

const kTitles = { docx: 'Word documents', xlsx: 'Workbooks', pptx: 'Decks of slides', html: 'Web pages', eml: 'Mail' };
/** What stands beside a word that is marked: a word for it, or the marks of CriticMarkup and strike-through. */
const kMarks = /hidden|delet|not shown|\{--|~~|<del/i;
/** Characters before and behind a word in which its mark is looked for. */
const kNear = 120;

/**
 * A mark stands near the word or in the heading above it.
 * @param {string} content
 * @param {import('./probes.mjs').Probe} probe
 */
function verdict(content, { word, hidden }) {
  const around = content.replaceAll('\\', '').replace(/ +/g, ' ');
  const at = around.indexOf(word);
  if (!hidden) return at < 0 ? 'lost' : 'yes';
  if (at < 0) return 'left out';
  const before = around.slice(Math.max(0, at - kNear), at);
  const behind = around.slice(at + word.length, at + word.length + kNear);
  const heading = around.slice(0, at).match(/^#+ .*/gm)?.at(-1) ?? '';
  return kMarks.test(heading) || kMarks.test(before.slice(before.lastIndexOf('\n\n') + 1)) || kMarks.test(behind.split('\n')[0]) ? 'marked' : 'as text';
}

/** A table for each kind of document: a row for each sort of content, a column for each reader. */
async function losses() {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-bench-'));
  const tables = [];
  try {
    for (const { extension, bytes, probes } of probeDocuments()) {
      const path = join(folder, `probe.${extension}`);
      writeFileSync(path, bytes);
      const columns = [];
      for (const [name, { reads }] of Object.entries(kEngines)) {
        if (!reads.includes(extension)) continue;
        const answers = await runEngine(name, [path]);
        if (answers) columns.push([name, answers[0]]);
      }
      const rows = probes.map((probe) => [probe.what, ...columns.map(([, { success, content }]) => (success ? verdict(content, probe) : 'not read'))]);
      tables.push({ title: kTitles[extension], columns: ['', ...columns.map(([name]) => name)], rows });
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return tables;
}

/** The readers that ran, with their versions. */
function versions() {
  const { version } = JSON.parse(readFileSync(join(kRoot, 'package.json'), 'utf8'));
  const { dependencies } = JSON.parse(readFileSync(join(import.meta.dirname, 'package.json'), 'utf8'));
  const all = [`lectern ${version}`, ...Object.entries(dependencies).map(([name, its]) => `${name === 'xlsx' ? 'SheetJS' : name} ${its}`)];
  if (findProgram('pandoc')) all.push(capture('pandoc', ['--version']).split('\n')[0]);
  return all.join(', ');
}

function markdown(tables) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  const table = ({ title, columns, rows }) =>
    [`## ${title}`, '', line(columns), line(columns.map(() => '---')), ...rows.map(line)].join('\n');
  return `# What readers of documents leave out

Made by \`node bench/documents/losses.mjs --write\`; do not edit. Each table is one document in which every sort of content has
a word of its own. "lost" is content that a person sees and the reader drops without a word. For content that a person does
not see, "marked" and "left out" are sound; "as text" means that a model takes it for what the document says, as hidden
instructions want.

How much of real documents comes out, and how fast, is in [benchmarks.md](benchmarks.md), with the places where lectern loses.
A reader stands in the tables of the formats that it says it reads.

${versions()}; ${new Date().toISOString().slice(0, 10)}.

${tables.map(table).join('\n\n')}
`;
}

runMain(async () => {
  await ensurePackages(import.meta.dirname, 'readers of documents to compare with', join(kLogs, 'bench-documents.log'));
  const tables = await losses();
  for (const { title, columns, rows } of tables) printTable(title, columns, rows);
  if (kArguments.includes('--write')) writeFileSync(join(kRoot, 'docs', 'comparison.md'), markdown(tables));
});
