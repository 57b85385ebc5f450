// Files in which a text, a name, a style or a column is said once, however long, and asked for at n places that say nothing.

import { zipFile } from '../../scripts/lib/zip.mjs';
import { crc32 } from '../../scripts/lib/png.mjs';
import { Writer } from '../../scripts/pdf/bombs.mjs';

const repeat = (n, piece) => Array.from({ length: n }, (_, i) => (typeof piece === 'function' ? piece(i) : piece)).join('');
const long = (size) => 'A'.repeat(size);
const kMarkdown = ['--html', 'markdown'];
const kSearch = ['--search', 'absent'];

/** A PDF that is read as text; `write` returns what its catalogue has besides. */
const pdfOf = (n, write) => ({ name: 'a.pdf', isDrawn: false, n, make: (n) => pdf((writer) => write(writer, n)) });

/** @type {Record<string, {name: string, n: number, isDrawn?: boolean, options?: string[], growth?: number, make: (n: number) => Buffer}>} */
export const kAmplifiedRepeats = {
  // What is beyond the values that a file of its size may have is paid for, up to the limit of all work.
  'columns that rows of SQLite lack': {
    name: 'a.sqlite',
    n: 300,
    options: kSearch,
    growth: 4.6,
    make: (n) => database([['table', 't', 't', 2, `CREATE TABLE t(${repeat(n, 'a,')}a)`]], Array(n).fill(Buffer.from([2, 0]))),
  },
  'tables of SQLite beside indexes of others': {
    name: 'a.sqlite',
    n: 600,
    options: kSearch,
    make: (n) => database([...list(n, (i) => ['table', `t${i}`, 't', 2, '']), ...list(n, () => ['index', 'i', 'o', 2, 'x'])], [Buffer.from([2, 1, 1])]),
  },
  'properties of a 7-Zip archive that are said again': {
    name: 'a.7z',
    n: 100,
    make: (n) => {
      const files = 40 * n;
      const bits = Buffer.alloc(files / 8);
      const empty = Buffer.from('0f00'.repeat(20 * n), 'hex');
      return sevenZip(Buffer.concat([Buffer.from([1, 5]), sevenZipNumber(files), Buffer.from([0x0e]), sevenZipNumber(bits.length), bits, empty, Buffer.alloc(2)]));
    },
  },
  'references to attachments with long names': {
    name: 'a.ipynb',
    n: 500,
    make: (n) => {
      const text = 'attachment:'.repeat(n);
      return notebook({ cell_type: 'markdown', metadata: {}, source: text, attachments: { [`${text}x`]: { 'image/png': 'AAAA' } } });
    },
  },
  'hits in one line of a notebook': {
    name: 'a.ipynb',
    n: 5_000,
    options: ['--search', 'x'],
    make: (n) => notebook({ cell_type: 'raw', metadata: {}, source: 'x '.repeat(n) }),
  },
  'styles that go on behind paragraphs': {
    name: 'a.html',
    n: 500,
    options: kMarkdown,
    make: (n) => Buffer.from(`<!DOCTYPE html><p>${repeat(16, (i) => `<b id=${i} style="${'a:b;'.repeat(n)}">`)}</p>${'<p>x'.repeat(n)}`),
  },
  'attributes that go on behind paragraphs': {
    name: 'a.html',
    n: 100,
    options: kMarkdown,
    make: (n) => Buffer.from(`<!DOCTYPE html><p>${repeat(16, (j) => `<font b=${j} ${repeat(n, (i) => `a${i} `)}>`)}</p>${'<p>x'.repeat(n)}`),
  },
  'links that go on behind paragraphs': {
    name: 'a.html',
    n: 500,
    options: kMarkdown,
    make: (n) => Buffer.from(`<!DOCTYPE html><p><a href="${long(400 * n)}"></p>${'<p><br>'.repeat(n)}`),
  },
  'words of a link that goes on behind paragraphs': {
    name: 'a.eml',
    n: 500,
    make: (n) =>
      Buffer.from(
        `From: a@b\nMIME-Version: 1.0\nContent-Type: multipart/alternative; boundary=x\n\n--x\nContent-Type: text/plain\n\nx\n--x\nContent-Type: text/html\n\n<p><a href="http:${long(100 * n)}"></p>${'<p>x'.repeat(n)}\n--x--\n`,
      ),
  },
  'texts of a PDF that stand for one long text': pdfOf(100, (writer, n) => {
    const text = writer.add(`(${long(1_000 * n)})`);
    writer.page(`/Span /P BDC BT /F1 6 Tf 9 99 Td ${'(a)Tj '.repeat(n)}ET EMC`, `/Properties<</P <</ActualText ${text} 0 R>>>>`);
  }),
  'bookmarks of a PDF that share a title': pdfOf(100, (writer, n) => {
    writer.page('');
    const title = writer.add(`(${long(1_000 * n)})`);
    const first = writer.next;
    for (let i = 0; i < n; i++) writer.add(`<</Title ${title} 0 R/Next ${first + i + 1} 0 R>>`);
    writer.add('<</Title(x)>>');
    return `/Outlines ${writer.add(`<</First ${first} 0 R>>`)} 0 R`;
  }),
  'tags of a PDF that share a description': pdfOf(100, (writer, n) => {
    const text = writer.add(`(${long(1_000 * n)})`);
    writer.page('/P <</MCID 0>> BDC BT /F1 9 Tf 9 9 Td (a) Tj ET EMC', '', '/MediaBox[0 0 600 800]/StructParents 0');
    const items = list(n, (i) => `${writer.add(`<</Type/StructElem/S/P/K ${i}/Alt ${text} 0 R>>`)} 0 R`).join(' ');
    return `/StructTreeRoot ${writer.add(`<</Type/StructTreeRoot/K[${items}]/ParentTree<</Nums[0[${items}]]>>>>`)} 0 R/MarkInfo<</Marked true>>`;
  }),
  'notes of a PDF that share a text': pdfOf(100, (writer, n) => {
    const text = writer.add(`(${long(1_000 * n)})`);
    const note = writer.add(`<</Type/Annot/Subtype/Text/Contents ${text} 0 R/T ${text} 0 R/Rect[0 0 9 9]>>`);
    writer.page('', '', `/MediaBox[0 0 600 800]/Annots[${`${note} 0 R `.repeat(n)}]`);
  }),
  'links of a PDF that share a long name': pdfOf(100, (writer, n) => {
    const name = writer.add(`(${long(1_000 * n)})`);
    const link = writer.add(`<</Type/Annot/Subtype/Link/Dest ${name} 0 R/Rect[0 0 9 9]>>`);
    writer.page('', '', `/MediaBox[0 0 600 800]/Annots[${`${link} 0 R `.repeat(n)}]`);
    return `/Names<</Dests<</Names[${`${name} 0 R 0 `.repeat(n)}]>>>>`;
  }),
  'fields of a PDF that share their choices': pdfOf(300, (writer, n) => {
    const choices = writer.add(`[${'[(a)(b)]'.repeat(n)}]`);
    const chosen = writer.add(`[${'(c)'.repeat(30)}]`);
    const field = writer.add(`<</Type/Annot/Subtype/Widget/FT/Ch/V ${chosen} 0 R/Opt ${choices} 0 R/Rect[0 0 99 99]>>`);
    writer.page('', '', `/MediaBox[0 0 600 800]/Annots[${`${field} 0 R `.repeat(n)}]`);
  }),
  'paragraphs of a style with a long name': {
    name: 'a.docx',
    n: 500,
    make: (n) => textDocument('<w:p/>'.repeat(n), { styles: `<w:style w:type="paragraph" w:default="1" w:styleId="${long(4_000 * n)}"/>` }),
  },
  'pictures that share a description': {
    name: 'a.docx',
    n: 300,
    make: (n) =>
      textDocument(
        `<w:p><w:r><w:drawing><d:inline><d:docPr id="1" name="x" descr="${long(10_000 * n)}"/><a:graphic><a:graphicData><p:pic><p:blipFill>${'<a:blip r:embed="p"/>'.repeat(n)}</p:blipFill></p:pic></a:graphicData></a:graphic></d:inline></w:drawing></w:r></w:p>`,
        { links: relation('p', 'image', 'p.png') },
      ),
  },
  'comments in one paragraph that answer one with a long name': {
    name: 'a.docx',
    n: 300,
    make: (n) =>
      textDocument('<w:p><w:commentReference w:id="0"/></w:p>', {
        links: `${relation('k', 'comments', 'k.xml')}<Relationship Id="e" Type="http://schemas.microsoft.com/office/2011/relationships/commentsExtended" Target="e.xml"/>`,
        parts: {
          'word/k.xml': `<w:comments ${kSpaces}>${repeat(n, (i) => `<w:comment w:id="${i}"><w:p n:paraId="1"><w:r><w:t>x</w:t></w:r></w:p></w:comment>`)}</w:comments>`,
          'word/e.xml': `<o:commentsEx ${kSpaces}><o:commentEx o:paraId="1" o:paraIdParent="${long(10_000 * n)}"/></o:commentsEx>`,
        },
      }),
  },
  'levels of categories below one long name': {
    name: 'a.docx',
    n: 10,
    make: (n) =>
      chartDocument(
        `<c:ser><c:cat><c:multiLvlStrRef><c:multiLvlStrCache><c:lvl>${repeat(10 * n, (i) => `<c:pt idx="${i}"><c:v>x</c:v></c:pt>`)}</c:lvl>${`<c:lvl><c:pt idx="0"><c:v>${long(4_000)}</c:v></c:pt></c:lvl>`.repeat(n)}</c:multiLvlStrCache></c:multiLvlStrRef></c:cat></c:ser>`,
      ),
  },
  'series of a chart without values': {
    name: 'a.docx',
    n: 400,
    make: (n) => chartDocument(`<c:ser><c:val><c:numRef><c:numCache>${repeat(n, (i) => `<c:pt idx="${5 * i}"><c:v>1</c:v></c:pt>`)}</c:numCache></c:numRef></c:val></c:ser>${'<c:ser/>'.repeat(n)}`),
  },
  'links that share a long target': {
    name: 'a.docx',
    n: 300,
    make: (n) =>
      textDocument('<w:p><w:hyperlink r:id="h"><w:r><w:t>x</w:t></w:r></w:hyperlink></w:p>'.repeat(n), {
        links: `<Relationship Id="h" Type="${kRelation}/hyperlink" Target="http://a/${long(10_000 * n)}" TargetMode="External"/>`,
      }),
  },
  'embedded parts that share a long name': {
    name: 'a.docx',
    n: 100,
    make: (n) => textDocument('<w:altChunk r:id="c"/>'.repeat(n), { links: relation('c', 'aFChunk', long(10_000 * n)) }),
  },
  'paragraphs with a long number': {
    name: 'a.docx',
    n: 2_000,
    make: (n) =>
      textDocument('<w:p/>'.repeat(n), {
        styles: '<w:style w:type="paragraph" w:default="1" w:styleId="N"><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr></w:style>',
        links: relation('n', 'numbering', 'n.xml'),
        parts: {
          'word/n.xml': `<w:numbering ${kSpaces}><w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="3888"/><w:numFmt w:val="upperRoman"/><w:lvlText w:val="${'%1'.repeat(Math.min(n / 10, 500))}"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>`,
        },
      }),
  },
  'chapters of a book that share a long name': {
    name: 'a.epub',
    n: 300,
    make: (n) =>
      zipFile({
        mimetype: 'application/epub+zip',
        'META-INF/container.xml': '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="c.opf"/></rootfiles></container>',
        'c.opf': `<package xmlns="http://www.idpf.org/2007/opf"><manifest><item id="a" href="${long(10_000 * n)}" media-type="text/html"/></manifest><spine>${'<itemref idref="a"/>'.repeat(n)}</spine></package>`,
      }),
  },
  'styles of a workbook that share a long format': {
    name: 'a.xml',
    n: 1_000,
    make: (n) => workbook2003(`<Style ss:ID="Default"><NumberFormat ss:Format="${'\\a'.repeat(Math.min(n / 2, 100))}"/></Style>${repeat(n, (i) => `<Style ss:ID="s${i}"/>`)}`, ''),
  },
  'attributes with one of many prefixes': {
    name: 'a.docx',
    n: 100,
    make: (n) =>
      textDocument(`<w:x ${repeat(n, (i) => `xmlns:p${100 + i}="${kRelation}" `)}>${`<w:y ${'p100:a="" p101:a="" '.repeat(100)}/>`.repeat(n)}</w:x>`),
  },
  'fields that pages of a PDF share': {
    ...pdfOf(240, (writer, n) => {
      const field = writer.add('<</Type/Annot/Subtype/Widget/FT/Tx/Rect[0 0 99 99]>>');
      const fields = writer.add(`[${`${field} 0 R `.repeat(n)}]`);
      for (let i = 0; i < n; i++) writer.page('BT /F1 9 Tf 9 9 Td (a) Tj ET', '', `/MediaBox[0 0 600 800]/Annots ${fields} 0 R`);
    }),
    options: kSearch,
  },
  'choices that fields on pages of a PDF share': {
    ...pdfOf(100, (writer, n) => {
      const choices = writer.add(`[${'[(a)(b)]'.repeat(2 * n)}]`);
      const chosen = writer.add(`[${'(c)'.repeat(30)}]`);
      const field = writer.add(`<</Type/Annot/Subtype/Widget/FT/Ch/V ${chosen} 0 R/Opt ${choices} 0 R/Rect[0 0 99 99]>>`);
      for (let i = 0; i < n; i++) writer.page('BT /F1 9 Tf 9 9 Td (a) Tj ET', '', `/MediaBox[0 0 600 800]/Annots[${field} 0 R ${field} 0 R]`);
    }),
    options: kSearch,
  },
  'choices that many fields on pages of a PDF list': {
    ...pdfOf(100, (writer, n) => {
      const choices = writer.add(`[${'(b)'.repeat(30)}]`);
      const field = writer.add(`<</Type/Annot/Subtype/Widget/FT/Ch/Opt ${choices} 0 R/Rect[0 0 99 99]>>`);
      for (let i = 0; i < n; i++) writer.page('BT /F1 9 Tf 9 9 Td (a) Tj ET', '', `/MediaBox[0 0 600 800]/Annots[${`${field} 0 R `.repeat(n / 4)}]`);
    }),
    options: kSearch,
  },
  'notes that pages of a PDF share one by one': {
    ...pdfOf(60, (writer, n) => {
      const note = writer.add(`<</Type/Annot/Subtype/Highlight/QuadPoints[${'1 '.repeat(800)}]/Rect[0 0 99 99]>>`);
      for (let i = 0; i < n; i++) writer.page('BT /F1 9 Tf 9 9 Td (a) Tj ET', '', `/MediaBox[0 0 600 800]/Annots[${`${note} 0 R `.repeat(n / 4)}]`);
    }),
    options: kSearch,
  },
  'tags among which pages of a PDF have one': {
    ...pdfOf(300, (writer, n) => {
      for (let i = 0; i < n; i++) writer.page('/P <</MCID 0>> BDC BT /F1 9 Tf 9 9 Td (a) Tj ET EMC', '', '/MediaBox[0 0 600 800]/StructParents 0');
      const shown = writer.add('<</Type/StructElem/S/P/K 0>>');
      const other = writer.add('<</Type/StructElem/S/P>>');
      const kids = `${`${other} 0 R `.repeat(50 * n)}${shown} 0 R`;
      return `/StructTreeRoot ${writer.add(`<</Type/StructTreeRoot/K[${kids}]/ParentTree<</Nums[0[${shown} 0 R]]>>>>`)} 0 R/MarkInfo<</Marked true>>`;
    }),
    options: kSearch,
  },
  // Held, they would take more than a read may.
  'fields of a line behind those that are asked for': {
    name: 'a.csv',
    n: 1_500_000,
    options: ['--range', 'A1:B2'],
    make: (n) => Buffer.from(`${','.repeat(n)}\n`),
  },
  'cells of a sheet that repeat a text': {
    name: 'a.fods',
    n: 400,
    options: kSearch,
    make: (n) => sheet(`<table:table-row><table:table-cell table:number-columns-repeated="${10 * n}"><text:p>x</text:p></table:table-cell></table:table-row>`.repeat(n)),
  },
  'cells of a sheet that the map looks through': {
    name: 'a.fods',
    n: 400,
    options: ['--outline'],
    make: (n) => sheet(`<table:table-row><table:table-cell table:number-columns-repeated="${10 * n}"><text:p>x</text:p></table:table-cell></table:table-row>`.repeat(n)),
  },
  'areas that share a long list of values': {
    name: 'a.xml',
    n: 500,
    options: kSearch,
    make: (n) =>
      workbook2003(
        '',
        `<Table/><DataValidation xmlns="urn:schemas-microsoft-com:office:excel"><Range>${repeat(n, (i) => `R${i + 1}C1,`)}R1C1</Range><Type>List</Type><Value>${long(800 * n)}</Value></DataValidation>`,
      ),
  },
  'shapes in a long link': {
    name: 'a.fodp',
    n: 300,
    make: (n) => {
      const kOdf = 'urn:oasis:names:tc:opendocument:xmlns';
      const spaces = `xmlns:office="${kOdf}:office:1.0" xmlns:text="${kOdf}:text:1.0" xmlns:draw="${kOdf}:drawing:1.0" xmlns:xlink="http://www.w3.org/1999/xlink"`;
      const shapes = '<draw:frame><draw:text-box><text:p>x</text:p></draw:text-box></draw:frame>'.repeat(n);
      return Buffer.from(
        `<?xml version="1.0"?><office:document ${spaces} office:mimetype="application/vnd.oasis.opendocument.presentation"><office:body><office:presentation><draw:page><draw:a xlink:href="${long(1_000 * n)}">${shapes}</draw:a></draw:page></office:presentation></office:body></office:document>`,
      );
    },
  },
};

