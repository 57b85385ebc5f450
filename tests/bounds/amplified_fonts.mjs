// PDFs whose fonts and glyphs ask FreeType and PDFium for much.

import { Writer } from '../../scripts/pdf/bombs.mjs';
import { bytes, page, u16, u32 } from './amplified_codecs.mjs';

/** A TrueType font; `more` are tables beside those that each has, `count` is how many glyphs it says it has. */
function trueType(glyphs, { more = {}, unitsPerEm = 1000, count = glyphs.length } = {}) {
  const places = [0];
  const padded = glyphs.map((glyph) => {
    const full = Buffer.concat([glyph, Buffer.alloc(-glyph.length & 3)]);
    places.push(places.at(-1) + full.length);
    return full;
  });
  while (places.length <= count) places.push(places.at(-1));
  const head = Buffer.alloc(54);
  u32(0x10000, 0x10000, 0, 0x5f0f3cf5).copy(head);
  u16(0, unitsPerEm).copy(head, 16);
  u16(0, 0, 1000, 1000, 0, 8, 2, 1, 0).copy(head, 36);
  const tables = {
    ...more,
    glyf: Buffer.concat(padded),
    head,
    hhea: bytes(u32(0x10000), u16(800, 0xff38, 0, 1000, 0, 0, 1000, 1), Buffer.alloc(14), u16(1)),
    hmtx: bytes(u16(500, 0), Buffer.alloc(2 * count - 2)),
    loca: u32(...places),
    maxp: bytes(u32(0x10000), u16(count, 65_000, 1, 65_000, 1, 2, 10, 10, 10, 10, 1000, 65_535, 100, 30)),
  };
  let at = 12 + 16 * Object.keys(tables).length;
  const rows = Object.entries(tables).map(([name, table]) => {
    const row = bytes(name, u32(0, at, table.length));
    at += table.length + (-table.length & 3);
    return row;
  });
  const bodies = Object.values(tables).map((table) => Buffer.concat([table, Buffer.alloc(-table.length & 3)]));
  return bytes(u32(0x10000), u16(rows.length, 16, 0, 0), ...rows, ...bodies);
}

const zigzag = (n, program = []) => {
  const odd = (a, b) => Array.from({ length: n }, (_, i) => (i % 2 === 0 ? a : b));
  return bytes(u16(1, 0, 0, 1000, 1000, n - 1, program.length), program, odd(0x37, 0x07), odd(200, 190), odd(255, 254));
};
const tenTimes = (glyph) => bytes(u16(0xffff, 0, 0, 1000, 1000), ...Array.from({ length: 10 }, (_, i) => bytes(u16(i < 9 ? 0x22 : 2, glyph), 0, 0)));
const square = (side) => bytes(u16(1, 0, 0, side, side, 3, 0), Array(4).fill(1), u16(0, side, 0, 0x10000 - side), u16(0, 0, side, 0));

const descriptor = (kind, file) => `/FontDescriptor<</Type/FontDescriptor/FontName/A/Flags 4/FontBBox[0 0 1000 1000]/${kind} ${file} 0 R>>`;

/** Characters are glyphs. */
const fontPage = (glyphs, content, options) =>
  page(content, (writer) => {
    const file = writer.stream('', trueType(glyphs, options).toString('latin1'));
    const part = `<</Type/Font/Subtype/CIDFontType2/BaseFont/A/CIDToGIDMap/Identity/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>${descriptor('FontFile2', file)}>>`;
    return `/Font<</W<</Type/Font/Subtype/Type0/BaseFont/A/Encoding/Identity-H/DescendantFonts[${part}]>>>>`;
  });

const inSizes = (n) => `BT ${Array.from({ length: n }, (_, i) => `1 0 0 1 50 700 Tm /W ${8 + i / 10} Tf <0001>Tj `).join('')}ET`;

const simpleFont = (writer, kind, file) =>
  writer.add(`<</Type/Font/Subtype/${kind === 'FontFile2' ? 'TrueType' : 'Type1'}/BaseFont/A/FirstChar 65/LastChar 65/Widths[500]/Encoding/WinAnsiEncoding${descriptor(kind, file)}>>`);
const namesOf = (fonts) => `/Font<<${fonts.map((font, i) => `/W${i} ${font} 0 R`).join('')}>>`;

/** Fonts of one file, each with a letter. */
const fontsPage = (n, kind, data, entries = '') =>
  page(lettersOf(n), (writer) => {
    const file = writer.stream(entries, data.toString('latin1'));
    return namesOf(Array.from({ length: n }, () => simpleFont(writer, kind, file)));
  });
