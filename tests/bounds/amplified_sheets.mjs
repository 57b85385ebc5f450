// Workbooks in which a sign, a format or an area stands once and is looked at n times, and texts that few bytes unpack to.

import { gzipSync } from 'node:zlib';

import { zipFile } from '../../scripts/lib/zip.mjs';

const repeat = (n, piece) => Array.from({ length: n }, (_, i) => (typeof piece === 'function' ? piece(i) : piece)).join('');
const kMain = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const kRelation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const relations = (all) => `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${all}</Relationships>`;
const relation = (id, type, target) => `<Relationship Id="${id}" Type="${kRelation}/${type}" Target="${target}"/>`;
const kOdf = 'urn:oasis:names:tc:opendocument:xmlns';
const kOdfSpaces = ['office', 'text', 'presentation'].map((name) => `xmlns:${name}="${kOdf}:${name}:1.0"`).join(' ');

const kSearch = ['--search', 'absent'];
const kLongFormat = '#0'.repeat(500);

/** A workbook of a sheet with these rows, whose second style has this format. */
function workbook(rows, format = '') {
  return zipFile({
    '_rels/.rels': relations(relation('r', 'officeDocument', 'xl/workbook.xml')),
    'xl/workbook.xml': `<workbook ${kMain} xmlns:r="${kRelation}"><sheets><sheet name="s" sheetId="1" r:id="w"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(relation('w', 'worksheet', 'sheet.xml') + relation('s', 'styles', 'styles.xml')),
    'xl/styles.xml': `<styleSheet ${kMain}><numFmts><numFmt numFmtId="200" formatCode="${format}"/></numFmts><cellXfs><xf/><xf numFmtId="200"/></cellXfs></styleSheet>`,
    'xl/sheet.xml': `<worksheet ${kMain}><sheetData>${rows}</sheetData></worksheet>`,
  });
}
const numbers = (n) => repeat(n, `<row>${'<c s="1"><v>45000.5</v></c>'.repeat(20)}</row>`);
const inlineText = (text) => `<c s="1" t="inlineStr"><is><t>${text}</t></is></c>`;

/** @type {Record<string, {name: string, n: number, options?: string[], make: (n: number) => Buffer}>} */
export const kAmplifiedSheets = {
  'signs of references in a cell': { name: 'a.xlsx', n: 50_000, make: (n) => workbook(`<row>${inlineText('&amp;'.repeat(n))}</row>`) },
  'cells in a long format': { name: 'a.xlsx', n: 100, options: kSearch, make: (n) => workbook(numbers(n), kLongFormat) },
  'a text that its format repeats': { name: 'a.xlsx', n: 200_000, make: (n) => workbook(`<row>${inlineText('x'.repeat(n))}</row>`, '@'.repeat(900)) },
  'areas of a text of fields': {
    name: 'a.csv',
    n: 800,
    options: ['--range', new Array(300).fill('B999999').join()],
    make: (n) => Buffer.from('a,b\n'.repeat(n)),
  },
  'spans in each other around texts': {
    name: 'a.fodt',
    n: 140,
    make: (n) =>
      Buffer.from(
        `<?xml version="1.0"?><office:document ${kOdfSpaces} office:mimetype="application/vnd.oasis.opendocument.text"><office:body><office:text><text:p>${'<text:span>'.repeat(n)}${'<text:s/><text:span>a</text:span>'.repeat(50 * n)}${'</text:span>'.repeat(n)}</text:p></office:text></office:body></office:document>`,
      ),
  },
  'line ends of a slide': {
    name: 'a.odp',
    n: 50_000,
    make: (n) =>
      zipFile({
        mimetype: 'application/vnd.oasis.opendocument.presentation',
        'content.xml': `<office:document-content ${kOdfSpaces} xmlns:draw="${kOdf}:drawing:1.0"><office:body><office:presentation><draw:page><draw:frame><draw:text-box><text:p>a${'<text:line-break/>'.repeat(n)}</text:p></draw:text-box></draw:frame></draw:page></office:presentation></office:body></office:document-content>`,
      }),
  },
  'paragraphs of a book': {
    name: 'a.fb2',
    n: 20_000,
    make: (n) => Buffer.from(`<?xml version="1.0"?><FictionBook xmlns="http://www.gribuser.ru/xml/fictionbook/2.0"><body><section>${'<p>x</p>'.repeat(n)}</section></body></FictionBook>`),
  },
  'paragraphs that a text in RTF unpacks to': { name: 'a.rtf.gz', n: 10_000, make: (n) => gzipSync(`{\\rtf1 ${'x\\par '.repeat(n)}}`) },
  'lines that a mail unpacks to': { name: 'a.eml.gz', n: 10_000, make: (n) => gzipSync(`From: a@b\n\n${'x\n\n'.repeat(n)}`) },
  'a letter in one XML that was unpacked': {
    name: 'a.fodt.gz',
    n: 10_000,
    make: (n) =>
      gzipSync(
        `<?xml version="1.0"?><office:document ${kOdfSpaces} office:mimetype="application/vnd.oasis.opendocument.text"><office:body><office:text>${'<text:p>x</text:p>'.repeat(n)}</office:text></office:body></office:document>`,
      ),
  },
  'names of pictures in a book': {
    name: 'a.fb2',
    n: 20_000,
    make: (n) =>
      Buffer.from(
        `<?xml version="1.0"?><FictionBook xmlns="http://www.gribuser.ru/xml/fictionbook/2.0"><body><section><p>x</p></section></body>${repeat(n, (i) => `<binary id="${i}"/>`)}</FictionBook>`,
      ),
  },
  'pictures of a book that was unpacked': {
    name: 'a.fb2.gz',
    n: 2000,
    make: (n) =>
      gzipSync(
        `<?xml version="1.0"?><FictionBook xmlns="http://www.gribuser.ru/xml/fictionbook/2.0"><body><section><p>x</p></section></body>${repeat(n, (i) => `<binary id="${i}">${'abcd'.repeat(100)}</binary>`)}</FictionBook>`,
      ),
  },
  'a text of a mail that was unpacked': { name: 'a.eml.gz', n: 100_000, make: (n) => gzipSync(`From: a@b\n\n${'words '.repeat(n)}`) },
  'tags that a web page unpacks to': { name: 'a.html.gz', n: 10_000, options: ['--html', 'markdown'], make: (n) => gzipSync(`<html><body>${'<p>x'.repeat(n)}`) },
};
