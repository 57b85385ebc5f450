/** A book: its chapters one after the other, in a frame without scripts. */
import './viewers.css';
import { h } from '../../dom.js';
import { formatCount } from '../../format.js';
import { copyHtml, framed } from '../safe_html.js';
import { membersOf, pathFrom, pictureAddress, xmlOf } from './members.js';
import { Pictures } from './pictures.js';

/** Text of a book beyond this is left out. */
const kMaxChars = 120_000;
/** So are parts beyond this: a book may name an empty one a hundred thousand times. */
const kMaxParts = 500;

export async function bookView(file: File): Promise<HTMLElement> {
  const members = await membersOf(file, /\.(xml|opf|x?html?|png|jpe?g|gif|webp)$/i);
  const container = xmlOf(members, 'META-INF/container.xml');
  const opf = container?.querySelector('*|rootfile')?.getAttribute('full-path') ?? '';
  const book = xmlOf(members, opf);
  if (!book) throw new Error('the book has no table of its parts');
  const manifest = [...book.querySelectorAll('*|manifest > *|item')];
  const places = new Map(
    manifest.map((item) => [
      item.getAttribute('id'),
      pathFrom(opf, item.getAttribute('href') ?? ''),
    ]),
  );
  const chapters = [...book.querySelectorAll('*|spine > *|itemref')].map(
    (item) => places.get(item.getAttribute('idref')) ?? '',
  );
  const title = book.querySelector('*|metadata > *|title')?.textContent ?? file.name;
  const author = book.querySelector('*|metadata > *|creator')?.textContent ?? '';
  const pictures = new Pictures();
  let shown = 0;
  const frame = framed(`The book ${title}`, (body) => {
    let left = kMaxChars;
    for (const part of chapters) {
      const bytes = members.get(part);
      if (!bytes || left <= 0 || shown === kMaxParts) break;
      const html = new TextDecoder().decode(bytes).slice(0, left);
      left -= html.length;
      const chapter = body.ownerDocument.createElement('section');
      if (shown > 0)
        chapter.style.cssText =
          'margin-top: 2rem; padding-top: 1rem; border-top: 1px solid #c8ced8';
      copyHtml(html, chapter, (source) =>
        pictureAddress(members, pathFrom(part, source), pictures),
      );
      body.append(chapter);
      shown++;
    }
    if (shown < chapters.length)
      note.textContent += ` The first ${formatCount(shown)} of ${formatCount(chapters.length)} parts.`;
  });
  const note = h('p', { class: 'aside' }, author === '' ? title : `${title}, by ${author}.`);
  return h('div', {}, note, frame);
}