function sheet(rows) {
  const kOdf = 'urn:oasis:names:tc:opendocument:xmlns';
  const spaces = `xmlns:office="${kOdf}:office:1.0" xmlns:text="${kOdf}:text:1.0" xmlns:table="${kOdf}:table:1.0"`;
  return Buffer.from(
    `<?xml version="1.0"?><office:document ${spaces} office:mimetype="application/vnd.oasis.opendocument.spreadsheet"><office:body><office:spreadsheet><table:table table:name="t">${rows}</table:table></office:spreadsheet></office:body></office:document>`,
  );
}

function list(n, make) {
  return Array.from({ length: n }, (_, i) => make(i));
}

const notebook = (cell) => Buffer.from(JSON.stringify({ nbformat: 4, nbformat_minor: 5, metadata: {}, cells: [cell] }));

/** A document of a page; `build` gives what its catalog says more. */
function pdf(build) {
  const writer = new Writer();
  const more = build(writer) ?? '';
  return Buffer.from(writer.finish().toString('latin1').replace('/Pages 2 0 R', `/Pages 2 0 R ${more}`), 'latin1');
}

function sevenZipNumber(value) {
  if (value < 0x80) return Buffer.from([value]);
  if (value < 0x4000) return Buffer.from([0x80 | (value >> 8), value & 255]);
  return Buffer.from([0xc0 | (value >> 16), value & 255, (value >> 8) & 255]);
}

