// PDFs whose objects are named, nested or set beside each other n times, of which the text alone asks for much.

import { Writer } from '../../scripts/pdf/bombs.mjs';
import { jbig2 } from './amplified_documents.mjs';

const repeat = (n, text) => Array.from({ length: n }, (_, i) => (typeof text === 'function' ? text(i) : text)).join('\n');
const kText = 'BT /F1 12 Tf 50 700 Td (what the page says) Tj ET';

/** A page whose content is `content`; `build` adds objects and returns its resources. */
function page(content, build = () => '', extra = () => '', box = '0 0 600 800') {
  const writer = new Writer();
  const resources = build(writer);
  writer.page(content, resources, `/MediaBox[${box}]${extra(writer)}`);
  return writer.finish();
}

/** Words of a font size, each at a place. */
const words = (n, size, at, text = 'a') => `BT /F1 ${size} Tf ${repeat(n, (i) => `1 0 0 1 ${at(i)} Tm (${text}) Tj`)} ET`;
/** Characters that do not pack, the same each time. */
function noise(count) {
  let state = 7;
  let text = '';
  for (; text.length < count; ) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    text += String.fromCharCode(32 + (state >>> 24) % 90);
  }
  return text;
}

const inRows = (i) => `${(i % 100) * 6} ${(780 - Math.floor(i / 100) * 1.1).toFixed(2)}`;

/** A page with n annotations, of which each may name a text of `bytes`. */
const annotated = (each) => (n, bytes) =>
  page(kText, undefined, (writer) => {
    const text = writer.add(`(${'a'.repeat(bytes)})`);
    return `/Annots[${repeat(n, each(`${text} 0 R`))}]`;
  });

/** Layers of which one that all objects of the page are in names all. */
function layered(n) {
  const writer = new Writer();
  const layers = Array.from({ length: n }, () => `${writer.add('<</Type/OCG/Name(a)>>')} 0 R`).join(' ');
  const all = writer.add(`<</Type/OCMD/P/AllOn/OCGs[${layers}]>>`);
  writer.page(`/OC /M BDC ${words(n, 1, inRows)} EMC`, `/Properties<</M ${all} 0 R>>`);
  writer.catalog = `/OCProperties<</OCGs[${layers}]/D<</ON[${layers}]>>>>`;
  return writer.finish();
}

