// PDFs whose tables, trees, fonts and states ask PDFium's own loops for much.

import { Writer } from '../../scripts/pdf/bombs.mjs';

const repeat = (n, text) => Array.from({ length: n }, (_, i) => (typeof text === 'function' ? text(i) : text)).join('\n');
const kText = 'BT /F1 12 Tf 50 700 Td (what the page says) Tj ET';

function page(content, build = () => '', extra = () => '') {
  const writer = new Writer();
  const resources = build(writer);
  writer.page(content, resources, extra(writer));
  return writer.finish();
}

/** Objects without a table, which are looked for. */
const scattered = (objects) =>
  Buffer.from(`%PDF-1.7\n${repeat(objects.length, (i) => `${i + 1} 0 obj ${objects[i]} endobj`)}\ntrailer<</Root 1 0 R>>`, 'latin1');
const kCatalog = '<</Type/Catalog/Pages 2 0 R>>';
const kPage = '<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]>>';

/** A font of two bytes a character; `more` is of its part. */
const wideFont = (more, map = '') =>
  `<</Type/Font/Subtype/Type0/BaseFont/A/Encoding/Identity-H${map}/DescendantFonts[<</Type/Font/Subtype/CIDFontType2/BaseFont/A/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>${more}>>]>>`;
const wideText = (n) => `BT /W 12 Tf 50 700 Td ${repeat(n, '<00410042>Tj')} ET`;

