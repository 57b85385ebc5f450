/** The file as a person sees it: as an editor, a picture viewer or a notebook shows it. */
import type { ToolResult } from 'lectern';
import { client } from '../client.js';
import { h, messageOf } from '../dom.js';
import { formatBytes, formatCount } from '../format.js';
import { documentView } from './viewer.js';

/** Text beyond this is left out: a person scrolls no further. */
const kMaxTextBytes = 32 * 1024;
const kMaxNotebookBytes = 8_000_000;
/** Pages of a PDF that are drawn. */
const kMaxPages = 4;

const kImageName = /\.(png|jpe?g|gif|webp|bmp|ico|tiff?|avif|heic|svg)$/i;

function note(text: string): HTMLElement {
  return h('p', { class: 'aside' }, text);
}

async function textView(file: File, encoding: string): Promise<HTMLElement> {
  let text: string;
  try {
    const decoder = new TextDecoder(encoding);
    text = decoder.decode(await file.slice(0, kMaxTextBytes).arrayBuffer(), { stream: true });
  } catch {
    return note(`A browser cannot show text in ${encoding}.`);
  }
  const view = h('div', {}, h('pre', { class: 'paper' }, text));
  if (file.size > kMaxTextBytes) {
    view.prepend(note(`The first ${formatBytes(kMaxTextBytes)} of ${formatBytes(file.size)}.`));
  }
  return view;
}

/** Object URLs that are shown; each is given back when the next file is. */
let shownUrl: string | undefined;

/** What stands in for a picture of a format that the browser does not know: the one that the model gets. */
function convertedView(
  { images, metadata: { format } }: ToolResult,
  name: string,
): HTMLElement | undefined {
  const [image] = images ?? [];
  if (!image) return undefined;
  return h(
    'div',
    {},
    note(
      `${name} is a ${format} picture, which this browser does not show. This is what the model gets, converted.`,
    ),
    h('img', {
      class: 'original converted',
      src: `data:${image.mimeType};base64,${image.data}`,
      alt: `${name}, converted to ${image.mimeType}`,
      width: image.width,
      height: image.height,
    }),
  );
}

/** @param result - where the model gets the picture: a browser may not know its format */
function imageView(file: File, type: string, result?: ToolResult): HTMLElement {
  if (shownUrl) URL.revokeObjectURL(shownUrl);
  shownUrl = URL.createObjectURL(new Blob([file], { type }));
  const picture = h('img', {
    class: 'original',
    src: shownUrl,
    alt: `${file.name} as the browser shows it`,
  });
  const caption = h('p', { class: 'aside' }, formatBytes(file.size));
  const view = h('div', {}, picture, caption);
  picture.addEventListener('load', () => {
    const { naturalWidth, naturalHeight } = picture;
    const size = `${formatCount(naturalWidth)} × ${formatCount(naturalHeight)} px`;
    caption.textContent = `${size}, ${formatBytes(file.size)}, as the browser shows it`;
  });
  picture.addEventListener('error', async () => {
    view.replaceChildren(
      (result && convertedView(result, file.name)) ??
        note(`${file.name} is named like a picture, but the browser cannot show it as one.`),
    );
    if (!result) view.append(await bytesView(file));
  });
  return view;
}

/** Browsers draw no PDF under this page's policy: the pages are drawn by the module, for a person's eyes. */
async function pdfView(file: File): Promise<HTMLElement> {
  const { result } = await client.ask('read', {
    path: file.name,
    blob: file,
    input: { file_path: file.name },
    options: { pdf: { pageImages: 'always' }, hash: 'none', limits: { maxPages: kMaxPages } },
  });
  const pages = (result.images ?? []).map((image) =>
    h('img', {
      class: 'original page',
      src: `data:${image.mimeType};base64,${image.data}`,
      alt: `Page ${image.page}`,
      width: image.width,
      height: image.height,
    }),
  );
  if (pages.length === 0) return note('There is no page to show.');
  const { pageCount = pages.length } = result.metadata;
  const view = h('div', {}, ...pages);
  if (pageCount > pages.length)
    view.prepend(note(`The first ${pages.length} of ${formatCount(pageCount)} pages.`));
  return view;
}

/** What a browser has no way to show: its name, and its first bytes. */
async function unshownView(file: File, mimeType: string | undefined): Promise<HTMLElement> {
  const { kindOfBinary } = await import('./kinds.js');
  const { name } = kindOfBinary(file.name, mimeType);
  const about = `${file.name} is ${name} (${formatBytes(file.size)}). Its own program shows it, a browser only its bytes.`;
  return h('div', {}, note(about), await bytesView(file));
}

/** The file, as far as a browser can show it. Never throws. */
export async function personView(file: File, result: ToolResult | undefined): Promise<HTMLElement> {
  const { contentType = 'binary', success = false, metadata } = result ?? {};
  try {
    if (contentType === 'pdf' && success) return await pdfView(file);
    if (contentType === 'notebook' && file.size <= kMaxNotebookBytes) {
      const { notebookView } = await import('./notebook_view.js');
      return notebookView(await file.text());
    }
    if (/\.svg$/i.test(file.name)) return imageView(file, 'image/svg+xml');
    if (contentType === 'image' || kImageName.test(file.name)) {
      if (!success || !metadata) return imageView(file, 'image/png');
      return imageView(file, metadata.mimeType, result);
    }
    if (result && success && (contentType === 'document' || contentType === 'archive')) {
      return await documentView(file, result);
    }
    if (contentType === 'text') return await textView(file, metadata?.encoding ?? 'utf-8');
    return await unshownView(file, metadata?.mimeType);
  } catch (error) {
    return note(`This file cannot be shown: ${messageOf(error)}.`);
  }
}

const kHexBytes = 512;
/** As many as fit a phone. */
const kHexColumns = 8;

/** The beginning of the file, byte by byte. */
export async function bytesView(file: File): Promise<HTMLElement> {
  const bytes = new Uint8Array(await file.slice(0, kHexBytes).arrayBuffer());
  const rows: string[] = [];
  for (let at = 0; at < bytes.length; at += kHexColumns) {
    const row = bytes.subarray(at, at + kHexColumns);
    const hex = Array.from(row, (byte) => byte.toString(16).padStart(2, '0')).join(' ');
    const text = Array.from(row, (byte) =>
      byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '·',
    ).join('');
    rows.push(`${at.toString(16).padStart(4, '0')}  ${hex.padEnd(kHexColumns * 3 - 1)}  ${text}`);
  }
  const isWhole = bytes.length === file.size;
  const shown = note(
    isWhole
      ? `All of its ${formatBytes(file.size)}.`
      : `The first ${formatBytes(bytes.length)} of ${formatBytes(file.size)}.`,
  );
  const table = h(
    'pre',
    { class: 'hex', tabindex: 0, role: 'region', 'aria-label': 'Bytes' },
    rows.join('\n'),
  );
  return h('div', {}, shown, table);
}