const lettersOf = (n) => `BT 50 700 Td ${Array.from({ length: n }, (_, i) => `/W${i} 12 Tf (A) Tj `).join('')}ET`;

/** Fonts that each have a file of so many bytes. */
function largeFonts(writer, n, size) {
  const data = trueType([zigzag(4), zigzag(4)], { more: { zzzz: Buffer.alloc(size) } }).toString('latin1');
  return Array.from({ length: n }, () => simpleFont(writer, 'FontFile2', writer.stream('', data)));
}

/** A font of 35 glyphs, the last of which, A, has this program. */
function compact(program) {
  const index = (items) => {
    const places = [1];
    for (const item of items) places.push(places.at(-1) + item.length);
    return bytes(u16(items.length), 4, u32(...places), ...items);
  };
  const head = bytes(1, 0, 4, 4, index([bytes('A')]));
  const top = (place) => bytes(index([bytes(29, u32(place), 17)]), u16(0), u16(0));
  return bytes(head, top(head.length + top(0).length), index([...Array(34).fill(bytes(14)), program]));
}

/** A table of characters of a TrueType font. */
const charactersIn = (table) => ({ cmap: bytes(u16(0, 1, 3, 1), u32(12), table) });

/** Segments that are in no order, so that one after the other is looked at. */
const inSegments = (n) => {
  const places = Array.from({ length: n }, (_, i) => 2 - (i % 2));
  return bytes(u16(4, 16 + 8 * n, 0, 2 * n, 0, 0, 0), u16(...places, 0), u16(...places), Buffer.alloc(4 * n));
};

/** A Type 1 font with `size` bytes of comments before its dictionary. */
const type1 = (size) => {
  const head = Buffer.from(`%!PS-AdobeFont-1.0: A\n${'%aaaaaaaa\n'.repeat(size / 10)}12 dict begin\n/FontType 1 def\n/FontMatrix [.001 0 0 .001 0 0] def\n/Encoding StandardEncoding def\n/FontBBox {0 0 1000 1000} def\ncurrentfile eexec\n`);
  let key = 55665;
  const plain = Buffer.from('0000dup /Private 3 dict dup begin /lenIV -1 def /Subrs 0 array def 2 index /CharStrings 1 dict dup begin /.notdef 2 RD \x8b\x0e ND end end mark currentfile closefile', 'latin1');
  const hidden = plain.map((byte) => {
    const code = byte ^ (key >> 8);
    key = ((code + key) * 52845 + 22719) & 0xffff;
    return code;
  });
  return bytes(head, hidden);
};

const type3 = (glyph, content, resources = '') =>
  page(content, (writer) => {
    const drawn = writer.stream('', glyph);
    return `/Font<</T<</Type/Font/Subtype/Type3/FontBBox[0 0 1000 1000]/FontMatrix[.001 0 0 .001 0 0]/CharProcs<</a ${drawn} 0 R>>/Encoding<</Differences[65/a]>>/FirstChar 65/LastChar 65/Widths[500]>>>>${resources}`;
  });

