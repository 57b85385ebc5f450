/** Slides: texts and pictures where they stand, without the themes of the program that made them. */
import './viewers.css';
import { h } from '../../dom.js';
import { formatCount, plural } from '../../format.js';
import { membersOf, pictureAddress, relationsOf, xmlOf } from './members.js';
import { Pictures } from './pictures.js';

const kMaxSlides = 20;
/** A hostile file may name the same parts over and over. */
const kMaxMs = 3000;
const kPointsPerInch = 72;
const kEmuPerInch = 914_400;

type Members = Map<string, Uint8Array>;
interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

function first(node: Element | Document | undefined, name: string): Element | undefined {
  return node?.getElementsByTagName(name)[0];
}

function numberOf(node: Element | undefined, name: string): number {
  return Number(node?.getAttribute(name) ?? 0) || 0;
}

function boxOf(shape: Element | undefined): Box | undefined {
  const frame = first(shape, 'a:xfrm') ?? first(shape, 'p:xfrm');
  const [offset, extent] = [first(frame, 'a:off'), first(frame, 'a:ext')];
  if (!offset || !extent) return undefined;
  return {
    x: numberOf(offset, 'x'),
    y: numberOf(offset, 'y'),
    width: numberOf(extent, 'cx'),
    height: numberOf(extent, 'cy'),
  };
}

/** The place of a placeholder, which stands in the slide's layout or its master. */
function inheritedBox(shape: Element, layers: Document[]): Box | undefined {
  const holder = first(shape, 'p:ph');
  if (!holder) return undefined;
  const [type, index] = [holder.getAttribute('type'), holder.getAttribute('idx')];
  const same = (other: Element) =>
    (index !== null && other.getAttribute('idx') === index) ||
    (type !== null &&
      other.getAttribute('type')?.replace('ctrT', 't') === type.replace('ctrT', 't'));
  for (const layer of layers) {
    const match = [...layer.getElementsByTagName('p:ph')].find(same);
    const box = boxOf(
      match?.closest('*|sp') ?? match?.parentElement?.parentElement?.parentElement ?? undefined,
    );
    if (box) return box;
  }
  return undefined;
}

class Stage {
  readonly #until = performance.now() + kMaxMs;
  readonly #pictures = new Pictures();

  constructor(
    readonly width: number,
    readonly height: number,
  ) {}

  #place(element: HTMLElement, { x, y, width, height }: Box): void {
    const percent = (part: number, whole: number) => `${((part / whole) * 100).toFixed(3)}%`;
    element.style.left = percent(x, this.width);
    element.style.top = percent(y, this.height);
    element.style.width = percent(width, this.width);
    element.style.height = percent(height, this.height);
  }

  #text(shape: Element, box: Box, isTitle: boolean): HTMLElement | undefined {
    const inches = this.width / kEmuPerInch;
    const lines = [...shape.getElementsByTagName('a:p')].map((line) => {
      const text = [...line.getElementsByTagName('a:t')]
        .map(({ textContent }) => textContent ?? '')
        .join('');
      const look = first(line, 'a:rPr');
      const points = numberOf(look, 'sz') / 100 || (isTitle ? 40 : 20);
      const row = h('p', {}, text);
      // As large a part of the slide's width as in the program that made it.
      row.style.fontSize = `${((points / kPointsPerInch / inches) * 100).toFixed(3)}cqw`;
      if (look?.getAttribute('b') === '1') row.style.fontWeight = '700';
      return row;
    });
    if (lines.every(({ textContent }) => textContent === '')) return undefined;
    const view = h('div', {}, ...lines);
    this.#place(view, box);
    return view;
  }

  /** @throws Error when the slides have taken too long */
  check(): void {
    if (performance.now() > this.#until) throw new Error('the slides take too long');
  }

  draw(
    slide: Document,
    layers: Document[],
    members: Members,
    relations: Map<string, string>,
  ): HTMLElement {
    const view = h('div', { class: 'slide' });
    view.style.aspectRatio = `${this.width} / ${this.height}`;
    let free = this.height / 20;
    for (const shape of slide.querySelectorAll(
      '*|spTree *|sp, *|spTree *|pic, *|spTree *|graphicFrame',
    )) {
      this.check();
      if (first(shape, 'p:cNvPr')?.getAttribute('hidden') === '1') continue;
      const fallback = {
        x: this.width / 20,
        y: free,
        width: this.width * 0.9,
        height: this.height / 8,
      };
      const box = boxOf(shape) ?? inheritedBox(shape, layers) ?? fallback;
      if (box === fallback) free += this.height / 6;
      const source = relations.get(first(shape, 'a:blip')?.getAttribute('r:embed') ?? '');
      const address =
        shape.localName === 'pic' && source !== undefined
          ? pictureAddress(members, source, this.#pictures)
          : undefined;
      if (address !== undefined) {
        const picture = h('img', {
          src: address,
          alt: first(shape, 'p:cNvPr')?.getAttribute('descr') ?? 'Picture of the slide',
        });
        this.#place(picture, box);
        view.append(picture);
      } else {
        const isTitle = /title/i.test(first(shape, 'p:ph')?.getAttribute('type') ?? '');
        const text = this.#text(shape, box, isTitle);
        if (text) view.append(text);
      }
    }
    return view;
  }
}

export async function slidesView(file: File): Promise<HTMLElement> {
  const members = await membersOf(
    file,
    /^ppt\/(presentation\.xml|(slides|slideLayouts|slideMasters|media|_rels)\/)/,
  );
  const show = xmlOf(members, 'ppt/presentation.xml');
  const relations = relationsOf(members, 'ppt/presentation.xml');
  const size = first(show, 'p:sldSz');
  const stage = new Stage(numberOf(size, 'cx') || 9_144_000, numberOf(size, 'cy') || 6_858_000);
  const parts = [...(show?.getElementsByTagName('p:sldId') ?? [])].map(
    (item) => relations.get(item.getAttribute('r:id') ?? '') ?? '',
  );
  const view = h('div', {});
  let hidden = 0;
  let shown = 0;
  for (const [at, part] of parts.entries()) {
    stage.check();
    const slide = xmlOf(members, part);
    if (!slide) continue;
    if (slide.documentElement.getAttribute('show') === '0') {
      hidden++;
      continue;
    }
    if (++shown > kMaxSlides) break;
    const own = relationsOf(members, part);
    const layout = [...own.values()].find((name) => name.includes('/slideLayouts/')) ?? '';
    const master =
      [...relationsOf(members, layout).values()].find((name) => name.includes('/slideMasters/')) ??
      '';
    const layers = [xmlOf(members, layout), xmlOf(members, master)].filter(
      (layer) => layer !== undefined,
    );
    view.append(
      stage.draw(slide, layers, members, own),
      h('p', { class: 'aside slide-number' }, `Slide ${at + 1}`),
    );
  }
  if (shown === 0) throw new Error('there is no slide to show');
  if (shown > kMaxSlides)
    view.prepend(
      h('p', { class: 'aside' }, `The first ${kMaxSlides} of ${formatCount(parts.length)} slides.`),
    );
  if (hidden > 0)
    view.append(
      h(
        'p',
        { class: 'aside' },
        `${plural(hidden, 'hidden slide')} ${hidden === 1 ? 'is' : 'are'} left out, as in a presentation.`,
      ),
    );
  return view;
}
