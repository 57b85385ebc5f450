// What the packages read: texts made here, the pictures of bench/image, the files of the corpus.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * `options` and `flags`, of the package and of the program, are tried in turn: later ones are the names in older releases. With
 * `pages` the tool reads on so many times, and only it.
 * @typedef {{name: string, paths: string[], input?: object, options: object[], flags: string[][], pages?: number}} Row
 */

const kSentences = 'Все люди рождаются свободными и равными в своём достоинстве и правах.\nOни наделены разумом и совестью; ok 42\n';
const kLogLine = '2024-06-01T12:00:07Z worker-3 retry after timeout; ok\n';

/** Whole copies of `piece`, about `size` bytes. */
function filled(piece, size) {
  const count = Math.ceil(size / piece.length);
  return Buffer.alloc(count * piece.length, piece);
}

/** In windows-1251, where the letters from А on stand in a row. */
function inCyrillic(text) {
  return Buffer.from([...text].map((letter) => {
    const code = letter.codePointAt(0);
    if (code < 128) return code;
    return letter === 'ё' ? 0xb8 : code - 0x410 + 0xc0;
  }));
}

/** Hiragana, kanji and Latin letters in Shift_JIS. */
function inShiftJis() {
  const hiragana = Array.from({ length: 60 }, (_, i) => [0x82, 0x9f + ((i * 7) % 80)]);
  const kanji = [[0x93, 0xfa], [0x96, 0x7b], [0x8c, 0xea]];
  return Buffer.from([...hiragana, ...kanji, ...hiragana].flat().concat([...Buffer.from('JIS 1997\n')]));
}

const kTexts = {
  'small.txt': () => filled(Buffer.from(kLogLine), 1 << 10),
  'ascii.log': () => filled(Buffer.from(kLogLine), 1 << 20),
  'russian.txt': () => filled(Buffer.from(kSentences), 1 << 20),
  'windows-1251.txt': () => filled(inCyrillic(kSentences), 1 << 20),
  'shift-jis.txt': () => filled(inShiftJis(), 1 << 20),
  'utf-16.txt': () => Buffer.concat([Buffer.from([0xff, 0xfe]), filled(Buffer.from(kSentences, 'utf16le'), 1 << 20)]),
  'large.log': () => filled(Buffer.from(kLogLine), 22 << 20),
};

const kSame = { options: [{}], flags: [[]] };
const kFitted = { options: [{ provider: 'anthropic' }], flags: [['--provider', 'anthropic']] };
const kPdfText = {
  options: [{ pdf: { form: 'text', pageImages: 'never' } }, { pageImages: 'never' }],
  flags: [['--pdf-form', 'text', '--page-images', 'never'], ['--page-images', 'never']],
};
const kPdfPictures = {
  options: [{ pdf: { form: 'text', pageImages: 'always' } }, { pageImages: 'always' }],
  flags: [['--pdf-form', 'text', '--page-images', 'always'], ['--page-images', 'always']],
};
const kPdfDocument = { options: [{ pdf: { as: 'document' } }, { pdf: 'document' }], flags: [['--pdf', 'document']] };

/** @returns {Row[]} */
function textRows(folder) {
  const rows = Object.entries(kTexts).map(([name, make]) => {
    const path = join(folder, name);
    writeFileSync(path, make());
    return { name, paths: [path], ...kSame };
  });
  const large = rows.at(-1).paths;
  const offset = 200_000;
  return [
    ...rows,
    { name: 'large.log, from line 200,000', paths: large, input: { offset }, options: [{}], flags: [['--offset', `${offset}`]] },
    { name: 'large.log, 10 pages by `next`', paths: large, input: { offset }, pages: 10, options: [{}], flags: [] },
  ];
}

/** @returns {Row[]} */
function pictureRows(pictures) {
  const names = ['photo.jpg', 'photo.png', 'screenshot.png', 'photo.webp', 'screenshot.gif'];
  return names.flatMap((name) => {
    const paths = [join(pictures, name)];
    return [{ name: `${name}, verified`, paths, ...kSame }, { name: `${name}, fitted`, paths, ...kFitted }];
  });
}

/** @returns {Row[]} */
function corpusRows(corpus) {
  const manifest = JSON.parse(readFileSync(join(corpus, 'manifest.json'), 'utf8'));
  const all = (kind) => manifest.filter((entry) => entry.kind === kind).sort((a, b) => b.size - a.size);
  const paths = (kind) => all(kind).map(({ path }) => join(corpus, path));
  const pictures = ['png', 'jpeg', 'gif', 'webp', 'bmp', 'tiff', 'ico'].flatMap((kind) => [
    { name: `all ${kind}, verified`, paths: paths(kind), ...kSame },
    { name: `all ${kind}, fitted`, paths: paths(kind), ...kFitted },
  ]);
  const [largest] = paths('pdf');
  return [
    { name: 'all text', paths: paths('text'), ...kSame },
    ...pictures,
    { name: 'the largest notebook', paths: paths('notebook').slice(0, 1), ...kSame },
    { name: 'all notebooks', paths: paths('notebook'), ...kSame },
    { name: 'the largest PDF, bare text', paths: [largest], ...kPdfText },
    { name: 'the largest PDF, pictures of its pages', paths: [largest], ...kPdfPictures },
    { name: 'the largest PDF, passed on', paths: [largest], ...kPdfDocument },
    { name: 'all PDFs, bare text', paths: paths('pdf'), ...kPdfText },
    { name: 'the next PDFs, pictures of their pages', paths: paths('pdf').slice(1, 30), ...kPdfPictures },
  ];
}

/**
 * @param {string} folder for the texts
 * @param {string} pictures those of bench/image
 * @param {string} corpus
 * @returns {Row[]}
 */
export function allRows(folder, pictures, corpus) {
  return [...textRows(folder), ...pictureRows(pictures), ...corpusRows(corpus)];
}
