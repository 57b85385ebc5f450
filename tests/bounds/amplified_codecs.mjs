// PDFs whose pictures, masks and colors ask PDFium's decoders and functions for much.

import { deflateSync } from 'node:zlib';

import { Writer } from '../../scripts/pdf/bombs.mjs';

export const u16 = (...values) => Buffer.concat(values.map((value) => Buffer.from([value >> 8, value & 255])));
export const u32 = (...values) => {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [i, value] of values.entries()) bytes.writeUInt32BE(value, 4 * i);
  return bytes;
};
export const bytes = (...parts) => Buffer.concat(parts.map((part) => (typeof part === 'number' ? Buffer.from([part]) : Buffer.from(part))));
const kGray = '/ColorSpace/DeviceGray/BitsPerComponent 8';
const kDraw = 'q 600 0 0 800 0 0 cm /I Do Q ';

export function page(content, build) {
  const writer = new Writer();
  writer.page(content, build(writer));
  return writer.finish();
}

export function picture(writer, entries, data) {
  const head = `<</Type/XObject/Subtype/Image${entries}/Length ${data.length}>>stream\n`;
  return writer.add(Buffer.concat([Buffer.from(head), data, Buffer.from('\nendstream')]));
}

const pageOf = (entries, data) => page(kDraw, (writer) => `/XObject<</I ${picture(writer, entries, data)} 0 R>>`);

/** A codestream without packets. */
function jpx(side, tile, { components = 1, levels = 0, layers = 1, precincts = [] } = {}) {
  const size = bytes(u16(0), u32(side, side, 0, 0, tile, tile, 0, 0), u16(components), ...Array(components).fill([7, 1, 1]));
  const style = bytes(precincts.length > 0 ? 1 : 0, 0, u16(layers), 0, levels, 0, 0, 0, 1, precincts);
  const steps = bytes(Array(3 * levels + 2).fill(0x40));
  const marker = (code, data) => bytes(0xff, code, u16(data.length + 2), data);
  return bytes(u16(0xff4f), marker(0x51, size), marker(0x52, style), marker(0x5c, steps), u16(0xff90, 10, 0), u32(14), 0, 1, u16(0xff93, 0xffd9));
}

/** Of one component, without data. */
function jpeg(side, isProgressive) {
  const table = (kind) => bytes(u16(0xffc4, 20), kind, 1, Array(15).fill(0), 0);
  const frame = bytes(u16(isProgressive ? 0xffc2 : 0xffc0, 11), 8, u16(side, side), 1, 1, 0x11, 0);
  const scan = bytes(u16(0xffda, 8), 1, 1, 0, 0, isProgressive ? 0 : 63, 0);
  return bytes(u16(0xffd8, 0xffdb, 67), 0, Array(64).fill(1), frame, table(0), table(16), scan, u16(0xffd9));
}

const program = (n, inputs, pops) => `/FunctionType 4/Domain[${'0 1 '.repeat(inputs)}]/Range[0 1 0 1 0 1]@{${pops}${'1 pop '.repeat(n)}}`.split('@');
/** Colors that one function makes. */
const computed = (n, build) => page(`/C cs ${'.9 scn '.repeat(n)}`, (writer) => `/ColorSpace<</C[/Separation/X/DeviceRGB ${build(writer)} 0 R]>>`);
const functionOf = (writer, parts) => writer.stream(parts[0], parts[1]);

function jbig2(segments) {
  const all = Buffer.concat([segment(0, 48, [], bytes(u32(8, 8, 0, 0), 0, u16(0))), ...segments]);
  return pageOf('/Width 8/Height 8/ColorSpace/DeviceGray/BitsPerComponent 1/Filter[/FlateDecode/JBIG2Decode]', deflateSync(all));
}

function segment(number, kind, others, data) {
  const count = others.length > 4 ? u32(0xe0000000 + others.length) : [others.length << 5];
  const each = number > 256 ? u16(...others) : Buffer.from(others);
  return bytes(u32(number), kind, count, each, 1, u32(data.length), data);
}

