// PDFs whose fields, fonts and maps of characters are searched, copied or read for each that names them.

import { Writer } from '../../scripts/pdf/bombs.mjs';

const kText = 'BT /F1 12 Tf 50 700 Td (what the page says) Tj ET';
const kAsText = ['--page-images', 'never', '--pdf-form', 'text'];
const repeat = (n, text) => Array.from({ length: n }, (_, i) => (typeof text === 'function' ? text(i) : text)).join('\n');
const kNothing = () => '';

/** A page of `content`; `build` adds objects and returns its resources, `form` the entries of a form and the page's annotations. */
function page(content, build, form) {
  const writer = new Writer();
  const resources = build(writer);
  const [entries, annotations] = form ? form(writer) : [];
  writer.page(content, resources, `/MediaBox[0 0 600 800]${form ? `/Annots[${annotations}]` : ''}`);
  if (form) writer.catalog = `/AcroForm<<${entries}>>`;
  return writer.finish();
}

/** n fields, each with what `of` says, of a form with `entries`. */
const fields = (n, entries, of, type = 'Tx') =>
  page(kText, kNothing, (writer) => {
    const more = entries(writer);
    return [more, repeat(n, (i) => `<</Type/Annot/Subtype/Widget/FT/${type}/Rect[${9 * (i % 60)} 0 ${9 * (i % 60) + 9} 9]${of(i)}>>`)];
  });

/** Characters in UTF-16, in hexadecimal digits. */
const utf16 = (n, first) => `<FEFF${Array.from({ length: n }, (_, i) => (first + (i % 6000)).toString(16).padStart(4, '0')).join('')}>`;

const kCollection = '/CIDSystemInfo<</Registry(Adobe)/Ordering(GB1)/Supplement 0>>';
const composite = (encoding, more = '') =>
  `<</Type/Font/Subtype/Type0/BaseFont/A/Encoding${encoding}/DescendantFonts[<</Type/Font/Subtype/CIDFontType2/BaseFont/A${kCollection}${more}>>]>>`;
const kRanges = '/CIDInit /ProcSet findresource begin 12 dict begin begincmap 1 begincodespacerange <0000> <ffff> endcodespacerange 1 begincidrange <0000> <00ff> 0 endcidrange endcmap end end';
const map = (writer) => writer.stream('/Type/CMap/CMapName/A', kRanges);

/** A form whose field shows its value in the font that `font` gives. */
const formOf = (font) => (writer) => `/DA(/W 12 Tf)/DR<</Font<</W ${writer.add(font(writer))} 0 R>>>>`;
const kSimple = () => '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>';

