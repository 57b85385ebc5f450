// Compound files, metafiles and names in which a stream, a string, a text or a record stands once and is asked for n times.

import { gzipSync } from 'node:zlib';

import { zipFile } from '../../scripts/lib/zip.mjs';
import { compoundFile } from './compound.mjs';

const kSearch = ['--search', 'absent'];
const list = (n, make) => Array.from({ length: n }, (_, i) => make(i));
const numbered = (name, i) => `${name}${i.toString(16).toUpperCase().padStart(8, '0')}`;

/** Numbers of so many bytes each, the lowest first. */
function numbers(...fields) {
  const bytes = Buffer.alloc(fields.reduce((sum, [size]) => sum + size, 0));
  let at = 0;
  for (const [size, value] of fields) {
    bytes.writeUIntLE(value, at, size);
    at += size;
  }
  return bytes;
}

const kMessage = { name: '__properties_version1.0', data: Buffer.alloc(48) };

/** @type {Record<string, {name: string, n: number, options?: string[], make: (n: number) => Buffer}>} */
export const kAmplifiedCompounds = {
  'recipients that share their properties': {
    name: 'a.msg',
    n: 60,
    make: (n) => {
      const shared = { name: '__properties_version1.0', data: Buffer.alloc(1 << 20) };
      return compoundFile([kMessage, ...list(n, (i) => ({ name: numbered('__recip_version1.0_#', i), children: [shared] }))]);
    },
  },
  'messages in a message': {
    name: 'a.msg',
    n: 300,
    make: (n) => {
      const message = { name: '__substg1.0_3701000D', children: [kMessage] };
      return compoundFile([kMessage, ...list(n, (i) => ({ name: numbered('__attach_version1.0_#', i), children: [message] }))]);
    },
  },
  'names of storages in storages': {
    name: 'a.msg',
    n: 500,
    make: (n) => {
      const name = (i) => `${i}${'\u6587'.repeat(31)}`;
      let entries = list(n, (i) => ({ name: name(i), data: Buffer.alloc(0) }));
      for (let depth = 0; depth < 60; depth++) entries = [{ name: name(depth), children: entries }];
      return compoundFile([kMessage, ...entries]);
    },
  },
  'metafiles that unpack to megabytes': {
    name: 'a.docx',
    n: 6,
    make: (n) => wordFile(list(n, () => gzipSync(Buffer.concat([metafile([]), Buffer.alloc(4 << 20)]))), 'emz'),
  },
  'names of an archive that is searched for long words': {
    name: 'a.zip',
    n: 3000,
    options: ['--search', 'word '.repeat(2000)],
    make: (n) => zipFile(Object.fromEntries(list(n, (i) => [`f${i}`, '']))),
  },
  'mails of a mailbox that is searched for long words': {
    name: 'a.mbox',
    n: 3000,
    options: ['--search', 'word '.repeat(2000)],
    make: (n) => Buffer.from('From a Mon Jan 1 00:00:00\nSubject: x\n\nhello\n\n'.repeat(n)),
  },
  'short mails of a box': {
    name: 'a.mbox',
    n: 4000,
    options: ['--search', 'absent'],
    make: (n) => Buffer.from('From a@b Sat Jan  1 00:00:00 2000\nFrom: a@b\nSubject: x\n\nhello\n\n'.repeat(n)),
  },
  'runs of text in one record of a metafile': {
    name: 'a.docx',
    n: 1000,
    make: (n) => wordFile([metafile([runsOfText(n)])], 'emf'),
  },
  'runs of text in one record of a metafile that share half a character': {
    name: 'a.docx',
    n: 500,
    make: (n) => wordFile([metafile([runsOfText(n, 1)])], 'emf'),
  },
  'cells of xls that share a string': {
    name: 'a.xls',
    n: 200,
    options: kSearch,
    make: (n) => excelFile(Buffer.concat(list(n, (i) => record(0xfd, numbers([2, i], [2, 0], [2, 0], [4, 0]))))),
  },
  'sheets of xls that share their records': {
    name: 'a.xls',
    n: 40,
    options: kSearch,
    make: (n) => excelFile(Buffer.concat(list(2000, (i) => record(0x203, numbers([2, i], [4, 0], [4, 0], [4, 0])))), n),
  },
  'cells of xls that share a formula of blanks': {
    name: 'a.xls',
    n: 30,
    options: [...kSearch, '--values', 'formulas'],
    make: (n) => excelFile(sharedFormulas(n, Buffer.concat([Buffer.from('19400000'.repeat(15_000), 'hex'), Buffer.from([0x1e, 1, 0])]))),
  },
  'notes of xls that share the text of an object': {
    name: 'a.xls',
    n: 200,
    options: ['--outline'],
    make: (n) => excelFile(Buffer.concat([noteObject(), ...list(n, (i) => record(0x1c, numbers([2, i], [2, 0], [2, 0], [2, 1], [2, 0], [1, 0])))])),
  },
  'a text of xls with empty pieces': {
    name: 'a.xls',
    n: 50_000,
    options: kSearch,
    make: (n) => excelFile(Buffer.alloc(0), 1, Buffer.concat([record(0xfc, numbers([4, 1], [4, 1], [2, 9], [1, 0])), ...list(n, () => record(0x3c, Buffer.alloc(0)))])),
  },
  'a cell of xls again and again': {
    name: 'a.xls',
    n: 100_000,
    options: kSearch,
    make: (n) => excelFile(Buffer.concat(list(n, () => record(0x205, numbers([2, 0], [2, 0], [2, 0], [1, 1], [1, 0]))))),
  },
  'sheets of other workbooks in xls': {
    name: 'a.xls',
    n: 100,
    options: kSearch,
    make: (n) => excelFile(Buffer.alloc(0), 1, Buffer.concat(list(n, () => record(0x1ae, Buffer.concat([numbers([2, 0xffff], [2, 1], [1, 0], [1, 0x61]), Buffer.alloc(3 * 2500)]))))),
  },
  'formulas of xls in brackets': {
    name: 'a.xls',
    n: 2,
    options: [...kSearch, '--values', 'formulas'],
    make: (n) => excelFile(Buffer.concat(list(n, (i) => formulaCell(i, Buffer.concat([Buffer.from([0x1e, 1, 0]), Buffer.alloc(3_000, 0x15)]))))),
  },
  'formats of xls': {
    name: 'a.xls',
    n: 150,
    options: kSearch,
    make: (n) =>
      excelFile(
        Buffer.concat(list(n, (i) => record(0x203, numbers([2, i], [2, 0], [2, i], [4, 0], [4, 0x3ff00000])))),
        1,
        Buffer.concat([
          ...list(n, (i) => record(0x41e, Buffer.concat([numbers([2, 200 + i], [2, 200], [1, 0]), Buffer.alloc(200, 0x30)]))),
          ...list(n, (i) => record(0xe0, Buffer.concat([numbers([2, 0], [2, 200 + i]), Buffer.alloc(16)]))),
        ]),
      ),
  },
  'places of a format of xls': {
    name: 'a.xls',
    n: 450,
    options: kSearch,
    make: (n) =>
      excelFile(
        Buffer.concat(list(5_000, (i) => record(0x203, numbers([2, i], [2, 0], [2, 0], [4, 0], [4, 0x3ff00000])))),
        1,
        Buffer.concat([record(0x41e, Buffer.concat([numbers([2, 200], [2, n + 6], [1, 0]), Buffer.from(`#,##0.${'#'.repeat(n)}`)])), record(0xe0, Buffer.concat([numbers([2, 0], [2, 200]), Buffer.alloc(16)]))]),
      ),
  },
  'digits behind commas in the exponent of a format of xls': {
    name: 'a.xls',
    n: 200,
    options: kSearch,
    make: (n) => {
      const format = `0E+${','.repeat(n)}${'#'.repeat(n)}`;
      return excelFile(
        Buffer.concat(list(1_000, (i) => record(0x203, numbers([2, i], [2, 0], [2, 0], [4, 0], [4, 0x3ff00000])))),
        1,
        Buffer.concat([record(0x41e, Buffer.concat([numbers([2, 200], [2, format.length], [1, 0]), Buffer.from(format)])), record(0xe0, Buffer.concat([numbers([2, 0], [2, 200]), Buffer.alloc(16)]))]),
      );
    },
  },
  'paragraphs of a doc that share their properties': {
    name: 'a.doc',
    n: 100,
    make: (n) => wordOfProperties(n, Buffer.from([0x46, 0x66, 0, 0, 0, 0]), Buffer.concat([numbers([2, 65_532]), Buffer.from('402609'.repeat(21_844), 'hex')])),
  },
  'objects of ppt that share the name of a program': {
    name: 'a.ppt',
    n: 200,
    make: (n) => {
      const object = powerPoint(4044, [
        powerPoint(4035, numbers([4, 0], [4, 0], [4, 5], [4, 0], [4, 0], [4, 0])),
        powerPoint(4026, Buffer.alloc(1_000_000, 0x61), 2),
      ]);
      const shape = powerPoint(0xf004, [powerPoint(0xf011, [powerPoint(3009, numbers([4, 5]))])]);
      return powerPointFile(1, 0, 0, [powerPoint(1033, [object])], Buffer.concat(list(n, () => shape)));
    },
  },
  'paragraphs of ppt': {
    name: 'a.ppt',
    n: 80_000,
    make: (n) => powerPointFile(1, 0, 0, [], powerPoint(0xf004, [powerPoint(0xf00d, [powerPoint(3999, numbers([4, 4])), powerPoint(4008, Buffer.from('x\ry\v'.repeat(n)))])])),
  },
  'places of a doc that its pieces leave out': {
    name: 'a.doc',
    n: 1,
    make: (n) => wordOf97(n * 1_000_000),
  },
  'shapes of ppt that share a text': {
    name: 'a.ppt',
    n: 20,
    make: (n) => powerPointFile(1, n, 0),
  },
  'slides of ppt that share a footer': {
    name: 'a.ppt',
    n: 200,
    options: ['--search', 'absent', '--max-work', '100000000'],
    make: (n) => {
      const footers = powerPoint(4057, [powerPoint(4058, numbers([2, 0], [2, 32])), ...list(2_000, () => powerPoint(4026, Buffer.alloc(2, 0x61), 2))], 3);
      return powerPointFile(n, 0, 0, [footers], Buffer.alloc(0), [powerPoint(1007, numbers([4, 0], [4, 0], [4, 0], [4, 0], [4, 0], [2, 1], [2, 0]))]);
    },
  },
  'slides of ppt that share their records': {
    name: 'a.ppt',
    n: 30,
    options: kSearch,
    make: (n) => powerPointFile(n, 1, 5000),
  },
};