/** @type {Record<string, {n: number, isDrawn?: false, growth?: number, make: (n: number) => Buffer}>} */
export const kAmplifiedCodecs = {
  'tiles of a JPEG 2000 picture': {
    n: 15,
    growth: 5,
    make: (n) => pageOf(`/Width 1/Height 1${kGray}/Filter/JPXDecode`, jpx(n, 1, { components: 3 })),
  },
  // Four times as many for twice the side.
  'precincts of a JPEG 2000 picture': {
    n: 100,
    growth: 5,
    make: (n) => pageOf(`/Width ${n}/Height ${n}${kGray}/Filter/JPXDecode`, jpx(n, n, { levels: 1, precincts: [0, 0x11] })),
  },
  'a mask that is a large JPEG': {
    n: 100,
    growth: 5,
    make: (n) =>
      page(kDraw, (writer) => {
        const mask = picture(writer, `/Width 1/Height 1${kGray}/Filter[/FlateDecode/DCT]`, deflateSync(jpeg(n, true)));
        return `/XObject<</I ${picture(writer, `/Width 1/Height 1${kGray}/SMask ${mask} 0 R`, bytes(1))} 0 R>>`;
      }),
  },
  'a JPEG in content': {
    n: 1000,
    isDrawn: false,
    growth: 5,
    make: (n) => page(`BI /W ${n}/H ${n}/BPC 8/CS/G/F/DCT ID ${jpeg(n, false).toString('latin1')} EI`, () => ''),
  },
  'columns of a fax': {
    n: 1000,
    make: (n) =>
      pageOf(`/Width 1/Height 2000/ColorSpace/DeviceGray/BitsPerComponent 1/Filter/CCITTFaxDecode/DecodeParms<</K -1/Columns ${n}>>`, Buffer.alloc(8000, 255)),
  },
  'columns of a predictor': {
    n: 100_000,
    make: (n) => pageOf(`/Width 1/Height 1${kGray}/Filter/FlateDecode/DecodeParms<</Predictor 15/Columns ${n}>>`, deflateSync(Buffer.alloc(9))),
  },
  'colors that a program makes': {
    n: 200,
    isDrawn: false,
    make: (n) => computed(n, (writer) => functionOf(writer, program(1000, 1, 'dup dup '))),
  },
  'angles that a program takes': {
    n: 200,
    isDrawn: false,
    make: (n) => computed(n, (writer) => writer.stream('/FunctionType 4/Domain[0 1]/Range[0 1 0 1 0 1]', `{${'2 atan '.repeat(1000)}}`)),
  },
  'values that a program turns round': {
    n: 200,
    isDrawn: false,
    make: (n) => computed(n, (writer) => writer.stream('/FunctionType 4/Domain[0 1]/Range[0 1 0 1 0 1]', `{${'7 '.repeat(95)}${'90 45 roll '.repeat(1000)}}`)),
  },
  'a table of many values for each color': {
    n: 80,
    isDrawn: false,
    make: (n) => computed(n, (writer) => writer.stream(`/FunctionType 0/Domain[0 1]/Range[${'0 1 '.repeat(10_000)}]/Size[2]/BitsPerSample 8`, '@'.repeat(20_000))),
  },
  'powers of many values for each color': {
    n: 200,
    isDrawn: false,
    make: (n) => computed(n, (writer) => writer.add(`<</FunctionType 2/Domain[0 1]/N 2.37/C0[${'0 '.repeat(10_000)}]/C1[${'1 '.repeat(10_000)}]>>`)),
  },
  'stitched functions that are gone through': {
    n: 2000,
    isDrawn: false,
    make: (n) => computed(n, (writer) => {
      const part = writer.add('<</FunctionType 2/Domain[0 1]/N 1/C0[0 0 0]/C1[1 1 1]>>');
      const each = (text) => text.repeat(3000);
      return writer.add(`<</FunctionType 3/Domain[0 1]/Functions[${each(`${part} 0 R `)}]/Bounds[${each('.5 ')}]/Encode[${each('0 1 ')}]>>`);
    }),
  },
  'a program for the colors of a page': {
    n: 20,
    make: (n) =>
      page(kDraw, (writer) => {
        const data = deflateSync(Buffer.alloc(4 * 50 * 50));
        const drawn = picture(writer, '/Width 50/Height 50/ColorSpace/DeviceCMYK/BitsPerComponent 8/Filter/FlateDecode', data);
        return `/ColorSpace<</DefaultCMYK[/DeviceN[/A/B/C/D]/DeviceRGB ${functionOf(writer, program(n, 4, 'pop '))} 0 R]>>/XObject<</I ${drawn} 0 R>>`;
      }),
  },
  'a pattern through a mask': {
    n: 2,
    make: (n) =>
      page('/Pattern cs /P scn 9 0 0 9 0 0 cm /I Do', (writer) => {
        const drawn = picture(writer, '/Width 1/Height 1/ImageMask true/BitsPerComponent 1', bytes(0));
        const shading = `<</ShadingType 1/ColorSpace/DeviceRGB/Domain[0 600 0 800]/Function ${functionOf(writer, program(n, 2, 'dup '))} 0 R>>`;
        return `/Pattern<</P<</PatternType 2/Shading ${shading}>>>>/XObject<</I ${drawn} 0 R>>`;
      }),
  },
  'areas inside of letters': { n: 5, make: (n) => page(`BT /F1 300 Tf 7 Tr 10 300 Td (W) Tj ET ${'0 0 600 800 re f '.repeat(n)}`, () => '') },
  'segments that others look for': {
    n: 100,
    growth: 5,
    make: (n) => {
      const nothing = bytes(u16(3 << 10), 0, 0, u32(0, 0), u32(0));
      return jbig2(Array.from({ length: n }, (_, i) => segment(i + 1, 0, i === 0 ? [] : Array(64).fill(i), nothing)));
    },
  },
};