/** @type {Record<string, {n: number, bytes?: number, isDrawn?: false, growth?: number, options?: string[], make: (n: number, bytes?: number) => Buffer}>} */
export const kAmplifiedForms = {
  'characters that a CJK font lacks': {
    n: 1000,
    options: kAsText,
    make: (n) => page(`/Span<</ActualText${utf16(n, 0xe000)}>>BDC BT /W 12 Tf 50 700 Td (A) Tj ET EMC`, (writer) => `/Font<</W ${writer.add(composite('/GBK-EUC-H'))} 0 R>>`),
  },
  'characters that no font of its numbers has': {
    n: 200,
    options: kAsText,
    make: (n) => page(`/Span<</ActualText${utf16(n, 0xe000)}>>BDC BT /W 12 Tf 50 700 Td <0041> Tj ET EMC`, (writer) => `/Font<</W ${writer.add(composite('/Identity-H'))} 0 R>>`),
  },
  'characters of a field that its font lacks': {
    n: 500,
    make: (n) => fields(1, formOf(() => composite('/90ms-RKSJ-H')), () => `/V${utf16(n, 0xe000)}`),
  },
  'fonts of a form with a map of codes': {
    n: 100,
    make: (n) =>
      fields(
        n,
        (writer) => {
          const codes = map(writer);
          return `/DR<</Font<<${repeat(n, (i) => `/W${i} ${writer.add(composite(` ${codes} 0 R`))} 0 R`)}>>>>`;
        },
        (i) => `/V(a)/DA(/W${i} 12 Tf)`,
      ),
  },
  // Each field has all fonts of the form.
  'fields of a form of many fonts': {
    n: 100,
    growth: 5,
    make: (n) =>
      fields(n, (writer) => `/DA(/W0 12 Tf)/DR<</Font<<${repeat(n, (i) => `/W${i} ${writer.add(kSimple())} 0 R`)}>>>>`, () => '/V(a)'),
  },
  'fonts of a form that it lacks': {
    n: 100,
    growth: 5,
    make: (n) => fields(n, formOf(kSimple), (i) => `/V(a)/DA(/L${i} 12 Tf)`),
  },
  'a font that is written in a form': {
    n: 100,
    make: (n) => fields(n, () => `/DA(/W 12 Tf)/DR<</Font<</W${kSimple()}>>>>`, () => '/V(a)'),
  },
  'lines of a field': {
    n: 2000,
    make: (n) => fields(1, formOf(kSimple), () => `/Ff 4096/V(${'a\\r'.repeat(n)})`),
  },
  'lines of a field of limited length': {
    n: 2000,
    growth: 5,
    make: (n) => fields(1, formOf(kSimple), () => `/Ff 4096/MaxLen 9000000/V(${'a\\r'.repeat(n)})`),
  },
  'a value that is a stream': {
    n: 4,
    bytes: 20_000,
    make: (n, bytes) => {
      let value;
      const form = (writer) => {
        value = writer.stream('', 'a'.repeat(bytes));
        return formOf(kSimple)(writer);
      };
      return fields(n, form, () => `/V ${value} 0 R`);
    },
  },
  'a long appearance that all fields have': {
    n: 20,
    bytes: 20_000,
    make: (n, bytes) => fields(n, (writer) => `${formOf(kSimple)(writer).replace('/W 12 Tf', `${'0 '.repeat(bytes / 2)}/W 12 Tf`)}`, () => '/V(a)'),
  },
  // Each option is looked for in all that are chosen.
  'options of a list that are chosen': {
    n: 1000,
    growth: 5,
    make: (n) =>
      fields(1, formOf(kSimple), () => `/DA(/W .001 Tf)/Opt[${repeat(n, '(a)')}]/I[${'0 '.repeat(20 * n)}]`, 'Ch'),
  },
  // Each font reads all names of the encoding.
  'names of an encoding that fonts share': {
    n: 50,
    growth: 5,
    isDrawn: false,
    make: (n) =>
      page(repeat(n, (i) => `BT /W${i} 12 Tf 50 700 Td (A) Tj ET`), (writer) => {
        const names = writer.add(`[${repeat(100 * n, '/a')}]`);
        return `/Font<<${repeat(n, (i) => `/W${i}<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding<</Differences ${names} 0 R>>>>`)}>>`;
      }),
  },
  'names that fonts share and look up in many glyphs': {
    n: 100,
    growth: 5,
    isDrawn: false,
    make: (n) =>
      page(kText, (writer) => {
        const glyphs = writer.add(`<<${repeat(200, (i) => `/n${i} 3 0 R`)}>>`);
        const names = writer.add(`[${repeat(20 * n, '/m')}]`);
        const encoding = `/FontBBox[0 0 9 9]/FontMatrix[1 0 0 1 0 0]/CharProcs ${glyphs} 0 R/Encoding<</Differences ${names} 0 R>>`;
        return `/Font<<${repeat(n, (i) => `/W${i}<</Type/Font/Subtype/Type3${encoding}>>`)}>>`;
      }),
  },
  'names of glyphs that fonts share': {
    n: 50,
    growth: 5,
    isDrawn: false,
    make: (n) =>
      page(kText, (writer) => {
        const names = writer.add(`[${repeat(100 * n, '/a')}]`);
        const encoding = `/FontBBox[0 0 9 9]/FontMatrix[1 0 0 1 0 0]/CharProcs<</b 3 0 R>>/Encoding<</Differences ${names} 0 R>>`;
        return `/Font<<${repeat(n, (i) => `/W${i}<</Type/Font/Subtype/Type3${encoding}>>`)}>>`;
      }),
  },
  // What a font holds is let go with its page.
  'pages with a font and a map of codes each': {
    n: 50,
    isDrawn: false,
    make: (n) => {
      const writer = new Writer();
      const unicode = writer.stream('', 'begincmap 1 beginbfrange <0000> <00ff> <0020> endbfrange endcmap');
      for (let i = 0; i < n; i++) writer.page('BT /W 12 Tf 50 700 Td <00210022> Tj ET', `/Font<</W ${composite(` ${map(writer)} 0 R`).replace('/Type/Font', `/Type/Font/ToUnicode ${unicode} 0 R`)}>>`);
      return writer.finish();
    },
  },
};