const kRelation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** A document of word processing with these pictures. */
function wordFile(pictures, extension) {
  const drawing = 'http://schemas.openxmlformats.org/drawingml/2006';
  const picture = (i) =>
    `<w:p><w:r><w:drawing><d:inline xmlns:d="${drawing}/wordprocessingDrawing"><a:graphic xmlns:a="${drawing}/main"><a:graphicData uri="${drawing}/picture"><p:pic xmlns:p="${drawing}/picture"><p:blipFill><a:blip r:embed="p${i}"/></p:blipFill></p:pic></a:graphicData></a:graphic></d:inline></w:drawing></w:r></w:p>`;
  const relation = (id, type, target) => `<Relationship Id="${id}" Type="${kRelation}/${type}" Target="${target}"/>`;
  const relations = (all) => `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${all}</Relationships>`;
  return zipFile({
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
    '_rels/.rels': relations(relation('r', 'officeDocument', 'word/document.xml')),
    'word/document.xml': `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="${kRelation}"><w:body>${pictures.map((_, i) => picture(i)).join('')}</w:body></w:document>`,
    'word/_rels/document.xml.rels': relations(pictures.map((_, i) => relation(`p${i}`, 'image', `media/${i}.${extension}`)).join('')),
    ...Object.fromEntries(pictures.map((bytes, i) => [`word/media/${i}.${extension}`, bytes])),
  });
}

