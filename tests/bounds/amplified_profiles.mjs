// PDFs whose profiles ask for much: of elements that share their bytes, and of colors that each goes through them.

import { page, u16, u32 } from './amplified_codecs.mjs';

const floats = (...values) => {
  const all = Buffer.alloc(4 * values.length);
  for (const [i, value] of values.entries()) all.writeFloatBE(value, 4 * i);
  return all;
};
const joined = (...parts) => Buffer.concat(parts.map((part) => (Buffer.isBuffer(part) ? part : Buffer.from(part, 'latin1'))));

/** A profile with these elements, of which equal ones lie at one place. */
function profile(elements, space = 'CMYK', colors = 4) {
  const places = new Map();
  let at = 16 + 8 * elements.length;
  for (const element of elements) {
    if (places.has(element)) continue;
    places.set(element, at);
    at += element.length;
  }
  const list = elements.map((element) => u32(places.get(element), element.length));
  const table = joined('mpet', u32(0), u16(colors, 3), u32(elements.length), ...list, ...places.keys());
  const head = Buffer.alloc(128);
  u32(144 + table.length).copy(head);
  u32(0x04000000).copy(head, 8);
  head.write(`prtr${space}Lab `, 12);
  head.write('acsp', 36);
  u32(0xf6d6, 0x10000, 0xd32d).copy(head, 68);
  return joined(head, u32(1), 'D2B0', u32(144, table.length), table);
}

const matrix = (from, to, values) => joined('matf', u32(0), u16(from, to), floats(...values), floats(...Array(to).fill(0)));
const kToThree = matrix(4, 3, [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0]);
const kAsItIs = matrix(3, 3, [1, 0, 0, 0, 1, 0, 0, 0, 1]);

/** Three colors that share a curve of so many parts. */
const curves = (parts) => {
  const places = Array.from({ length: parts - 1 }, (_, i) => i / parts);
  const formula = joined('parf', u32(0), u16(0, 0), floats(1, 1, 0, 0));
  const curve = joined('curf', u32(0), u16(parts, 0), floats(...places), ...Array(parts).fill(formula));
  return joined('cvst', u32(0), u16(3, 3), ...Array(3).fill(u32(36, curve.length)), curve);
};

/** Three colors that share a curve of so many points. */
const points = (count) => {
  const curve = joined('curf', u32(0), u16(1, 0), joined('samf', u32(0), u32(count), Buffer.alloc(4 * count)));
  return joined('cvst', u32(0), u16(3, 3), ...Array(3).fill(u32(36, curve.length)), curve);
};

/** A table of so many dimensions, two colors along each. */
const table = (dimensions) => {
  const counts = Buffer.from(Array.from({ length: 16 }, (_, i) => (i < dimensions ? 2 : 0)));
  return joined('clut', u32(0), u16(dimensions, 3), counts, floats(...Array(3 * 2 ** dimensions).fill(0.5)));
};

/** A page with a packed picture of this profile, each of whose rows is the one above it and a little more. */
const pictured = (data, width, height) =>
  page('q 600 0 0 800 0 0 cm /P Do Q', (writer) => {
    const row = (y) => Buffer.from(Array.from({ length: width }, (_, x) => (y === 0 ? [x & 255, x >> 8, 0, 0] : [0, 0, 1, y % 256 === 0 ? 1 : 0])).flat());
    const [first, other, last] = [0, 1, 256].map((y) => joined(Buffer.from([2]), row(y)));
    const rows = Array.from({ length: height }, (_, y) => (y === 0 ? first : y % 256 === 0 ? last : other));
    const space = `[/ICCBased ${writer.stream('/N 4', data.toString('latin1'))} 0 R]`;
    const parameters = `/DecodeParms<</Predictor 12/Colors 4/Columns ${width}>>`;
    const about = `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}/BitsPerComponent 8/ColorSpace${space}${parameters}`;
    return `/XObject<</P ${writer.stream(about, Buffer.concat(rows).toString('latin1'))} 0 R>>`;
  });

/** @type {Record<string, {n: number, bytes?: number, growth?: number, make: (n: number, bytes?: number) => Buffer}>} */
export const kAmplifiedProfiles = {
  'rows of a picture of a profile': { n: 20, make: (n) => pictured(profile([kToThree]), 1000, n) },
  'pictures of two profiles by turns': {
    n: 100,
    make: (n) =>
      page(['A', 'B'].map((name) => `q 9 0 0 9 0 0 cm BI /W 1/H 1/BPC 8/CS/${name} ID abcd EI Q `).join('').repeat(n), (writer) => {
        const space = (elements) => `[/ICCBased ${writer.stream('/N 4', profile(elements).toString('latin1'))} 0 R]`;
        return `/ColorSpace<</A${space([kToThree])}/B${space([kToThree, kAsItIs])}>>`;
      }),
  },
  // Each becomes a table of 33 colors along each of three sides.
  'profiles of Lab': {
    n: 2,
    make: (n) => {
      const some = Array.from({ length: n }, (_, i) => i);
      return page(some.map((i) => `/C${i} cs .1 .2 .3 scn 0 0 9 9 re f`).join(' '), (writer) => {
        const space = (i) => `[/ICCBased ${writer.stream('/N 3', profile([matrix(3, 3, [1, 0, 0, 0, 1, 0, 0, 0, i + 1])], 'Lab ', 3).toString('latin1'))} 0 R]`;
        return `/ColorSpace<<${some.map((i) => `/C${i} ${space(i)}`).join('')}>>`;
      });
    },
  },
  // Each element is put behind all others.
  'elements of a profile that share their bytes': { n: 1000, growth: 5, make: (n) => pictured(profile([kToThree, ...Array(n).fill(kAsItIs)]), 32, 32) },
  'curves of a profile that share their bytes': { n: 5, make: (n) => pictured(profile([kToThree, ...Array(n).fill(curves(100))]), 32, 32) },
  // Each point of a curve looks for its part, and each color.
  'parts of a curve of a profile': { n: 20, growth: 5, make: (n) => pictured(profile([kToThree, curves(Math.min(n, 60_000))]), 100, Math.min(n, 1000)) },
  // Points that have no memory were read where none are.
  'points of a curve of a profile': { n: 10_000, make: (n) => pictured(profile([kToThree, ...Array(8).fill(points(n))]), 32, 32) },
  // Each doubles what a color takes.
  'dimensions of a table of a profile': {
    n: 7,
    growth: 200,
    make: (n) => pictured(profile([matrix(4, Math.min(n, 14), Array(4 * Math.min(n, 14)).fill(0.3)), table(Math.min(n, 14))]), 100, 10),
  },
};
