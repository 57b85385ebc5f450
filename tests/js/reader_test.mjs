import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { createReader, initWith } from 'lectern';
import { mergeOptions } from '../../dist/reader/arguments.js';
import { kRoot, sample } from './support/samples.mjs';

const kText = new TextEncoder().encode('one\ntwo\nthree\n');

test('a read gives a plain object that JSON holds completely', async () => {
  const result = (await createReader()).readSync(kText, { file_path: 'a.txt' });
  assert.equal(Object.getPrototypeOf(result), Object.prototype);
  assert.deepEqual(JSON.parse(JSON.stringify(result)), result);
  assert.equal(result.content, '     1\tone\n     2\ttwo\n     3\tthree');
});

test('options of a call win over those of the reader, limits one by one', async () => {
  const reader = await createReader({
    text: { lineNumbers: 'none' },
    limits: { maxLines: 1, maxLineChars: 2 },
  });
  const lines = (options) =>
    reader.readSync(kText, { file_path: 'a.txt' }, options).content.split('\n');
  assert.equal(lines()[0], 'on... (truncated)');
  assert.equal(lines({ limits: { maxLines: 2 } })[1], 'tw... (truncated)');
  assert.equal(
    lines({ text: { lineNumbers: 'cat' }, limits: undefined })[0],
    '     1\ton... (truncated)',
  );
});

test('every group of options is laid over that of the reader field by field', async () => {
  const schema = JSON.parse(readFileSync(join(kRoot, 'schema', 'options.json'), 'utf8'));
  const groups = Object.entries(schema.ReadOptions.fields)
    .filter(([, { type }]) => type === 'Limits' || type in schema)
    .map(([name]) => name);
  assert.ok(groups.length >= 8);
  for (const group of groups) {
    const merged = mergeOptions({ [group]: { a: 1, b: 1 } }, { [group]: { b: 2, c: undefined } });
    assert.deepEqual(merged, { [group]: { a: 1, b: 2 } }, group);
    await assert.rejects(createReader({ [group]: 5 }), {
      name: 'TypeError',
      message: `options.${group} must be an object, got number`,
    });
  }
});

test('read and readSync give the same result on both sides of the hash threshold', async () => {
  const reader = await createReader();
  for (const size of [0, 1000, 128 * 1024 - 1, 128 * 1024, 1_000_000]) {
    const bytes = new Uint8Array(size).fill(65);
    const [later, now] = [
      await reader.read(bytes, { file_path: 'a' }),
      reader.readSync(bytes, { file_path: 'a' }),
    ];
    assert.equal(JSON.stringify(later), JSON.stringify(now));
  }
});

test('a large failed read has no more fields than readSync gives', async () => {
  const reader = await createReader();
  const bytes = new Uint8Array(500_000).fill(65);
  const input = { file_path: 'a', offset: 0 };
  assert.deepEqual(await reader.read(bytes, input), reader.readSync(bytes, input));
});

test('the bytes of the caller are never changed', async () => {
  const bytes = kText.slice();
  await (await createReader()).read(bytes, { file_path: 'a.txt' });
  assert.deepEqual(bytes, kText);
});

test('a view of a larger buffer is read as the view', async () => {
  const view = kText.subarray(4, 8);
  assert.equal(
    (await createReader()).readSync(view, { file_path: 'a.txt' }).content,
    '     1\ttwo',
  );
});

test('bytes that are moved away or cut off while they are read are no shorter file', async () => {
  const reader = await createReader();
  const text = new TextEncoder().encode('a line of text\n'.repeat(500_000));
  const moved = text.slice();
  const reading = reader.read(moved, { name: 'a.txt', search: 'nothing' });
  structuredClone(moved.buffer, { transfer: [moved.buffer] });
  await assert.rejects(reading, {
    name: 'TypeError',
    message: /^bytes must not change .*: 0 of 7500000 are left$/,
  });

  const cut = new Uint8Array(new ArrayBuffer(text.length, { maxByteLength: text.length }));
  cut.set(text);
  const cutting = reader.read(cut, { name: 'a.txt', search: 'nothing' });
  cut.buffer.resize(5_000_000);
  await assert.rejects(
    cutting,
    /^TypeError: bytes must not change .*: 5000000 of 7500000 are left$/,
  );

  assert.equal((await reader.read(text, { name: 'a.txt', offset: 7 })).totalLines, 500_000);
});

