/** A document that no viewer here knows: the text that was read, set as a page, without what its reader would not see. */
import { marked } from 'marked';
import type { ToolResult } from 'lectern';
import './viewers.css';
import { h } from '../../dom.js';
import { copyHtml } from '../safe_html.js';

/** What the tool says of its own, and what it marks as hidden. */
const kOwn = /^\((?:Read one|More rows|Showing|chapter) .*\)$|\[Hidden(?: text)?: [^\n]*\]/gm;

export function plainView({ content }: ToolResult, about: string): HTMLElement {
  const article = h('div', { class: 'article' });
  copyHtml(marked.parse(content.replace(kOwn, ''), { async: false, gfm: true }), article);
  for (const table of article.querySelectorAll('table')) {
    table.tabIndex = 0;
  }
  return h('div', {}, h('p', { class: 'aside' }, about), article);
}
