/** A notebook as a person sees it: markdown set, code, and outputs below. */
import { h } from '../dom.js';
import { formatCount } from '../format.js';

type Text = string | string[];

interface Output {
  output_type?: string;
  text?: Text;
  data?: Record<string, Text>;
  traceback?: string[];
}

interface Cell {
  cell_type?: string;
  source?: Text;
  execution_count?: number | null;
  outputs?: Output[];
}

/** Beyond these, cells, outputs and the text of a cell are left out. */
const kMaxCells = 50;
const kMaxOutputs = 50;
const kMaxCellChars = 8000;

// The escape character begins each colour of a terminal.
const kAnsi = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g');

function textOf(text: Text | undefined): string {
  return Array.isArray(text) ? text.join('') : (text ?? '');
}

function shortened(text: string): string {
  const rest = text.length - kMaxCellChars;
  if (rest <= 0) return text;
  return `${text.slice(0, kMaxCellChars)}… ${formatCount(rest)} more characters`;
}

/** Headings and paragraphs: enough for a look. */
function markdown(source: string): HTMLElement {
  const view = h('div', { class: 'cell-text' });
  for (const block of source.split(/\n{2,}|\n(?=#)|(?<=^#.*)\n/m)) {
    const [, marks, title] = /^(#{1,6})\s+(.*)$/.exec(block) ?? [];
    if (marks !== undefined && title !== undefined) {
      view.append(h('p', { class: `cell-title level-${marks.length}` }, title));
    } else if (block.trim() !== '') {
      view.append(h('p', {}, block));
    }
  }
  return view;
}

function outputView({ text, data = {}, traceback }: Output): HTMLElement | undefined {
  const type = Object.keys(data).find((name) => /^image\/(png|jpeg|gif|webp)$/.test(name));
  if (type !== undefined) {
    const base64 = textOf(data[type]).replace(/\s/g, '');
    return h('img', { src: `data:${type};base64,${base64}`, alt: 'Output of the cell' });
  }
  const shown = traceback?.join('\n') ?? textOf(text ?? data['text/plain']);
  if (shown === '') return undefined;
  const plain = shortened(shown.replace(kAnsi, ''));
  return h('pre', { class: traceback ? 'output failed' : 'output' }, plain);
}

function cellView({ cell_type, source, execution_count, outputs = [] }: Cell): HTMLElement {
  if (cell_type !== 'code') return markdown(shortened(textOf(source)));
  return h(
    'div',
    { class: 'cell-code' },
    h('span', { class: 'prompt' }, `[${execution_count ?? ' '}]`),
    h('pre', {}, shortened(textOf(source))),
    ...outputs.slice(0, kMaxOutputs).map(outputView),
    outputs.length > kMaxOutputs &&
      h(
        'p',
        { class: 'aside' },
        `The first ${kMaxOutputs} of ${formatCount(outputs.length)} outputs.`,
      ),
  );
}

/** @throws SyntaxError when it is no JSON */
export function notebookView(json: string): HTMLElement {
  const { cells = [] } = JSON.parse(json) as { cells?: Cell[] };
  const view = h('div', { class: 'notebook' }, ...cells.slice(0, kMaxCells).map(cellView));
  if (cells.length > kMaxCells) {
    const rest = `The first ${kMaxCells} of ${formatCount(cells.length)} cells.`;
    view.prepend(h('p', { class: 'aside' }, rest));
  }
  return view;
}
