// Documents and mails in which names, styles, words and code pages are looked up or compared n times.

import { zipFile } from '../../scripts/lib/zip.mjs';

const repeat = (n, piece) => Array.from({ length: n }, (_, i) => (typeof piece === 'function' ? piece(i) : piece)).join('');

const kOdf = 'urn:oasis:names:tc:opendocument:xmlns';
const kOdfSpaces = `${['office', 'text', 'style'].map((name) => `xmlns:${name}="${kOdf}:${name}:1.0"`).join(' ')} xmlns:draw="${kOdf}:drawing:1.0" xmlns:xlink="http://www.w3.org/1999/xlink"`;

/** An OpenDocument text as one XML. */
function flatText(body, styles = '') {
  return Buffer.from(
    `<?xml version="1.0"?><office:document ${kOdfSpaces} office:mimetype="application/vnd.oasis.opendocument.text"><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:text>${body}</office:text></office:body></office:document>`,
  );
}

const mail = (head, body = 'text') => Buffer.from(`From: a@b\nMIME-Version: 1.0\n${head}\n\n${body}\n`, 'latin1');

/** Of each two either leaves FNV-1a of 32 bits the same, in this order and the last two again and again. */
const kOneHash = ['105zx 1bpcd', '0k40p 1c04a', '003zx 0fpad', '09vl8 0apd6', '04pvu 0b3ea', '05rnw 0mpba', '07rnw 0opba'].map((pair) => pair.split(' '));

function namesOfOneHash(n) {
  let names = [''];
  for (let i = 0; names.length < n; i++) {
    const [one, other] = kOneHash[Math.min(i, kOneHash.length - 1)];
    names = [...names.map((name) => name + one), ...names.map((name) => name + other)];
  }
  return names.slice(0, n);
}

/** @type {Record<string, {name: string, n: number, bytes?: number, options?: string[], make: (n: number, bytes?: number) => Buffer}>} */
export const kAmplifiedTexts = {
  'names and sheets of a workbook in one XML': {
    name: 'a.xml',
    n: 500,
    make: (n) => {
      const kSheets = 'urn:schemas-microsoft-com:office:spreadsheet';
      const names = repeat(n, (i) => `<NamedRange ss:Name="n${i}" ss:RefersTo="='${'x'.repeat(200)}'!R1C1"/>`);
      return Buffer.from(
        `<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook xmlns="${kSheets}" xmlns:ss="${kSheets}"><Names>${names}</Names>${repeat(n, (i) => `<Worksheet ss:Name="S${i}"><Table/></Worksheet>`)}</Workbook>`,
      );
    },
  },
  'styles that inherit from styles with long names': {
    name: 'a.fodt',
    n: 500,
    make: (n) => {
      const name = (i) => (i === 0 ? 'a' : `${'L'.repeat(8 * n)}${i}`);
      return flatText(
        '<text:p text:style-name="a">x</text:p>'.repeat(n),
        repeat(50, (i) => `<style:style style:family="paragraph" style:name="${name(i)}" style:parent-style-name="${name(i + 1)}"/>`),
      );
    },
  },
  'items with a long mark': {
    name: 'a.fodt',
    // Marks longer than the pieces in which XML comes.
    n: 1_000,
    make: (n) =>
      flatText(
        `<text:list text:style-name="l">${'<text:list-item><text:p>x</text:p></text:list-item>'.repeat(n)}</text:list>`,
        `<text:list-style style:name="l"><text:list-level-style-number text:level="1" style:num-format="1" style:num-prefix="${'P'.repeat(100 * n)}"/></text:list-style>`,
      ),
  },
  'prefixes without a meaning': {
    name: 'a.fodt',
    n: 2_000,
    make: (n) => flatText(`<text:section ${repeat(n, (i) => `xmlns:p${i}="u" `)}>${'<q:b/>'.repeat(10 * n)}</text:section>`),
  },
  'pictures that are not there': {
    name: 'a.fodt',
    n: 5_000,
    make: (n) => flatText(`<text:p>${repeat(n, (i) => `<draw:frame><draw:image xlink:href="${i}.png"/></draw:frame>`)}</text:p>`),
  },
  'members of one hash': {
    name: 'a.odt',
    n: 1_000,
    make: (n) => {
      const names = namesOfOneHash(n);
      const content = flatText(`<text:p>${repeat(n, (i) => `<draw:frame><draw:image xlink:href="${names[i]}"/></draw:frame>`)}</text:p>`);
      const text = content.toString().replaceAll('office:document', 'office:document-content');
      return zipFile({ mimetype: 'application/vnd.oasis.opendocument.text', 'content.xml': text, ...Object.fromEntries(names.map((name) => [name, ''])) });
    },
  },
  'words that do not end': { name: 'a.eml', n: 3_000, make: (n) => mail(`Subject: ${'=?a?q? '.repeat(n)}`) },
  'parameters of words that do not end': { name: 'a.eml', n: 3_000, make: (n) => mail(`Content-Type: text/plain; name="${'=?a?b? '.repeat(n)}"`) },
  'words of two code pages': { name: 'a.eml', n: 3_000, make: (n) => mail(`Subject: ${'=?gb18030?q?=e9=e9?= =?big5?q?=a4=a4?= '.repeat(n)}`) },
  'words of no code page': { name: 'a.eml', n: 1_000, make: (n) => mail(`Subject: ${'\xe9\xe8 =?utf-8?q?a?= '.repeat(n)}`) },
  'lines of one paragraph': { name: 'a.eml', n: 5_000, make: (n) => mail('', 'x y\n'.repeat(n)) },
  'files in uuencode without a name': { name: 'a.eml', n: 3_000, make: (n) => mail('', `${'begin 644 \n'.repeat(n)}\nend`) },
  'runs of two code pages': {
    name: 'a.rtf',
    n: 3_000,
    make: (n) => Buffer.from(`{\\rtf1{\\fonttbl{\\f0\\fcharset128 A;}{\\f1\\fcharset134 B;}}${"\\f0\\'e9\\f1\\'e9".repeat(n)}}`),
  },
  'cells that do not end': { name: 'a.html', n: 5_000, options: ['--html', 'markdown'], make: (n) => Buffer.from('<a><aside><table><td><a>'.repeat(n)) },
  'objects that their parents end': { name: 'a.html', n: 5_000, options: ['--html', 'markdown'], make: (n) => Buffer.from('<div><object></div><a>'.repeat(n)) },
  'comments in comments': { name: 'a.rtf', n: 20_000, make: (n) => Buffer.from(`{\\rtf1 ${'{\\*\\annotation '.repeat(49)}${'x*[`'.repeat(n)}${'}'.repeat(50)}`) },
};
