// Documents in which charts, changes, tables, signs or headers stand once, or in few bytes, and are asked for n times.

import { zipFile } from '../../scripts/lib/zip.mjs';

const kOdf = 'urn:oasis:names:tc:opendocument:xmlns';
const kSpaces = `${['office', 'text', 'table', 'chart'].map((name) => `xmlns:${name}="${kOdf}:${name}:1.0"`).join(' ')} xmlns:draw="${kOdf}:drawing:1.0" xmlns:xlink="http://www.w3.org/1999/xlink"`;
const content = (kind, body) => `<office:document-content ${kSpaces}><office:body><office:${kind}>${body}</office:${kind}></office:body></office:document-content>`;
const document = (kind, body, parts = {}) => zipFile({ mimetype: `application/vnd.oasis.opendocument.${kind}`, 'content.xml': content(kind, body), ...parts });
const frame = (inside) => `<draw:frame>${inside}</draw:frame>`;
const kRelation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const relations = (all) => `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${all}</Relationships>`;
const relation = (id, type, target) => `<Relationship Id="${id}" Type="${kRelation}/${type}" Target="${target}"/>`;
const list = (n, make) => Array.from({ length: n }, (_, i) => make(i));

/** @type {Record<string, {name: string, n: number, options?: string[], make: (n: number) => Buffer}>} */
export const kAmplifiedWords = {
  'charts of OpenDocument whose rows lack cells': {
    name: 'a.odp',
    n: 60,
    options: ['--max-work', '60000000'],
    make: (n) =>
      document('presentation', `<draw:page>${frame('<draw:object xlink:href="./O"/>').repeat(n)}</draw:page>`, {
        'O/content.xml': content(
          'chart',
          `<chart:chart chart:class="chart:bar"><table:table><table:table-row>${'<table:table-cell/>'.repeat(n)}</table:table-row>${'<table:table-row/>'.repeat(n)}</table:table></chart:chart>`,
        ),
      }),
  },
  'marks of a change that has deleted much': {
    name: 'a.odt',
    n: 200,
    options: ['--changes', 'marked'],
    make: (n) =>
      document(
        'text',
        `<text:tracked-changes><text:changed-region text:id="a"><text:deletion><text:p>${'d_*'.repeat(20 * n)}</text:p></text:deletion></text:changed-region></text:tracked-changes>${'<text:p>x<text:change text:change-id="a"/></text:p>'.repeat(n)}`,
      ),
  },
  'tables of slides whose cells are repeated': {
    name: 'a.odp',
    n: 60,
    make: (n) =>
      document('presentation', `<draw:page>${frame(`<table:table><table:table-row>${'<table:table-cell table:number-columns-repeated="1000"/>'.repeat(n)}</table:table-row></table:table>`).repeat(n)}</draw:page>`),
  },
  'signs of a formula between its parts': {
    name: 'a.docx',
    n: 200,
    make: (n) =>
      zipFile({
        '_rels/.rels': relations(relation('r', 'officeDocument', 'word/document.xml')),
        'word/document.xml': `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"><w:body><w:p><m:oMath><m:d><m:dPr><m:sepChr m:val="${'x'.repeat(50 * n)}"/></m:dPr>${'<m:e/>'.repeat(n)}</m:d></m:oMath></w:p></w:body></w:document>`,
      }),
  },
  'frames of a web archive that share their page': {
    name: 'a.webarchive',
    n: 40,
    make: (n) =>
      propertyList((list) => {
        const page = (text) => list.dictionary({ WebResourceData: list.data(Buffer.from(text)), WebResourceMIMEType: list.text('text/html') });
        const frame = list.dictionary({ WebMainResource: page('<p>a <b>b</b></p>'.repeat(50 * n)) });
        return list.dictionary({ WebMainResource: page('<p>x'), WebSubframeArchives: list.array(Array(n).fill(frame)) });
      }),
  },
  'resources of a web archive that share long keys': {
    name: 'a.webarchive',
    n: 150,
    make: (n) =>
      propertyList((list) => {
        const resource = list.dictionary({ [`é${'x'.repeat(100 * n)}`]: list.text('x'), WebResourceURL: list.text('u') });
        const page = list.dictionary({ WebResourceData: list.data(Buffer.from('<p>x')), WebResourceMIMEType: list.text('text/html') });
        return list.dictionary({ WebMainResource: page, WebSubresources: list.array(Array(n).fill(resource)) });
      }),
  },
  'headers of a document of Word 2003': {
    name: 'a.xml',
    n: 200,
    make: (n) =>
      Buffer.from(
        `<?mso-application progid="Word.Document"?><w:wordDocument xmlns:w="http://schemas.microsoft.com/office/word/2003/wordml"><w:body><w:p><w:r><w:t>x</w:t></w:r></w:p><w:sectPr>${list(n, (i) => `<w:hdr><w:p><w:r><w:t>head ${i}x</w:t></w:r></w:p></w:hdr>`).join('')}</w:sectPr></w:body></w:wordDocument>`,
      ),
  },
  'layouts of slides with many words': {
    name: 'a.pptx',
    n: 40,
    options: ['--search', 'absent'],
    make: (n) => {
      const spaces = `xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="${kRelation}"`;
      const words = '<a:p><a:r><a:t>x</a:t></a:r></a:p>'.repeat(2_000);
      const parts = list(n, (i) => [
        [`ppt/s${i}.xml`, `<p:sld ${spaces}><p:cSld><p:spTree/></p:cSld></p:sld>`],
        [`ppt/_rels/s${i}.xml.rels`, relations(relation('l', 'slideLayout', `l${i}.xml`))],
        [`ppt/l${i}.xml`, `<p:sldLayout ${spaces}><p:cSld><p:spTree><p:sp><p:txBody>${words}</p:txBody></p:sp></p:spTree></p:cSld></p:sldLayout>`],
      ]);
      return zipFile({
        '_rels/.rels': relations(relation('r', 'officeDocument', 'ppt/presentation.xml')),
        'ppt/presentation.xml': `<p:presentation ${spaces}><p:sldIdLst>${list(n, (i) => `<p:sldId id="${256 + i}" r:id="s${i}"/>`).join('')}</p:sldIdLst></p:presentation>`,
        'ppt/_rels/presentation.xml.rels': relations(list(n, (i) => relation(`s${i}`, 'slide', `s${i}.xml`)).join('')),
        ...Object.fromEntries(parts.flat()),
      });
    },
  },
};

