/** Long content where the whole page scrolls: a screen or two of it, and a button for the rest. */
import { button, h } from '../dom.js';

/**
 * Shows the beginning of `content` on narrow screens; on wide ones each pane scrolls by itself, and the styles show all.
 * @param what - what the button shows: "the file"
 */
export function capped(content: HTMLElement, what: string): HTMLElement {
  const more = button({ class: 'small', hidden: true }, () => showAll(), `Show all of ${what}`);
  const element = h('div', { class: 'capped' }, content, h('div', { class: 'cap' }, more));
  // Pictures make the content longer when they are loaded, and a hidden pane has no height at all.
  const observer = new ResizeObserver(() => {
    const isLonger = content.scrollHeight > content.clientHeight + 1;
    element.classList.toggle('is-cut', isLonger);
    more.hidden = !isLonger;
  });
  observer.observe(content);
  for (const picture of content.querySelectorAll('img')) observer.observe(picture);
  function showAll(): void {
    observer.disconnect();
    element.className = 'capped whole';
    more.hidden = true;
    content.tabIndex = -1;
    content.focus({ preventScroll: true });
  }
  return element;
}
