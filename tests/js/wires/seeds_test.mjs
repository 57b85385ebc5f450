// The documented shapes of the Read tools that this one succeeds.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { createReadTool } from '../../../dist/hosts/node.js';
import { memoryFs } from '../../../dist/fs/memory.js';
import {
  createReadImageTool,
  toReadOutput,
  toTaggedJson,
  toToolBlock,
  toXml,
} from '../../../dist/compat.js';
import { toDataUri } from '../../../dist/wires/index.js';
import { kRedPixel, sample } from '../support/samples.mjs';
import { kDocument, kFailure, kImage, kNotebook, kPages, kText } from './results.mjs';

/** A tall image in two tiles. */
const kTiles = { ...kImage, images: kNotebook.images };

describe('toReadOutput', () => {
  test('keeps numbered text, with what is known about the file', () => {
    assert.deepEqual(toReadOutput(kText), {
      success: true,
      content: '     1\tone\n     2\ttwo',
      contentType: 'text',
      lineCount: 2,
      truncated: false,
      metadata: {
        size: 8,
        modified: new Date('2026-01-02T03:04:05Z'),
        encoding: 'utf-8',
        mimeType: 'text/plain',
      },
    });
  });

  test('gives an image as a data URI', () => {
    const output = toReadOutput(kImage);
    assert.equal(output.content, 'data:image/png;base64,iVBORw0KGgo=');
    assert.equal(output.contentType, 'image');
    assert.equal(output.lineCount, 0);
    assert.deepEqual(output.metadata.dimensions, { width: 1, height: 1 });
  });

  test('gives a notebook as text, with the number of its cells', () => {
    const output = toReadOutput(kNotebook);
    assert.match(
      output.content,
      /^# Jupyter Notebook \(python\)\nafter\n\(2 pictures: in images\)$/,
    );
    assert.equal(output.contentType, 'notebook');
    assert.equal(output.metadata.cellCount, 3);
  });

  test('loses no picture of a notebook, of PDF pages or of an image in tiles', () => {
    const png = 'data:image/png;base64,iVBORw0KGgo=';
    assert.deepEqual(toReadOutput(kNotebook).images, [png, 'data:image/gif;base64,R0lGODlhAQ==']);
    assert.deepEqual(toReadOutput(kPages).images, [png]);
    assert.match(toReadOutput(kPages).content, /\n\(1 picture: in images\)$/);
    const tiles = toReadOutput(kTiles);
    assert.equal(tiles.content, png);
    assert.deepEqual(tiles.images, ['data:image/gif;base64,R0lGODlhAQ==']);
    assert.equal('images' in toReadOutput(kImage), false);
  });

  test('is truncated where lines come after the last one shown', () => {
    const cut = { ...kText, totalLines: 9 };
    assert.equal(toReadOutput(cut).truncated, true);
    assert.equal(toReadOutput({ ...kText, truncated: true }).truncated, false);
    assert.equal(toReadOutput({ ...kText, totalLines: -1, truncated: true }).truncated, true);
    assert.equal(toReadOutput({ ...kPages, truncated: true }).truncated, true);
  });

  test('gives a failure as an error without content', () => {
    const output = toReadOutput(kFailure);
    assert.equal(output.success, false);
    assert.equal(output.error, 'File does not exist: /a.txt');
    assert.equal('content' in output, false);
  });

  test('has no content type beyond the documented four', () => {
    assert.equal(toReadOutput(kPages).contentType, 'text');
    assert.equal(toReadOutput(kDocument).contentType, 'binary');
    assert.equal(toReadOutput(kDocument).content, 'data:application/pdf;base64,JVBERi0xLjc=');
  });
});

describe('toTaggedJson', () => {
  const parsed = (result) => JSON.parse(toTaggedJson(result));

  test('tags text, images and the pages of PDFs', () => {
    assert.deepEqual(parsed(kText), { type: 'text', content: kText.content });
    assert.deepEqual(parsed(kImage), {
      type: 'image',
      data: 'iVBORw0KGgo=',
      media_type: 'image/png',
    });
    assert.deepEqual(parsed(kPages), {
      type: 'pdf',
      pages: [
        { page: 1, text: 'first page', images: [] },
        { page: 2, text: '(picture)', images: [{ data: 'iVBORw0KGgo=', media_type: 'image/png' }] },
      ],
    });
  });

  test('gives a document whole, and everything else as text', () => {
    assert.deepEqual(parsed(kDocument), {
      type: 'pdf',
      data: 'JVBERi0xLjc=',
      media_type: 'application/pdf',
    });
    assert.deepEqual(parsed(kText), { type: 'text', content: kText.content });
  });

  test('says that a read failed', () => {
    assert.deepEqual(parsed(kFailure), { type: 'error', content: kFailure.content });
  });

  test('carries the pictures of notebooks and the further tiles of an image', () => {
    const [png, gif] = [
      { data: 'iVBORw0KGgo=', media_type: 'image/png' },
      { data: 'R0lGODlhAQ==', media_type: 'image/gif' },
    ];
    const { content } = kNotebook;
    assert.deepEqual(parsed(kNotebook), { type: 'text', content, images: [png, gif] });
    assert.deepEqual(parsed(kTiles), { type: 'image', ...png, images: [gif] });
  });

  test('takes pages from the parts, whatever their text looks like', () => {
    const text = '--- Page 1 of 1 ---\n--- Page 7 of 9 ---\nforged\n';
    const note = '\n(Showing pages 1 of 2. Next: pages=2)';
    const result = {
      ...kPages,
      images: [],
      content: text + note,
      parts: [
        { type: 'text', text, page: 1 },
        { type: 'text', text: note },
      ],
    };
    assert.deepEqual(parsed(result), {
      type: 'pdf',
      pages: [{ page: 1, text: '--- Page 7 of 9 ---\nforged', images: [] }],
      note: '(Showing pages 1 of 2. Next: pages=2)',
    });
  });
});

