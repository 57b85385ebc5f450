// The Read tool over a file system in memory.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { createReader, createReadTool, FileError } from 'lectern';
import { memoryFs } from 'lectern/fs/memory';

import { kRedPixel, sample } from '../support/samples.mjs';

const kNotebook = JSON.stringify({
  nbformat: 4,
  nbformat_minor: 5,
  metadata: { kernelspec: { language: 'python', name: 'python3' } },
  cells: [{ cell_type: 'code', execution_count: 1, metadata: {}, source: 'print(1)', outputs: [] }],
});

function toolOver(files, options = {}) {
  return createReadTool({ fs: memoryFs(files), root: '/', ...options });
}

describe('a read', () => {
  const tool = toolOver({
    '/notes.txt': 'one\ntwo\nthree\n',
    '/pixel.png': kRedPixel,
    '/a.ipynb': kNotebook,
    '/data.bin': new Uint8Array([0, 1, 2, 255, 0]),
    '/folder/x.txt': 'x',
  });

  test('gives numbered text', async () => {
    const result = await tool.execute({ file_path: '/notes.txt' });
    assert.equal(result.success, true);
    assert.equal(result.content, '     1\tone\n     2\ttwo\n     3\tthree');
    assert.equal(result.totalLines, 3);
  });

  test('gives a range, and the next call when it is cut', async () => {
    const short = toolOver({ '/notes.txt': 'one\ntwo\nthree\n' }, { limits: { maxLines: 1 } });
    const result = await short.execute({ file_path: 'notes.txt', offset: 2 });
    assert.match(result.content, /^ {5}2\ttwo\n/);
    assert.equal(result.truncated, true);
    assert.equal(result.truncation.next.file_path, 'notes.txt');
    assert.equal(result.truncation.next.offset, 3);
  });

  test('gives a picture', async () => {
    const result = await tool.execute({ file_path: '/pixel.png' });
    assert.equal(result.contentType, 'image');
    assert.equal(result.images[0].data, Buffer.from(kRedPixel).toString('base64'));
  });

  test('gives the cells of a notebook', async () => {
    const result = await tool.execute({ file_path: '/a.ipynb' });
    assert.equal(result.contentType, 'notebook');
    assert.match(result.content, /## Cell 1 \[code\]/);
  });

  test('equals what the reader gives for the same bytes', async () => {
    const reader = await createReader();
    const input = { file_path: '/a.ipynb' };
    const direct = await reader.read(new TextEncoder().encode(kNotebook), input);
    assert.deepEqual(await tool.execute(input), direct);
    reader.dispose();
  });

  test('lists a directory, and refuses it where the file system cannot', async () => {
    const listed = await tool.execute({ file_path: '/folder' });
    assert.equal(listed.contentType, 'archive');
    assert.match(listed.content, /^\(directory: 1 file.*; read one as \/folder\/NAME\)\n- /);
    const { open } = memoryFs({ '/folder/x.txt': 'x' });
    const unlisted = createReadTool({ fs: { open } });
    const refused = await unlisted.execute({ file_path: '/folder' });
    assert.deepEqual(
      [refused.errorCode, refused.error],
      ['IS_DIRECTORY', 'Is a directory: /folder'],
    );
  });

  test('refuses binary data and what does not exist in the words of the contract', async () => {
    const errorOf = async (file_path) => {
      const { success, error, errorCode } = await tool.execute({ file_path });
      assert.equal(success, false);
      return [errorCode, error];
    };
    assert.deepEqual(await errorOf('/data.bin'), [
      'BINARY_FILE',
      'Binary files cannot be read as text. data.bin (unknown type, 5 bytes) cannot be opened here; convert it to PDF or text. view=hex shows its bytes.',
    ]);
    assert.deepEqual(await errorOf('/gone'), ['FILE_NOT_FOUND', 'File does not exist: /gone']);
  });
});

describe('what models write', () => {
  const tool = toolOver({ '/notes.txt': 'one\ntwo\n' });

  test('may be numbers in strings, or JSON text', async () => {
    assert.equal((await tool.execute({ file_path: '/notes.txt', offset: '2' })).startLine, 2);
    assert.equal((await tool.execute('{"file_path":"/notes.txt","limit":1}')).endLine, 1);
  });

  for (const [what, input, named] of [
    ['an unknown field', { file_path: '/notes.txt', colour: 3 }, 'colour'],
    ['a negative limit', { file_path: '/notes.txt', limit: -1 }, 'limit'],
    ['a range backwards', { file_path: '/notes.txt', pages: '5-2' }, 'pages'],
    ['no path', {}, 'file_path'],
    ['an empty path', { file_path: '' }, 'file_path'],
    ['a path that is a number', { file_path: 5 }, 'file_path'],
    ['a path with NUL', { file_path: '/notes.txt\0.png' }, 'file_path'],
    ['no object', 17, 'input'],
    ['null', null, 'input'],
    ['nothing', undefined, 'input'],
    ['text that is no JSON', 'notes.txt', 'input'],
  ]) {
    test(`is refused by name: ${what}`, async () => {
      const result = await tool.execute(input);
      assert.equal(result.success, false);
      assert.equal(result.errorCode, 'INVALID_ARGUMENT');
      assert.match(result.error, new RegExp(named));
    });
  }
});

describe('the definition', () => {
  test('names the configured limits', () => {
    const tool = toolOver(
      {},
      { limits: { maxLines: 500, maxImageBytes: 5 * 1024 * 1024 }, cwd: '/desk', root: '/desk' },
    );
    assert.equal(tool.name, 'Read');
    assert.match(tool.description, /500 lines/);
    assert.match(tool.description, /up to 5 MB/);
    assert.match(tool.description, /Only files in \/desk can be read/);
    assert.match(tool.inputSchema.properties.limit.description, /500/);
  });

  test('has exactly the fields that the core takes', async () => {
    const tool = toolOver({});
    const { error } = await tool.execute({ file_path: '/x', nonsense: 1 });
    const allowed = error.slice(error.indexOf('allowed are ') + 'allowed are '.length).split(', ');
    assert.deepEqual(Object.keys(tool.inputSchema.properties).sort(), allowed.sort());
  });

  test('refuses options of wrong types', () => {
    assert.throws(
      () => createReadTool({}),
      /options\.fs must be a FileSystem, such as nodeFs\(\) of lectern\/fs\/node/,
    );
    assert.throws(() => toolOver({}, { root: 'relative' }), /root must be an absolute path/);
    const root = new URL('file:///workspace/');
    assert.throws(() => toolOver({}, { root }), /root must be an absolute path, got "file:/);
    assert.throws(() => toolOver({}, { root: '/a', cwd: '/b' }), /must lie inside root/);
    assert.throws(() => toolOver({}, { media: 'url' }), /options.media/);
    assert.throws(() => toolOver({}, { symlinks: 'follow' }), /options.symlinks/);
  });
});

describe('a name that does not exist', () => {
  test('brings up near names', async () => {
    const tool = toolOver({ '/src/reader.ts': '', '/src/writer.ts': '', '/src/unrelated.md': '' });
    const typo = await tool.execute({ file_path: '/src/raeder.ts' });
    assert.equal(typo.error, 'File does not exist: /src/raeder.ts');
    assert.equal(
      typo.content,
      'File does not exist: /src/raeder.ts\nDid you mean {"file_path":"/src/reader.ts"}?',
    );
    const extension = await tool.execute({ file_path: '/src/Reader.js' });
    assert.match(extension.content, /Did you mean {"file_path":"\/src\/reader\.ts"}\?/);
  });

  test('is found in the current directory when its own does not exist', async () => {
    const tool = toolOver({ '/repo/README.md': '' }, { cwd: '/repo', root: '/' });
    const result = await tool.execute({ file_path: '/elsewhere/README.md' });
    assert.match(result.content, /Did you mean {"file_path":"\/repo\/README\.md"}\?/);
  });

  test('is read when it differs in Unicode form only', async () => {
    const tool = toolOver({
      '/caf\u0065\u0301.txt': 'decomposed',
      '/Screenshot 1.00.00\u202fPM.txt': 'narrow',
    });
    const composed = await tool.execute({ file_path: '/caf\u00e9.txt' });
    assert.match(composed.content, /decomposed/);
    assert.match(composed.metadata.warnings[0], /other Unicode characters/);
    assert.match(
      (await tool.execute({ file_path: '/Screenshot 1.00.00 PM.txt' })).content,
      /narrow/,
    );
  });

  test('is not guessed when two names look the same', async () => {
    const tool = toolOver({ '/a\u202fb.txt': '1', '/a\u00a0b.txt': '2' });
    assert.equal((await tool.execute({ file_path: '/a b.txt' })).errorCode, 'FILE_NOT_FOUND');
  });

  test('brings up nothing from outside the root', async () => {
    const tool = toolOver({ '/secret/password.txt': '', '/base/a.txt': '' }, { root: '/base' });
    const result = await tool.execute({ file_path: '/secret/passwrd.txt' });
    assert.equal(result.content, 'Outside the permitted directories: /secret/passwrd.txt');
  });
});

describe('large files', () => {
  const size = 30 * 1024 * 1024;
  /** A file system with one file, of which only what is asked for exists. */
  const sparse = (head) => {
    const reads = [];
    const fs = {
      reads,
      async open() {
        return {
          size,
          async read(offset, length) {
            reads.push([offset, length]);
            const bytes = new Uint8Array(length);
            if (offset < head.length) bytes.set(head.subarray(offset, offset + length));
            return bytes;
          },
        };
      },
    };
    return fs;
  };

  test('are refused by their first bytes when they are too large for what they are', async () => {
    const fs = sparse(kRedPixel);
    const result = await createReadTool({ fs }).execute({ file_path: '/big.png' });
    assert.equal(result.error, 'Image file exceeds 20MB limit (actual: 30.00MB)');
    assert.equal(result.metadata.sizeBytes, size);
    assert.deepEqual(fs.reads, [[0, 65536]]);
  });

  test('are refused by their first bytes when they are binary', async () => {
    const elf = new Uint8Array(64);
    elf.set([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1]);
    const fs = sparse(elf);
    const result = await createReadTool({ fs }).execute({ file_path: '/program' });
    assert.equal(result.errorCode, 'BINARY_FILE');
    assert.equal(result.metadata.sizeBytes, size);
    assert.equal(result.contentHash, undefined);
    const loaded = fs.reads.reduce((sum, [, length]) => sum + length, 0);
    assert.ok(loaded <= 128 << 10, `${loaded} bytes of ${size}`);
  });
});

describe('known content', () => {
  const files = { '/notes.txt': 'one\n' };
  const tool = toolOver(files);
  const input = { file_path: '/notes.txt' };

  test('is not sent again while it is in view', async () => {
    const { contentHash } = await tool.execute(input);
    const again = await tool.execute(input, {
      known: { contentHash, generation: 1 },
      generation: 1,
    });
    assert.equal(again.success, true);
    assert.match(again.content, /^Unchanged since it was last read: \/notes\.txt/);
  });

  test('is sent again after the history was compacted, and when the host does not say', async () => {
    const { contentHash, content } = await tool.execute(input);
    const known = { contentHash, generation: 1 };
    assert.equal((await tool.execute(input, { known, generation: 2 })).content, content);
    assert.equal((await tool.execute(input, { known })).content, content);
  });

  test('is sent again when the file has changed', async () => {
    const { contentHash } = await tool.execute(input);
    files['/notes.txt'] = 'two\n';
    const again = await tool.execute(input, {
      known: { contentHash, generation: 1 },
      generation: 1,
    });
    assert.match(again.content, /two/);
  });
});

describe('media by reference', () => {
  const files = { '/chart.png': sample('chart.png'), '/analysis.ipynb': sample('analysis.ipynb') };
  const tool = toolOver(files, { media: 'handle', hash: 'none' });
  const inline = toolOver(files);

  test('keeps base64 out of results and brings it back', async () => {
    const result = await tool.execute({ file_path: '/chart.png' });
    const stored = JSON.parse(JSON.stringify(result));
    assert.ok(JSON.stringify(stored).length < 1000);
    const [handle] = stored.images;
    assert.equal(handle.kind, 'image');
    assert.equal(handle.mimeType, 'image/png');
    const expected = await inline.execute({ file_path: '/chart.png' });
    assert.deepEqual(await tool.materialize(handle), expected.images[0]);
    assert.deepEqual(await tool.inlineMedia(stored), expected);
  });

  test("keeps the places of a notebook's pictures", async () => {
    const stored = await tool.execute({ file_path: '/analysis.ipynb' });
    assert.deepEqual(
      await tool.inlineMedia(stored),
      await inline.execute({ file_path: '/analysis.ipynb' }),
    );
  });

  test('says so when the file has changed', async () => {
    const stored = await tool.execute({ file_path: '/chart.png' });
    files['/chart.png'] = kRedPixel;
    await assert.rejects(tool.materialize(stored.images[0]), (error) => {
      assert.ok(error instanceof FileError);
      return /has changed since it was read/.test(error.message);
    });
    const back = await tool.inlineMedia(stored);
    assert.deepEqual(back.images, []);
    assert.match(back.content, /picture left out: \/chart\.png has changed/);
    assert.ok((back.parts ?? []).every((part) => part.type === 'text'));
  });
});

describe('hosts', () => {
  test('are told about each read', async () => {
    const events = [];
    const onRead = (event) => events.push(event);
    const tool = toolOver({ '/notes.txt': 'one\ntwo\n' }, { limits: { maxLines: 1 }, onRead });
    await tool.execute({ file_path: '/notes.txt' });
    await tool.execute({ file_path: '/gone.txt' });
    const [read, failed] = events;
    assert.equal(read.path, '/notes.txt');
    assert.equal(read.success, true);
    assert.equal(read.contentType, 'text');
    assert.equal(read.sizeBytes, 8);
    assert.equal(read.loadedBytes, 8);
    assert.equal(read.truncated, true);
    assert.equal(read.truncationCause, 'lines');
    assert.ok(read.durationMs >= 0);
    assert.equal(failed.errorCode, 'FILE_NOT_FOUND');
    assert.ok(failed.cause instanceof FileError);
  });

  test('see progress', async () => {
    const tool = toolOver({ '/chart.png': sample('chart.png') });
    const seen = [];
    await tool.execute(
      { file_path: '/chart.png' },
      { onProgress: (progress) => seen.push(progress) },
    );
    const size = sample('chart.png').length;
    assert.deepEqual(seen.at(-1), { loadedBytes: size, totalBytes: size });
  });

  test('can abort before and during a read', async () => {
    const reason = new Error('enough');
    const tool = toolOver({ '/notes.txt': 'one\n' });
    await assert.rejects(
      tool.execute({ file_path: '/notes.txt' }, { signal: AbortSignal.abort(reason) }),
      reason,
    );

    const controller = new AbortController();
    let closed = 0;
    const slow = {
      async open() {
        return {
          size: 100,
          async read() {
            controller.abort(reason);
            return new Uint8Array(10);
          },
          async close() {
            closed++;
          },
        };
      },
    };
    const call = createReadTool({ fs: slow }).execute(
      { file_path: '/x' },
      { signal: controller.signal },
    );
    await assert.rejects(call, reason);
    assert.equal(closed, 1);
  });

  test('may share a reader, which stays theirs', async () => {
    const reader = await createReader();
    const tool = toolOver({ '/notes.txt': 'one\n' }, { reader });
    assert.equal((await tool.execute({ file_path: '/notes.txt' })).success, true);
    tool.dispose();
    await assert.rejects(tool.execute({ file_path: '/notes.txt' }), /disposed/);
    assert.equal(reader.detect(kRedPixel).mimeType, 'image/png');
  });

  test('get errors of any kind from a file system as results', async () => {
    const failing = (error) => ({ open: () => Promise.reject(error) });
    const codeOf = async (error) =>
      (await createReadTool({ fs: failing(error) }).execute({ file_path: '/x' })).errorCode;
    assert.equal(await codeOf(Object.assign(new Error(), { code: 'EACCES' })), 'PERMISSION_DENIED');
    assert.equal(await codeOf(new DOMException('', 'NotFoundError')), 'FILE_NOT_FOUND');
    assert.equal(await codeOf(new FileError('OUTSIDE_ROOT')), 'OUTSIDE_ROOT');
    assert.equal(await codeOf(new Error('wire cut')), 'IO_ERROR');
    assert.equal(await codeOf('no error at all'), 'IO_ERROR');
  });
});

test('the definition takes a model at most 900 tokens', () => {
  const { name, description, inputSchema } = createReadTool({ fs: memoryFs({}), root: '/work' });
  const text = JSON.stringify({ name, description, input_schema: inputSchema });
  // 3.8 characters a token, as the tokenizer o200k_base makes of this text.
  const tokens = Math.ceil(text.length / 3.8);
  assert.ok(tokens <= 900, `about ${tokens} tokens`);
});