/** An archive that is its directory alone. */
function sevenZip(directory) {
  const place = Buffer.alloc(20);
  place.writeUInt32LE(directory.length, 8);
  place.writeUInt32LE(crc32(directory) >>> 0, 16);
  const start = Buffer.from([0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c, 0, 4, 0, 0, 0, 0]);
  start.writeUInt32LE(crc32(place) >>> 0, 8);
  return Buffer.concat([start, place, directory]);
}

/** A database of two pages: what it has, and the rows of its table, which may be the same record. */
function database(objects, rows) {
  const kPage = 65_536;
  const number = (value) => (value < 128 ? [value] : value < 16_384 ? [(value >> 7) | 128, value & 127] : [(value >> 14) | 128, ((value >> 7) & 127) | 128, value & 127]);
  const cell = (record, id) => Buffer.concat([Buffer.from([...number(record.length), ...number(id)]), record]);
  const page = (head, cells) => {
    const bytes = Buffer.alloc(kPage);
    const places = new Map();
    let end = kPage;
    cells.forEach((each, i) => {
      if (!places.has(each)) {
        end -= each.length;
        places.set(each, end);
        each.copy(bytes, end);
      }
      bytes.writeUInt16BE(places.get(each), head + 8 + 2 * i);
    });
    bytes[head] = 13;
    bytes.writeUInt16BE(cells.length, head + 3);
    return bytes;
  };
  const record = (values) => {
    const texts = values.filter((value) => typeof value === 'string').map((value) => Buffer.from(value));
    const types = values.flatMap((value) => (typeof value === 'string' ? number(2 * Buffer.byteLength(value) + 13) : [1]));
    const bodies = values.map((value) => (typeof value === 'string' ? texts.shift() : Buffer.from([value])));
    return Buffer.concat([Buffer.from([types.length + 1, ...types]), ...bodies]);
  };
  const schema = page(
    100,
    objects.map((values, i) => cell(record(values), i + 1)),
  );
  schema.write('SQLite format 3\0', 0, 'latin1');
  schema.writeUInt16BE(1, 16);
  schema.set([1, 1, 0, 64, 32, 32], 18);
  for (const [at, value] of [
    [24, 1],
    [28, 2],
    [44, 4],
    [56, 1],
    [92, 1],
    [96, 3_045_000],
  ])
    schema.writeUInt32BE(value, at);
  const shared = new Map();
  const cells = rows.map((row) => shared.get(row) ?? shared.set(row, cell(row, 1)).get(row));
  return Buffer.concat([schema, page(0, cells)]);
}