/** [MS-EMF] 2.3: a head, the records, the end. */
function metafile(records) {
  const head = Buffer.alloc(108);
  head.writeUInt32LE(1, 0);
  head.writeUInt32LE(108, 4);
  head.write(' EMF', 40, 'latin1');
  return Buffer.concat([head, ...records]);
}

/** EMR_POLYTEXTOUTW: each run names as many characters as the record has bytes, and has `left` of them. */
function runsOfText(count, left = 0) {
  const size = 40 + 40 * count;
  const bytes = Buffer.alloc(size);
  bytes.writeUInt32LE(97, 0);
  bytes.writeUInt32LE(size, 4);
  bytes.writeUInt32LE(count, 36);
  for (let at = 40; at < size; at += 40) {
    bytes.writeUInt32LE(size, at + 8);
    bytes.writeUInt32LE(size - left, at + 12);
    bytes.writeUInt32LE(8, at + 36);
  }
  return bytes;
}

/** A record of [MS-XLS]. */
function record(type, body) {
  return Buffer.concat([numbers([2, type], [2, body.length]), body]);
}

/** A workbook whose sheets are all the same records, with one string of 64,000 characters. */
function excelFile(body, sheets = 1, more = Buffer.alloc(0)) {
  const begin = (kind) => record(0x809, numbers([2, 0x600], [2, kind], [4, 0], [4, 0], [4, 0]));
  const end = record(10, Buffer.alloc(0));
  const sheet = (offset) => record(0x85, numbers([4, offset], [2, 0], [1, 1], [1, 0], [1, 0x73]));
  const piece = Buffer.alloc(8000, 0x78);
  const strings = [
    record(0xfc, Buffer.concat([numbers([4, 1], [4, 1], [2, 64_000], [1, 0]), piece])),
    ...list(7, () => record(0x3c, Buffer.concat([Buffer.from([0]), piece]))),
  ];
  const globals = (offset) => Buffer.concat([begin(5), ...list(sheets, () => sheet(offset)), more, ...strings, end]);
  return compoundFile([{ name: 'Workbook', data: Buffer.concat([globals(globals(0).length), begin(16), body, end]) }]);
}

