/** What the model gets, drawn so that a person can check it. */
import type { ImageContent, LineNumbers, ToolResult } from 'lectern';
import { h } from '../dom.js';
import { formatBytes, formatCount, plural } from '../format.js';
import { findHidden, findMarked } from './hidden.js';
import { type ChosenProvider, kWires } from './request.js';
import { imageTokens } from './tokens.js';

/** How a result was asked for, as far as its look depends on it. */
export interface Asked {
  lineNumbers: LineNumbers;
  /** The part of an image that was asked for. */
  region?: { x?: number; y?: number } | undefined;
}

type ResultPart = NonNullable<ToolResult['parts']>[number];

/** A line's number as the text options write it, and the line. */
const kNumbered: Record<LineNumbers, RegExp | undefined> = {
  cat: /^( *\d+)(\t)(.*)$/s,
  arrow: /^( *\d+)(→)(.*)$/s,
  none: undefined,
};

/** Text in which hidden characters, and what the tool says is hidden in the file, are marked. */
export function markedText(text: string, hasMarks = false): (Node | string)[] {
  const nodes: (Node | string)[] = [];
  let at = 0;
  const found = [...findHidden(text), ...(hasMarks ? findMarked(text) : [])].sort(
    (a, b) => a.start - b.start,
  );
  for (const { start, end, label, name } of found) {
    if (start < at) continue;
    const isText = name.startsWith('text');
    const mark = h('mark', { class: isText ? 'hidden-text' : 'hidden', title: name }, label);
    nodes.push(text.slice(at, start), mark);
    at = end;
  }
  nodes.push(text.slice(at));
  return nodes;
}

function plainLine(line: string, kind = '', hasMarks = false): HTMLElement {
  return h(
    'div',
    { class: `line plain ${kind}` },
    ...markedText(line === '' ? ' ' : line, hasMarks),
  );
}

function linesOf(text: string): string[] {
  return text.replace(/\n$/, '').split('\n');
}

/** Lines of a text file: each has its number, so that a line without one is a note of the tool. */
function numberedBlock(text: string, form: RegExp): HTMLElement {
  const lines = linesOf(text).map((line) => {
    const [, number, separator, rest] = form.exec(line) ?? [];
    if (number === undefined || rest === undefined) return plainLine(line, 'note');
    return h(
      'div',
      { class: 'line' },
      h('span', { class: 'number' }, number, separator),
      h('span', { class: 'text' }, ...markedText(rest)),
    );
  });
  return h('div', { class: 'listing numbered' }, ...lines);
}

/** Text without numbers; as a heading only its first line that holds anything stands out. */
function plainBlock(text: string, kind: 'heading' | 'note' | '', hasMarks = false): HTMLElement {
  const lines = linesOf(text);
  const headingAt = lines.findIndex((line) => line !== '');
  const views = lines.map((line, at) =>
    plainLine(line, kind === 'heading' && at !== headingAt ? '' : kind, hasMarks),
  );
  return h('div', { class: 'listing' }, ...views);
}

/** What is added to the coordinates of a region. */
function originText({ x = 0, y = 0 }: NonNullable<Asked['region']>): string {
  return x === 0 && y === 0 ? '' : `, plus x ${formatCount(x)}, y ${formatCount(y)}`;
}

/** Says under the pointer where a point of the delivered picture lies in the file's picture. */
function pointReadout(
  picture: HTMLImageElement,
  image: ImageContent,
  scale: number,
  { x: left = 0, y: top = 0 }: NonNullable<Asked['region']>,
): HTMLElement {
  const readout = h('span', { class: 'readout' }, 'Point at the picture to map its coordinates.');
  picture.addEventListener('pointermove', ({ offsetX, offsetY }) => {
    const x = Math.round((offsetX / picture.clientWidth) * image.width);
    const y = Math.round((offsetY / picture.clientHeight) * image.height);
    const inFile = `x ${formatCount(left + Math.round(x * scale))}, y ${formatCount(top + Math.round(y * scale))}`;
    readout.textContent = `The model says x ${formatCount(x)}, y ${formatCount(y)}: in the file ${inFile}.`;
  });
  return readout;
}

