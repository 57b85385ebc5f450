// Data, archives and mails in which keys, tags, names, styles or streams are few and are asked for at n places.

import { zipFile } from '../../scripts/lib/zip.mjs';
import { compoundFile } from './compound.mjs';

const repeat = (n, piece) => Array.from({ length: n }, (_, i) => (typeof piece === 'function' ? piece(i) : piece)).join('');
const list = (n, make) => Array.from({ length: n }, (_, i) => make(i));
const numbered = (name, i) => `${name}${i.toString(16).toUpperCase().padStart(8, '0')}`;
/** Letters that cannot be packed well. */
function noise(bytes) {
  let seed = 1;
  return repeat(bytes, () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return String.fromCharCode(seed >>> 25);
  });
}
const kOutline = ['--outline'];
const kMessage = { name: '__properties_version1.0', data: Buffer.alloc(48) };

/** @type {Record<string, {name: string, n: number, options?: string[], make: (n: number) => Buffer}>} */
export const kAmplifiedData = {
  // What 150 objects have is more than is compared with each key that follows.
  'keys behind objects of many keys': {
    name: 'a.json',
    n: 200,
    options: kOutline,
    make: (n) => {
      const key = (i) => `a${i.toString(36).padStart(3, '0')}`;
      const objects = repeat(150, (i) => `"k${i}":{${list(26, (j) => `"${key(26 * i + j)}":1`)}},`);
      return Buffer.from(`{${objects}${repeat(n, () => `"":{${list(240, (j) => `"${key(3_899 - (j % 26))}":1`)}},`)}"":1}`);
    },
  },
  'end tags behind elements of other names': {
    name: 'a.xml',
    n: 100_000,
    options: kOutline,
    make: (n) => Buffer.from(`<?xml version="1.0"?>${'<a>'.repeat(1_000)}${'</b>'.repeat(n)}`),
  },
  'members of an ar archive that share a long name': {
    name: 'a.a',
    n: 1_000,
    make: (n) => {
      const names = `${'n'.repeat(4_094)}/\n`;
      return Buffer.concat([Buffer.from('!<arch>\n'), arHeader('//', names.length), Buffer.from(names), ...list(n, () => arHeader('/0', 0))]);
    },
  },
  'bodies of messages that share a stream': {
    name: 'a.msg',
    n: 20,
    make: (n) => attachedMessages(n, { name: '__substg1.0_1013001F', data: Buffer.from('<p>x<b>y</b>'.repeat(5_000), 'utf16le') }),
  },
  'names of recipients that share a stream': {
    name: 'a.msg',
    n: 20,
    make: (n) => {
      const name = { name: '__substg1.0_3001001F', data: Buffer.from('s|*<'.repeat(100_000), 'utf16le') };
      const kind = Buffer.alloc(24);
      kind.writeUInt32LE(0x0c150003, 8);
      kind.writeUInt32LE(1, 16);
      const properties = { name: '__properties_version1.0', data: kind };
      return compoundFile([kMessage, ...list(n, (i) => ({ name: numbered('__recip_version1.0_#', i), children: [name, properties] }))]);
    },
  },
  'sheets between styles that go on behind paragraphs': {
    name: 'a.html',
    n: 80,
    options: ['--html', 'markdown'],
    make: (n) => Buffer.from(`<!DOCTYPE html><p>${repeat(16, (i) => `<b id=${i} style="${'a:b;'.repeat(n)}">`)}</p>${repeat(10 * n, (i) => `<p><style>.a${i}{display:none}</style>x`)}`),
  },
  'places in a spine of a chapter with a long name': {
    name: 'a.epub',
    n: 60_000,
    make: (n) =>
      zipFile({
        mimetype: 'application/epub+zip',
        'META-INF/container.xml':
          '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="o.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
        'o.opf': `<package xmlns="http://www.idpf.org/2007/opf"><manifest><item id="a" href="${'n'.repeat(3_900)}" media-type="application/xhtml+xml"/></manifest><spine>${'<itemref idref="a"/>'.repeat(n)}</spine></package>`,
      }),
  },
  'words of a chapter': {
    name: 'a.epub',
    n: 4_000_000,
    make: (n) =>
      zipFile({
        mimetype: 'application/epub+zip',
        'META-INF/container.xml':
          '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="o.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
        'o.opf':
          '<package xmlns="http://www.idpf.org/2007/opf"><manifest><item id="a" href="a.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="a"/></spine></package>',
        'a.xhtml': `<html xmlns="http://www.w3.org/1999/xhtml"><body><p>${'a '.repeat(n)}</p></body></html>`,
      }),
  },
  'headings of a letter beside a large picture': {
    name: 'a.odt',
    n: 40_000,
    options: ['--search', 'absent'],
    make: (n) =>
      zipFile({
        mimetype: 'application/vnd.oasis.opendocument.text',
        'content.xml': `<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:text>${'<text:h>a</text:h>'.repeat(n)}</office:text></office:body></office:document-content>`,
        'Pictures/a.png': noise(n * 2),
      }),
  },
  'points that a chart lacks in each of its places': {
    name: 'a.docx',
    n: 40,
    options: ['--max-work', '1000000000'],
    make: (n) => {
      const points = repeat(9, (i) => `<c:pt idx="${1_999 * (i + 1)}"><c:v>1</c:v></c:pt>`);
      return documentWithChart(n, `<c:ser><c:val><c:numRef><c:numCache>${points}</c:numCache></c:numRef></c:val></c:ser>`.repeat(13));
    },
  },
};

/** A document of word processing that shows a chart of these series n times. */
function documentWithChart(n, series) {
  const relation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const drawing = 'http://schemas.openxmlformats.org/drawingml/2006';
  const spaces = `xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="${relation}" xmlns:a="${drawing}/main" xmlns:d="${drawing}/wordprocessingDrawing" xmlns:c="${drawing}/chart"`;
  const relations = (id, type, target) =>
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="${id}" Type="${relation}/${type}" Target="${target}"/></Relationships>`;
  const place = '<w:p><w:r><w:drawing><d:inline><a:graphic><a:graphicData><c:chart r:id="c"/></a:graphicData></a:graphic></d:inline></w:drawing></w:r></w:p>';
  return zipFile({
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
    '_rels/.rels': relations('r', 'officeDocument', 'word/document.xml'),
    'word/document.xml': `<w:document ${spaces}><w:body>${place.repeat(n)}</w:body></w:document>`,
    'word/_rels/document.xml.rels': relations('c', 'chart', 'c.xml'),
    'word/c.xml': `<c:chartSpace ${spaces}><c:chart><c:plotArea><c:barChart>${series}</c:barChart></c:plotArea></c:chart></c:chartSpace>`,
  });
}

/** Messages that are attached to one, each with this stream. */
function attachedMessages(n, stream) {
  const message = { name: '__substg1.0_3701000D', children: [kMessage, stream] };
  return compoundFile([kMessage, ...list(n, (i) => ({ name: numbered('__attach_version1.0_#', i), children: [message] }))]);
}

/** The header of a member of an ar archive. */
function arHeader(name, size) {
  const fields = [
    [name, 16],
    ['0', 12],
    ['0', 6],
    ['0', 6],
    ['644', 8],
    [size, 10],
  ];
  return Buffer.from(`${fields.map(([value, width]) => String(value).padEnd(width)).join('')}\`\n`);
}
