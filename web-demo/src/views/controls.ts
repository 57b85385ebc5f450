/** The controls of a read: a range of lines, pages or cells, and how the result looks. Each change is a real read. */
import type { ReadInput, ReadOptions, ToolResult } from 'lectern';
import { button, h, labelled, selectOf } from '../dom.js';
import { formatCount, plural } from '../format.js';

export interface Request {
  input: ReadInput;
  options: ReadOptions;
}

type Kind = 'lines' | 'pages' | 'cells' | 'none';

const kDefaultLines = 2000;

function numberInput(value: number | undefined, placeholder: string): HTMLInputElement {
  return h('input', { type: 'number', min: 1, step: 1, inputmode: 'numeric', placeholder, value });
}

function kindOf(result: ToolResult, { options }: Request): Kind {
  if (result.contentType === 'pdf') return 'pages';
  if (result.contentType === 'notebook')
    return options.notebook?.form === 'raw' ? 'lines' : 'cells';
  return result.success && result.contentType === 'text' ? 'lines' : 'none';
}

/** Whether only the range was wrong: a failure that says little about the file. */
function isRangeError({ errorCode }: ToolResult): boolean {
  return errorCode === 'OUT_OF_RANGE' || errorCode === 'INVALID_ARGUMENT';
}

/** The call before this one, for text. */
function previousInput(input: ReadInput, result: ToolResult): ReadInput | undefined {
  const offset = input.offset ?? 1;
  if (offset <= 1 || (result.success && result.startLine <= 1)) return undefined;
  const lines = input.limit ?? kDefaultLines;
  const { column: _, ...rest } = input;
  return { ...rest, offset: Math.max(1, offset - lines) };
}

/** Which lines, pages or cells are shown, of how many. */
function rangeText(result: ToolResult, kind: Kind): string {
  const { startLine, endLine, totalLines, metadata } = result;
  if (kind === 'lines' && result.success) {
    const total = totalLines < 0 ? 'an unknown number' : formatCount(totalLines);
    return `Lines ${formatCount(startLine)}–${formatCount(endLine)} of ${total}`;
  }
  if (kind === 'pages' && metadata.pageCount !== undefined)
    return plural(metadata.pageCount, 'page');
  if (kind === 'cells' && metadata.cellCount !== undefined)
    return plural(metadata.cellCount, 'cell');
  return '';
}

export class Controls {
  readonly element: HTMLElement = h('div', { class: 'controls' });
  readonly #read: (request: Request) => void;
  #kind: Kind = 'none';
  /** Whether the range and the options are unfolded; that stays from one read to the next. */
  #isOpen = false;

  constructor(read: (request: Request) => void) {
    this.#read = read;
  }

  /** Takes the controls away from the file before; they stay in their place until the next one is read. */
  clear(): void {
    this.#kind = 'none';
    this.element.inert = true;
  }

  /** Shows the controls that fit what was read. */
  show(request: Request, result: ToolResult): void {
    if (!isRangeError(result)) this.#kind = kindOf(result, request);
    const kind = this.#kind;
    const { input } = request;
    this.element.inert = false;
    if (kind === 'none') {
      this.element.replaceChildren();
      return;
    }
    const form = h('form', { class: 'range', 'aria-label': 'What to read' });
    const fields = new Map<keyof ReadInput, HTMLInputElement>();
    const add = (name: keyof ReadInput, label: string, field: HTMLInputElement) => {
      fields.set(name, field);
      form.append(labelled(label, field));
    };
    if (kind === 'lines') {
      add('offset', 'First line', numberInput(input.offset, '1'));
      add('limit', 'Lines', numberInput(input.limit, formatCount(kDefaultLines)));
    } else if (kind === 'pages') {
      add(
        'pages',
        'Pages',
        h('input', { type: 'text', placeholder: '1-5 or 2,7-9', value: input.pages }),
      );
    } else if (kind === 'cells') {
      add(
        'cells',
        'Cells',
        h('input', { type: 'text', placeholder: '1-5 or 2,7-9', value: input.cells }),
      );
    }
    form.append(h('button', { type: 'submit', class: 'primary' }, 'Read'));
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.#submit(request, fields);
    });
    const more = h(
      'details',
      { class: 'more', open: this.#isOpen || !result.success },
      h('summary', {}, 'Range and options'),
      h('div', { class: 'more-fields' }, form, this.#optionFields(request, kind, result)),
    );
    more.addEventListener('toggle', () => {
      this.#isOpen = more.open;
    });
    this.element.replaceChildren(this.#pager(request, result, kind), more);
  }

  #submit(request: Request, fields: Map<keyof ReadInput, HTMLInputElement>): void {
    const { column: _, ...input } = request.input;
    const asked: Record<string, unknown> = { ...input };
    for (const [name, field] of fields) {
      if (field.value === '') delete asked[name];
      else asked[name] = field.type === 'number' ? Number(field.value) : field.value;
    }
    this.#read({ ...request, input: asked as unknown as ReadInput });
  }

  #pager(request: Request, result: ToolResult, kind: Kind): HTMLElement {
    const previous = kind === 'lines' ? previousInput(request.input, result) : undefined;
    const next = result.truncation?.next;
    const go = (name: string, input: ReadInput | undefined) => {
      const element = button(
        { class: 'small', disabled: input === undefined },
        () => {
          if (input) this.#read({ ...request, input });
        },
        name,
      );
      return element;
    };
    return h(
      'div',
      { class: 'pager' },
      go('Previous', previous),
      go('Next', next),
      h('span', { class: 'range-text' }, rangeText(result, kind)),
    );
  }

  /** Options of the host's programmer, which change the result and not the range. */
  #optionFields(request: Request, kind: Kind, result: ToolResult): HTMLElement | undefined {
    const { options } = request;
    const fields: HTMLElement[] = [];
    const add = <Group extends 'text' | 'notebook' | 'pdf'>(
      label: string,
      group: Group,
      name: keyof NonNullable<ReadOptions[Group]> & string,
      values: Record<string, string>,
    ) => {
      const set = options[group] as Record<string, string> | undefined;
      const select = selectOf(Object.entries(values), set?.[name], (value) => {
        const { offset: _, limit: __, column: ___, cells: ____, pages, ...input } = request.input;
        const kept = group === 'text' ? request.input : { ...input, ...(pages ? { pages } : {}) };
        this.#read({ input: kept, options: { ...options, [group]: { ...set, [name]: value } } });
      });
      fields.push(labelled(label, select));
    };
    if (kind === 'lines') {
      add('Line numbers', 'text', 'lineNumbers', {
        cat: 'like cat -n',
        arrow: 'with an arrow',
        none: 'none',
      });
    }
    if (result.contentType === 'notebook') {
      add('Notebook', 'notebook', 'form', { cells: 'as cells', raw: 'as JSON lines' });
    }
    if (kind === 'pages') {
      add('PDF', 'pdf', 'as', { pages: 'page by page', document: 'the document itself' });
      add('Page text', 'pdf', 'form', { markdown: 'Markdown', text: 'bare' });
      add('Page pictures', 'pdf', 'pageImages', {
        auto: 'where text is not enough',
        always: 'always',
        never: 'never',
      });
    }
    return fields.length === 0 ? undefined : h('div', { class: 'options' }, ...fields);
  }
}
