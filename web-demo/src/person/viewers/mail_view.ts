/** A mail: who wrote what to whom, its body in a frame without scripts or network, and its attachments. */
import PostalMime, { type Address } from 'postal-mime';
import './viewers.css';
import { h } from '../../dom.js';
import { formatBytes } from '../../format.js';
import { copyHtml, framed } from '../safe_html.js';
import { Pictures } from './pictures.js';

const kMaxHtmlChars = 400_000;

function named(addresses: Address[] | undefined): string {
  const list = addresses?.flatMap((one) => ('group' in one && one.group ? one.group : [one])) ?? [];
  return list
    .map(({ name, address }) => (name && address ? `${name} <${address}>` : name || address || ''))
    .join(', ');
}

function bytesOf(content: ArrayBuffer | Uint8Array | string): Uint8Array {
  if (typeof content === 'string') return new TextEncoder().encode(content);
  return content instanceof Uint8Array ? content : new Uint8Array(content);
}

export async function mailView(file: File): Promise<HTMLElement> {
  const mail = await PostalMime.parse(await file.arrayBuffer(), { maxNestingDepth: 32 });
  const date = mail.date === undefined ? '' : new Date(mail.date).toUTCString();
  const fields = [
    ['From', named(mail.from && [mail.from])],
    ['To', named(mail.to)],
    ['Cc', named(mail.cc)],
    ['Date', date === 'Invalid Date' ? (mail.date ?? '') : date],
  ];
  const head = fields
    .filter(([, value]) => value !== '')
    .flatMap(([name, value]) => [h('dt', {}, name), h('dd', {}, value)]);
  const pictures = new Pictures();
  const files = new Map(
    mail.attachments
      .filter(({ mimeType }) => /^image\//.test(mimeType))
      .reverse()
      .map(({ contentId, mimeType, content }) => [
        contentId,
        [bytesOf(content), mimeType] as const,
      ]),
  );
  let blocked = 0;
  const findPicture = (source: string) => {
    if (/^data:image\//i.test(source)) return source;
    const id = /^cid:(.*)$/i.exec(source)?.[1];
    const found = id === undefined ? undefined : files.get(`<${id}>`);
    if (found) return pictures.address(...found);
    blocked++;
    return undefined;
  };
  const note = h('p', { class: 'aside', hidden: true });
  const { html } = mail;
  const body =
    html === undefined
      ? h('pre', { class: 'paper' }, mail.text ?? '')
      : framed(`The mail ${mail.subject ?? file.name}`, (page) => {
          copyHtml(html.slice(0, kMaxHtmlChars), page, findPicture);
          note.hidden = blocked === 0;
          note.textContent = `${blocked === 1 ? 'A picture' : `${blocked} pictures`} of other servers ${blocked === 1 ? 'is' : 'are'} not loaded.`;
        });
  const attachments = mail.attachments
    .filter(({ related }) => !related)
    .map(({ filename, mimeType, content }) =>
      h(
        'li',
        {},
        `${filename ?? 'Without a name'} (${mimeType}, ${formatBytes(bytesOf(content).length)})`,
      ),
    );
  return h(
    'div',
    {},
    h('h3', { class: 'mail-subject' }, mail.subject ?? 'Without a subject'),
    h('dl', { class: 'mail-head' }, ...head),
    note,
    body,
    attachments.length > 0 &&
      h('div', { class: 'attachments' }, h('h3', {}, 'Attachments'), h('ul', {}, ...attachments)),
  );
}
