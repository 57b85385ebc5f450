// Writes tests/notebook/fixtures/*.ipynb: small notebooks that each show one side of the format.
// Run: node tests/notebook/make_fixtures.mjs
import { mkdirSync, writeFileSync } from 'node:fs';
import { deflateSync, crc32 } from 'node:zlib';

const folder = new URL('./fixtures/', import.meta.url);
mkdirSync(folder, { recursive: true });

const crcTable = Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k += 1) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c >>> 0;
});
const checksum = (bytes) =>
  crc32 ? crc32(bytes) : (bytes.reduce((c, b) => crcTable[(c ^ b) & 255] ^ (c >>> 8), ~0) ^ ~0) >>> 0;

/** A gray PNG, base64 in lines of 76 characters as IPython writes it. */
function png(width, height, { damaged = false } = {}) {
  const chunk = (type, data) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const out = Buffer.alloc(body.length + 8);
    out.writeUInt32BE(data.length, 0);
    body.copy(out, 4);
    out.writeUInt32BE(checksum(body), body.length + 4);
    return out;
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  const pixels = Buffer.alloc((width + 1) * height, 127);
  for (let y = 0; y < height; y += 1) pixels[y * (width + 1)] = 0;
  const file = Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
  if (damaged) file[45] ^= 1;
  return file.toString('base64').replace(/.{76}/g, '$&\n') + '\n';
}

const python = {
  kernelspec: { display_name: 'Python 3', language: 'python', name: 'python3' },
  language_info: { name: 'python' },
};
const v4 = (cells, metadata = python) => ({ cells, metadata, nbformat: 4, nbformat_minor: 5 });
const code = (source, outputs = [], count = 1) => ({
  cell_type: 'code', execution_count: count, id: undefined, metadata: {}, outputs, source,
});
const markdown = (source, more = {}) => ({ cell_type: 'markdown', metadata: {}, source, ...more });
const stream = (text, name = 'stdout') => ({ name, output_type: 'stream', text });
const display = (data) => ({ data, metadata: {}, output_type: 'display_data' });
const lines = (...texts) => texts.map((t, i) => (i + 1 < texts.length ? `${t}\n` : t));

const fixtures = {
  analysis: v4([
    { ...code(lines('import pandas as pd', 'import numpy as np')), id: 'a1b2c3d4' },
    markdown(lines('# Data Analysis', 'This notebook analyzes the sales data...'), { id: 'e5f6' }),
    code(lines("df = pd.read_csv('sales.csv')", 'df.head()'), [
      {
        data: {
          'text/html': '<table><tr><th></th><th>date</th></tr></table>',
          'text/plain': lines('   date        product  sales', '0  2024-01-01  Widget A   100'),
        },
        execution_count: 2, metadata: {}, output_type: 'execute_result',
      },
    ], 2),
    code('df.plot()', [
      display({ 'image/png': png(64, 48), 'text/plain': ['<Figure size 64x48 with 1 Axes>'] }),
    ], 3),
    { cell_type: 'raw', metadata: {}, source: '.. raw:: latex' },
    code([], [], null),
  ]),
  errors_and_streams: v4([
    code("for i in tqdm(range(3)): print(i)", [
      stream(['\r  0%|          | 0/3', '\r 33%|███▎      | 1/3'], 'stderr'),
      stream(['\r100%|██████████| 3/3\n'], 'stderr'),
      stream(['0\n', '1\n', '2\n']),
    ]),
    code('1/0', [{
      ename: 'ZeroDivisionError', evalue: 'division by zero', output_type: 'error',
      traceback: [
        '\u001b[0;31m-----------\u001b[0m',
        '\u001b[0;31mZeroDivisionError\u001b[0m  Traceback (most recent call last)',
        "\u001b[0;32m----> 1\u001b[0m \u001b[0;36m1\u001b[0m/0",
        '\u001b[0;31mZeroDivisionError\u001b[0m: division by zero',
      ],
    }], 2),
  ]),
  mime_bundles: v4([
    code('widgets', [
      display({
        'application/vnd.jupyter.widget-view+json': { model_id: 'abc', version_major: 2 },
        'text/plain': ['HBox(children=(FloatProgress(value=0.0),))'],
      }),
      display({ 'image/svg+xml': '<svg xmlns="http://www.w3.org/2000/svg"/>' }),
      display({ 'text/latex': ['$E=mc^2$'], 'text/plain': ['<IPython.core.display.Latex object>'] }),
      display({ 'application/json': { b: [1, 2, {}], a: 'text' } }),
      display({ 'text/html': '<style>td{}</style><table><tr><td>a</td><td>b &amp; c</td></tr></table>' }),
      display({ 'text/markdown': '**bold**', 'text/plain': '<Markdown object>' }),
      display({ 'application/vnd.plotly.v1+json': { data: [] }, 'text/html': '<script>plot()</script>' }),
      display({}),
      { output_type: 'alien' },
    ]),
  ]),
  pictures: v4([
    markdown('![logo](attachment:logo.png)', { attachments: { 'logo.png': { 'image/png': png(16, 8) } } }),
    code('show()', [
      stream('before\n'),
      display({ 'image/png': png(32, 32), 'text/plain': '<Figure>' }),
      display({ 'image/png': png(32, 32, { damaged: true }), 'text/plain': '<Figure>' }),
      display({ 'image/jpeg': '!!! not base64 !!!' }),
      stream('after\n'),
    ]),
  ]),
  fences: v4([code("text = '''\n```\ncode\n````\n'''"), code('    indented = True\n\n'), markdown('')], {
    language_info: { name: 'Julia' },
  }),
  version_3: {
    metadata: { name: '' }, nbformat: 3, nbformat_minor: 0,
    worksheets: [
      { cells: [
        { cell_type: 'heading', level: 2, metadata: {}, source: ['Title'] },
        {
          cell_type: 'code', collapsed: false, input: ['a = 1\n', 'a'], language: 'python', prompt_number: 3,
          outputs: [
            { output_type: 'pyout', prompt_number: 3, text: ['1'] },
            { output_type: 'stream', stream: 'stdout', text: ['out\n'] },
            { output_type: 'display_data', png: png(8, 8), text: ['<Figure>'] },
            { ename: 'E', evalue: 'v', output_type: 'pyerr', traceback: ['\u001b[31mE\u001b[0m: v'] },
          ],
        },
      ] },
      { cells: [{ cell_type: 'markdown', source: ['second sheet'] }] },
    ],
  },
  version_2: {
    metadata: { name: 'old' }, nbformat: 2,
    worksheets: [{ cells: [
      { cell_type: 'markdown', source: ['# Lines', '', 'without their ends'] },
      { cell_type: 'code', input: ['def f(x):', '    return x'], language: 'python', outputs: [
        { output_type: 'stream', stream: 'stdout', text: ['one', 'two'] },
      ] },
    ] }],
  },
  damaged: {
    cells: [
      null, 7, {}, { cell_type: 'code', source: null, outputs: null },
      { cell_type: 'chart', source: '?' }, code(['a\n', null, 'x'], [{ output_type: 'error' }, { output_type: 'stream' }]),
    ],
    nbformat: 5, nbformat_minor: -1,
  },
};

for (const [name, notebook] of Object.entries(fixtures)) {
  writeFileSync(new URL(`${name}.ipynb`, folder), `${JSON.stringify(notebook, null, 1)}\n`);
}
