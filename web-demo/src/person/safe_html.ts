/** HTML of a file, copied by a list of what is allowed: no scripts, no forms, nothing that asks a network. */
import { h } from '../dom.js';

const kTags = new Set(
  (
    'A ABBR ADDRESS ARTICLE ASIDE B BDI BDO BIG BLOCKQUOTE BR CAPTION CENTER CITE CODE COL COLGROUP DD DEL DETAILS DFN DIV DL DT ' +
    'EM FIGCAPTION FIGURE FONT FOOTER H1 H2 H3 H4 H5 H6 HEADER HR I INS KBD LI MAIN MARK NAV OL P PRE Q RP RT RUBY S SAMP SECTION ' +
    'SMALL SPAN STRIKE STRONG SUB SUMMARY SUP TABLE TBODY TD TFOOT TH THEAD TIME TR TT U UL VAR WBR'
  ).split(' '),
);
/** What is left out with all that is in it. */
const kDropped = new Set(
  'AUDIO BASE CANVAS EMBED FRAME FRAMESET HEAD IFRAME LINK MATH META NOSCRIPT OBJECT SCRIPT STYLE SVG TEMPLATE TITLE VIDEO'.split(
    ' ',
  ),
);
const kAttributes =
  'align bgcolor border cellpadding cellspacing color colspan dir face height lang rowspan size start type valign width'.split(
    ' ',
  );

/** Elements of a document beyond this are left out. */
const kMaxElements = 20_000;

/** The address of a picture that the file brings along; undefined for any other. */
export type FindPicture = (source: string) => string | undefined;

function onlyData(source: string): string | undefined {
  return /^data:image\//i.test(source) ? source : undefined;
}

class Copy {
  #left = kMaxElements;
  constructor(
    readonly target: Document,
    readonly findPicture: FindPicture,
  ) {}

  children(from: Node, to: Node): void {
    for (const child of from.childNodes) {
      if (child.nodeType === Node.TEXT_NODE)
        to.appendChild(this.target.createTextNode(child.textContent ?? ''));
      else if (child.nodeType === Node.ELEMENT_NODE) this.#element(child as Element, to);
    }
  }

  #element(from: Element, to: Node): void {
    const name = from.tagName.toUpperCase();
    if (kDropped.has(name) || this.#left-- <= 0) return;
    if (name === 'IMG') {
      this.#picture(from, to);
      return;
    }
    if (!kTags.has(name)) {
      this.children(from, to);
      return;
    }
    const copy = this.target.createElement(name);
    this.#look(from, copy);
    this.children(from, copy);
    to.appendChild(copy);
  }

  #picture(from: Element, to: Node): void {
    const source = this.findPicture(from.getAttribute('src') ?? '');
    const alt = from.getAttribute('alt') ?? '';
    if (source === undefined) {
      to.appendChild(this.target.createTextNode(alt));
      return;
    }
    const picture = this.target.createElement('img');
    picture.alt = alt;
    this.#look(from, picture);
    picture.src = source;
    to.appendChild(picture);
  }

  #look(from: Element, to: HTMLElement): void {
    for (const name of kAttributes) {
      const value = from.getAttribute(name);
      if (value !== null) to.setAttribute(name, value);
    }
    const style = from.getAttribute('data-own-style') ?? '';
    if (!/url|image|@|\\/i.test(style)) to.style.cssText = style;
  }
}

/** Attributes that the page's policy reports already when HTML is parsed, before anything can leave them out. */
const kReported = /(<[a-z][^<>]*?\s)(style|on[a-z]+)(?=\s*=)/gi;
/** Of an element; any more of them are reported, and blocked all the same. */
const kMaxRenamed = 6;

function withoutReported(html: string): string {
  let renamed = html;
  for (let round = 0; round < kMaxRenamed; round++) {
    const next = renamed.replace(kReported, '$1data-own-$2');
    if (next === renamed) break;
    renamed = next;
  }
  return renamed;
}

/** Parses HTML and copies what is allowed into `to`. */
export function copyHtml(html: string, to: HTMLElement, findPicture: FindPicture = onlyData): void {
  const parsed = new DOMParser().parseFromString(withoutReported(html), 'text/html');
  new Copy(to.ownerDocument, findPicture).children(parsed.body, to);
}

/** A frame in which no script runs, filled when it is there, and as high as what is in it. */
export function framed(title: string, fill: (body: HTMLElement) => void): HTMLElement {
  const frame = h('iframe', {
    class: 'frame',
    sandbox: 'allow-same-origin',
    title,
    srcdoc: '<!doctype html><html lang="en"><title>.</title><body>',
  });
  frame.addEventListener('load', () => {
    const inner = frame.contentDocument;
    if (!inner || inner.body.childNodes.length > 0) return;
    inner.title = title;
    inner.body.style.cssText =
      'margin: 0; padding: 1rem; font: 15px/1.5 system-ui, sans-serif; color: #1c2430; background: #fff; overflow-wrap: anywhere';
    fill(inner.body);
    for (const picture of inner.images) picture.style.maxWidth = '100%';
    const fit = () => {
      frame.style.height = `${inner.body.scrollHeight + 2}px`;
    };
    fit();
    new ResizeObserver(fit).observe(inner.body);
  });
  return frame;
}
