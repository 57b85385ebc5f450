// Documents and drawings in which a text, a part or a rule stands once and is shown, read or compared n times.

import { crc32, deflateRawSync } from 'node:zlib';

const repeat = (n, piece) => Array.from({ length: n }, (_, i) => (typeof piece === 'function' ? piece(i) : piece)).join('');
const svg = (content) => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100">${content}</svg>`);
const kMain = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
const kRelation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const relations = (all) => `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${all}</Relationships>`;
const relation = (id, type, target, more = '') => `<Relationship Id="${id}" Type="${kRelation}/${type}" Target="${target}"${more}/>`;

const kOdf = 'urn:oasis:names:tc:opendocument:xmlns';
const kOdfSpaces = ['office', 'text', 'table'].map((name) => `xmlns:${name}="${kOdf}:${name}:1.0"`).join(' ');

const kWord = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';

const kDrawn = ['--svg', 'image'];
const kSearch = ['--search', 'absent'];

/** @type {Record<string, {name: string, n: number, options?: string[], make: (n: number) => Buffer}>} */
export const kAmplifiedOffices = {
  'classes of a drawing': {
    name: 'a.svg',
    n: 200,
    options: kDrawn,
    growth: 4.6,
    make: (n) => svg(`<style>${repeat(n, (i) => `.c${i}{fill:red}`)}</style><rect class="${repeat(n, (i) => `c${i} `)}" width="9" height="9"/>`),
  },
  'arcs that a pen follows': {
    name: 'a.svg',
    n: 150,
    options: kDrawn,
    make: (n) => svg(`<path fill="none" stroke="red" d="M0 0${repeat(n, 'a1e8 1e8 0 1 1 5 5')}"/>`),
  },
  'cells that share a string': {
    name: 'a.xlsx',
    n: 200,
    options: kSearch,
    make: (n) =>
      workbook(1, repeat(n, (i) => `<row r="${i + 1}"><c r="A${i + 1}" t="s"><v>0</v></c></row>`), {
        'xl/sharedStrings.xml': `<sst ${kMain}><si><t>${'x'.repeat(64_000)}</t></si></sst>`,
      }),
  },
  'sheets that share a part': {
    name: 'a.xlsx',
    n: 12,
    options: kSearch,
    make: (n) => workbook(n, repeat(2000, (i) => `<row r="${i + 1}"><c r="A${i + 1}"><v>1</v></c></row>`)),
  },
  'sheets that are found by their relationship': { name: 'a.xlsx', n: 2500, make: (n) => workbook(n, '') },
  'notes of a sheet that are named again': {
    name: 'a.xlsx',
    n: 100,
    make: (n) =>
      workbook(1, '<row r="1"><c r="A1"><v>1</v></c></row>', {
        'xl/worksheets/_rels/sheet1.xml.rels': relations(repeat(n, (i) => relation(`c${i}`, 'comments', '../c.xml'))),
        'xl/c.xml': `<comments ${kMain}><authors><author>a</author></authors><commentList>${'<comment ref="A1" authorId="0"><text><t>x</t></text></comment>'.repeat(n)}</commentList></comments>`,
      }),
  },
  'cells that share a link': {
    name: 'a.xlsx',
    n: 1000,
    make: (n) =>
      workbook(1, '<row r="1"><c r="A1"><v>1</v></c></row>', {
        links: `<hyperlinks>${'<hyperlink ref="A1" r:id="h"/>'.repeat(n)}</hyperlinks>`,
        'xl/worksheets/_rels/sheet1.xml.rels': relations(relation('h', 'hyperlink', `http://a/${'x'.repeat(100_000)}`, ' TargetMode="External"')),
      }),
  },
  'a boundary of dashes': {
    name: 'a.eml',
    n: 10_000,
    make: (n) => Buffer.from(`From: a@b\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary="${'-'.repeat(n)}"\n\n${'-'.repeat(n)}\n`),
  },
  'chapters that share a note': {
    name: 'a.fb2',
    n: 100,
    make: (n) =>
      Buffer.from(
        `<FictionBook xmlns="http://www.gribuser.ru/xml/fictionbook/2.0" xmlns:l="http://www.w3.org/1999/xlink"><body>${'<section><p>x<a l:href="#n" type="note">1</a></p></section>'.repeat(n)}</body><body name="notes"><section id="n"><p>${'y'.repeat(100_000)}</p></section></body></FictionBook>`,
      ),
  },
  'paragraphs of a letter': {
    name: 'a.docx',
    n: 2_000,
    make: (n) => textDocument('<w:p><w:r><w:t>x</w:t></w:r></w:p>'.repeat(n)),
  },
  'brackets in CDATA': {
    name: 'a.docx',
    n: 500_000,
    make: (n) => textDocument(`<w:p><w:r><w:t><![CDATA[${']'.repeat(n)}]]></w:t></w:r></w:p>`),
  },
  'bars in the code of a cell': {
    name: 'a.docx',
    n: 100_000,
    make: (n) =>
      textDocument(
        `<w:tbl><w:tr><w:tc><w:p><w:r><w:rPr><w:rStyle w:val="c"/></w:rPr><w:t>${'|'.repeat(n)}</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>x</w:t></w:r></w:p></w:tc></w:tr></w:tbl>`,
        '<w:style w:type="character" w:styleId="c"><w:name w:val="HTML Code"/></w:style>',
      ),
  },
  'tables in tables around a text': {
    name: 'a.docx',
    n: 100,
    make: (n) => textDocument(`${'<w:tbl><w:tr><w:tc>'.repeat(n)}<w:p><w:r><w:t>${'x'.repeat(1_000 * n)}</w:t></w:r></w:p>${'</w:tc></w:tr></w:tbl>'.repeat(n)}`),
  },
  'text boxes beside links': {
    name: 'a.docx',
    n: 500,
    make: (n) =>
      textDocument('<w:p><w:r><w:pict><w:txbxContent><w:p><w:r><w:t>x</w:t></w:r></w:p></w:txbxContent></w:pict></w:r></w:p>'.repeat(n), '', repeat(n, (i) => relation(`h${i}`, 'hyperlink', 'a'))),
  },
  'rules for elements of one class': {
    name: 'a.html',
    n: 1_000,
    options: ['--html', 'markdown'],
    make: (n) => Buffer.from(`<!DOCTYPE html><style>${'p.b.c{display:none}'.repeat(n)}</style><body>${'<p class=b>x</p>'.repeat(5 * n)}`),
  },
  'hits of a search': {
    name: 'a.txt',
    n: 4_000,
    options: ['--search', 'x', '--max-lines', '1000000', '--max-content-chars', '100000000'],
    make: (n) => Buffer.from('x\n'.repeat(n)),
  },
  'cells that rows repeat': {
    name: 'a.fodt',
    n: 300,
    make: (n) =>
      Buffer.from(
        `<?xml version="1.0"?><office:document ${kOdfSpaces} office:mimetype="application/vnd.oasis.opendocument.text"><office:body><office:text><table:table>${repeat(
          n,
          '<table:table-row><table:table-cell table:number-columns-repeated="1000"><text:p>x</text:p></table:table-cell></table:table-row>',
        )}</table:table></office:text></office:body></office:document>`,
      ),
  },
};