/** An object with the number 1 for notes, and its text of 32,000 characters. */
function noteObject() {
  const piece = Buffer.concat([Buffer.from([0]), Buffer.alloc(8000, 0x78)]);
  return Buffer.concat([
    record(0x5d, numbers([2, 0x15], [2, 18], [2, 0x19], [2, 1], [2, 0])),
    record(0x1b6, numbers([2, 0], [2, 0], [4, 0], [2, 0], [2, 32_000])),
    ...list(4, () => record(0x3c, piece)),
  ]);
}

/** A cell of a row of its own with a formula. */
function formulaCell(row, tokens) {
  return record(6, Buffer.concat([numbers([2, row], [2, 0], [2, 0], [4, 0], [4, 0x3ff00000], [2, 0], [4, 0], [2, tokens.length]), tokens]));
}

/** Cells that refer to one formula. */
function sharedFormulas(count, tokens) {
  const shared = record(0x4bc, Buffer.concat([numbers([2, 0], [2, 65_535], [1, 0], [1, 255], [2, 0], [2, tokens.length]), tokens]));
  const cells = list(count, (i) => formulaCell(i, Buffer.from([1, 0, 0, 0, 0])));
  return Buffer.concat([cells[0], shared, ...cells.slice(1)]);
}

/** A document of [MS-DOC] of so many paragraphs of a character, all with these properties. */
function wordOfProperties(paragraphs, properties, data) {
  const text = Buffer.from('x\r'.repeat(paragraphs));
  const start = 1024;
  const main = Buffer.alloc(start + Math.ceil(text.length / 512) * 512 + 512);
  const page = main.length - 512;
  text.copy(main, start);
  for (const [at, value] of [
    [0, 0xa5ec],
    [2, 0xc1],
    [0x98, 93],
  ])
    main.writeUInt16LE(value, at);
  const places = numbers([4, start], [4, start + text.length]);
  places.copy(main, page);
  main[page + 8] = 128;
  main[page + 256] = (properties.length + 4) >> 1;
  properties.copy(main, page + 259);
  main[page + 511] = 1;
  const pages = Buffer.concat([places, numbers([4, page / 512])]);
  const pieces = numbers([4, 0], [4, text.length], [2, 0], [4, 2 * start + 2 ** 30], [2, 0]);
  main.writeUInt32LE(text.length, 0x4c);
  main.writeUInt32LE(pages.length, 0x9a + 8 * 13 + 4);
  main.writeUInt32LE(pages.length, 0x9a + 8 * 33);
  main.writeUInt32LE(5 + pieces.length, 0x9a + 8 * 33 + 4);
  return compoundFile([
    { name: 'WordDocument', data: main },
    { name: '0Table', data: Buffer.concat([pages, numbers([1, 2], [4, pieces.length]), pieces]) },
    { name: 'Data', data },
  ]);
}