function figure(
  image: ImageContent,
  result: ToolResult,
  provider: ChosenProvider,
  { region = {} }: Asked,
): HTMLElement {
  const { data, mimeType, width, height, page, cell } = image;
  const where =
    page === undefined ? (cell === undefined ? '' : ` of cell ${cell}`) : ` of page ${page}`;
  const picture = h('img', {
    src: `data:${mimeType};base64,${data}`,
    alt: `Picture${where} as the model gets it, ${formatCount(width)} by ${formatCount(height)} pixels`,
    width,
    height,
  });
  const tokens = imageTokens(image, provider);
  const facts = [
    mimeType,
    `${formatCount(width)} × ${formatCount(height)} px`,
    formatBytes(Math.floor((data.length * 3) / 4)),
    tokens === undefined
      ? 'tokens: up to the client’s model'
      : `≈ ${formatCount(tokens)} tokens with ${kWires[provider].name}`,
  ];
  const { scale, originalDimensions } = result.metadata;
  const isSame = scale === 1 && originText(region) === '';
  const isScaled =
    result.contentType === 'image' && scale !== undefined && !isSame && originalDimensions;
  return h(
    'figure',
    { class: result.contentType === 'image' ? 'delivered alone' : 'delivered' },
    picture,
    h(
      'figcaption',
      {},
      h('span', {}, facts.join(' · ')),
      isScaled &&
        h(
          'span',
          { class: 'factor' },
          `In the file ${formatCount(originalDimensions.width)} × ${formatCount(originalDimensions.height)} px: coordinates × ${Number(scale.toFixed(4))}${originText(region)}`,
        ),
      isScaled && pointReadout(picture, image, scale, region),
    ),
  );
}

/** Whether the tool found hidden places in the file; without any, what looks like its mark is the file's own text. */
function hasMarks({ metadata }: ToolResult): boolean {
  return (metadata.document?.hiddenCount ?? 0) > 0;
}

/** Where a part belongs: "3" for page or cell 3, '' for what belongs to the whole result. */
function placeOf({ page, cell }: ResultPart): string {
  return String(page ?? cell ?? '');
}

function partViews(
  result: ToolResult,
  parts: ResultPart[],
  provider: ChosenProvider,
  asked: Asked,
): HTMLElement[] {
  const hasPlaces = parts.some((part) => placeOf(part) !== '');
  let place = '';
  return parts.flatMap((part) => {
    const isNew = placeOf(part) !== place;
    place = placeOf(part);
    if (part.type === 'image') {
      const image = result.images?.[part.image];
      return image ? [figure(image, result, provider, asked)] : [];
    }
    if (part.text.trim() === '') return [];
    // The core begins each page and each cell with its heading, and what belongs to none is its own.
    const kind = !hasPlaces ? '' : place === '' ? 'note' : isNew ? 'heading' : '';
    return [plainBlock(part.text, kind, hasMarks(result))];
  });
}

/** The result in its reading order, its text line by line as the model gets it: Markdown stays Markdown. */
export function renderResult(
  result: ToolResult,
  provider: ChosenProvider,
  asked: Asked,
): HTMLElement {
  const isNumbered = result.success && result.contentType === 'text' && result.startLine > 0;
  const form = isNumbered ? kNumbered[asked.lineNumbers] : undefined;
  const { parts, content, documents = [] } = result;
  const view = h('div', { class: 'rendered' });
  if (parts) view.append(...partViews(result, parts, provider, asked));
  else view.append(form ? numberedBlock(content, form) : plainBlock(content, '', hasMarks(result)));
  for (const { pageCount, data } of documents) {
    const size = formatBytes(Math.floor((data.length * 3) / 4));
    const about = `The document itself: PDF, ${plural(pageCount, 'page')}, ${size}`;
    view.append(h('p', { class: 'document' }, about));
  }
  return view;
}