/** A text document of this body. */
function textDocument(body, styles = '', links = '') {
  return zip({
    '_rels/.rels': relations(relation('r', 'officeDocument', 'word/document.xml')),
    'word/document.xml': `<w:document xmlns:w="${kWord}"><w:body>${body}</w:body></w:document>`,
    'word/_rels/document.xml.rels': relations(relation('s', 'styles', 'styles.xml') + links),
    'word/styles.xml': `<w:styles xmlns:w="${kWord}">${styles}</w:styles>`,
  });
}

/** A workbook whose sheets are all the same part. */
function workbook(sheets, rows, { links = '', ...parts } = {}) {
  const strings = 'xl/sharedStrings.xml' in parts ? relation('s', 'sharedStrings', 'sharedStrings.xml') : '';
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml';
  return zip({
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/xl/workbook.xml" ContentType="${type}"/></Types>`,
    '_rels/.rels': relations(relation('r', 'officeDocument', 'xl/workbook.xml')),
    'xl/workbook.xml': `<workbook ${kMain}><sheets>${repeat(sheets, (i) => `<sheet name="s${i}" sheetId="${i + 1}" r:id="r${i}"/>`)}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(strings + repeat(sheets, (i) => relation(`r${i}`, 'worksheet', 'worksheets/sheet1.xml'))),
    'xl/worksheets/sheet1.xml': `<worksheet ${kMain}><sheetData>${rows}</sheetData>${links}</worksheet>`,
    ...parts,
  });
}

function zip(members) {
  const local = [];
  const central = [];
  let at = 0;
  for (const [name, text] of Object.entries(members)) {
    const packed = deflateRawSync(text);
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(8, 4);
    facts.writeUInt32LE(crc32(text), 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(Buffer.byteLength(text), 18);
    facts.writeUInt16LE(name.length, 22);
    local.push(Buffer.from('PK\x03\x04'), facts, Buffer.from(name), packed);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    central.push(Buffer.from('PK\x01\x02\x14\x00'), facts, place, Buffer.from(name));
    at += 30 + name.length + packed.length;
  }
  const list = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06');
  end.writeUInt16LE(Object.keys(members).length, 8);
  end.writeUInt16LE(Object.keys(members).length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...local, list, end]);
}