test('wrong JavaScript types throw a TypeError that names the argument', async () => {
  const reader = await createReader();
  const input = { file_path: 'a.txt' };
  assert.throws(() => reader.readSync('text', input), {
    name: 'TypeError',
    message: /^bytes must be a Uint8Array, got string/,
  });
  assert.throws(
    () => reader.readSync(new ArrayBuffer(3), input),
    /bytes must be a Uint8Array, got ArrayBuffer/,
  );
  assert.throws(() => reader.readSync(new Float64Array(1), input), /got Float64Array/);
  assert.throws(() => reader.readSync(kText, null), /input must be an object, got null/);
  assert.throws(() => reader.readSync(kText, input, []), /options must be an object, got an array/);
  assert.throws(
    () => reader.readSync(kText, input, { limits: 5 }),
    /options.limits must be an object, got number/,
  );
  assert.throws(() => reader.detect(kText, 5), /name must be a string, got number/);
  await assert.rejects(reader.read(undefined, input), TypeError);
  await assert.rejects(createReader(7), TypeError);
  await assert.rejects(initWith({}), /module must be a WebAssembly.Module/);
});

test('what a model writes wrongly becomes a failed result', async () => {
  const reader = await createReader();
  for (const input of [
    {},
    { file_path: 5 },
    { file_path: 'a', offset: Number.NaN },
    { file_path: 'a', limit: {} },
  ]) {
    const result = reader.readSync(kText, input);
    assert.equal(result.errorCode, 'INVALID_ARGUMENT', JSON.stringify(input));
    assert.equal(result.content, result.error);
  }
});

test('detection tells kind, type and what it rests on', async () => {
  const reader = await createReader();
  const png = new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10]);
  assert.deepEqual(reader.detect(png, 'photo.jpg'), {
    kind: 'image',
    mimeType: 'image/png',
    format: 'PNG',
    confidence: 'signature',
    warnings: ['named .jpg, holds PNG'],
  });
  assert.equal(reader.detect(kText).confidence, 'text');
  assert.equal(reader.detect(new Uint8Array([0, 1, 2, 255])).kind, 'binary');
});

test('a disposed reader loads no module, and keeps none that was on its way', async () => {
  let loads = 0;
  let arrive;
  const pdf = () => {
    loads++;
    return new Promise((resolve) => {
      arrive = resolve;
    });
  };
  const reader = await createReader({}, { pdf });
  const loading = reader.loadModule('pdf');
  reader.dispose();
  const module = new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]));
  arrive({ module, createInstance: () => assert.fail('made an instance') });
  await loading;
  await reader.loadModule('pdf');
  assert.equal(loads, 1);
});

test('a disposed reader throws, others go on', async () => {
  const [first, second] = [await createReader(), await createReader()];
  first.dispose();
  first.dispose();
  assert.throws(() => first.readSync(kText, { file_path: 'a' }), /the reader is disposed/);
  assert.equal(second.readSync(kText, { file_path: 'a' }).success, true);
});

test('a file larger than memory fails, and the reader goes on', async () => {
  const reader = await createReader();
  const head = new Uint8Array(65_536);
  head.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const source = { sizeBytes: 4_300_000_000, read: async () => head };
  const limits = { maxImageBytes: Number.MAX_SAFE_INTEGER };
  const { result } = await reader.readSource(source, { file_path: 'a.png' }, { limits });
  assert.equal(result.errorCode, 'LIMIT_EXCEEDED');
  assert.match(result.error, /there is no memory for 4,300,000,000 bytes/);
  assert.equal(reader.readSync(kText, { file_path: 'a.txt' }).success, true);
});

