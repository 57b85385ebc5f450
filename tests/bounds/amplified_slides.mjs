// Slides, lists and charts in which a name, a type or a place stands once and is looked at for n shapes, items or series.

import { zipFile } from '../../scripts/lib/zip.mjs';

const repeat = (n, piece) => Array.from({ length: n }, (_, i) => (typeof piece === 'function' ? piece(i) : piece)).join('');
const long = (size) => 'A'.repeat(size);

/** @type {Record<string, {name: string, n: number, options?: string[], make: (n: number) => Buffer}>} */
export const kAmplifiedSlides = {
  'paragraphs with numbers of a long type': {
    name: 'a.pptx',
    n: 500,
    make: (n) =>
      deck(shape(`<a:lstStyle><a:lvl1pPr><a:buAutoNum type="${long(2_000 * n)}"/></a:lvl1pPr></a:lstStyle>${'<a:p><a:r><a:t>x</a:t></a:r></a:p>'.repeat(n)}`)),
  },
  'shapes that share a long target': {
    name: 'a.pptx',
    n: 300,
    make: (n) => deck(shape('', '<a:hlinkClick r:id="h"/>').repeat(n), relation('h', 'hyperlink', `http://a/${long(4_000 * n)}`, ' TargetMode="External"')),
  },
  'words that share a long target': {
    name: 'a.pptx',
    n: 300,
    make: (n) =>
      deck(
        shape(repeat(n, (i) => `<a:p><a:r><a:rPr b="${i % 2}"><a:hlinkClick r:id="h"/></a:rPr><a:t>x</a:t></a:r></a:p>`)),
        relation('h', 'hyperlink', `http://a/${long(4_000 * n)}`, ' TargetMode="External"'),
      ),
  },
  'shapes that look for their place in a layout': {
    name: 'a.pptx',
    n: 400,
    make: (n) => {
      const placeholders = (start, end) => repeat(end - start, (i) => shape('', '', `<p:nvPr><p:ph type="t${start + i}" idx="${start + i}"/></p:nvPr>`));
      return deck(placeholders(n, 2 * n), relation('l', 'slideLayout', '../l.xml'), {
        'ppt/l.xml': `<p:sldLayout ${kSpaces}><p:cSld><p:spTree>${placeholders(0, n)}</p:spTree></p:cSld></p:sldLayout>`,
      });
    },
  },
  'shapes in two columns below one that is as wide': {
    name: 'a.fodp',
    n: 400,
    make: (n) => {
      const frame = (x, y, width) => `<draw:frame svg:x="${x}pt" svg:y="${y}pt" svg:width="${width}pt" svg:height="1pt"><draw:text-box><text:p>x</text:p></draw:text-box></draw:frame>`;
      return presentation(`<draw:page>${frame(0, 0, 100)}${repeat(n, (i) => frame(0, 2 * i + 2, 40) + frame(60, 2 * i + 2, 40))}</draw:page>`);
    },
  },
  'lists of slides in one of a long style': {
    name: 'a.fodp',
    n: 500,
    make: (n) =>
      presentation(
        `<draw:page><draw:frame><draw:text-box><text:list text:style-name="${long(2_000 * n)}"><text:list-item>${'<text:list><text:list-item><text:p>x</text:p></text:list-item></text:list>'.repeat(n)}</text:list-item></text:list></draw:text-box></draw:frame></draw:page>`,
      ),
  },
  'lists in one of a long style': {
    name: 'a.fodt',
    n: 500,
    make: (n) =>
      flat(
        'text',
        `<text:list text:style-name="${long(2_000 * n)}"><text:list-item>${'<text:list><text:list-item><text:p>x</text:p></text:list-item></text:list>'.repeat(n)}</text:list-item></text:list>`,
      ),
  },
  'rows of a chart without cells': {
    name: 'a.ods',
    n: 500,
    make: (n) =>
      zipFile({
        mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
        'content.xml': `<office:document-content ${kOdfSpaces}><office:body><office:spreadsheet><table:table table:name="t"><table:table-row><table:table-cell><draw:frame><draw:object xlink:href="./O"/></draw:frame></table:table-cell></table:table-row></table:table></office:spreadsheet></office:body></office:document-content>`,
        'O/content.xml': `<office:document-content ${kOdfSpaces}><office:body><office:chart><chart:chart chart:class="chart:bar"><table:table><table:table-row>${'<table:table-cell><text:p>x</text:p></table:table-cell>'.repeat(n)}</table:table-row>${'<table:table-row/>'.repeat(n)}</table:table></chart:chart></office:chart></office:body></office:document-content>`,
      }),
  },
  'columns that are hidden again': {
    name: 'a.xml',
    n: 2_000,
    options: ['--max-content-chars', '10000000'],
    make: (n) => {
      const space = 'urn:schemas-microsoft-com:office:spreadsheet';
      return Buffer.from(
        `<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook xmlns="${space}" xmlns:ss="${space}"><Worksheet ss:Name="S"><Table>${'<Column ss:Index="1" ss:Hidden="1"/>'.repeat(n)}<Row>${'<Cell><Data ss:Type="Number">1</Data></Cell>'.repeat(n)}</Row></Table></Worksheet></Workbook>`,
      );
    },
  },
};

const kRelation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const kSpaces = `xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="${kRelation}"`;
const relations = (all) => `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${all}</Relationships>`;

function relation(id, type, target, more = '') {
  return `<Relationship Id="${id}" Type="${kRelation}/${type}" Target="${target}"${more}/>`;
}

/** A shape with this text, and what its properties hold. */
function shape(text, inside = '', more = '') {
  return `<p:sp><p:nvSpPr><p:cNvPr id="1" name="x">${inside}</p:cNvPr>${more}</p:nvSpPr><p:txBody>${text || '<a:p><a:r><a:t>x</a:t></a:r></a:p>'}</p:txBody></p:sp>`;
}

/** A presentation of a slide. */
function deck(shapes, links = '', parts = {}) {
  const type = 'application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml';
  return zipFile({
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/ppt/presentation.xml" ContentType="${type}"/></Types>`,
    '_rels/.rels': relations(relation('r', 'officeDocument', 'ppt/presentation.xml')),
    'ppt/presentation.xml': `<p:presentation ${kSpaces}><p:sldIdLst><p:sldId id="256" r:id="s"/></p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relations(relation('s', 'slide', 'slides/s.xml')),
    'ppt/slides/s.xml': `<p:sld ${kSpaces}><p:cSld><p:spTree>${shapes}</p:spTree></p:cSld></p:sld>`,
    'ppt/slides/_rels/s.xml.rels': relations(links),
    ...parts,
  });
}

const kOdf = 'urn:oasis:names:tc:opendocument:xmlns';
const kOdfSpaces = `${['office', 'text', 'table', 'chart', 'presentation'].map((name) => `xmlns:${name}="${kOdf}:${name}:1.0"`).join(' ')} xmlns:draw="${kOdf}:drawing:1.0" xmlns:svg="${kOdf}:svg-compatible:1.0" xmlns:xlink="http://www.w3.org/1999/xlink"`;

function flat(kind, body) {
  return Buffer.from(
    `<?xml version="1.0"?><office:document ${kOdfSpaces} office:mimetype="application/vnd.oasis.opendocument.${kind}"><office:body><office:${kind}>${body}</office:${kind}></office:body></office:document>`,
  );
}

const presentation = (pages) => flat('presentation', pages);
