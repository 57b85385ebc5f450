/** A workbook: each sheet that a person sees as a table. */
import './viewers.css';
import { h } from '../../dom.js';
import { formatCount, plural } from '../../format.js';
import { oneAnswer } from './one_answer.js';
import type { SheetTable, Workbook } from './sheet_worker.js';

/** A hostile workbook may keep its reader busy for ever. */
const kMaxMs = 10_000;

async function loadWorkbook(file: File): Promise<Workbook> {
  const bytes = await file.arrayBuffer();
  const worker = new Worker(new URL('./sheet_worker.ts', import.meta.url), {
    type: 'module',
    name: 'sheets',
  });
  return oneAnswer<Workbook>(worker, bytes, kMaxMs, [bytes]);
}

function tableView({ name, columns, rows, rowCount }: SheetTable): HTMLElement[] {
  const heading = h('h3', { class: 'sheet-name' }, name);
  if (rows.length === 0) return [heading, h('p', { class: 'aside' }, 'Nothing is on this sheet.')];
  const head = h('tr', {}, h('td'), ...columns.map((column) => h('th', { scope: 'col' }, column)));
  const body = rows.map(({ number, cells }) =>
    h(
      'tr',
      {},
      h('th', { scope: 'row' }, String(number)),
      ...cells.map(({ text, isNumber }) => h('td', isNumber ? { class: 'figure' } : {}, text)),
    ),
  );
  const last = rows[rows.length - 1]?.number ?? 0;
  const table = h('table', {}, h('thead', {}, head), h('tbody', {}, ...body));
  const region = h(
    'div',
    { class: 'sheet', tabindex: 0, role: 'region', 'aria-label': `Sheet ${name}` },
    table,
  );
  const isCut = rowCount > last;
  return isCut
    ? [
        heading,
        h(
          'p',
          { class: 'aside' },
          `The first ${formatCount(rows.length)} of ${formatCount(rowCount)} rows.`,
        ),
        region,
      ]
    : [heading, region];
}

export async function sheetView(file: File): Promise<HTMLElement> {
  const { sheets, hiddenSheets, hiddenRows } = await loadWorkbook(file);
  const view = h('div', {}, ...sheets.flatMap(tableView));
  const hidden = [
    hiddenSheets > 0 && plural(hiddenSheets, 'sheet'),
    hiddenRows > 0 && plural(hiddenRows, 'row'),
  ];
  const named = hidden.filter((text) => text !== false).join(' and ');
  if (named !== '')
    view.append(h('p', { class: 'aside sheet-name' }, `Hidden, as the workbook says: ${named}.`));
  return view;
}
