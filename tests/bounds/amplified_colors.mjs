// PDFs whose colors, functions, clips and pages in other documents ask for much: what many name is held, or made, for each.

import { Writer } from '../../scripts/pdf/bombs.mjs';
import { page, u32 } from './amplified_codecs.mjs';

const repeat = (n, text) => Array.from({ length: n }, (_, i) => (typeof text === 'function' ? text(i) : text)).join('\n');
const kDocument = ['--pdf', 'document', '--pages', '1-100'];

/** A page that fills something with each of n colors; what `build` returns gives the space of the i-th. */
const colored = (n, build) =>
  page(repeat(n, (i) => `/C${i} cs 1 scn 0 0 9 9 re f`), (writer) => {
    const space = build(writer);
    return `/ColorSpace<<${repeat(n, (i) => `/C${i} ${space(i)}`)}>>`;
  });

/** A page that fills something with each of n patterns of one shading. */
const shaded = (n, shading) => page(`/Pattern cs ${repeat(n, (i) => `/P${i} scn 0 0 9 9 re f`)}`, (writer) => {
  const one = shading(writer);
  return `/Pattern<<${repeat(n, (i) => `/P${i}<</PatternType 2/Shading ${one}>>`)}>>`;
});

const program = (writer, words) => `${writer.stream('/FunctionType 4/Domain[0 1]/Range[0 1]', `{${words}}`)} 0 R`;
const table = (writer, bytes) =>
  `${writer.stream(`/FunctionType 0/Domain[0 1]/Range[0 1]/Size[${bytes}]/BitsPerSample 8`, '\x7f'.repeat(bytes))} 0 R`;
const along = (writer, entries) => `${writer.add(`<</ShadingType 2/ColorSpace/DeviceGray/Coords[0 0 9 9]/Function ${entries}>>`)} 0 R`;

/** A profile of four colors, which are all the same in it; each i gives another. */
function profile(i) {
  const straight = Buffer.from(Array.from({ length: 256 }, (_, each) => each));
  const lut = Buffer.concat([
    Buffer.from('mft1'), u32(0), Buffer.from([4, 3, 2, 0]), u32(65_536, 0, 0, 0, 65_536, 0, 0, 0, 65_536),
    ...Array(4).fill(straight), Buffer.alloc(48, i), ...Array(3).fill(straight),
  ]);
  const head = Buffer.alloc(128);
  u32(144 + lut.length).copy(head);
  u32(0x02400000).copy(head, 8);
  head.write('prtrCMYKLab ', 12);
  head.write('acsp', 36);
  u32(i).copy(head, 80);
  return Buffer.concat([head, u32(1), Buffer.from('A2B0'), u32(144, lut.length), lut]).toString('latin1');
}

/** n pages; `nodes` are the objects of the tree that they lie in, of which the last holds them. */
function tree(n, nodes, each = '') {
  const objects = ['<</Type/Catalog/Pages 2 0 R>>'];
  const leaves = Array.from({ length: n }, (_, i) => `${nodes.length + 2 + i} 0 R`).join(' ');
  for (const [i, node] of nodes.entries()) {
    const kids = i + 1 < nodes.length ? `${i + 3} 0 R` : leaves;
    objects.push(`<</Type/Pages/Count ${n}${i > 0 ? `/Parent ${i + 1} 0 R` : ''}/Kids[${kids}]${node}>>`);
  }
  for (let i = 0; i < n; i++) objects.push(`<</Type/Page/Parent ${nodes.length + 1} 0 R${each}>>`);
  return fileOf(objects);
}

/** Objects with a table. */
function fileOf(objects) {
  let text = '%PDF-1.7\n';
  const rows = objects.map((object, i) => {
    const row = `${String(text.length).padStart(10, '0')} 00000 n \n`;
    text += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return row;
  });
  const end = `trailer\n<</Size ${rows.length + 1}/Root 1 0 R>>\nstartxref\n${text.length}\n%%EOF\n`;
  return Buffer.from(`${text}xref\n0 ${rows.length + 1}\n0000000000 65535 f \n${rows.join('')}${end}`, 'latin1');
}

const kBox = '/MediaBox[0 0 600 800]';