const kRelation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const kDrawing = 'http://schemas.openxmlformats.org/drawingml/2006';
const kSpaces = `xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="${kRelation}" xmlns:a="${kDrawing}/main" xmlns:d="${kDrawing}/wordprocessingDrawing" xmlns:c="${kDrawing}/chart" xmlns:p="${kDrawing}/picture" xmlns:n="http://schemas.microsoft.com/office/word/2010/wordml" xmlns:o="http://schemas.microsoft.com/office/word/2012/wordml"`;
function relation(id, type, target) {
  return `<Relationship Id="${id}" Type="${kRelation}/${type}" Target="${target}"/>`;
}

function textDocument(body, { styles = '', links = '', parts = {} } = {}) {
  const relations = (all) => `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${all}</Relationships>`;
  const type = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
  return zipFile({
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="${type}"/></Types>`,
    '_rels/.rels': relations(relation('r', 'officeDocument', 'word/document.xml')),
    'word/document.xml': `<w:document ${kSpaces}><w:body>${body}</w:body></w:document>`,
    'word/_rels/document.xml.rels': relations(relation('s', 'styles', 'styles.xml') + links),
    'word/styles.xml': `<w:styles ${kSpaces}>${styles}</w:styles>`,
    ...parts,
  });
}

function chartDocument(series) {
  return textDocument('<w:p><w:r><w:drawing><d:inline><a:graphic><a:graphicData><c:chart r:id="c"/></a:graphicData></a:graphic></d:inline></w:drawing></w:r></w:p>', {
    links: relation('c', 'chart', 'c.xml'),
    parts: { 'word/c.xml': `<c:chartSpace ${kSpaces}><c:chart><c:plotArea><c:barChart>${series}</c:barChart></c:plotArea></c:chart></c:chartSpace>` },
  });
}

function workbook2003(styles, rows) {
  const kSheets = 'urn:schemas-microsoft-com:office:spreadsheet';
  return Buffer.from(
    `<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook xmlns="${kSheets}" xmlns:ss="${kSheets}"><Styles>${styles}</Styles><Worksheet ss:Name="S"><Table>${rows}</Table></Worksheet></Workbook>`,
  );
}
