/** A Word document, set by docx-preview. */
import { defaultOptions, type HElement, renderAsync } from 'docx-preview';
import './viewers.css';
import { h } from '../../dom.js';
import { packedAnew } from './members.js';

/** The page stands still while a document is set: heads, feet and notes are set again for each page. */
const kMaxXmlBytes = 16 * 1024 * 1024;
const kMaxElements = 200_000;

/** Elements whose style is a text get it through the object model: the page's policy forbids the attribute. */
function element(item: HElement | Node | string): Node {
  if (typeof item === 'string' || item instanceof Node || typeof item.style !== 'string')
    return defaultOptions.h(item);
  const { style, ...rest } = item;
  const made = defaultOptions.h(rest as HElement);
  if (made instanceof HTMLElement || made instanceof SVGElement) made.style.cssText = style;
  return made;
}

/** The page is as wide as the pane, and no longer than its text. */
const kFit = `
:host { display: block; }
.docx-wrapper { padding: 0 !important; background: none !important; display: block !important; }
.docx-wrapper > section.docx { width: auto !important; min-height: 0 !important; padding: 1.5rem !important; margin: 0 !important; box-shadow: none !important; }
.docx-wrapper > section.docx + section.docx { border-top: 1px solid #c8ced8; }
img, svg { max-width: 100%; }
`;

function sheetOf(css: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  return sheet;
}

/** Takes out what would ask a network or lead away. */
function disarm(body: HTMLElement): void {
  for (const found of body.querySelectorAll('*')) {
    for (const { name, value } of [...found.attributes]) {
      const isOutside =
        /^(href|xlink:href|src|srcset|action)$/i.test(name) &&
        !/^(#|blob:|data:image\/)/i.test(value);
      if (isOutside || /^on/i.test(name)) found.removeAttribute(name);
    }
  }
  for (const found of body.querySelectorAll('iframe, script, object, embed, link')) found.remove();
}

export async function wordView(file: File): Promise<HTMLElement> {
  const body = h('div');
  const styles = h('div');
  let elements = 0;
  const counted = (item: HElement | Node | string) => {
    if (++elements > kMaxElements) throw new Error('the document is too long');
    return element(item);
  };
  await renderAsync(await packedAnew(file, kMaxXmlBytes), body, styles, {
    h: counted,
    ignoreFonts: true,
    renderAltChunks: false,
    renderComments: true,
    useBase64URL: true,
  });
  disarm(body);
  const view = h('div', {
    class: 'word',
    tabindex: 0,
    role: 'region',
    'aria-label': 'The document',
  });
  const root = view.attachShadow({ mode: 'open' });
  const css = [...styles.querySelectorAll('style'), ...body.querySelectorAll('style')].map(
    (style) => {
      style.remove();
      return style.textContent ?? '';
    },
  );
  root.adoptedStyleSheets = [...css, kFit].map(sheetOf);
  root.append(...body.childNodes);
  return view;
}