/** @type {Record<string, {n: number, bytes?: number, isDrawn?: false, growth?: number, options?: string[], make: (n: number, bytes?: number) => Buffer}>} */
export const kAmplifiedColors = {
  'colors that share a program': {
    n: 5,
    bytes: 20_000,
    isDrawn: false,
    make: (n, bytes) => colored(n, (writer) => {
      const one = program(writer, '1 '.repeat(Math.min(bytes, 500_000)));
      return () => `[/Separation/A/DeviceGray ${one}]`;
    }),
  },
  'colors that share programs in programs': {
    n: 5,
    bytes: 20_000,
    isDrawn: false,
    make: (n, bytes) => colored(n, (writer) => {
      const one = program(writer, '{}'.repeat(Math.min(bytes, 500_000)));
      return () => `[/Separation/A/DeviceGray ${one}]`;
    }),
  },
  'patterns that share a table': {
    n: 5,
    bytes: 20_000,
    make: (n, bytes) => shaded(n, (writer) => along(writer, table(writer, bytes))),
  },
  'patterns that share a program': {
    n: 2,
    bytes: 20_000,
    make: (n, bytes) => shaded(n, (writer) => along(writer, program(writer, '1 '.repeat(Math.min(bytes, 500_000))))),
  },
  'patterns that share stitched functions': {
    n: 5,
    bytes: 100,
    make: (n, bytes) => shaded(n, (writer) => {
      const part = `${writer.add('<</FunctionType 2/Domain[0 1]/N 1>>')} 0 R `;
      const parts = Math.min(bytes, 10_000);
      const all = `/Bounds[${'.5 '.repeat(parts - 1)}]/Encode[${'0 1 '.repeat(parts)}]/Functions[${part.repeat(parts)}]`;
      return along(writer, `${writer.add(`<</FunctionType 3/Domain[0 1]${all}>>`)} 0 R`);
    }),
  },
  'tables of colors that share a string': {
    n: 10,
    bytes: 20_000,
    isDrawn: false,
    make: (n, bytes) => colored(n, (writer) => {
      const one = writer.add(`(${'a'.repeat(bytes)})`);
      return () => `[/Indexed/DeviceRGB 255 ${one} 0 R]`;
    }),
  },
  'tables of colors that share a stream': {
    n: 10,
    bytes: 20_000,
    isDrawn: false,
    make: (n, bytes) => colored(n, (writer) => {
      const one = writer.stream('', 'a'.repeat(bytes));
      return () => `[/Indexed/DeviceRGB 255 ${one} 0 R]`;
    }),
  },
  // Each object has a value for each part of its color.
  'objects in a color of many parts': {
    n: 100,
    isDrawn: false,
    growth: 5,
    make: (n) => page(repeat(n, '/C cs 0 0 1 1 re f'), (writer) => {
      const names = `[${'/A'.repeat(10 * n)}]`;
      const tint = writer.stream(`/FunctionType 4/Domain[0 1]/Range[0 1]`, '{}');
      return `/ColorSpace<</C[/DeviceN ${writer.add(names)} 0 R/DeviceGray ${tint} 0 R]>>`;
    }),
  },
  'ranges of a function of many values': {
    n: 300,
    growth: 5,
    make: (n) => shaded(1, (writer) => along(writer, `<</FunctionType 2/Domain[${'0 1 '.repeat(n)}]/Range[${'0 1 '.repeat(n)}]/N 1>>`)),
  },
  'profiles': {
    n: 5,
    isDrawn: false,
    make: (n) => colored(n, (writer) => {
      const streams = Array.from({ length: n }, (_, i) => writer.stream('/N 4', profile(i)));
      return (i) => `[/ICCBased ${streams[i]} 0 R]`;
    }),
  },
  // What they do not find is looked for in each.
  'pages below many parents': {
    n: 50,
    isDrawn: false,
    growth: 5,
    options: ['--search', 'zzz'],
    make: (n) => {
      const chain = Array.from({ length: 20 * n }, (_, i) => `<</Parent ${i + n + 4} 0 R>>`);
      const kids = Array.from({ length: n }, (_, i) => `${i + 3} 0 R`).join(' ');
      const pages = Array(n).fill(`<</Type/Page/Parent ${n + 3} 0 R>>`);
      return fileOf(['<</Type/Catalog/Pages 2 0 R>>', `<</Type/Pages/Count ${n}/Kids[${kids}]>>`, ...pages, ...chain, '<<>>']);
    },
  },
  'resources that pages inherit': {
    n: 50,
    isDrawn: false,
    growth: 5,
    options: ['--search', 'zzz'],
    make: (n) => tree(n, [`${kBox}/Resources<</Font<<${repeat(Math.min(n * 4, 1000), (i) => `/F${i}<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>`)}>>>>`]),
  },
  'pages of a document that inherit their resources': {
    n: 20,
    options: kDocument,
    growth: 5,
    make: (n) => tree(n, [`${kBox}/Resources<</X[${'0 '.repeat(100 * n)}]>>`]),
  },
  'pages of a document that have their streams': {
    n: 20,
    bytes: 20_000,
    options: kDocument,
    make: (n, bytes) => tree(n, [kBox], `/X(${'a'.repeat(bytes / 10)})`),
  },
  'objects that pages of a document name': {
    n: 100,
    options: kDocument,
    make: (n) => {
      const objects = Array.from({ length: n }, (_, i) => `[${i + 5} 0 R ${'0 '.repeat(100)}]`);
      return fileOf(['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Count 1/Kids[3 0 R]>>', `<</Type/Page/Parent 2 0 R${kBox}/X 4 0 R>>`, ...objects, 'null']);
    },
  },
  // Of a form that is drawn as a line, to which their masks are cut as if they had room.
  'clips under a matrix that makes them a line': {
    n: 20,
    growth: 5,
    make: (n) =>
      page('/X Do', (writer) => {
        const outline = (i) => `-1 -1 m 1 -1 l 1 1 l -1 ${1 + i / 100} l`;
        const form = '/Type/XObject/Subtype/Form/BBox[-1e9 -1e9 1e9 1e9]';
        const inner = writer.stream(`${form}/Matrix[100000 -1 100000 -1 -10000 1000]`, `${repeat(n, (i) => `${outline(i)} W n`)} ${outline(0)} f`);
        return `/XObject<</X ${writer.stream(`${form}/Matrix[1000 -1 1000 -1 -100000 1000]/Resources<</XObject<</X ${inner} 0 R>>>>`, '/X Do')} 0 R>>`;
      }),
  },
  'pictures of a profile': {
    n: 20,
    growth: 5,
    make: (n) =>
      page('q 600 0 0 800 0 0 cm /P Do Q', (writer) => {
        const space = `[/ICCBased ${writer.stream('/N 4', profile(7))} 0 R]`;
        const about = `/Type/XObject/Subtype/Image/Width 1000/Height ${n}/BitsPerComponent 8/ColorSpace${space}`;
        const data = Array.from({ length: 1000 * n }, (_, i) => String.fromCharCode(i & 255, (i >> 8) & 255, (i >> 16) & 255, 0)).join('');
        return `/XObject<</P ${writer.stream(about, data)} 0 R>>`;
      }),
  },
  'pictures of two colors that a program makes': {
    n: 20,
    make: (n) =>
      page('q 600 0 0 800 0 0 cm /P Do Q', (writer) => {
        const tint = writer.stream('/FunctionType 4/Domain[0 1 0 1 0 1]/Range[0 1]', '{pop pop}');
        const about = `/Type/XObject/Subtype/Image/Width 1000/Height ${n}/BitsPerComponent 1/ColorSpace[/DeviceN[/A/B/C]/DeviceGray ${tint} 0 R]`;
        return `/XObject<</P ${writer.stream(about, '\x5a'.repeat(375 * n))} 0 R>>`;
      }),
  },
  'pictures with a mask that is mixed in': {
    n: 2,
    make: (n) =>
      page(repeat(n, 'q 600 0 0 800 0 0 cm /P Do Q'), (writer) => {
        const about = '/Type/XObject/Subtype/Image/Width 1000/Height 1000/BitsPerComponent 8';
        const mask = writer.stream(`${about}/ColorSpace/DeviceGray/Matte[0 0 0]`, '\x7f'.repeat(1_000_000));
        return `/XObject<</P ${writer.stream(`${about}/ColorSpace/DeviceRGB/SMask ${mask} 0 R`, '\x7f'.repeat(3_000_000))} 0 R>>`;
      }),
  },
  // Each layer is looked for in the lists of those that are on and off.
  // Each is looked for in the lists of all events, until the limit of work.
  'layers in long lists': {
    n: 100,
    growth: 9,
    make: (n) => {
      const writer = new Writer();
      const layer = () => `${writer.add('<</Type/OCG/Name(a)>>')} 0 R`;
      const layers = Array.from({ length: n }, layer);
      const all = layers.join(' ');
      const others = `${layer()} `.repeat(10 * n);
      writer.page(repeat(n, (i) => `/OC /M${i} BDC 0 0 9 9 re f EMC`), `/Properties<<${repeat(n, (i) => `/M${i} ${layers[i]}`)}>>`);
      writer.catalog = `/OCProperties<</OCGs[${all}]/D<</ON[${others}]/OFF[${others}]/AS[${repeat(n, `<</Event/View/OCGs[${all}]>>`)}]>>>>`;
      return writer.finish();
    },
  },
  'links of a document to a page that is not in it': {
    n: 200,
    options: ['--pdf', 'document', '--pages', '1'],
    make: (n) => {
      const links = repeat(n, '<</Subtype/Link/Rect[0 0 9 9]/Dest[4 0 R/Fit]>>');
      return fileOf(['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Count 2/Kids[3 0 R 4 0 R]>>', `<</Type/Page/Parent 2 0 R${kBox}/Annots[${links}]>>`, `<</Type/Page/Parent 2 0 R${kBox}/X[${'0 '.repeat(10 * n)}]>>`]);
    },
  },
  'arrays in arrays that a document takes along': {
    n: 2000,
    options: ['--pdf', 'document', '--pages', '1'],
    make: (n) => fileOf(['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Count 1/Kids[3 0 R]>>', `<</Type/Page/Parent 2 0 R${kBox}/X ${'['.repeat(50)}${'0 '.repeat(n)}${']'.repeat(50)}>>`]),
  },
};
