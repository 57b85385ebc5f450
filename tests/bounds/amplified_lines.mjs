// PDFs that ask for much only where PDFium finds their lines, for a text that is no Markdown.

import { Writer } from '../../scripts/pdf/bombs.mjs';

const kAsText = ['--page-images', 'never', '--pdf-form', 'text'];
const repeat = (n, make) => Array.from({ length: n }, (_, i) => make(i)).join(' ');

/** A page with this content. */
function page(content, resources = () => '', side = 600) {
  const writer = new Writer();
  writer.page(content, resources(writer), `/MediaBox[0 0 ${side} ${side}]`);
  return writer.finish();
}

/** Marks by turns, each of which gives this text instead of the letter in it. */
const replaced = (n, text) =>
  page(
    repeat(n, (i) => `/Span /M${i % 2} BDC BT /F1 6 Tf 9 ${(i * 7) % 600} Td (a) Tj ET EMC`),
    () => `/Properties<<${repeat(2, (i) => `/M${i} <</ActualText${text}>>`)}>>`,
  );

/** One for all characters of a font: U+FDFA stands for eighteen. */
const kMap = '1 begincodespacerange <00><ff> endcodespacerange 1 beginbfchar <61><FDFA> endbfchar';

/** @type {Record<string, {n: number, isDrawn: boolean, options: string[], make: (n: number) => Buffer}>} */
export const kAmplifiedLines = {
  'spaces of a line': { n: 5, isDrawn: false, options: kAsText, make: (n) => page(`BT /F1 1 Tf 9 500 Td ${repeat(n, () => `(a${' '.repeat(10_000)}b) Tj`)} ET`) },
  'texts across a wide page': {
    n: 1000,
    isDrawn: false,
    options: kAsText,
    make: (n) => page(`BT /F1 200000 Tf ${repeat(n, () => '1 0 0 1 0 9 Tm (abcabcabcabc) Tj')} ET`, undefined, 1_000_000),
  },
  'a text on a page without end': { n: 10, isDrawn: false, options: kAsText, make: (n) => page(`BT /F1 ${n}00000000 Tf 1 0 0 1 0 9 Tm (abc) Tj ET`, undefined, 2_000_000_000) },
  'texts that marks give': { n: 3, isDrawn: false, options: kAsText, make: (n) => replaced(n, `(${'word '.repeat(4000)})`) },
  'texts that marks give in no font': { n: 12, isDrawn: false, options: kAsText, make: (n) => replaced(n, `<FEFF${'4E00'.repeat(20_000)}>`) },
  'characters that stand for eighteen': {
    n: 3,
    isDrawn: false,
    options: kAsText,
    make: (n) =>
      page(`BT /M 1 Tf 9 500 Td ${repeat(n, () => `(${'a'.repeat(1000)}) Tj`)} ET`, (writer) => {
        const map = writer.stream('', `/CIDInit /ProcSet findresource begin 12 dict begin begincmap ${kMap} endcmap end end`);
        return `/Font<</M<</Type/Font/Subtype/Type1/BaseFont/Helvetica/ToUnicode ${map} 0 R>>>>`;
      }),
  },
};
