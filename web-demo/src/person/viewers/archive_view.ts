/** An archive as a tree of its folders and files, from the listing that the tool gives. */
import type { ToolResult } from 'lectern';
import './viewers.css';
import { h } from '../../dom.js';
import { formatBytes, formatCount } from '../../format.js';

interface Folder {
  folders: Map<string, Folder>;
  files: { name: string; about: string }[];
}

/** Folders in each other that are shown as such: browsers draw no more than some hundred elements in each other. */
const kMaxDepth = 64;

/** A line of a listing: kind, marks, size, time, name. */
const kEntry = /^([-dlho])\S* +(\d+|-)? *(?:\d{4}-\d\d-\d\d(?: \d\d:\d\d)?|-)? *(.+)$/;

function emptyFolder(): Folder {
  return { folders: new Map(), files: [] };
}

function add(top: Folder, path: string, kind: string, size: string): void {
  const all = path.replace(/\/$/, '').split('/');
  const segments = all.slice(0, Math.min(all.length - 1, kMaxDepth));
  const name = all.slice(segments.length).join('/');
  let folder = top;
  for (const segment of kind === 'd' ? [...segments, name] : segments) {
    const next = folder.folders.get(segment) ?? emptyFolder();
    folder.folders.set(segment, next);
    folder = next;
  }
  if (kind !== 'd')
    folder.files.push({
      name,
      about:
        kind === 'l' || kind === 'h' ? 'link' : /^\d+$/.test(size) ? formatBytes(Number(size)) : '',
    });
}

function listOf({ folders, files }: Folder): HTMLElement {
  return h(
    'ul',
    {},
    ...[...folders].map(([name, folder]) =>
      h('li', {}, h('details', { open: true }, h('summary', {}, `${name}/`), listOf(folder))),
    ),
    ...files.map(({ name, about }) =>
      h('li', { class: 'leaf-row' }, h('span', {}, name), h('span', {}, about)),
    ),
  );
}

export function archiveView({ content, truncated, metadata }: ToolResult): HTMLElement {
  const top = emptyFolder();
  let entries = 0;
  for (const line of content.split('\n')) {
    const [, kind, size = '', path] = kEntry.exec(line) ?? [];
    if (kind === undefined || path === undefined) continue;
    add(top, path, kind, size);
    entries++;
  }
  if (entries === 0) throw new Error('its listing is empty');
  const view = h('div', { class: 'tree' }, listOf(top));
  const { memberCount = entries } = metadata;
  if (!truncated && memberCount <= entries) return view;
  return h(
    'div',
    {},
    h('p', { class: 'aside' }, `A part of its ${formatCount(memberCount)} files.`),
    view,
  );
}