/** @type {Record<string, {n: number, isDrawn?: false, make: (n: number) => Buffer}>} */
export const kAmplifiedObjects = {
  'characters of two bytes': {
    n: 2_000,
    isDrawn: false,
    make: (n) =>
      page(`${kText} BT /W 12 Tf 50 600 Td ${repeat(n, (i) => `<${((i % 1000) + 256).toString(16).padStart(4, '0')}>Tj`)} ET`, (writer) => {
        const map = writer.stream('', '1 begincodespacerange<0000><ffff>endcodespacerange 1 beginbfrange<0100><ffff><0041>endbfrange');
        return `/Font<</W ${writer.add(wideFont('/DW 0', `/ToUnicode ${map} 0 R`))} 0 R/F1 3 0 R>>`;
      }),
  },
  'numbers of an array that a page names': {
    n: 100_000,
    isDrawn: false,
    make: (n) => page(kText, (writer) => `/ExtGState<</G<</TR ${writer.add(`[${'0 '.repeat(n)}]`)} 0 R>>>>`),
  },
  'objects of a page beside those of the file': {
    n: 1000,
    isDrawn: false,
    make: (n) => page(repeat(n, '0 0 9 9 re f'), (writer) => `/Pattern<</A ${writer.add(`[${'0 '.repeat(4 * n)}]`)} 0 R>>`),
  },
  'patterns that a page names': {
    n: 500,
    make: (n) =>
      page(`/Pattern cs ${repeat(n, (i) => `/P${i} scn 0 0 9 9 re f`)}`, () =>
        `/Pattern<<${repeat(n, (i) => `/P${i}<</PatternType 2/Shading<</ShadingType 2/ColorSpace/DeviceGray/Coords[0 0 9 9]>>>>`)}>>`),
  },
  'pictures that a page names': {
    n: 500,
    make: (n) =>
      page(repeat(n, (i) => `/I${i} Do`), (writer) => {
        const one = () => writer.stream('/Subtype/Image/Width 1/Height 1/ColorSpace/DeviceGray/BitsPerComponent 8', 'a');
        return `/XObject<<${repeat(n, (i) => `/I${i} ${one()} 0 R`)}>>`;
      }),
  },
  'wide fonts that a page names': {
    n: 500,
    make: (n) =>
      page(`BT ${repeat(n, (i) => `/W${i} 12 Tf <0041> Tj`)} ET`, (writer) => {
        const part = writer.add('<</Type/Font/Subtype/CIDFontType2/BaseFont/A/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>>>');
        return `/Font<<${repeat(n, (i) => `/W${i}<</Subtype/Type0/Encoding/Identity-H/DescendantFonts[${part} 0 R]>>`)}>>`;
      }),
  },
  // Each names the next twice, and none has a page.
  'nodes of the tree of pages in each other': {
    n: 4,
    isDrawn: false,
    make: (n) =>
      scattered([
        kCatalog,
        '<</Type/Pages/Count 3/Kids[3 0 R 5 0 R 4 0 R]>>',
        kPage,
        kPage,
        ...Array.from({ length: n }, (_, i) => `<</Type/Pages/Count 5/Kids[${i + 6} 0 R ${i + 6} 0 R]>>`),
        '<</Type/Pages/Count 5/Kids[]>>',
      ]),
  },
  'streams whose end is looked for': {
    n: 40,
    isDrawn: false,
    make: (n) =>
      page(kText, undefined, (writer) => {
        const streams = Array.from({ length: n }, () => writer.add('<</Length 9>>stream\nq'));
        return `/Annots[${streams.map((each) => `${each} 0 R`).join(' ')}]`;
      }).subarray(0, -1),
  },
  'what annotations hold': {
    n: 50,
    isDrawn: false,
    make: (n) =>
      page(kText, undefined, (writer) => {
        const held = Array.from({ length: n }, () => writer.add(`<</X[${'0 '.repeat(990)}]>>`));
        return `/Annots[${held.map((each) => `${each} 0 R`).join(' ')}]`;
      }),
  },
  'links to pages': {
    n: 1000,
    isDrawn: false,
    make: (n) =>
      scattered([
        kCatalog,
        `<</Type/Pages/Count ${n + 1}/Kids[3 0 R 4 0 R]>>`,
        `<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Annots[${repeat(n, (i) => `<</Subtype/Link/Rect[0 0 9 9]/Dest[${i + 5} 0 R/Fit]>>`)}]>>`,
        `<</Type/Pages/Parent 2 0 R/Count ${n}/Kids[${repeat(n, (i) => `${i + 5} 0 R`)} null]>>`,
        ...Array.from({ length: n }, () => '<</Type/Page/Parent 4 0 R/MediaBox[0 0 600 800]>>'),
      ]),
  },
  'states that are saved in each other': { n: 1000, isDrawn: false, make: (n) => page('q '.repeat(n)) },
  'dashes of a state that is set': { n: 100, isDrawn: false, make: (n) => page('/G gs '.repeat(n), () => `/ExtGState<</G<</D[[${'1 '.repeat(20_000)}]0]>>>>`) },
  'keys of a state that is set': { n: 100, isDrawn: false, make: (n) => page('/G gs '.repeat(n), () => `/ExtGState<</G<<${repeat(10_000, (i) => `/K${i} 1`)}>>>>`) },
  'dashes that each object has': {
    n: 40,
    isDrawn: false,
    make: (n) => page(`/G gs ${repeat(n, (i) => `${i} w 0 0 m 9 9 l S`)}`, () => `/ExtGState<</G<</D[[${'1 '.repeat(50_000)}]0]>>>>`),
  },
  'rectangles of one path': { n: 1000, isDrawn: false, make: (n) => page(`${'0 0 1 1 re '.repeat(n)}f`) },
  'characters of one object': { n: 10, isDrawn: false, make: (n) => page(`BT /F1 1 Tf [${`(${'a'.repeat(30_000)})`.repeat(n)}]TJ ET`) },
  'values of marks': { n: 20, isDrawn: false, make: (n) => page(repeat(n, `/A<</X[${'0 '.repeat(990)}]>>BDC 0 0 1 1 re f EMC`)) },
  // Each object is clipped by all outlines before it.
  'clips of many points': {
    n: 20,
    isDrawn: false,
    make: (n) => page(repeat(n, `0 0 m ${repeat(200, (i) => `${i} ${(i * i) % 97} l`)} W n 0 0 1 1 re f`)),
  },
  'codes of a map to Unicode': {
    n: 50,
    isDrawn: false,
    make: (n) =>
      page(wideText(1), (writer) => {
        const code = (i, end) => `<${i.toString(16).padStart(6, '0')}${end}>`;
        const map = writer.stream('', `1 beginbfrange\n${repeat(n, (i) => `${code(i, '00')}${code(i, 'ff')}<0041>`)}\nendbfrange`);
        return `/Font<</W ${wideFont('', `/ToUnicode ${map} 0 R`)}>>`;
      }),
  },
  'widths of a font': { n: 200, isDrawn: false, make: (n) => page(wideText(500), () => `/Font<</W ${wideFont(`/W[${'9 9 500 '.repeat(n)}]`)}>>`) },
  // The last has no resources and finds the first in those of the page.
  'soft masks in each other': {
    n: 2,
    make: (n) =>
      page('/G gs 0 0 9 9 re f', (writer) => {
        let state = '';
        for (let i = 0; i < n; i++) {
          const mask = writer.stream(
            `/Type/XObject/Subtype/Form/BBox[0 0 600 800]/Group<</S/Transparency/CS/DeviceRGB>>${state && `/Resources<<${state}>>`}`,
            '/G gs 0 0 9 9 re f 0 0 8 8 re f',
          );
          state = `/ExtGState<</G<</SMask<</S/Alpha/G ${mask} 0 R>>>>>>`;
        }
        return state;
      }),
  },
  'tiles in each other': {
    n: 2,
    make: (n) =>
      page('/Pattern cs /P scn 0 0 9 9 re f', (writer) => {
        let patterns = '';
        for (let i = 0; i < n; i++) {
          const tile = writer.stream(
            `/PatternType 1/PaintType 1/TilingType 1/XStep 5/YStep 5/BBox[0 0 9 9]/Resources<<${patterns}>>`,
            '/Pattern cs /P scn 0 0 9 9 re f 0 0 8 8 re f',
          );
          patterns = `/Pattern<</P ${tile} 0 R>>`;
        }
        return patterns;
      }),
  },
};