test('text in a forced encoding is read; readSync needs its tables loaded first', async () => {
  const bytes = new Uint8Array([0x82, 0xa0, 0x8a, 0xbf, 0x8e, 0x9a, 0x0a]);
  const input = { file_path: 'a.txt' };
  const reader = await createReader({ text: { encoding: 'shift_jis' } });
  assert.equal(reader.readSync(bytes, input).errorCode, 'UNSUPPORTED_FORMAT');
  assert.equal((await reader.read(bytes, input)).content, '     1\tあ漢字');
  assert.equal(reader.readSync(bytes, input).content, '     1\tあ漢字');
  const other = await createReader({ text: { encoding: 'shift_jis' } });
  await other.loadEncodings();
  assert.equal(other.readSync(bytes, input).content, '     1\tあ漢字');
});

/** Counts how often tables are decoded: no other base64 of the package is that long. */
function countTableLoads(t) {
  const { atob } = globalThis;
  let loads = 0;
  globalThis.atob = (base64) => {
    if (base64.length > 100_000) loads++;
    return atob(base64);
  };
  t.after(() => {
    globalThis.atob = atob;
  });
  return () => loads;
}

const kLatin1 = Buffer.from('gr\xfc\xdfe aus M\xfcnchen\n', 'latin1');

test('the first text that is not Unicode loads the tables, once', async (t) => {
  const loads = countTableLoads(t);
  const reader = await createReader();
  const input = { file_path: 'a.txt' };
  const without = reader.readSync(kLatin1, input);
  assert.equal(without.errorCode, 'UNSUPPORTED_FORMAT');
  assert.match(without.error, /^text that is not Unicode needs the tables of the legacy encodings/);
  const results = await Promise.all([1, 2, 3].map(() => reader.read(kLatin1, input)));
  for (const result of [...results, reader.readSync(kLatin1, input)]) {
    assert.equal(result.content, '     1\tgrüße aus München');
    assert.equal(result.metadata.encoding, 'windows-1252');
  }
  await reader.loadEncodings();
  assert.equal(loads(), 1);
});

test('text in Unicode and binary data never load the tables, whatever was asked before', async (t) => {
  const loads = countTableLoads(t);
  const reader = await createReader();
  assert.equal(reader.detect(kLatin1).kind, 'text');
  const utf16 = Buffer.from('\ufeffgrüße\n', 'utf16le');
  for (const bytes of [kText, new TextEncoder().encode('grüße\n'), utf16]) {
    assert.equal((await reader.read(bytes, { file_path: 'a.txt' })).success, true);
  }
  for (const bytes of [Buffer.from('GIF89a\xf7', 'latin1'), new Uint8Array([0, 1, 2, 255])]) {
    assert.equal((await reader.read(bytes, { file_path: 'a' })).success, false);
  }
  assert.equal(loads(), 0);
});

test('data that reads as words nowhere is binary once the tables are there', async () => {
  const reader = await createReader();
  const dense = new Uint8Array(4000).map((_, i) => 0x80 + ((i * 73 + (i >> 3) * 31) % 128));
  assert.equal((await reader.read(dense, { file_path: 'a' })).errorCode, 'BINARY_FILE');
  assert.equal(reader.detect(dense).kind, 'binary');
});