/** A document of [MS-DOC] of two characters, with so many places between them that the stream does not have. */
function wordOf97(places) {
  const main = Buffer.alloc(1024);
  for (const [at, value] of [
    [0, 0xa5ec],
    [2, 0xc1],
    [0x98, 93],
  ])
    main.writeUInt16LE(value, at);
  const pieces = numbers([4, 0], [4, places], [4, places + 1], [2, 0], [4, 1022], [2, 0], [2, 0], [4, 1022], [2, 0]);
  main.writeUInt32LE(places + 1, 0x4c);
  main.writeUInt32LE(5 + pieces.length, 0x9a + 8 * 33 + 4);
  main.write('x', 1022, 'utf16le');
  const table = Buffer.concat([numbers([1, 2], [4, pieces.length]), pieces]);
  return compoundFile([
    { name: 'WordDocument', data: main },
    { name: '0Table', data: table },
  ]);
}

/** A record of [MS-PPT]; one with parts is a container. */
function powerPoint(type, body, instance = 0) {
  const bytes = Array.isArray(body) ? Buffer.concat(body) : body;
  return Buffer.concat([numbers([2, 16 * instance + (Array.isArray(body) ? 15 : 0)], [2, type], [4, bytes.length]), bytes]);
}

/** Slides that are all the same container, with a shape that names one text of 200,000 characters so many times. */
function powerPointFile(slides, texts, records, parts = [], shapes = undefined, ofSlide = []) {
  const document = powerPoint(1000, [
    ...parts,
    powerPoint(4080, [
      ...list(slides, (i) => powerPoint(1011, numbers([4, 2], [4, 0], [4, 0], [4, 256 + i], [4, 0]))),
      powerPoint(3999, numbers([4, 1])),
      powerPoint(4008, Buffer.alloc(200_000, 0x61)),
    ]),
  ]);
  const shape = shapes ?? powerPoint(0xf004, [powerPoint(0xf00d, list(texts, () => powerPoint(3998, numbers([4, 0]))))]);
  const slide = powerPoint(1006, [
    ...ofSlide,
    powerPoint(1036, [powerPoint(0xf002, [powerPoint(0xf003, [shape])])]),
    ...list(records, () => powerPoint(1, Buffer.alloc(0))),
  ]);
  const places = powerPoint(6002, numbers([4, 1 + 2 * 2 ** 20], [4, 0], [4, document.length]));
  const end = document.length + slide.length;
  const edit = powerPoint(4085, numbers([4, 0], [4, 0], [4, 0], [4, end], [4, 1], [4, 2], [4, 0]));
  const user = powerPoint(4086, numbers([4, 20], [4, 0xe391c05f], [4, end + places.length], [4, 0], [4, 0]));
  return compoundFile([
    { name: 'PowerPoint Document', data: Buffer.concat([document, slide, places, edit]) },
    { name: 'Current User', data: user },
  ]);
}
