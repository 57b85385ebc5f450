// PDFs of one page in which something small is drawn, named or nested n times.

import { Writer } from '../../scripts/pdf/bombs.mjs';

const kText = 'BT /F1 12 Tf 50 700 Td (what the page says) Tj ET';
const kFull = '0 0 600 800 re f';

/** A page whose content is `content`, with what `build` returns as its resources. */
function page(build, content, extra) {
  const writer = new Writer();
  const resources = build(writer);
  writer.page(`${kText} ${content}`, resources, extra);
  return writer.finish();
}

const repeat = (n, text) => Array.from({ length: n }, (_, i) => (typeof text === 'function' ? text(i) : text)).join('\n');

const group = (writer, content, resources = '', more = '') =>
  writer.stream(
    `/Type/XObject/Subtype/Form/BBox[0 0 600 800]/Group<</S/Transparency/I true>>/Resources<<${resources}>>${more}`,
    content,
  );

const picture = (writer, side, more = '', bytes = 3 * side * side) =>
  writer.stream(
    `/Type/XObject/Subtype/Image/Width ${side}/Height ${side}/BitsPerComponent 8/ColorSpace/DeviceRGB${more}`,
    '\x7f'.repeat(bytes),
  );

/** Random numbers that are the same each time. */
function random(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

function zigzag(n) {
  const next = random(7);
  return repeat(n, () => `${Math.round(next() * 600)} ${Math.round(next() * 800)} l`);
}

/** A mesh of n triangles (type 4), each as large as the page. */
const triangles = (n) => '\0\0\0\0\0\xff\0\0\0\xff\xff\0\0\0\xff\0\0\0\0\xff\xff\0\0\xff'.repeat(n);

/** @type {Record<string, {n: number, make: (n: number) => Buffer}>} */
export const kAmplifiedPdfs = {
  'groups that are blended': {
    n: 2,
    // Each is drawn with all that goes before it, until the limit of work.
    growth: 5,
    make: (n) =>
      page(
        (writer) => `/XObject<</X ${group(writer, `1 0 0 rg ${kFull}`)} 0 R>>/ExtGState<</G<</BM/Multiply>>>>`,
        repeat(n, '/G gs /X Do'),
        '/Group<</S/Transparency/I true/CS/DeviceRGB>>/MediaBox[0 0 600 800]',
      ),
  },
  'groups in groups': {
    n: 4,
    make: (n) =>
      page((writer) => {
        let form = group(writer, kFull);
        for (let level = 0; level < n; level++) form = group(writer, `/X Do ${kFull}`, `/XObject<</X ${form} 0 R>>`);
        return `/XObject<</X ${form} 0 R>>`;
      }, '/X Do'),
  },
  'dashes': { n: 100, make: (n) => page(() => '', `[${1 / (n + 1)} ${1 / (n + 1)}] 0 d ${repeat(4, (i) => `0 ${100 * i} m 600 ${100 * i} l S`)}`) },
  'dashes outside of the page': { n: 100, make: (n) => page(() => '', `[1 1] 0 d 0 0 m ${600 * n} 600 l S`) },
  'tiles': {
    n: 200,
    make: (n) =>
      page(
        (writer) =>
          `/Pattern<</P ${writer.stream(`/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 1 1]/XStep ${60 / (n + 1)}/YStep 60/Resources<<>>`, '0 0 .5 .5 re f')} 0 R>>`,
        `/Pattern cs /P scn ${kFull}`,
      ),
  },
  'tiles that lie on each other': {
    n: 1,
    make: (n) =>
      page(
        (writer) =>
          `/Pattern<</P ${writer.stream(`/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 150 150]/XStep ${100 / (n + 1)}/YStep 100/Resources<<>>`, '0 0 150 150 re f')} 0 R>>`,
        `/Pattern cs /P scn ${kFull}`,
      ),
  },
  'shadings by a program': {
    n: 1,
    make: (n) =>
      page(
        (writer) =>
          `/Shading<</S<</ShadingType 1/ColorSpace/DeviceGray/Domain[0 600 0 800]/Function ${writer.stream('/FunctionType 4/Domain[0 600 0 800]/Range[0 1]', `{ ${'dup mul sqrt '.repeat(2 * n)} add 1400 div }`)} 0 R>>>>`,
        '/S sh',
      ),
  },
  'shadings drawn often': {
    n: 1,
    make: (n) =>
      page(
        (writer) =>
          `/Shading<</S<</ShadingType 1/ColorSpace/DeviceGray/Domain[0 600 0 800]/Function ${writer.stream('/FunctionType 4/Domain[0 600 0 800]/Range[0 1]', '{ add 1400 div }')} 0 R>>>>`,
        repeat(n, '/S sh'),
      ),
  },
  'triangles': {
    n: 8,
    make: (n) =>
      page(
        (writer) =>
          `/Shading<</S ${writer.stream('/ShadingType 4/ColorSpace/DeviceRGB/BitsPerCoordinate 16/BitsPerComponent 8/BitsPerFlag 8/Decode[0 600 0 800 0 1 0 1 0 1]', triangles(n))} 0 R>>`,
        '/S sh',
      ),
  },
  'a picture drawn often': {
    n: 2,
    make: (n) => page((writer) => `/XObject<</P ${picture(writer, 1000)} 0 R>>`, repeat(n, 'q 600 0 0 800 0 0 cm /P Do Q')),
  },
  'pictures': {
    n: 2,
    make: (n) =>
      page(
        (writer) => `/XObject<<${repeat(n, (i) => `/P${i} ${picture(writer, 600)} 0 R`)}>>`,
        repeat(n, (i) => `q 600 0 0 800 0 0 cm /P${i} Do Q`),
      ),
  },
  'pictures in a form': {
    n: 2,
    make: (n) =>
      page((writer) => {
        const pictures = repeat(n, (i) => `/P${i} ${picture(writer, 600)} 0 R`);
        return `/XObject<</X ${writer.form(repeat(n, (i) => `q 600 0 0 800 0 0 cm /P${i} Do Q`), `/XObject<<${pictures}>>`)} 0 R>>`;
      }, '/X Do'),
  },
  'a picture whose colors are computed': {
    n: 2,
    make: (n) =>
      page((writer) => {
        const tint = writer.stream('/FunctionType 4/Domain[0 1 0 1]/Range[0 1]', `{ ${'dup mul sqrt '.repeat(10 * n)} add 2 div }`);
        const space = `[/DeviceN[/A/B]/DeviceGray ${tint} 0 R]`;
        return `/XObject<</P ${writer.stream(`/Type/XObject/Subtype/Image/Width 300/Height 300/BitsPerComponent 8/ColorSpace${space}`, '\x7f'.repeat(180_000))} 0 R>>`;
      }, 'q 600 0 0 800 0 0 cm /P Do Q'),
  },
  'clips and fills': {
    n: 3,
    // Each fill is clipped by all paths before it, until the limit of work.
    growth: 5,
    make: (n) => page(() => '', repeat(n, (i) => `0 0 m ${600 - i} 0 l 300 ${800 - i} l W n 0 0 m 9 9 l 9 0 l f`)),
  },
  'an outline': { n: 500, make: (n) => page(() => '', `0 0 m ${zigzag(n)} f`) },
  'a stroked outline': { n: 200, make: (n) => page(() => '', `40 w 1 J 1 j 0 0 m ${zigzag(n)} S`) },
  'glyphs on each other': { n: 200, make: (n) => page(() => '', `BT /F1 900 Tf -900 Tc 0 0 Td (${'W'.repeat(n)}) Tj ET`) },
  'soft masks': {
    n: 4,
    make: (n) =>
      page(
        (writer) => `/ExtGState<</G<</SMask<</S/Luminosity/G ${group(writer, `1 g ${kFull}`)} 0 R>>>>>>`,
        repeat(n, `/G gs ${kFull}`),
      ),
  },
  'a content stream that all pages name': {
    n: 2,
    make: (n) => {
      const writer = new Writer();
      const content = writer.stream('', '0 0 m 9 9 l S '.repeat(3_000));
      const kids = Array.from({ length: n + 1 }, () =>
        writer.add(`<</Type/Page/Parent 2 0 R/MediaBox[0 0 60 80]/Contents ${content} 0 R/Resources<<>>>>`),
      );
      return Buffer.from(writer.finish(kids).toString('latin1').replace('/Count 0', `/Count ${kids.length}`), 'latin1');
    },
  },
  'a content stream named often': {
    n: 2,
    make: (n) => {
      const writer = new Writer();
      const content = writer.stream('', `${'0 0 m 9 9 l S '.repeat(2000)}`);
      const one = writer.add(
        `<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents[${repeat(n, `${content} 0 R`)}]/Resources<<>>>>`,
      );
      return Buffer.from(writer.finish([one]).toString('latin1').replace('/Count 0', '/Count 1'), 'latin1');
    },
  },
};
