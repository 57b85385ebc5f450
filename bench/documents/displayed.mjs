// Cells of workbooks as they are shown: lectern against LibreOffice, cell by cell, by address.
//
//   node bench/documents/displayed.mjs [--json] [--program LECTERN] [--differences FILE] [FOLDER]
//
// LibreOffice writes every sheet of a workbook as delimited text, with the contents of cells as shown. Each cell that either of the
// two shows counts, and is equal when both texts are, spaces apart. Formulas that give something else at each calculation, such as
// TODAY(), do not count. What differs is counted by kind (kKinds); --differences writes a line of JSON for each such cell.
// The workbooks are those of FOLDER and of the folders in it, or the valid ones of the corpus of documents
// (LECTERN_CORPUS_OFFICE). Without LibreOffice nothing is compared, and a line says so.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { kRoot } from '../../scripts/lib/project.mjs';
import { StepError, findProgram, report, runMain } from '../../scripts/lib/steps.mjs';
import { kArguments, printTable } from '../lib/report.mjs';

const kFormats = ['xlsx', 'xlsm', 'xlsb', 'xls', 'ods'];
const kCorpus = process.env.LECTERN_CORPUS_OFFICE ?? join(kRoot, '..', 'shared', 'corpus-office');
/** Tabs, quotes, UTF-8, cells as shown, no formulas, all sheets. */
const kFilter = 'csv:Text - txt - csv (StarCalc):9,34,76,1,,0,false,true,true,false,false,-1';
const kMaxMs = 90_000;
const kReadOptions = ['read', '--max-content-chars', '10000000', '--max-lines', '2000000'];
const kVolatile = /\b(TODAY|NOW|RAND|RANDBETWEEN|RANDARRAY)\(/i;

function takeOption(name) {
  const at = kArguments.indexOf(name);
  return at < 0 ? undefined : kArguments.splice(at, 2)[1];
}

/** The workbooks to compare: paths, by format. */
function findWorkbooks(folder) {
  const byFormat = new Map(kFormats.map((format) => [format, []]));
  const add = (path) => byFormat.get(extname(path).slice(1).toLowerCase())?.push(path);
  if (folder) {
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) if (entry.isFile()) add(join(entry.parentPath, entry.name));
    return byFormat;
  }
  const manifest = join(kCorpus, 'manifest.json');
  if (!existsSync(manifest)) throw new StepError('no workbooks: name a folder, or set LECTERN_CORPUS_OFFICE');
  for (const { path, format, verdict } of JSON.parse(readFileSync(manifest, 'utf8'))) {
    if (verdict === 'valid' && kFormats.includes(format)) add(join(kCorpus, path));
  }
  return byFormat;
}

/** "AB" for 28. */
function columnName(number) {
  let name = '';
  for (let rest = number; rest > 0; rest = Math.floor((rest - 1) / 26)) name = String.fromCharCode(65 + ((rest - 1) % 26)) + name;
  return name;
}

/**
 * @param {string} text delimited by tabs
 * @returns {Map<string, string>} what is shown, by address
 */
function parseTabbed(text) {
  const cells = new Map();
  let row = 1;
  let column = 1;
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^\t\n]*))(\t|\n|$)/g)) {
    const value = quoted === undefined ? plain : quoted.replaceAll('""', '"');
    if (value) cells.set(columnName(column) + row, value);
    if (end === '\t') column++;
    else [row, column] = [row + 1, 1];
  }
  return cells;
}

/** The sheets of a workbook as LibreOffice shows them, in its order; undefined when it cannot read the workbook. */
function readWithLibreOffice(path, folder) {
  const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'profile'))}`;
  const words = [profile, '--headless', '--convert-to', kFilter, '--outdir', folder, path];
  const { stdout } = spawnSync('soffice', words, { encoding: 'utf8', timeout: kMaxMs, killSignal: 'SIGKILL' });
  const sheets = [...(stdout ?? '').matchAll(/^Writing sheet (.*) -> (.*)$/gm)];
  return sheets.length === 0 ? undefined : sheets.map(([, name, file]) => ({ name, cells: parseTabbed(readFileSync(file, 'utf8')) }));
}

/** Undoes what Markdown needs in a cell. */
const plainText = (text) => text.replaceAll('<br>', '\n').replace(/\\([\\`*_{}[\]()#+\-.!|<>~$^"'&=:])/g, '$1');

/**
 * The cells of a sheet of our Markdown: one pipe table with letters and numbers, or a list of addresses. Lines in brackets
 * stand before it, what belongs to the sheet behind it.
 */
function parseCells(lines) {
  const cells = new Map();
  let columns;
  for (const line of lines.slice(lines.findIndex((line) => line !== '' && !line.startsWith('(')))) {
    const [, address, text] = line.match(/^- ([A-Z]+\d+)(?: \(hidden\))?: (.*)$/) ?? [];
    if (!address && !line.startsWith('|')) break;
    if (address) cells.set(address, plainText(text));
    if (address) continue;
    const [, head, ...fields] = line.slice(0, -1).split(/(?<!\\)\|/).map((field) => field.trim());
    if (!columns) columns = fields.map((field) => field.split(' ')[0]);
    else if (head !== '---') fields.forEach((field, i) => field && cells.set(columns[i] + head.split(' ')[0], plainText(field)));
  }
  return cells;
}

