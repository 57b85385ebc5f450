/** A document that no viewer here knows: the text that was read, set as a page, without what its reader would not see. */
import type { ToolResult } from 'lectern';
import './viewers.css';
import { h } from '../../dom.js';
import { copyHtml } from '../safe_html.js';
import { oneAnswer } from './one_answer.js';

/** All that people write is set in a tenth of it. */
const kMaxMs = 3000;

/** The text as HTML. @throws Error when it cannot be set, or takes too long */
async function htmlOf(markdown: string): Promise<string> {
  const worker = new Worker(new URL('./markdown_worker.ts', import.meta.url), {
    type: 'module',
    name: 'markdown',
  });
  return oneAnswer<string>(worker, markdown, kMaxMs);
}

export async function plainView({ content }: ToolResult, about: string): Promise<HTMLElement> {
  const html = await htmlOf(content).catch(() => undefined);
  if (html === undefined)
    return h(
      'div',
      {},
      h(
        'p',
        { class: 'aside' },
        'Its text as it was read: it cannot be set as a page, or takes too long.',
      ),
      h('pre', { class: 'paper' }, content),
    );
  const article = h('div', { class: 'article' });
  copyHtml(html, article);
  for (const table of article.querySelectorAll('table')) {
    table.tabIndex = 0;
  }
  return h('div', {}, h('p', { class: 'aside' }, about), article);
}
