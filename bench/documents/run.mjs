// Documents: lectern against other readers over the corpus of documents, a table of quality and one of time for each format.
//
//   node bench/documents/run.mjs [--json] [FORMAT...]
//
// Quality is what the corpus' own judge says (tools/judge_office.py; README.md there): the share of valid files that are read, and
// recall and precision of words, or the share of cells, headings and so on. A reader is judged by the formats it says it reads.
// Times are the sum over the files that all readers of a format read, each the fastest of three reads, as a ratio to lectern's;
// pandoc's include a process a file. The second line of lectern is what it reads without what it says beside the text
// (marks.mjs), and, where the reference of a file lacks them, without comments, equations and the numbers of headings and lists.
// The package must be built; the corpus is found through LECTERN_CORPUS_OFFICE.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';

import { ensurePackages } from '../../scripts/lib/packages.mjs';
import { kLogs, kRoot } from '../../scripts/lib/project.mjs';
import { StepError, runMain } from '../../scripts/lib/steps.mjs';
import { kArguments, printTable } from '../lib/report.mjs';
import { kEngines } from './engines.mjs';
import { withoutMarks } from './marks.mjs';
import { runEngine } from './run_engine.mjs';

const kCorpus = process.env.LECTERN_CORPUS_OFFICE ?? join(kRoot, '..', 'shared', 'corpus-office');
const kReads = { runs: 3, maxMs: 60_000 };
const kFormats = ['docx', 'odt', 'rtf', 'doc', 'xlsx', 'xlsb', 'xls', 'ods', 'pptx', 'odp', 'ppt', 'html', 'epub', 'eml'];
/** The judge's measures that a table shows where a format has them, with a heading each. */
const kMeasures = {
  read_valid: 'read',
  recall: 'words found',
  precision: 'words right',
  headings: 'headings',
  table_cells: 'table cells',
  table_rows: 'table rows',
  cells_shown: 'cells as shown',
  cells_any: 'cells shown or raw',
  titles_as_headings: 'titles',
  notes_recall: 'notes',
  slide_count_right: 'slides told',
  mail_headers: 'headers',
  attachments: 'attachments',
};

const extensionOf = (path) => extname(path).slice(1).toLowerCase();

function loadFiles(formats) {
  const manifest = join(kCorpus, 'manifest.json');
  if (!existsSync(manifest)) throw new StepError('no corpus: set LECTERN_CORPUS_OFFICE');
  return JSON.parse(readFileSync(manifest, 'utf8')).filter(({ format }) => formats.includes(format));
}

/** What the judge says of an engine's answers: measures by format (`summary`) and of each file (`files`). */
function judge(folder, files, answers) {
  const results = join(folder, 'results.jsonl');
  const summary = join(folder, 'summary.json');
  const lines = files.map(({ path }, i) => JSON.stringify({ file_path: path, result: answers[i] }));
  writeFileSync(results, `${lines.join('\n')}\n`);
  const words = [join(kCorpus, 'tools', 'judge_office.py'), kCorpus, results, '--worst', '0', '--json', summary];
  const { status, stderr } = spawnSync('python3', words, { encoding: 'utf8' });
  if (status !== 0) throw new StepError(`the judge ended with ${status}: ${stderr}`);
  return JSON.parse(readFileSync(summary, 'utf8'));
}

/** Measures that tell which way of leaving out marks is that of a file's reference. */
const kAgreement = ['recall', 'precision', 'headings', 'table_cells'];

/** Lectern's answers without its marks, each in the way that agrees most with the file's reference. */
function answersWithoutMarks(folder, files, answers) {
  const ways = answers.map((answer, i) => {
    const headings = (files[i].facts.headings ?? []).map(([, title]) => title);
    return withoutMarks(answer.content, headings).map((content) => ({ ...answer, content }));
  });
  const agreements = ways[0].map((_, way) => {
    const judged = judge(folder, files, ways.map((each) => each[way])).files;
    return new Map(judged.map((file) => [file.path, kAgreement.reduce((sum, measure) => sum + (file[measure] ?? 1), 0)]));
  });
  return files.map(({ path }, i) => {
    const scores = agreements.map((byPath) => byPath.get(path) ?? 0);
    return ways[i][scores.indexOf(Math.max(...scores))];
  });
}

/** Every installed engine's answers and measures, for the files that it says it reads. */
async function runAll(files, folder) {
  const all = {};
  for (const [name, { reads }] of Object.entries(kEngines)) {
    const mine = files.filter(({ path }) => reads.includes(extensionOf(path)));
    if (mine.length === 0) continue;
    const answers = await runEngine(name, mine.map(({ path }) => join(kCorpus, path)), kReads);
    if (!answers) continue;
    const byPath = new Map(mine.map(({ path }, i) => [path, answers[i]]));
    all[name] = { measures: judge(folder, mine, answers).summary, byPath };
    if (name !== 'lectern') continue;
    const plain = answersWithoutMarks(folder, mine, answers);
    all['lectern, its marks taken off'] = { measures: judge(folder, mine, plain).summary, byPath: new Map() };
  }
  return all;
}

const percent = (share) => (share === null || share === undefined ? '–' : (100 * share).toFixed(1));

function qualityRows(all, format) {
  const columns = Object.keys(kMeasures).filter((measure) => Object.values(all).some(({ measures }) => measures[format]?.[measure] != null));
  const rows = Object.entries(all)
    .filter(([, { measures }]) => measures[format] && measures[format].absent < measures[format].files)
    .map(([name, { measures }]) => [name, ...columns.map((measure) => percent(measures[format][measure]))]);
  return { columns: ['', ...columns.map((measure) => kMeasures[measure])], rows };
}

/** Milliseconds of each engine over the files that all of them read. */
function times(all, files) {
  const engines = Object.entries(all).filter(([, { byPath }]) => files.some(({ path }) => byPath.has(path)));
  const common = files.filter(({ path }) => engines.every(([, { byPath }]) => byPath.get(path)?.success));
  const total = (byPath) => common.reduce((sum, { path }) => sum + byPath.get(path).ms, 0);
  return { count: common.length, rows: engines.map(([name, { byPath }]) => [name, total(byPath)]) };
}

runMain(async () => {
  await ensurePackages(import.meta.dirname, 'readers of documents to compare with', join(kLogs, 'bench-documents.log'));
  const formats = kArguments.length > 0 ? kArguments : kFormats;
  const files = loadFiles(formats);
  const folder = mkdtempSync(join(tmpdir(), 'lectern-bench-'));
  try {
    const all = await runAll(files, folder);
    for (const format of formats) {
      const mine = files.filter((file) => file.format === format);
      const { columns, rows } = qualityRows(all, format);
      const { count, rows: ms } = times(all, mine);
      const [[, base]] = ms;
      const ratioOf = new Map(ms.map(([name, total]) => [name, (total / base).toFixed(1)]));
      const withTimes = rows.map(([name, ...cells]) => [name, ...cells, ratioOf.get(name) ?? '–']);
      printTable(`${format}: ${mine.length} files, time over the ${count} that all read`, [...columns, 'time'], withTimes);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