test('pictures have the same base64 by the encoder of the host and by that of the module', async (t) => {
  const picture = sample('chart.png');
  const reader = await createReader();
  const read = () => reader.readSync(picture, { file_path: 'chart.png' }).images[0].data;
  const expected = Buffer.from(picture).toString('base64');
  assert.equal(read(), expected);

  const { Buffer: buffer } = globalThis;
  const { toBase64 } = Uint8Array.prototype;
  t.after(() => {
    globalThis.Buffer = buffer;
    if (toBase64) Uint8Array.prototype.toBase64 = toBase64;
    else delete Uint8Array.prototype.toBase64;
  });
  Uint8Array.prototype.toBase64 = function () {
    return `${this.length} bytes`;
  };
  assert.equal(read(), `${picture.length} bytes`);
  Uint8Array.prototype.toBase64 = undefined;
  globalThis.Buffer = undefined;
  assert.equal(read(), expected);
});

test('a long text is the same whether the host copies it as UTF-16 or decodes its UTF-8', async (t) => {
  const characters = [
    0x41, 0x7e, 0xa0, 0xe9, 0x7ff, 0x800, 0x4e00, 0xfeff, 0xfffd, 0x10000, 0x1f600, 0x10ffff,
  ];
  const text = `\ufeff${String.fromCodePoint(...Array.from({ length: 6000 }, (_, i) => characters[(i * 7 + (i >> 4)) % 12]))}`;
  const reader = await createReader();
  const options = { limits: { maxLineChars: 10_000 }, text: { lineNumbers: 'none' } };
  const read = () =>
    reader.readSync(new TextEncoder().encode(text), { file_path: 'a.txt' }, options).content;
  assert.equal(read(), text.slice(1));

  const { Buffer: buffer } = globalThis;
  t.after(() => {
    globalThis.Buffer = buffer;
  });
  globalThis.Buffer = undefined;
  assert.equal(read(), text.slice(1));
});

test('half of a surrogate pair in a name or a hint changes nothing', async () => {
  const reader = await createReader();
  assert.deepEqual(reader.detect(kText, 'a\ud800.txt'), reader.detect(kText, 'a.txt'));
  assert.equal(reader.detect(kText, 'a.txt', 'text\udfff').kind, 'text');
  const again = await reader.read(kText, { name: 'b.txt' });
  assert.equal(again.success, true);
});

test('a hint that is none is refused with those that are', async () => {
  const reader = await createReader();
  const result = await reader.read(kText, { name: 'a.txt', file_type: 'bogus' });
  assert.equal(result.errorCode, 'INVALID_ARGUMENT');
  assert.equal(
    result.error,
    'file_type must be text, image, pdf, notebook or a MIME type, got "bogus"',
  );
  for (const file_type of ['text', 'image', 'pdf', 'notebook', 'application/x-anything'])
    assert.equal((await reader.read(kText, { name: 'a.txt', file_type })).success, true);
});

test('what cannot be opened is refused by name, type and size', async () => {
  const reader = await createReader();
  const archive = new Uint8Array(9830);
  archive.set([0x52, 0x61, 0x72, 0x21, 0x1a, 0x07, 0x00]);
  const result = await reader.read(archive, { name: 'backup.rar' });
  assert.equal(result.errorCode, 'BINARY_FILE');
  assert.equal(
    result.error,
    'Binary files cannot be read as text. backup.rar (RAR archive, 10 KB) cannot be opened here; unpack it. view=hex shows its bytes.',
  );
});

test('a reader without the documents module says how a program passes it', async () => {
  const reader = await initWith(
    new WebAssembly.Module(readFileSync(join(kRoot, 'dist', 'core.wasm'))),
  );
  const result = await reader.read(Buffer.from('{\\rtf1 text}'), { file_path: 'a.rtf' });
  assert.equal(result.errorCode, 'UNSUPPORTED_FORMAT');
  assert.match(
    result.error,
    /module is not loaded; a program passes it as `documents: loadDocuments`, from lectern\/documents$/,
  );
  const archive = Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(100)]);
  const packed = await reader.read(archive, { file_path: 'a.zip' });
  assert.equal(packed.errorCode, 'UNSUPPORTED_FORMAT');
  assert.match(packed.error, /^a\.zip \(ZIP archive\) cannot be opened here: the documents module/);
});
