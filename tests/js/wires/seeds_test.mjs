// The documented shapes of the Read tools that this one succeeds.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { createReadTool } from '../../../dist/hosts/node.js';
import { memoryFs } from '../../../dist/fs/memory.js';
import {
  createReadImageTool,
  toDataUri,
  toReadOutput,
  toTaggedJson,
  toToolBlock,
  toXml,
} from '../../../dist/wires/index.js';
import { kRedPixel } from '../support/samples.mjs';
import { kDocument, kFailure, kImage, kNotebook, kPages, kText } from './results.mjs';

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
    assert.match(output.content, /^# Jupyter Notebook \(python\)/);
    assert.equal(output.contentType, 'notebook');
    assert.equal(output.metadata.cellCount, 3);
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
    assert.deepEqual(parsed(kNotebook), { type: 'text', content: kNotebook.content });
    assert.deepEqual(parsed(kFailure), { type: 'text', content: kFailure.content });
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
  const tool = createReadTool({ fs: memoryFs({ '/a': kRedPixel, '/b.txt': 'text' }) });
  const alias = createReadImageTool(tool);

  test('gives what the Read tool gives', async () => {
    assert.equal(alias.name, 'read_image');
    assert.match(alias.description, /Deprecated: use Read/);
    const expected = await tool.execute({ file_path: '/a' });
    assert.deepEqual(await alias.execute({ path: '/a' }), expected);
    assert.deepEqual(await alias.execute('{"path":"/a"}'), expected);
  });

  test('answers bad input as the Read tool does', async () => {
    for (const input of [{}, null, 'x', { path: 5 }]) {
      assert.equal((await alias.execute(input)).errorCode, 'INVALID_ARGUMENT');
    }
  });
});