/** The sheets of a workbook as lectern shows them, in their order; undefined when it does not read the workbook. */
function readWithLectern(program, path, options = []) {
  const { stdout, status } = spawnSync(program[0], [...program.slice(1), ...kReadOptions, ...options, path], { encoding: 'utf8', maxBuffer: 1 << 28 });
  if (status !== 0) return undefined;
  const sheets = [];
  for (const part of stdout.split(/^## Sheet (?=\d+ of \d+: )/m).slice(1)) {
    const [title, ...lines] = part.split('\n');
    sheets[Number.parseInt(title, 10) - 1] = parseCells(lines);
  }
  return sheets;
}

/** What counts as the same: spaces are not as wide in a text as in a cell, and a value that a format hides is told. */
const normal = (text = '') => text.replace(/^\(hidden: .*\)$/s, '').replace(/\s+/g, ' ').trim();

/** Ways in which LibreOffice shows another text than Excel does, and the rest. The first that applies counts. */
const kKinds = {
  // `General` has at most 11 characters in Excel, and up to 15 digits in LibreOffice.
  digits: ({ ours, theirs }) => theirs !== '' && ours.length <= 11 && Number(ours) === Number(generalDigits(theirs)),
  // `Err:502` for `#VALUE!`.
  errors: ({ ours, theirs }) => ours.startsWith('#') && /^Err:\d+$/.test(theirs),
  // 1 for TRUE, the value of a formula of an xls file.
  booleans: ({ ours, theirs }) => ours === { 0: 'FALSE', 1: 'TRUE' }[Number(theirs)],
  // Calculated anew, or for the first time.
  formulas: ({ formula }) => formula?.startsWith('='),
  others: () => true,
};

/** A number as General shows it in Excel. */
function generalDigits(text) {
  const number = Number(text);
  const whole = Math.trunc(Math.abs(number)).toString().length;
  return whole > 11 ? number.toExponential(5) : number.toFixed(Math.max(0, 10 - whole));
}

/** Compares the sheets of a workbook: how many cells count, and those that differ. */
function compare(shown, ours, formulas) {
  const differences = [];
  let cells = 0;
  shown.forEach((sheet, i) => {
    for (const address of new Set([...sheet.cells.keys(), ...(ours[i]?.keys() ?? [])])) {
      const formula = formulas[i]?.get(address) ?? '';
      const cell = { sheet: sheet.name, address, ours: normal(ours[i]?.get(address)), theirs: normal(sheet.cells.get(address)), formula };
      if (cell.ours + cell.theirs === '' || kVolatile.test(formula)) continue;
      cells++;
      if (cell.ours === cell.theirs) continue;
      const kind = Object.keys(kKinds).find((name) => kKinds[name](cell));
      differences.push({ kind, ...cell });
    }
  });
  return { cells, differences };
}

/** Compares one workbook; undefined when one of the two does not read it. */
function compareWorkbook(program, path) {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-bench-'));
  try {
    const shown = readWithLibreOffice(path, folder);
    const ours = readWithLectern(program, path);
    const formulas = readWithLectern(program, path, ['--values', 'formulas']);
    if (shown && ours && formulas) return compare(shown, ours, formulas);
    report(`${path}: not read by ${shown ? 'lectern' : 'LibreOffice'}`);
    return undefined;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

runMain(async () => {
  const differencesFile = takeOption('--differences');
  const own = takeOption('--program');
  const program = own ? [own] : [process.execPath, join(kRoot, 'dist', 'cli', 'main.js')];
  if (!findProgram('soffice')) return report('skipped: there is no soffice (LibreOffice) to compare with');
  const lines = [];
  const rows = [];
  for (const [format, paths] of findWorkbooks(kArguments[0])) {
    const compared = paths.map((path) => ({ path, ...compareWorkbook(program, path) })).filter(({ cells }) => cells !== undefined);
    const differences = compared.flatMap(({ path, differences: all }) => all.map((one) => ({ path, ...one })));
    const cells = compared.reduce((sum, one) => sum + one.cells, 0);
    if (cells === 0) continue;
    const kinds = Object.keys(kKinds).map((kind) => String(differences.filter((one) => one.kind === kind).length));
    rows.push([format, String(compared.length), String(cells), `${(100 * (1 - differences.length / cells)).toFixed(2)} %`, ...kinds]);
    lines.push(...differences.map((one) => `${JSON.stringify(one)}\n`));
  }
  printTable('Cells as LibreOffice shows them', ['', 'files', 'cells', 'equal', ...Object.keys(kKinds)], rows);
  if (differencesFile) writeFileSync(differencesFile, lines.join(''));
});