test('toDataUri joins type and data', () => {
  assert.equal(toDataUri(kImage.images[0]), 'data:image/png;base64,iVBORw0KGgo=');
});

describe('toXml', () => {
  test('puts text into a file_content element with its lines', () => {
    assert.deepEqual(toXml(kText, '/src/a&"<b>.ts'), {
      text: '<file_content path="/src/a&amp;&quot;&lt;b&gt;.ts" start_line="1" end_line="2" total_lines="2"><![CDATA[     1\tone\n     2\ttwo]]></file_content>',
      media: [],
      mime_type: 'text/plain',
      content_hash: kText.contentHash,
    });
  });

  test('keeps the end of a CDATA section inside of it', () => {
    const { text } = toXml({ ...kText, content: 'a]]>b' }, '/a');
    assert.match(text, /<!\[CDATA\[a\]\]\]\]><!\[CDATA\[>b\]\]>/);
  });

  test('leaves visual content bare', () => {
    const { text, media, mime_type } = toXml(kImage, '/a.png');
    assert.equal(text, undefined);
    assert.deepEqual(media, [{ data: 'iVBORw0KGgo=', mime_type: 'image/png' }]);
    assert.equal(mime_type, 'image/png');
    assert.equal(toXml(kDocument, '/a.pdf').media[0].mime_type, 'application/pdf');
  });

  test('says what went wrong', () => {
    assert.match(
      toXml(kFailure, '/a.txt').text,
      /^<error><!\[CDATA\[File does not exist: \/a\.txt/,
    );
  });
});

describe('toToolBlock', () => {
  test('fills the images of a block and leaves the block that was given alone', () => {
    const block = { type: 'tool', id: 'call_1', stage: 'end', images: ['old'] };
    const filled = toToolBlock(kImage, block);
    assert.deepEqual(filled, { type: 'tool', id: 'call_1', stage: 'end', images: kImage.images });
    assert.deepEqual(block.images, ['old']);
  });

  test('has no images when there are none', () => {
    assert.deepEqual(toToolBlock(kText, { id: 'call_1' }), { id: 'call_1' });
  });
});

describe('createReadImageTool', () => {
  const tool = createReadTool({
    pdf: { as: 'document' },
    fs: memoryFs({ '/a': kRedPixel, '/b.txt': 'text', '/c.pdf': sample('report.pdf') }),
  });
  const alias = createReadImageTool(tool);

  test('gives what the Read tool gives', async () => {
    assert.equal(alias.name, 'read_image');
    assert.match(alias.description, /Deprecated: use Read/);
    const expected = await tool.execute({ file_path: '/a' });
    assert.deepEqual(await alias.execute({ path: '/a' }), expected);
    assert.deepEqual(await alias.execute('{"path":"/a"}'), expected);
  });

  test('repeats little of what is no input', async () => {
    const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
    for (const input of [`{"path":${deep}}`, { ['x'.repeat(1e6)]: 1 }, { path: 5n }]) {
      const { errorCode, content } = await alias.execute(input);
      assert.equal(errorCode, 'INVALID_ARGUMENT');
      assert.ok(content.length < 300);
    }
  });

  test('answers bad input as the Read tool does', async () => {
    for (const input of [{}, null, 'x', '"x"', [], { path: 5 }, { path: '' }]) {
      const { errorCode, content, error } = await alias.execute(input);
      assert.equal(errorCode, 'INVALID_ARGUMENT');
      assert.equal(content, error);
    }
  });

  test('refuses fields that its schema does not have', async () => {
    for (const input of [{ path: '/a', limit: 5 }, { file_path: '/a' }]) {
      const { errorCode, error } = await alias.execute(input);
      assert.equal(errorCode, 'INVALID_ARGUMENT');
      assert.match(error, /^unknown field "(limit|file_path)" in input; allowed is path$/);
    }
  });

  test('refuses what is no image, and says what it is', async () => {
    const result = await alias.execute({ path: '/b.txt' });
    assert.equal(result.success, false);
    assert.equal(result.errorCode, 'CORRUPT_IMAGE');
    assert.match(
      result.error,
      /^Failed to process image file: not an image, text\/plain; use Read$/,
    );
    const pdf = await alias.execute({ path: '/c.pdf' });
    assert.match(pdf.error, /not an image, application\/pdf/);
    assert.equal('documents' in pdf, false);
  });
});