/** A property list in binary; `build` makes its objects, each of which may stand in several others, and gives the root. */
function propertyList(build) {
  const pieces = [Buffer.from('bplist00')];
  const offsets = [];
  const add = (kind, count, content) => {
    offsets.push(pieces.reduce((sum, piece) => sum + piece.length, 0));
    const long = Buffer.from([0x12, 0, 0, 0, 0]);
    long.writeUInt32BE(count, 1);
    pieces.push(Buffer.concat([Buffer.from([kind | Math.min(count, 15)]), count < 15 ? Buffer.alloc(0) : long, content]));
    return offsets.length - 1;
  };
  const bigEndian = (size, numbers) => {
    const bytes = Buffer.alloc(size * numbers.length);
    for (const [i, number] of numbers.entries()) bytes.writeUIntBE(number, i * size, size);
    return bytes;
  };
  const text = (value) => (/^[ -~]*$/.test(value) ? add(0x50, value.length, Buffer.from(value)) : add(0x60, value.length, Buffer.from(value, 'utf16le').swap16()));
  // What such a file is known by stands near its start.
  text('WebMainResource');
  const root = build({
    text,
    data: (bytes) => add(0x40, bytes.length, bytes),
    array: (ids) => add(0xa0, ids.length, bigEndian(2, ids)),
    dictionary: (entries) => {
      const keys = Object.keys(entries).map(text);
      return add(0xd0, keys.length, bigEndian(2, [...keys, ...Object.values(entries)]));
    },
  });
  const table = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const end = [offsets.length, root, table].flatMap((number) => [0, number]);
  return Buffer.concat([...pieces, bigEndian(4, offsets), Buffer.from([0, 0, 0, 0, 0, 0, 4, 2]), bigEndian(4, end)]);
}