/** @type {Record<string, {n: number, bytes?: number, isDrawn?: false, growth?: number, options?: string[], make: (n: number, bytes?: number) => Buffer}>} */
export const kAmplifiedFonts = {
  'points of a glyph that is drawn': {
    n: 2,
    growth: 3,
    make: (n) => fontPage([zigzag(4), zigzag(500)], `BT 50 700 Td ${Array.from({ length: n }, (_, i) => `/W ${8 + i} Tf <0001>Tj `).join('')}ET`),
  },
  // Ten times as many for one level more.
  'glyphs of glyphs': {
    n: 1,
    isDrawn: false,
    make: (n) => fontPage([zigzag(4), ...Array.from({ length: n }, (_, i) => tenTimes(i + 2)), Buffer.alloc(0)], 'BT /W 12 Tf 50 700 Td <0001>Tj ET'),
  },
  // A number is pushed and popped.
  'instructions of a glyph': { n: 10, make: (n) => fontPage([zigzag(4), zigzag(4, Array(7000).fill([0xb0, 1, 0x21]).flat())], inSizes(n)) },
  'bytes that a glyph skips': { n: 20, make: (n) => fontPage([zigzag(4), zigzag(4, [0xb0, 0, 0x58, ...Array(20_000).fill(0x7a), 0x59])], inSizes(n)) },
  'pixels of a glyph': { n: 4000, make: (n) => fontPage([zigzag(4), square(n)], 'BT 0 0 Td /W 8 Tf <0001>Tj ET', { unitsPerEm: 16 }) },
  'a glyph that is drawn often': {
    n: 8,
    make: (n) => fontPage([zigzag(4), square(380)], `BT /W 14 Tf ${'1 0 0 1 50 50 Tm <0001>Tj '.repeat(n)}ET`, { unitsPerEm: 16 }),
  },
  'a large glyph that is drawn often': {
    n: 5,
    make: (n) => fontPage([zigzag(4), zigzag(1000)], `BT /W 60 Tf ${'1 0 0 1 50 50 Tm <0001>Tj '.repeat(n)}ET`, { unitsPerEm: 16 }),
  },
  'points of a glyph in a text': {
    n: 100,
    isDrawn: false,
    make: (n) => fontPage([...Array(256).fill(zigzag(4)), zigzag(2000)], `BT /W 12 Tf ${'1 0 0 1 50 700 Tm <0100>Tj '.repeat(n)}ET`),
  },
  'steps of a charstring': {
    n: 50_000,
    isDrawn: false,
    make: (n) => fontsPage(1, 'FontFile3', compact(bytes(Buffer.alloc(3 * n, bytes(139, 12, 18)), 14)), '/Subtype/Type1C'),
  },
  'names that the glyphs of fonts lack': {
    n: 3,
    isDrawn: false,
    make: (n) => {
      const post = bytes(u32(0x20000), Buffer.alloc(28), u16(2000), Buffer.alloc(4000, bytes(0, 3)));
      return fontsPage(n, 'FontFile2', trueType([zigzag(4)], { more: { post }, count: 2000 }));
    },
  },
  'tables of characters at one place': {
    n: 400,
    isDrawn: false,
    make: (n) => {
      const groups = Array.from({ length: 2000 }, (_, i) => u32(i + 10, i + 10, 1));
      const table = bytes(u16(12, 0), u32(16 + 12 * groups.length, 0, groups.length), ...groups);
      const cmap = bytes(u16(0, n), ...Array(n).fill(bytes(u16(3, 10), u32(4 + 8 * n))), table);
      return fontsPage(1, 'FontFile2', trueType([zigzag(4), zigzag(4)], { more: { cmap } }));
    },
  },
  'fonts of one large file': {
    n: 20,
    bytes: 200_000,
    isDrawn: false,
    make: (n, size) => fontsPage(n, 'FontFile2', trueType([zigzag(4), zigzag(4)], { more: { zzzz: Buffer.alloc(size) } })),
  },
  'files of fonts that unpack to megabytes': { n: 2, bytes: 16 << 20, make: (n, size) => page(lettersOf(n), (writer) => namesOf(largeFonts(writer, n, size))) },
  // Five of 4 MB, each of which is read once.
  'pages that take turns with fonts': {
    n: 40,
    growth: 1.5,
    options: ['--search', 'words'],
    make: (n) => {
      const writer = new Writer();
      const fonts = largeFonts(writer, 5, 4 << 20);
      for (let i = 0; i < n; i++) writer.page(lettersOf(1), namesOf([fonts[i % fonts.length]]));
      return writer.finish();
    },
  },
  'fonts of one large Type 1 file': { n: 20, bytes: 200_000, isDrawn: false, make: (n, size) => fontsPage(n, 'FontFile', type1(size)) },
  // Each font is asked for 256 characters.
  'segments in no order': {
    n: 50,
    growth: 5,
    isDrawn: false,
    make: (n) => fontsPage(n, 'FontFile2', trueType([zigzag(4), zigzag(4)], { more: charactersIn(inSegments(Math.min(40 * n, 8000))) })),
  },
  // Four times as many for twice the size.
  'pixels of a Type 3 glyph': {
    n: 200,
    growth: 5,
    make: (n) => type3('1000 0 0 0 1000 1000 d1 1000 0 0 1000 0 0 cm BI /W 8/H 8/IM true/BPC 1 ID abcdefgh EI', `BT /T ${n} Tf 0 0 Td (A) Tj ET`),
  },
  'a Type 3 glyph that lets through': {
    n: 100_000,
    make: (n) => type3(`1000 0 0 0 1000 1000 d1 0 0 ${n} ${n} re f`, '/G gs BT /T 10 Tf 0 0 Td (A) Tj ET', '/ExtGState<</G<</ca .5>>>>'),
  },
  // Each is put before all others.
  'texts on one line': {
    n: 500,
    growth: 5,
    options: ['--page-images', 'never', '--pdf-form', 'text'],
    make: (n) => page(`BT /F1 5 Tf ${Array.from({ length: n }, (_, i) => `1 0 0 1 ${(590 - (580 * i) / n).toFixed(3)} 400 Tm (${i % 10}) Tj `).join('')}ET`, () => ''),
  },
};
