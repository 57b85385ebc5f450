// PDFs that name, share or lay out something n times: words, rules, tags, links, fields, fonts, pages.

import { deflateSync } from 'node:zlib';

import { Writer } from '../../scripts/pdf/bombs.mjs';

const kBox = '/MediaBox[0 0 600 800]';
const repeat = (n, piece, between = '\n') => Array.from({ length: n }, (_, i) => (typeof piece === 'function' ? piece(i) : piece)).join(between);

/** A document whose catalog says `more`, after `build` has made its pages. */
function finish(writer, more = '', kids) {
  const text = writer.finish(kids).toString('latin1').replace('/Pages 2 0 R', `/Pages 2 0 R ${more}`);
  // Offsets behind the catalog are wrong now; PDFium looks for the objects itself.
  return Buffer.from(kids ? text.replace('/Count 0', `/Count ${kids.length}`) : text, 'latin1');
}

function page(build, content, extra = kBox, catalog = '') {
  const writer = new Writer();
  const resources = build(writer);
  writer.page(content, resources, extra);
  return finish(writer, catalog);
}

const at = (i) => `${10 + ((i * 37) % 560)} ${10 + ((i * 101) % 780)}`;
const word = (i) => `BT /F1 6 Tf ${at(i)} Td (word${i}) Tj ET`;
/** What stands for much: spaces that a filter packs to a thousandth. */
const comments = (bytes) => `${'% nothing '.repeat(bytes / 10)}\n`;
const kMap = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap 1 begincodespacerange <00> <ff> endcodespacerange
1 beginbfrange <00> <ff> <0000> endbfrange endcmap end end `;

/** @type {Record<string, {n: number, bytes?: number, make: (n: number, bytes?: number) => Buffer}>} */
export const kAmplifiedDocuments = {
  'words': { isDrawn: false, n: 250, make: (n) => page(() => '', repeat(n, word)) },
  'words in columns': { isDrawn: false, n: 250, make: (n) => page(() => '', repeat(n, (i) => `BT /F1 4 Tf ${10 + 60 * (i % 9)} ${790 - 5 * (Math.floor(i / 9) % 150)} Td (w${i}) Tj ET`)) },
  'words on each other': { isDrawn: false, n: 250, make: (n) => page(() => '', repeat(n, 'BT /F1 6 Tf 100 100 Td (word) Tj ET')) },
  'words in all directions': { isDrawn: false, n: 250, make: (n) => page(() => '', repeat(n, (i) => `BT /F1 6 Tf ${Math.cos(i).toFixed(3)} ${Math.sin(i).toFixed(3)} ${(-Math.sin(i)).toFixed(3)} ${Math.cos(i).toFixed(3)} ${at(i)} Tm (word) Tj ET`)) },
  'characters on a line': { isDrawn: false, n: 500, make: (n) => page(() => '', `BT /F1 1 Tf 0.01 0 0 1 10 400 Tm (${'a b'.repeat(n)}) Tj ET`) },
  'rules': { isDrawn: false, n: 60, make: (n) => page(() => '', `${word(1)} ${repeat(n, (i) => `${10 + (580 * i) / (n + 1)} 10 m ${10 + (580 * i) / (n + 1)} 790 l S 10 ${10 + (780 * i) / (n + 1)} m 590 ${10 + (780 * i) / (n + 1)} l S`)}`) },
  'rules anywhere': { isDrawn: false, n: 250, make: (n) => page(() => '', `${word(1)} ${repeat(n, (i) => `${at(i)} ${i % 2 ? '40 .5' : '.5 40'} re f`)}`) },
  'rules with words': { isDrawn: false, n: 40, make: (n) => page(() => '', `${repeat(10 * n, word)} ${repeat(n, (i) => `${10 + (580 * i) / (n + 1)} 10 m ${10 + (580 * i) / (n + 1)} 790 l S 10 ${10 + (780 * i) / (n + 1)} m 590 ${10 + (780 * i) / (n + 1)} l S`)}`) },
  'tables': {
    isDrawn: false,
    n: 40,
    make: (n) => page(() => '', repeat(n, (i) => `q 1 0 0 1 ${(i % 10) * 59} ${(Math.floor(i / 10) % 100) * 8} cm 0 0 m 40 0 l 40 6 l 0 6 l h 20 0 m 20 6 l 0 3 m 40 3 l S BT /F1 2 Tf 1 1 Td (a) Tj 20 0 Td (b) Tj 0 3 Td (c) Tj ET Q`)),
  },
  'boxes': { isDrawn: false, n: 500, make: (n) => page(() => '', `${word(1)} ${repeat(n, (i) => `${at(i)} 9 9 re S`)}`) },
  'boxes in boxes': { isDrawn: false, n: 250, make: (n) => page(() => '', `${word(1)} ${repeat(n, (i) => `${(300 * i) / n} ${(400 * i) / n} ${600 - (600 * i) / n} ${800 - (800 * i) / n} re S`)}`) },
  'one path of lines': { isDrawn: false, n: 1000, make: (n) => page(() => '', `${word(1)} 0 0 m ${repeat(n, (i) => `${at(i)} l`)} S`) },
  'tags': {
    isDrawn: false,
    n: 100,
    make: (n) => {
      const writer = new Writer();
      const pageAt = writer.next + 1 + 2 * 0;
      writer.page(repeat(n, (i) => `/P <</MCID ${i}>> BDC ${word(i)} EMC`), '', `${kBox}/StructParents 0`);
      const items = Array.from({ length: n }, (_, i) => writer.add(`<</Type/StructElem/S/P/K ${i}/Pg ${pageAt} 0 R>>`));
      const root = writer.add(`<</Type/StructTreeRoot/K[${repeat(n, (i) => `${items[i]} 0 R`, ' ')}]/ParentTree<</Nums[0[${repeat(n, (i) => `${items[i]} 0 R`, ' ')}]]>>>>`);
      return finish(writer, `/StructTreeRoot ${root} 0 R/MarkInfo<</Marked true>>`);
    },
  },
  'tags in tags': {
    isDrawn: false,
    n: 100,
    make: (n) => {
      const writer = new Writer();
      writer.page(`/P <</MCID 0>> BDC ${word(1)} EMC`, '', `${kBox}/StructParents 0`);
      const first = writer.next;
      for (let i = 0; i < n; i++) writer.add(`<</Type/StructElem/S/${i % 2 ? 'Table' : 'TD'}/P ${first + i - 1} 0 R/K ${first + i + 1} 0 R>>`);
      const leaf = writer.add('<</Type/StructElem/S/P/K 0/Pg 5 0 R>>');
      const root = writer.add(`<</Type/StructTreeRoot/K ${first} 0 R/ParentTree<</Nums[0[${leaf} 0 R]]>>>>`);
      return finish(writer, `/StructTreeRoot ${root} 0 R/MarkInfo<</Marked true>>`);
    },
  },
  'tags that are shared': {
    isDrawn: false,
    n: 10,
    make: (n) => {
      const writer = new Writer();
      writer.page(`/P <</MCID 0>> BDC ${word(1)} EMC`, '', `${kBox}/StructParents 0`);
      let item = writer.add('<</Type/StructElem/S/P/K 0/Pg 5 0 R>>');
      for (let i = 0; i < n; i++) item = writer.add(`<</Type/StructElem/S/Div/K[${item} 0 R ${item} 0 R]>>`);
      const root = writer.add(`<</Type/StructTreeRoot/K ${item} 0 R/ParentTree<</Nums[0[${item} 0 R]]>>>>`);
      return finish(writer, `/StructTreeRoot ${root} 0 R/MarkInfo<</Marked true>>`);
    },
  },
  'links': {
    isDrawn: false,
    n: 100,
    make: (n) => page(() => '', repeat(n, word), `${kBox}/Annots[${repeat(n, (i) => `<</Type/Annot/Subtype/Link/Rect[${at(i)} 599 799]/A<</S/URI/URI(http://a/${i})>>>>`)}]`),
  },
  'links to pages': {
    isDrawn: false,
    n: 100,
    make: (n) => {
      const writer = new Writer();
      const kids = Array.from({ length: n }, () => writer.add('<</Type/Page/Parent 2 0 R/MediaBox[0 0 60 80]>>'));
      kids.unshift(writer.add(`<</Type/Page/Parent 2 0 R${kBox}/Annots[${repeat(Math.min(n, 1000), (i) => `<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/Dest[${kids[n - 1 - i]} 0 R/Fit]>>`)}]>>`));
      return finish(writer, '', kids);
    },
  },
  'links by name': {
    isDrawn: false,
    n: 400,
    make: (n) => {
      const name = (i) => `(n${String(i).padStart(8, '0')})`;
      const links = repeat(Math.min(n, 1000), (i) => `<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/Dest${name(n - 1 - i)}>>`);
      return page(() => '', word(1), `${kBox}/Annots[${links}]`, `/Names<</Dests<</Names[${repeat(n, (i) => `${name(i)}[0/Fit]`)}]>>>>`);
    },
  },
  'fields': {
    isDrawn: false,
    n: 100,
    make: (n) => {
      const writer = new Writer();
      const fields = Array.from({ length: n }, (_, i) => writer.add(`<</Type/Annot/Subtype/Widget/FT/Tx/T(field${i})/V(value${i})/Rect[${at(i)} 599 799]>>`));
      const list = repeat(n, (i) => `${fields[i]} 0 R`, ' ');
      writer.page(repeat(n, word), '', `${kBox}/Annots[${list}]`);
      return finish(writer, `/AcroForm<</Fields[${list}]>>`);
    },
  },
  'fields in fields': {
    isDrawn: false,
    n: 30,
    make: (n) => {
      const writer = new Writer();
      const first = writer.next;
      for (let i = 0; i < n; i++) writer.add(`<</T(f${i})${i > 0 ? `/Parent ${first + i - 1} 0 R` : ''}/Kids[${first + i + 1} 0 R]>>`);
      const leaf = writer.add(`<</Type/Annot/Subtype/Widget/FT/Tx/T(x)/V(y)/Rect[0 0 99 99]/Parent ${first + n - 1} 0 R>>`);
      writer.page(word(1), '', `${kBox}/Annots[${repeat(n, `${leaf} 0 R`, ' ')}]`);
      return finish(writer, `/AcroForm<</Fields[${first} 0 R]>>`);
    },
  },
  'fonts that share a map to Unicode': {
    n: 4,
    bytes: 100_000,
    make: (n, bytes) =>
      page((writer) => {
        const map = writer.stream('', kMap + comments(bytes));
        const fonts = Array.from({ length: n }, () => writer.add(`<</Type/Font/Subtype/Type1/BaseFont/Helvetica/ToUnicode ${map} 0 R>>`));
        return `/Font<<${repeat(n, (i) => `/G${i} ${fonts[i]} 0 R`)}>>`;
      }, repeat(n, (i) => `BT /G${i} 6 Tf ${at(i)} Td (word) Tj ET`)),
  },
  'fonts that share an encoding': {
    n: 4,
    bytes: 100_000,
    make: (n, bytes) =>
      page((writer) => {
        const map = writer.stream('/Type/CMap/CMapName/A/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>', kMap.replaceAll('bfrange', 'cidrange').replace('<0000>', '0') + comments(bytes));
        const fonts = Array.from({ length: n }, () => writer.add(`<</Type/Font/Subtype/Type0/BaseFont/A/Encoding ${map} 0 R/DescendantFonts[<</Type/Font/Subtype/CIDFontType2/BaseFont/A/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>>>]>>`));
        return `/Font<<${repeat(n, (i) => `/G${i} ${fonts[i]} 0 R`)}>>`;
      }, repeat(n, (i) => `BT /G${i} 6 Tf ${at(i)} Td (word) Tj ET`)),
  },
  'glyphs that are shared': {
    n: 4,
    bytes: 20_000,
    make: (n, bytes) =>
      page((writer) => {
        const glyph = writer.stream('', `1000 0 d0 ${comments(bytes)} 0 0 9 9 re f`);
        const fonts = Array.from({ length: n }, () => writer.add(`<</Type/Font/Subtype/Type3/FontBBox[0 0 1000 1000]/FontMatrix[.001 0 0 .001 0 0]/FirstChar 0/LastChar 255/Widths[${repeat(256, '1000', ' ')}]/Encoding<</Differences[0 ${repeat(256, '/a', ' ')}]>>/CharProcs<</a ${glyph} 0 R>>>>`));
        return `/Font<<${repeat(n, (i) => `/G${i} ${fonts[i]} 0 R`)}>>`;
      }, repeat(n, (i) => `BT /G${i} 6 Tf ${at(i)} Td (abcdefghijklmnop) Tj ET`)),
  },
  // Without a list of names.
  'glyphs that are named by an encoding': {
    n: 4,
    bytes: 20_000,
    make: (n, bytes) =>
      page((writer) => {
        const glyph = writer.stream('', `1000 0 d0 ${comments(bytes)} 0 0 9 9 re f`);
        const names = [...'abcdefghijklmnop'].map((letter) => `/${letter} ${glyph} 0 R`).join('');
        const fonts = Array.from({ length: n }, () => writer.add(`<</Type/Font/Subtype/Type3/FontBBox[0 0 1000 1000]/FontMatrix[.001 0 0 .001 0 0]/FirstChar 0/LastChar 255/Widths[${repeat(256, '1000', ' ')}]/Encoding/WinAnsiEncoding/CharProcs<<${names}>>>>`));
        return `/Font<<${repeat(n, (i) => `/G${i} ${fonts[i]} 0 R`)}>>`;
      }, repeat(n, (i) => `BT /G${i} 6 Tf ${at(i)} Td (abcdefghijklmnop) Tj ET`)),
  },
  'colors that share a table': {
    n: 4,
    bytes: 200_000,
    make: (n, bytes) =>
      page((writer) => {
        const tint = writer.stream(`/FunctionType 0/Domain[0 1]/Range[0 1]/Size[${bytes}]/BitsPerSample 8`, '\0'.repeat(bytes));
        return `/ColorSpace<<${repeat(n, (i) => `/S${i}[/Separation/A${i}/DeviceGray ${tint} 0 R]`)}>>`;
      }, repeat(n, (i) => `/S${i} cs .5 scn ${at(i)} 9 9 re f`)),
  },
  'shadings that share a table': {
    n: 4,
    bytes: 200_000,
    make: (n, bytes) =>
      page((writer) => {
        const tint = writer.stream(`/FunctionType 0/Domain[0 1]/Range[0 1]/Size[${bytes}]/BitsPerSample 8`, '\0'.repeat(bytes));
        return `/Shading<<${repeat(n, (i) => `/S${i} <</ShadingType 2/ColorSpace/DeviceGray/Coords[0 0 9 9]/Function ${tint} 0 R>>`)}>>`;
      }, repeat(n, (i) => `q 0 0 9 9 re W n /S${i} sh Q`)),
  },
  'pictures that share a mask': {
    n: 4,
    bytes: 250_000,
    make: (n, bytes) =>
      page((writer) => {
        const side = Math.floor(Math.sqrt(bytes));
        const mask = writer.stream(`/Type/XObject/Subtype/Image/Width ${side}/Height ${side}/BitsPerComponent 8/ColorSpace/DeviceGray`, '\x7f'.repeat(side * side));
        return `/XObject<<${repeat(n, (i) => `/P${i} ${writer.stream(`/Type/XObject/Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray/SMask ${mask} 0 R`, '\x7f')} 0 R`)}>>`;
      }, repeat(n, (i) => `q 9 0 0 9 ${at(i)} cm /P${i} Do Q`)),
  },
  'regions of a JBIG2 picture': {
    n: 2,
    make: (n) =>
      page((writer) => {
        const picture = writer.stream('/Type/XObject/Subtype/Image/Width 64/Height 64/BitsPerComponent 1/ColorSpace/DeviceGray/Filter/JBIG2Decode', jbig2(n, 1000));
        return `/XObject<</P ${picture} 0 R>>`;
      }, 'q 99 0 0 99 9 9 cm /P Do Q'),
  },
  'the same page': {
    isDrawn: false,
    n: 100,
    make: (n) => {
      const writer = new Writer();
      const content = writer.stream('', word(1));
      const one = writer.add(`<</Type/Page/Parent 2 0 R${kBox}/Contents ${content} 0 R/Resources<</Font<</F1 3 0 R>>>>>>`);
      return finish(writer, '', Array(n + 1).fill(one));
    },
  },
  'pages in pages': {
    isDrawn: false,
    n: 100,
    make: (n) => {
      const writer = new Writer();
      const first = writer.next;
      for (let i = 0; i < n; i++) writer.add(`<</Type/Pages/Count 1/Parent ${i > 0 ? first + i - 1 : 2} 0 R/Kids[${first + i + 1} 0 R]>>`);
      writer.add(`<</Type/Page/Parent ${first + n - 1} 0 R${kBox}>>`);
      return finish(writer, '', [first]);
    },
  },
  'bookmarks': {
    isDrawn: false,
    n: 100,
    make: (n) => {
      const writer = new Writer();
      writer.page(word(1));
      const first = writer.next;
      for (let i = 0; i < n; i++) writer.add(`<</Title(b${i})/Next ${first + i + 1} 0 R/Dest(n${i})>>`);
      writer.add('<</Title(last)>>');
      const root = writer.add(`<</First ${first} 0 R>>`);
      return finish(writer, `/Outlines ${root} 0 R/Names<</Dests<</Names[${repeat(n, (i) => `(x${i})[0/Fit]`)}]>>>>`);
    },
  },
  'tables of objects': { isDrawn: false, n: 10, bytes: 200_000, make: tablesOfObjects },
  'packed objects': { isDrawn: false, n: 10, bytes: 200_000, make: packedObjects },
};

/** n cross-reference streams, each of which unpacks to as many bytes and names the one before it. */
function tablesOfObjects(n, bytes) {
  let file = '%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Count 1/Kids[3 0 R]>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 60 80]>>endobj\n';
  const at = [1, 2, 3].map((i) => file.indexOf(`${i} 0 obj`));
  const rows = Buffer.alloc(bytes);
  at.forEach((offset, i) => {
    rows[8 * (i + 1)] = 1;
    rows.writeUInt32BE(offset, 8 * (i + 1) + 1);
  });
  const packed = deflateSync(rows).toString('latin1');
  let previous = '';
  let start = 0;
  for (let i = 0; i <= n; i++) {
    start = file.length;
    file += `9 0 obj<</Type/XRef/Size ${bytes / 8}/W[1 4 3]/Root 1 0 R${previous}/Filter/FlateDecode/Length ${packed.length}>>stream\n${packed}\nendstream endobj\n`;
    previous = `/Prev ${start}`;
  }
  return Buffer.from(`${file}startxref\n${start}\n%%EOF\n`, 'latin1');
}

/** n links whose actions are in as many object streams, each of which unpacks to as many bytes. */
function packedObjects(n, bytes) {
  const count = 4 + 2 * n;
  const rows = Buffer.alloc(8 * count);
  let file = '%PDF-1.7\n';
  const add = (i, text) => {
    rows[8 * i] = 1;
    rows.writeUInt32BE(file.length, 8 * i + 1);
    file += `${i} 0 obj${text}endobj\n`;
  };
  add(1, '<</Type/Catalog/Pages 2 0 R>>');
  add(2, '<</Type/Pages/Count 1/Kids[3 0 R]>>');
  add(3, `<</Type/Page/Parent 2 0 R/MediaBox[0 0 60 80]/Annots[${repeat(n, (i) => `<</Subtype/Link/Rect[0 0 9 9]/A ${4 + 2 * i} 0 R>>`)}]>>`);
  const blank = ' '.repeat(bytes);
  for (let i = 0; i < n; i++) {
    const packed = deflateSync(Buffer.from(`${4 + 2 * i} 0 <</S/URI/URI(http://a)>>${blank}`)).toString('latin1');
    add(5 + 2 * i, `<</Type/ObjStm/N 1/First ${`${4 + 2 * i} 0 `.length}/Filter/FlateDecode/Length ${packed.length}>>stream\n${packed}\nendstream `);
    rows[8 * (4 + 2 * i)] = 2;
    rows.writeUInt32BE(5 + 2 * i, 8 * (4 + 2 * i) + 1);
  }
  const start = file.length;
  const packed = deflateSync(rows).toString('latin1');
  file += `${count} 0 obj<</Type/XRef/Size ${count}/W[1 4 3]/Root 1 0 R/Filter/FlateDecode/Length ${packed.length}>>stream\n${packed}\nendstream endobj\n`;
  return Buffer.from(`${file}startxref\n${start}\n%%EOF\n`, 'latin1');
}

/** A JBIG2 picture of 64 x 64 pixels with n regions that say they are larger (ISO 14492, 7.2 and 7.4). */
export function jbig2(n, side) {
  const u32 = (...values) => Buffer.concat(values.map((value) => Buffer.from(Uint32Array.of(value).buffer).reverse()));
  const segment = (i, type, data) => Buffer.concat([u32(i), Buffer.from([type, 0, 1]), u32(data.length), data]);
  const start = segment(0, 48, Buffer.concat([u32(64, 64, 0, 0), Buffer.from([0, 0, 0])]));
  // Template 0 with the usual pixels, and a few bytes of data.
  const setup = Buffer.from([0, 3, 0xff, 0xfd, 0xff, 2, 0xfe, 0xfe, 0xfe]);
  const region = Buffer.concat([u32(side, side, 0, 0), Buffer.from([0]), setup, Buffer.alloc(16)]);
  const regions = Array.from({ length: n }, (_, i) => segment(i + 1, 38, region));
  return Buffer.concat([start, ...regions]).toString('latin1');
}