/** @type {Record<string, {n: number, bytes?: number, isDrawn?: false, growth?: number, options?: string[], make: (n: number, bytes?: number) => Buffer}>} */
export const kAmplifiedPages = {
  // Each level holds all those around it, until the limit of work.
  'marked content in marked content': { n: 250, isDrawn: false, growth: 5, make: (n) => page(`${'/A BMC '.repeat(n)}${kText}`) },
  // Each of the page's objects asks for each, until the limit of work.
  'layers that all objects are in': { n: 200, isDrawn: false, make: layered },
  'fields that share a value': {
    n: 200,
    bytes: 30_000,
    isDrawn: false,
    make: annotated((text) => `<</Type/Annot/Subtype/Widget/FT/Tx/Rect[0 0 9 9]/V ${text}>>`),
  },
  'comments that share a blank text': {
    n: 400,
    isDrawn: false,
    make: (n) =>
      page(kText, undefined, (writer) => {
        const text = writer.add(`(${' '.repeat(30_000)})`);
        return `/Annots[${repeat(n, `<</Type/Annot/Subtype/Text/Rect[0 0 9 9]/Contents ${text} 0 R>>`)}]`;
      }),
  },
  // Bytes that nothing reads make room for content that pages share.
  'objects of pages beside a large stream': {
    n: 3000,
    isDrawn: false,
    make: (n) => {
      const writer = new Writer();
      writer.stream('', noise(30 * n));
      const content = writer.stream('', '0 0 9 9 re f\n'.repeat(n));
      const kids = Array.from({ length: 20 }, () =>
        writer.add(`<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents ${content} 0 R/Resources<<>>>>`),
      );
      return Buffer.from(writer.finish(kids).toString('latin1').replace('/Count 0', `/Count ${kids.length}`), 'latin1');
    },
  },
  // Each figure is drawn by itself.
  'texts of a page with figures': {
    n: 2000,
    options: ['--page-images', 'auto', '--preview', 'off'],
    make: (n) =>
      page(
        `${words(40, 10, (i) => `50 ${780 - 9 * i}`, 'a line of words that the page has')}
        ${repeat(4, (i) => `q 120 0 0 110 ${60 + 260 * (i % 2)} ${40 + 150 * (i >> 1)} cm /P Do Q`)}
        BT /F1 1 Tf ${repeat(n, (i) => `1 0 0 1 ${50 + (i % 500)} ${400 + (i % 350)} Tm (ab) Tj %${noise(30)}`)} ET`,
        (writer) => {
          const look = '/Subtype/Image/Width 60/Height 60/BitsPerComponent 8/ColorSpace/DeviceGray';
          return `/XObject<</P ${writer.stream(look, 'some of a picture.'.repeat(200))} 0 R>>`;
        },
      ),
  },
  // What the program takes is not left for the groups.
  'groups beside colors of a program': {
    n: 2,
    growth: 5,
    make: (n) =>
      page(`/C cs ${repeat(100 * n, (i) => `.${i} sc 0 0 1 1 re f`)} ${repeat(n, '/G gs /X Do')}`, (writer) => {
        const group = '/Subtype/Form/BBox[0 0 600 800]/Group<</S/Transparency/I true>>/Resources<<>>';
        const program = writer.stream('/FunctionType 4/Domain[0 1]/Range[0 1]', `{${'dup mul sqrt '.repeat(30_000)}}`);
        const space = `[/Separation/A/DeviceGray ${program} 0 R]`;
        return `/ColorSpace<</C ${space}>>/XObject<</X ${writer.stream(group, '1 0 0 rg 0 0 600 800 re f')} 0 R>>/ExtGState<</G<</BM/Multiply>>>>`;
      }),
  },
  'numbers of an array in content': { n: 20_000, isDrawn: false, make: (n) => page(`${kText} [${'0 '.repeat(n)}] 0 d`) },
  // They open at a click only.
  'notes with a long text on a page that is drawn': {
    n: 20,
    make: (n) =>
      page(kText, undefined, (writer) => {
        const text = writer.add(`(${'a '.repeat(n * 200)})`);
        return `/Annots[${repeat(n, `<</Type/Annot/Subtype/Text/Rect[0 0 9 9]/T(a)/Contents ${text} 0 R>>`)}]`;
      }),
  },
  'marks that share their areas': {
    n: 40,
    make: (n) =>
      page(kText, undefined, (writer) => {
        const areas = writer.add(`[${repeat(n * 10, '1 2 30 2 1 1 30 1')}]`);
        return `/Annots[${repeat(n, `<</Type/Annot/Subtype/Squiggly/Rect[0 0 9 9]/QuadPoints ${areas} 0 R>>`)}]`;
      }),
  },
  'states that change with each object': {
    n: 4000,
    make: (n) => page(repeat(n, '/G gs .1 g 2 w 0 0 9 9 re f'), () => '/ExtGState<</G<</ca .5>>>>'),
  },
  'links to a long name': {
    n: 400,
    bytes: 30_000,
    isDrawn: false,
    make: annotated((text) => `<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/Dest ${text}>>`),
  },
  'choices that fields share': {
    n: 20,
    isDrawn: false,
    make: (n) =>
      page(kText, undefined, (writer) => {
        const shown = writer.add(`[${repeat(1000, (i) => `[(a${i})(b)]`)}]`);
        const chosen = writer.add(`[${repeat(30, (i) => `(c${i})`)}]`);
        return `/Annots[${repeat(n, `<</Type/Annot/Subtype/Widget/FT/Ch/Rect[0 0 9 9]/V ${chosen} 0 R/Opt ${shown} 0 R>>`)}]`;
      }),
  },
  'words of links with long addresses': {
    n: 500,
    isDrawn: false,
    make: (n) =>
      page(words(n, 1, inRows), undefined, () => {
        const address = (i) => `/Rect[${i * 12} 0 ${i * 12 + 6} 800]/A<</S/URI/URI(http:${'\\200'.repeat(1990)}${i})>>`;
        return `/Annots[${repeat(50, (i) => `<</Type/Annot/Subtype/Link${address(i)}>>`)}]`;
      }),
  },
  'small words behind a large one': {
    n: 3000,
    isDrawn: false,
    make: (n) =>
      page(`BT /F1 10 Tf 1 0 0 1 0 700 Tm (large) Tj ET ${words(n, 8, (i) => `${(24 + i * 4.6).toFixed(2)} 700`)}`, undefined, undefined, `0 0 ${30 + n * 5} 800`),
  },
  'lines beside each other': {
    n: 4000,
    isDrawn: false,
    make: (n) => page(words(n, 0.1, (i) => `${(i * 0.6).toFixed(2)} 700`), undefined, undefined, '0 0 14400 800'),
  },
  'words that are drawn from right to left': {
    n: 4000,
    isDrawn: false,
    make: (n) => page(words(n, 0.1, (i) => `${(14_300 - i * 0.08).toFixed(3)} 700`), undefined, undefined, '0 0 14400 800'),
  },
  'items of lists in lists': {
    n: 1500,
    isDrawn: false,
    make: (n) => page(words(n, 1, (i) => `${(i * 1.1).toFixed(2)} ${(13_900 - i * 3.5).toFixed(2)}`, '- a'), undefined, undefined, '0 0 14400 14400'),
  },
  'tags that name the same content': {
    n: 2000,
    isDrawn: false,
    make: (n) => {
      const writer = new Writer();
      const root = writer.next;
      writer.add(`<</Type/StructTreeRoot/K ${root + 1} 0 R/ParentTree<</Nums[0[${root + 1} 0 R]]>>>>`);
      writer.add(`<</Type/StructElem/S/P/P ${root} 0 R/K[${'0 '.repeat(n)}]>>`);
      const at = (i) => `${(i % 50) * 11 + 2} ${(13_000 - Math.floor(i / 50) * 5).toFixed(2)}`;
      writer.page(`/P <</MCID 0>> BDC ${words(n, 4, at)} EMC`, '', '/MediaBox[0 0 600 14000]/StructParents 0');
      writer.catalog = `/StructTreeRoot ${root} 0 R`;
      return writer.finish();
    },
  },
  'names of page trees that lie in no object': {
    n: 3000,
    isDrawn: false,
    make: (n) => Buffer.from(`%PDF-1.7\n%\0\x01\x02\n${'obj/Pages'.repeat(n)}`),
  },
  'nodes of trees that share their kids': {
    n: 1500,
    isDrawn: false,
    make: (n) => {
      const writer = new Writer();
      const kids = writer.next;
      writer.add(`[${repeat(n, (i) => `${kids + 1 + i} 0 R`)}]`);
      for (let i = 0; i < n; i++) writer.add(`<</Kids ${kids} 0 R>>`);
      writer.page(kText);
      writer.catalog = `/PageLabels ${kids + 1} 0 R`;
      return writer.finish();
    },
  },
  // Each reads all parts for itself, until the limit.
  'functions that shadings share': {
    n: 50,
    isDrawn: false,
    growth: 5,
    make: (n) =>
      page(`${kText} ${repeat(n, (i) => `/S${i} sh`)}`, (writer) => {
        const part = `${writer.add('<</FunctionType 2/Domain[0 1]/N 1>>')} 0 R `;
        const all = `/Bounds[${'.5 '.repeat(n - 1)}]/Encode[${'0 1 '.repeat(n)}]/Functions[${part.repeat(n)}]`;
        const stitched = writer.add(`<</FunctionType 3/Domain[0 1]${all}>>`);
        const shading = `<</ShadingType 2/ColorSpace/DeviceGray/Coords[0 0 9 9]/Function ${stitched} 0 R>>`;
        return `/Shading<<${repeat(n, (i) => `/S${i}${shading}`)}>>`;
      }),
  },
  'a mesh that content names': {
    n: 100,
    isDrawn: false,
    make: (n) =>
      page(kText + ' /S sh'.repeat(n), (writer) => {
        const about = '/BitsPerCoordinate 16/BitsPerComponent 8/BitsPerFlag 8/Decode[0 600 0 800 0 1]';
        return `/Shading<</S ${writer.stream(`/ShadingType 4/ColorSpace/DeviceGray${about}`, '\xff'.repeat(8_000))} 0 R>>`;
      }),
  },
  'a tile that is parsed for each object': {
    n: 10,
    make: (n) =>
      page(`${kText} /Pattern cs /P scn ${'0 0 1 1 re f '.repeat(n)}`, (writer) => {
        const about = '/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 9 9]/XStep 9/YStep 9/Resources<<>>';
        return `/Pattern<</P ${writer.stream(about, 'q 1 w Q '.repeat(4_000))} 0 R>>`;
      }),
  },
  // Each line has all dashes, until the limit of work.
  'lines of a long pattern of dashes': {
    n: 300,
    growth: 5,
    make: (n) => page(`${kText} [${'1 '.repeat(20 * n)}] 0 d ${'0 9 m 9 9 l S '.repeat(n)}`),
  },
  'short contents that pages share': {
    n: 8,
    isDrawn: false,
    options: ['--search', 'zzz'],
    make: (n) => {
      const writer = new Writer();
      const content = writer.stream('', words(2_000, 1, inRows));
      const pages = Array.from({ length: n }, () => {
        writer.page('');
        return writer.add(`<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents ${content} 0 R/Resources<</Font<</F1 3 0 R>>>>>>`);
      });
      return writer.finish(pages);
    },
  },
  'metadata of a document': {
    n: 100_000,
    isDrawn: false,
    make: (n) => {
      const writer = new Writer();
      writer.page(kText);
      writer.catalog = `/Metadata ${writer.stream('/Type/Metadata/Subtype/XML', `<x:xmpmeta>${'<a>'.repeat(n)}`)} 0 R`;
      return writer.finish();
    },
  },
  'pages that share a list of links': {
    n: 100,
    isDrawn: false,
    options: ['--search', 'zzz'],
    make: (n) => {
      const writer = new Writer();
      const list = writer.add(`[${'<</Type/Annot/Subtype/Link/Rect[0 0 1 1]>>'.repeat(9000)}]`);
      for (let i = 0; i < n; i++) writer.page(kText, '', `/MediaBox[0 0 600 800]/Annots ${list} 0 R`);
      return writer.finish();
    },
  },
  'pictures that share what JBIG2 has for all': {
    n: 10,
    bytes: 500_000,
    make: (n, bytes) => {
      // A part that says nothing (ISO 14492, 7.4.15), as long as it likes.
      const u32 = (value) => [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255];
      const shared = Buffer.from([0, 0, 0, 0, 62, 0, 0, ...u32(bytes)]).toString('latin1') + '\0'.repeat(bytes);
      return page(`${kText} ${repeat(n, (i) => `q 9 0 0 9 ${(i % 60) * 10} ${Math.floor(i / 60) * 10} cm /P${i} Do Q`)}`, (writer) => {
        const all = writer.stream('', shared);
        const kind = `/Type/XObject/Subtype/Image/Width 64/Height 64/BitsPerComponent 1/ColorSpace/DeviceGray/Filter[/JBIG2Decode]/DecodeParms[<</JBIG2Globals ${all} 0 R>>]`;
        return `/XObject<<${repeat(n, (i) => `/P${i} ${writer.stream(kind, jbig2(1, 8))} 0 R`)}>>`;
      });
    },
  },
  'forms without resources': {
    n: 300,
    isDrawn: false,
    make: (n) =>
      page(`${kText} ${repeat(n, (i) => `/A${i} Do`)}`, (writer) => {
        const form = () => writer.stream('/Type/XObject/Subtype/Form/BBox[0 0 9 9]', 'n');
        return `/XObject<<${repeat(n, (i) => `/A${i} ${form()} 0 R`)}>>`;
      }),
  },
  'a form that pages share': {
    n: 10,
    isDrawn: false,
    options: ['--search', 'zzz'],
    make: (n) => {
      const writer = new Writer();
      const form = writer.stream('/Type/XObject/Subtype/Form/BBox[0 0 9 9]', '1 w '.repeat(20_000));
      for (let i = 0; i < n; i++) writer.page(`/X Do ${kText}`, `/XObject<</X ${form} 0 R>>`);
      return writer.finish();
    },
  },
};
