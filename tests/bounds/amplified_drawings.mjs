// SVGs whose elements are drawn n times, each time with a long value or a long list of children, read as pictures; pictures in
// a file that hold n others.

import { jpegOfScans } from './scans.mjs';

const repeat = (n, text) => Array.from({ length: n }, (_, i) => (typeof text === 'function' ? text(i) : text)).join('\n');
const svg = (content) => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100">${content}</svg>`);

/** An element, and n that draw it. */
const used = (element) => (n) => svg(`<defs>${element(n)}</defs>${repeat(n, '<use href="#a"/>')}`);
/** n rectangles, which differ in nothing but their place, behind what they name. */
const rectangles = (named, attribute) => (n) =>
  svg(`${named(n)}${repeat(n, (i) => `<rect ${attribute} width="1" height="1" x="${i % 90}"/>`)}`);
const kTitles = '<title/>';

const box = (type, ...parts) => {
  const data = Buffer.concat(parts.map((part) => Buffer.from(part)));
  const head = Buffer.alloc(8);
  head.writeUInt32BE(data.length + 8);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, data]);
};

/** A HEIC of 4,096 x 4,096 pixels that nothing decodes, and what it may hold beside them. */
function heic(data) {
  const size = box('ispe', [0, 0, 0, 0, 0, 0, 0x10, 0, 0, 0, 0x10, 0]);
  const properties = box('iprp', box('ipco', size), box('ipma', [0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 1, 1]));
  const handler = box('hdlr', Buffer.alloc(8), 'pict', Buffer.alloc(13));
  return Buffer.concat([box('ftyp', 'heic', [0, 0, 0, 0], 'mif1heic'), box('meta', [0, 0, 0, 0], handler, box('pitm', [0, 0, 0, 0, 0, 1]), properties), box('mdat', data)]);
}

/** Twice the elements, each with twice as much, until the limit of work. */
const kSquared = { name: 'a.svg', options: ['--svg', 'image'], growth: 5 };

/** @type {Record<string, {name: string, n: number, options: string[], growth?: number, make: (n: number) => Buffer}>} */
export const kAmplifiedDrawings = {
  'numbers of many digits': { ...kSquared, n: 250, make: used((n) => `<rect id="a" width="1.${'0'.repeat(50 * n)}" height="1"/>`) },
  'lists of languages': { ...kSquared, n: 250, make: used((n) => `<rect id="a" width="1" height="1" systemLanguage="${'x,'.repeat(25 * n)}en"/>`) },
  'filters with titles': { ...kSquared, n: 500, make: rectangles((n) => `<filter id="f"><feFlood/>${kTitles.repeat(n)}</filter>`, 'filter="url(#f)"') },
  'gradients with titles': {
    ...kSquared,
    n: 500,
    make: rectangles((n) => `<linearGradient id="f"><stop stop-color="red"/><stop offset="1"/>${kTitles.repeat(n)}</linearGradient>`, 'fill="url(#f)"'),
  },
  'a JPEG of many scans in a drawing': {
    name: 'a.svg',
    options: ['--svg', 'image'],
    n: 2,
    make: used(() => `<image id="a" width="9" height="9" href="data:image/jpeg;base64,${jpegOfScans(512, 512, 4).toString('base64')}"/>`),
  },
  'previews of many scans': {
    name: 'a.heic',
    options: ['--provider', 'anthropic'],
    n: 4,
    make: (n) => heic(Buffer.concat(Array.from({ length: n }, (_, i) => jpegOfScans(256 + 8 * i, 256, 8)))),
  },
  'spans of dashed text': {
    name: 'a.svg',
    options: ['--svg', 'image'],
    n: 600,
    make: (n) => svg(`<text y="50" stroke-dasharray="${'1 '.repeat(4095)}">${repeat(n, '<tspan>a</tspan>')}</text>`),
  },
};
