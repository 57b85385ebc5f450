/** Reads a workbook with SheetJS, away from the page: what a hostile file does to it ends with this worker. */
import { read, utils } from 'xlsx';
import type { OneAnswer } from './one_answer.js';

/** Rows and columns that are shown of each sheet, and sheets of a workbook. */
const kMaxRows = 100;
const kMaxColumns = 40;
const kMaxSheets = 12;

export interface SheetRow {
  number: number;
  cells: { text: string; isNumber: boolean }[];
}
export interface SheetTable {
  name: string;
  columns: string[];
  rows: SheetRow[];
  /** Rows of the sheet, those that are not shown too. */
  rowCount: number;
}
export interface Workbook {
  sheets: SheetTable[];
  hiddenSheets: number;
  hiddenRows: number;
}

function load(bytes: ArrayBuffer): Workbook {
  const book = read(bytes, { cellStyles: true, cellHTML: false, sheetRows: 2000 });
  const isHidden = (at: number) => (book.Workbook?.Sheets?.[at]?.Hidden ?? 0) > 0;
  const shown = book.SheetNames.filter((_, at) => !isHidden(at));
  let hiddenRows = 0;
  const sheets = shown.slice(0, kMaxSheets).map((name): SheetTable => {
    const sheet = book.Sheets[name];
    const reference = sheet?.['!fullref'] ?? sheet?.['!ref'];
    if (!sheet || reference === undefined) return { name, columns: [], rows: [], rowCount: 0 };
    const { s, e } = utils.decode_range(reference);
    const columns: number[] = [];
    for (let at = s.c; at <= e.c && columns.length < kMaxColumns; at++) {
      if (!sheet['!cols']?.[at]?.hidden) columns.push(at);
    }
    const rows: SheetRow[] = [];
    for (let at = s.r; at <= e.r && rows.length < kMaxRows; at++) {
      if (sheet['!rows']?.[at]?.hidden) {
        hiddenRows++;
        continue;
      }
      const cells = columns.map((column) => {
        const cell = sheet[utils.encode_cell({ r: at, c: column })];
        return {
          text: cell === undefined ? '' : utils.format_cell(cell),
          isNumber: cell?.t === 'n',
        };
      });
      rows.push({ number: at + 1, cells });
    }
    return {
      name,
      columns: columns.map((column) => utils.encode_col(column)),
      rows,
      rowCount: e.r - s.r + 1,
    };
  });
  return { sheets, hiddenSheets: book.SheetNames.length - shown.length, hiddenRows };
}

addEventListener('message', ({ data }: MessageEvent<ArrayBuffer>) => {
  let said: OneAnswer<Workbook>;
  try {
    said = { answer: load(data) };
  } catch (error) {
    said = { problem: String(error) };
  }
  postMessage(said);
});
