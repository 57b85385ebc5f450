// Texts that few bytes unpack to and that an outline is made of, and documents in one XML of many parts.

import { gzipSync } from 'node:zlib';

const repeat = (n, piece) => Array.from({ length: n }, (_, i) => (typeof piece === 'function' ? piece(i) : piece)).join('');

/** A package in one XML: a letter, and n parts of more than a megabyte that it does not need. */
function flatPackage(n) {
  const part = (name, type, xml) =>
    `<pkg:part pkg:name="/${name}" pkg:contentType="application/${type}"><pkg:xmlData>${xml}</pkg:xmlData></pkg:part>`;
  const letter = '<w:document><w:body><w:p><w:r><w:t>x</w:t></w:r></w:p></w:body></w:document>';
  const long = `<a>${'<b c="d">e</b>'.repeat(90_000)}</a>`;
  return Buffer.from(
    `<pkg:package xmlns:pkg="http://schemas.microsoft.com/office/2006/xmlPackage" xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">${part(
      'word/document.xml',
      'vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml',
      letter,
    )}${repeat(n, (i) => part(`word/${i}.xml`, 'xml', long))}</pkg:package>`,
  );
}

/** @type {Record<string, {name?: string, n: number, make: (n: number) => Uint8Array, options?: string[]}>} */
export const kAmplifiedUnpacked = {
  'lines of a text in YAML that an outline unpacks': { name: 'a.yaml.gz', n: 40_000, options: ['--outline'], make: (n) => gzipSync('a: 1\n'.repeat(n)) },
  'elements that an outline unpacks': { name: 'a.xml.gz', n: 40_000, options: ['--outline'], make: (n) => gzipSync(`<r>${'<a/>'.repeat(n)}</r>`) },
  'functions that an outline unpacks': { name: 'a.c.gz', n: 20_000, options: ['--outline'], make: (n) => gzipSync('int a(){}\n'.repeat(n)) },
  'mails of a box that was unpacked': {
    name: 'a.mbox.gz',
    n: 2000,
    options: ['--search', 'absent'],
    make: (n) => gzipSync('From a@b Sat Jan  1 00:00:00 2000\nFrom: a@b\nSubject: x\n\nhello\n\n'.repeat(n)),
  },
  'encoded words of a mail that was unpacked': {
    name: 'a.eml.gz',
    n: 20_000,
    make: (n) => gzipSync(`From: a@b\n${`To: ${'=?gb18030?q?=e9=e9?=\n =?big5?q?=a4=a4?=\n '.repeat(5000)}\n`.repeat(n / 10_000)}\nhello\n`),
  },
  'multiparts in each other of a mail that was unpacked': {
    name: 'a.eml.gz',
    n: 50_000,
    make: (n) => {
      const parts = Array.from({ length: 18 }, (_, i) => `Content-Type: multipart/mixed; boundary=b${i}\n\n--b${i}\n`);
      return gzipSync(`From: a@b\n${parts.join('')}\n${'--z\n'.repeat(n)}`);
    },
  },
  'a long paragraph that a text in RTF unpacks to': { name: 'a.rtf.gz', n: 1_000_000, make: (n) => gzipSync(`{\\rtf1 ${'words '.repeat(n / 6)}}`) },
  'a long text behind styles of a document in one XML': {
    name: 'a.fodt.gz',
    n: 200,
    make: (n) => {
      const kSpaces = 'office text style'.split(' ').map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`);
      const styles = `<style:style style:name="a">${repeat(1_200, `<style:x style:y="${'z'.repeat(1000)}"/>`)}</style:style>`;
      const text = repeat(n, `<text:p>${'word '.repeat(2000)}</text:p>`);
      return gzipSync(
        `<office:document ${kSpaces.join(' ')} office:mimetype="application/vnd.oasis.opendocument.text"><office:styles>${styles}</office:styles><office:body><office:text>${text}</office:text></office:body></office:document>`,
      );
    },
  },
  'long parts of a document in one XML': { name: 'a.xml', n: 2, make: flatPackage },
};
