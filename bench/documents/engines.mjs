// The readers of documents that the benchmarks of this folder compare: each gives the text of a file's bytes as Markdown, or
// as near to it as it can. `reads` are the file extensions that it says it reads.

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { kRoot } from '../../scripts/lib/project.mjs';
import { findProgram } from '../../scripts/lib/steps.mjs';

const require = createRequire(join(dirname(fileURLToPath(import.meta.url)), 'package.json'));

const kWord = ['docx', 'docm', 'dotx'];
const kSheets = ['xlsx', 'xlsm', 'xlsb', 'xls', 'ods', 'csv', 'tsv'];
const kSlides = ['pptx', 'pptm', 'ppsx'];
const kWeb = ['html', 'htm', 'xhtml'];
const kWholeFiles = { maxContentChars: 3_000_000 };

/** MIME types, which @kreuzberg/wasm wants to be told. */
const kMimeTypes = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  docm: 'application/vnd.ms-word.document.macroEnabled.12',
  dotx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.template',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  xlsm: 'application/vnd.ms-excel.sheet.macroEnabled.12',
  xlsb: 'application/vnd.ms-excel.sheet.binary.macroEnabled.12',
  xls: 'application/vnd.ms-excel',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  pptm: 'application/vnd.ms-powerpoint.presentation.macroEnabled.12',
  ppt: 'application/vnd.ms-powerpoint',
  doc: 'application/msword',
  odt: 'application/vnd.oasis.opendocument.text',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  rtf: 'application/rtf',
  epub: 'application/epub+zip',
  html: 'text/html',
  htm: 'text/html',
  xhtml: 'text/html',
  eml: 'message/rfc822',
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
};

/** @typedef {{reads: string[], load(): Promise<(bytes: Uint8Array, extension: string) => Promise<string>>}} Engine */
/** @type {Record<string, Engine>} */
export const kEngines = {
  lectern: {
    reads: [...kWord, ...kSheets, ...kSlides, ...kWeb, 'doc', 'rtf', 'odt', 'ods', 'odp', 'ppt', 'epub', 'eml'],
    async load() {
      const { createReader } = await import(join(kRoot, 'dist', 'hosts', 'node.js'));
      const reader = await createReader({ hash: 'none', document: { html: 'markdown' }, limits: kWholeFiles });
      // As the other readers have loaded all of theirs before the first file.
      await reader.loadModule('documents');
      return async (bytes, extension) => {
        const result = await reader.read(bytes, { file_path: `a.${extension}` });
        if (!result.success) throw new Error(result.error);
        return result.content;
      };
    },
  },

  '@kreuzberg/wasm': {
    reads: Object.keys(kMimeTypes),
    async load() {
      // It fetches its module from a file: address, which Node's fetch refuses.
      const { fetch } = globalThis;
      globalThis.fetch = async (target, options) => {
        const address = String(target?.url ?? target);
        if (!address.startsWith('file:')) return fetch(target, options);
        return new Response(readFileSync(new URL(address)), { headers: { 'content-type': 'application/wasm' } });
      };
      const kreuzberg = await import(require.resolve('@kreuzberg/wasm'));
      await kreuzberg.initWasm();
      return async (bytes, extension) => (await kreuzberg.extractBytes(bytes, kMimeTypes[extension], { outputFormat: 'markdown' })).content;
    },
  },

  officeparser: {
    reads: [...kWord, 'xlsx', 'xlsm', 'ods', 'csv', 'tsv', ...kSlides, ...kWeb, 'odt', 'odp', 'rtf', 'epub'],
    async load() {
      const { OfficeParser } = require('officeparser');
      const names = { docm: 'docx', dotx: 'docx', xlsm: 'xlsx', pptm: 'pptx', ppsx: 'pptx', htm: 'html', xhtml: 'html', tsv: 'csv' };
      return async (bytes, extension) => {
        const tree = await OfficeParser.parseOffice(Buffer.from(bytes), { fileType: names[extension] ?? extension });
        return (await tree.to('md')).value;
      };
    },
  },

  'mammoth, turndown': {
    reads: kWord,
    async load() {
      const mammoth = require('mammoth');
      const Turndown = require('turndown');
      const toMarkdown = new Turndown({ headingStyle: 'atx' });
      const convertImage = mammoth.images.imgElement(async () => ({ src: '' }));
      return async (bytes) => toMarkdown.turndown((await mammoth.convertToHtml({ buffer: Buffer.from(bytes) }, { convertImage })).value);
    },
  },

  SheetJS: {
    reads: kSheets,
    async load() {
      const { read, utils } = require('xlsx');
      return async (bytes) => {
        const { SheetNames: names, Sheets: sheets } = read(bytes, { dense: true });
        return names.map((name) => `## ${name}\n${utils.sheet_to_csv(sheets[name], { FS: '\t' })}`).join('\n');
      };
    },
  },

  turndown: {
    reads: kWeb,
    async load() {
      const Turndown = require('turndown');
      const toMarkdown = new Turndown({ headingStyle: 'atx' });
      return async (bytes) => toMarkdown.turndown(Buffer.from(bytes).toString());
    },
  },

  'node-html-markdown': {
    reads: kWeb,
    async load() {
      const { NodeHtmlMarkdown } = require('node-html-markdown');
      return async (bytes) => NodeHtmlMarkdown.translate(Buffer.from(bytes).toString());
    },
  },

  mailparser: {
    reads: ['eml'],
    async load() {
      const { simpleParser } = require('mailparser');
      return async (bytes) => mailText(await simpleParser(Buffer.from(bytes)), ({ filename }) => filename, (who) => who?.text);
    },
  },

  'postal-mime': {
    reads: ['eml'],
    async load() {
      const { default: PostalMime } = await import(require.resolve('postal-mime'));
      const people = (who) => [who].flat().map((one) => `${one?.name ?? ''} <${one?.address ?? ''}>`).join(', ');
      return async (bytes) => mailText(await PostalMime.parse(bytes), ({ filename }) => filename, people);
    },
  },

  pandoc: {
    reads: [...kWord, ...kWeb, 'odt', 'rtf', 'epub'],
    async load() {
      if (!findProgram('pandoc')) return undefined;
      const formats = { docm: 'docx', dotx: 'docx', htm: 'html', xhtml: 'html' };
      return async (bytes, extension) => {
        const words = ['--from', formats[extension] ?? extension, '--to', 'gfm', '--wrap', 'none'];
        const { status, stdout, stderr } = spawnSync('pandoc', words, { input: bytes, encoding: 'utf8', maxBuffer: 1 << 28 });
        if (status !== 0) throw new Error(stderr);
        return stdout;
      };
    },
  },
};

/** What a mail shows: its header, its body and the names of what is attached. */
function mailText({ subject, from, to, cc, text, html, attachments }, nameOf, people) {
  const header = `Subject: ${subject ?? ''}\nFrom: ${people(from)}\nTo: ${people(to)}${cc ? `\nCc: ${people(cc)}` : ''}`;
  return [header, text || html || '', ...attachments.map(nameOf)].join('\n\n');
}
