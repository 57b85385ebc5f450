/** What the model gets, drawn so that a person can check it. */
import type { ImageContent, ResultPart, ToolResult } from 'lectern';
import { h } from '../dom.js';
import { formatBytes, formatCount } from '../format.js';
import { findHidden } from './hidden.js';
import { type ChosenProvider, kWires } from './request.js';
import { imageTokens } from './tokens.js';

/** A line's number as `lineNumbers` writes it, and the line. */
const kNumbered = /^( *\d+)([\t→])(.*)$/s;
/** Headings of notebooks and PDFs. */
const kHeading = /^(?:# Jupyter Notebook|# \d+ cells|## Cell \d+|--- Page \d+ of \d+)/;
/** Notes of the tool itself. */
const kNote = /^\((?:Showing|picture|empty file|page|no text)[^\n]*\)$/i;

/** Text in which hidden characters are marked. */
export function markedText(text: string): (Node | string)[] {
  const nodes: (Node | string)[] = [];
  let at = 0;
  for (const { start, end, label, name } of findHidden(text)) {
    const isText = name.startsWith('text');
    const mark = h('mark', { class: isText ? 'hidden-text' : 'hidden', title: name }, label);
    nodes.push(text.slice(at, start), mark);
    at = end;
  }
  nodes.push(text.slice(at));
  return nodes;
}

function lineElement(line: string, isNumbered: boolean): HTMLElement {
  const [, number, separator, text] = (isNumbered && kNumbered.exec(line)) || [];
  if (number !== undefined && text !== undefined) {
    return h(
      'div',
      { class: 'line' },
      h('span', { class: 'number' }, number, separator === '→' ? '→' : '\t'),
      h('span', { class: 'text' }, ...markedText(text)),
    );
  }
  const kind = kHeading.test(line) ? ' heading' : kNote.test(line) ? ' note' : '';
  return h('div', { class: `line plain${kind}` }, ...markedText(line === '' ? ' ' : line));
}

function textBlock(text: string, isNumbered: boolean): HTMLElement {
  const block = h('div', { class: isNumbered ? 'listing numbered' : 'listing' });
  for (const line of text.replace(/\n$/, '').split('\n'))
    block.append(lineElement(line, isNumbered));
  return block;
}

/** Says under the pointer where a point of the delivered picture lies in the file's picture. */
function pointReadout(picture: HTMLImageElement, image: ImageContent, scale: number): HTMLElement {
  const readout = h('span', { class: 'readout' }, 'Point at the picture to map its coordinates.');
  picture.addEventListener('pointermove', ({ offsetX, offsetY }) => {
    const x = Math.round((offsetX / picture.clientWidth) * image.width);
    const y = Math.round((offsetY / picture.clientHeight) * image.height);
    readout.textContent = `The model says (${x}, ${y}): in the file (${Math.round(x * scale)}, ${Math.round(y * scale)}).`;
  });
  return readout;
}

function figure(image: ImageContent, result: ToolResult, provider: ChosenProvider): HTMLElement {
  const { data, mimeType, width, height, page, cell } = image;
  const where =
    page === undefined ? (cell === undefined ? '' : ` of cell ${cell}`) : ` of page ${page}`;
  const picture = h('img', {
    src: `data:${mimeType};base64,${data}`,
    alt: `Picture${where} as the model gets it, ${width} by ${height} pixels`,
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
  const isScaled = result.contentType === 'image' && scale !== undefined && originalDimensions;
  return h(
    'figure',
    { class: 'delivered' },
    picture,
    h(
      'figcaption',
      {},
      h('span', {}, facts.join(' · ')),
      isScaled &&
        h(
          'span',
          { class: 'factor' },
          `In the file ${formatCount(originalDimensions.width)} × ${formatCount(originalDimensions.height)} px: coordinates × ${Number(scale.toFixed(4))}`,
        ),
      isScaled && pointReadout(picture, image, scale),
    ),
  );
}

function partsOf(result: ToolResult): ResultPart[] {
  if (result.parts) return result.parts;
  const images = (result.images ?? []).map((_, image): ResultPart => ({ type: 'image', image }));
  return [{ type: 'text', text: result.content }, ...images];
}

/** The result in its reading order. */
export function renderResult(result: ToolResult, provider: ChosenProvider): HTMLElement {
  const isNumbered = result.success && result.startLine > 0;
  const view = h('div', { class: 'rendered' });
  for (const part of partsOf(result)) {
    if (part.type === 'text') {
      if (part.text.trim() !== '') view.append(textBlock(part.text, isNumbered));
      continue;
    }
    const image = result.images?.[part.image];
    if (image) view.append(figure(image, result, provider));
  }
  for (const { pageCount, data } of result.documents ?? []) {
    const size = formatBytes(Math.floor((data.length * 3) / 4));
    view.append(
      h('p', { class: 'document' }, `The document itself: PDF, ${pageCount} pages, ${size}`),
    );
  }
  return view;
}
