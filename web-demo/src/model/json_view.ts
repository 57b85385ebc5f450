/** JSON with colours, in which long strings are shown by their beginning. */
import { h } from '../dom.js';
import { formatCount } from '../format.js';

/** Longest string that is shown whole. */
const kMaxShown = 4000;
/** Base64 says nothing to a person. */
const kMaxMediaShown = 64;
const kMedia = /^(data:[\w/+.-]+;base64,)?[A-Za-z0-9+/]{200,}/;

const kToken =
  /("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?|\b(true|false|null)\b|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|([{}[\],:]+)|(\s+)/g;

function stringNodes(literal: string): Node[] {
  const isMedia = kMedia.test(literal.slice(1, 1000));
  const max = isMedia ? kMaxMediaShown : kMaxShown;
  if (literal.length <= max + 2) return [h('span', { class: 'json-string' }, literal)];
  const rest = `… ${formatCount(literal.length - 2 - max)} more characters`;
  return [
    h('span', { class: 'json-string' }, literal.slice(0, max + 1)),
    h('span', { class: 'json-rest' }, rest),
    h('span', { class: 'json-string' }, '"'),
  ];
}

function tokenNodes(match: RegExpMatchArray): (Node | string)[] {
  const [text, string, colon, word, number] = match;
  if (string !== undefined && colon !== undefined) {
    return [h('span', { class: 'json-key' }, string), colon];
  }
  if (string !== undefined) return stringNodes(string);
  if (word !== undefined) return [h('span', { class: 'json-word' }, word)];
  if (number !== undefined) return [h('span', { class: 'json-number' }, number)];
  return [text];
}

/** A view of JSON text; what it leaves out it says. */
export function jsonView(json: string): HTMLElement {
  const code = h('code');
  for (const match of json.matchAll(kToken)) code.append(...tokenNodes(match));
  return h('pre', { class: 'json', tabindex: 0, role: 'region', 'aria-label': 'JSON' }, code);
}
