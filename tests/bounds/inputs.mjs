// Files of a given size that give each reader much of one kind of work, hostile shapes among them.

import { encodePng, pngChunk } from '../../scripts/lib/png.mjs';

/** `piece(i)` again and again, up to `size` bytes. */
function repeated(size, piece) {
  const parts = [];
  let length = 0;
  for (let i = 0; length < size; i++) {
    parts.push(Buffer.from(piece(i)));
    length += parts.at(-1).length;
  }
  return Buffer.concat(parts);
}

const same = (text) => (size) => repeated(size, () => text);

const notebook = (cells) => `{"cells":[${cells}],"metadata":{},"nbformat":4,"nbformat_minor":5}`;
const cell = (source, outputs = '') =>
  `{"cell_type":"code","execution_count":1,"metadata":{},"source":${source},"outputs":[${outputs}]}`;
const stream = (text) => `{"output_type":"stream","name":"stdout","text":${text}}`;
const data = (bundle) => `{"output_type":"display_data","metadata":{},"data":{${bundle}}}`;
/** JSON text inside `around`, one string of `piece`s. */
const inString = (piece, around) => (size) => around(JSON.stringify(same(piece)(size).toString()));
const list = (piece) => (size) => repeated(size, (i) => (i === 0 ? piece : `,${piece}`));

/** A picture of one pixel with chunks in front of its data. */
function pngWith(size, chunk) {
  const png = encodePng(1, 1, () => [1, 2, 3]);
  const afterHeader = 8 + 25;
  return Buffer.concat([png.subarray(0, afterHeader), repeated(size, () => chunk), png.subarray(afterHeader)]);
}

const kGifFrame = Buffer.from('2c000000000100010000024401003b', 'hex').subarray(0, 14);

/** @type {Record<string, {name: string, make: (size: number) => Buffer | string}>} */
export const kInputs = {
  'log lines': { name: 'a.log', make: same('2024-06-01T12:00:07Z worker-3 retry after timeout; ok\n') },
  'Russian and Chinese': { name: 'a.txt', make: same('Все люди рождаются свободными. 人人生而自由。\n') },
  'UTF-16 without a mark': { name: 'a.txt', make: (size) => Buffer.from(same('plain text\n')(size / 2).toString(), 'utf16le') },
  'a legacy encoding': { name: 'a.txt', make: (size) => repeated(size, () => Buffer.from('93fa967b8cea82cc95b68fcd82c582b781420a', 'hex')) },
  'invalid UTF-8': { name: 'a.txt', make: (size) => repeated(size, () => Buffer.from('61e28861f0908061ff0a', 'hex')) },
  'escapes of ISO-2022-JP': { name: 'a.txt', make: same('\x1b$B$"\x1b(B\n') },
  'terminal escapes': { name: 'a.log', make: same('\x1b[31mred\x1b[0m\r') },
  'one line': { name: 'a.txt', make: same('x') },
  'line ends': { name: 'a.txt', make: same('\n') },
  'carriage returns': { name: 'a.txt', make: same('\r') },
  'hidden characters': { name: 'a.txt', make: same('\u200b\u202e\u{e0041}') },
  brackets: { name: 'a.json', make: same('[') },

  'a notebook of small cells': { name: 'a.ipynb', make: (size) => notebook(list(cell('"x = 1"'))(size)) },
  'a notebook of one long cell': { name: 'a.ipynb', make: inString('x = 1\n', (text) => notebook(cell(text))) },
  'a notebook whose source is a list': { name: 'a.ipynb', make: (size) => notebook(cell(`[${list('"a\\n"')(size)}]`)) },
  'a notebook of escapes': { name: 'a.ipynb', make: (size) => notebook(cell(`"${same('\\u00e9\\ud83d')(size)}"`)) },
  'a notebook of colours': { name: 'a.ipynb', make: inString('\x1b[31mred\x1b[0m ', (text) => notebook(cell('""', stream(text)))) },
  'a notebook of progress bars': { name: 'a.ipynb', make: inString('\r 50% |###   |', (text) => notebook(cell('""', stream(text)))) },
  'a notebook of erased lines': { name: 'a.ipynb', make: (size) => notebook(cell('""', stream(JSON.stringify('x'.repeat(4096) + same('\x1b[1K\x1b[2K')(size / 4))))) },
  'a notebook of streams': { name: 'a.ipynb', make: (size) => notebook(cell('""', list(stream('"a\\n"'))(size).toString())) },
  'a notebook with a table': { name: 'a.ipynb', make: inString('<tr><td>1<td>&amp;', (text) => notebook(cell('""', data(`"text/html":${text}`)))) },
  'a notebook of open tags': { name: 'a.ipynb', make: inString('<table><tr><td><', (text) => notebook(cell('""', data(`"text/html":${text}`)))) },
  'a notebook of types': { name: 'a.ipynb', make: (size) => notebook(cell('""', data(repeated(size, (i) => `${i === 0 ? '' : ','}"x/${i}":"a"`).toString()))) },
  'a notebook with no picture': { name: 'a.ipynb', make: inString('AAAA', (text) => notebook(cell('""', data(`"image/png":${text}`)))) },
  'a notebook of equal keys': { name: 'a.ipynb', make: (size) => `{${list('"cells":[1]')(size)},"nbformat":4}` },
  'a notebook that nests': { name: 'a.ipynb', make: (size) => notebook(cell(`${same('[')(size)}`)) },
  'a notebook that is cut': { name: 'a.ipynb', make: (size) => notebook(list(cell('"x"'))(size)).slice(0, -60) },

  'a PNG of chunks': { name: 'a.png', make: (size) => pngWith(size, pngChunk('tEXt', Buffer.from('Comment\0x'))) },
  'a GIF of frames': {
    name: 'a.gif',
    make: (size) => Buffer.concat([Buffer.from('47494638396101000100800000000000ffffff', 'hex'), repeated(size, () => kGifFrame), Buffer.from([0x3b])]),
  },
  'a JPEG of comments': { name: 'a.jpg', make: (size) => Buffer.concat([Buffer.from('ffd8', 'hex'), repeated(size, () => Buffer.from('fffe000361', 'hex'))]) },
};
