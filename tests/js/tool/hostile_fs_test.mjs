// File systems that are wrong about their files, inputs that no file can have, and callers whose functions throw.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, test } from 'node:test';

import { createReadTool, FileError } from 'lectern';
import { memoryFs } from 'lectern/fs/memory';

const kLetters = new TextEncoder().encode('abc\n'.repeat(1000));

/** A tool over one file with this handle, and what it told its host of the last read. */
function toolOver(handle, options = {}) {
  const told = {};
  const fs = { open: async () => handle };
  const tool = createReadTool({ fs, onRead: (event) => Object.assign(told, event), ...options });
  return { told, read: (call) => tool.execute({ file_path: '/x.txt' }, call) };
}

describe('a handle', () => {
  for (const size of [
    Number.NaN,
    -1,
    undefined,
    Number.POSITIVE_INFINITY,
    1.5,
    '4',
    4n,
    2 ** 60,
    null,
  ]) {
    test(`whose size is ${typeof size} ${String(size)} is no file`, async () => {
      let closed = 0;
      const read = () => assert.fail('read');
      const close = async () => {
        closed++;
      };
      const { told, read: execute } = toolOver({ size, read, close });
      const result = await execute();
      assert.equal(result.errorCode, 'IO_ERROR');
      assert.equal(result.error, 'Cannot read file: /x.txt');
      assert.equal(told.cause.message, `the file system gave ${String(size)} for the file's size`);
      assert.equal(closed, 1);
    });
  }

  test('that is none, or cannot be read, is no file', async () => {
    for (const handle of [undefined, null, 5, {}, { size: 4 }, { size: 4, read: 'abc' }]) {
      const { read } = toolOver(handle);
      assert.equal((await read()).errorCode, 'IO_ERROR');
    }
  });

  test('with a time that is none is a file without one', async () => {
    for (const modified of [new Date(Number.NaN), 'yesterday', 5, {}, null]) {
      const read = async (offset, length) => kLetters.subarray(offset, offset + length);
      const { read: execute } = toolOver({ size: 4, modified, read });
      const result = await execute();
      assert.equal(result.content, '     1\tabc');
      assert.equal('modified' in result.metadata, false);
    }
  });

  test('is taken at its first word', async () => {
    let asked = 0;
    const handle = {
      get size() {
        return asked++ === 0 ? 4 : 4000;
      },
      read: async (offset, length) => kLetters.subarray(offset, offset + length),
    };
    const { read } = toolOver(handle);
    const result = await read();
    assert.equal(result.content, '     1\tabc');
    assert.equal(result.metadata.sizeBytes, 4);
    assert.equal(asked, 1);
  });

  test('of any size that answers at once leaves timers and aborts their turn', async () => {
    for (const [size, most] of [
      [Number.MAX_SAFE_INTEGER, Number.POSITIVE_INFINITY],
      [2 ** 40, 1],
    ]) {
      const controller = new AbortController();
      const reason = new Error('enough');
      setTimeout(() => controller.abort(reason), 5);
      const read = async (_, length) => new Uint8Array(Math.min(length, most)).fill(97);
      const { read: execute } = toolOver(
        { size, read },
        { text: { countLinesUpToBytes: 2 ** 50 } },
      );
      await assert.rejects(execute({ signal: controller.signal }), reason);
    }
  });
});

describe('a path', () => {
  const files = { '/ok.txt': 'ok', '/folder/a.txt': 'a', '/not\ufffde.txt': 'other' };
  const tool = createReadTool({ fs: memoryFs(files), root: '/' });

  test('that ends as a directory does names no file', async () => {
    for (const file_path of ['ok.txt/', '/ok.txt//', '/ok.txt/.', 'ok.txt/./']) {
      const result = await tool.execute({ file_path });
      assert.equal(result.errorCode, 'FILE_NOT_FOUND', file_path);
      assert.equal(result.error, `File does not exist: ${file_path}`);
      assert.match(result.content, /\nDid you mean {"file_path":"\/ok\.txt"}\?$/);
    }
    for (const file_path of ['folder/', '/folder/.', '/', '.', '..', 'ok.txt/..'])
      assert.match((await tool.execute({ file_path })).content, /^\(directory: /, file_path);
    assert.equal((await tool.execute({ file_path: 'folder/../ok.txt' })).success, true);
  });

  test('that is no Unicode names no file, and is repeated as text', async () => {
    const result = await tool.execute({ file_path: '/not\ud800e.txt' });
    assert.equal(result.errorCode, 'FILE_NOT_FOUND');
    assert.equal(result.error, 'File does not exist: /not\ufffde.txt');
  });

  test('is located where a read would open it', () => {
    const inside = createReadTool({ fs: memoryFs({}), root: '/base' });
    assert.equal(inside.locate('a/../b.txt'), '/base/b.txt');
    assert.equal(inside.locate('/base/b/'), '/base/b');
    for (const path of ['../b.txt', '/etc/passwd', 'x'.repeat(5000), '\ud800'])
      assert.equal(inside.locate(path), undefined);
  });
});

describe('an input that is nested 100,000 deep', () => {
  const tool = createReadTool({ fs: memoryFs({ '/a.txt': 'a' }) });
  const nested = (open, close) => `${open.repeat(100_000)}1${close.repeat(100_000)}`;
  for (const [what, text] of [
    ['arrays', nested('[', ']')],
    ['objects', nested('{"a":', '}')],
  ]) {
    test(`of ${what} is refused, as an object and as JSON`, async () => {
      const json = `{"file_path":"/a.txt","offset":${text}}`;
      for (const input of [json, JSON.parse(json), JSON.parse(text), text]) {
        const result = await tool.execute(input);
        assert.equal(result.errorCode, 'INVALID_ARGUMENT');
        assert.match(
          result.error,
          /nested more than 16 deep|input must be|longer than 65536 bytes/,
        );
      }
    });
  }
});

test('whatever is thrown is a result', async () => {
  const trap = new Proxy({}, { get: () => assert.fail('looked at') });
  const thrown = [null, undefined, 5, 'x', trap, Object.create(null), { code: '__proto__' }];
  for (const error of [...thrown, { code: 'toString', name: 'constructor' }]) {
    const fs = { open: () => Promise.reject(error), list: () => Promise.reject(error) };
    const result = await createReadTool({ fs }).execute({ file_path: '/x' });
    assert.equal(result.errorCode, 'IO_ERROR');
    assert.equal(result.content, 'Cannot read file: /x');
  }
});

test('too many links are said to be that', async () => {
  const failing = (error) => createReadTool({ fs: { open: () => Promise.reject(error) } });
  const detail = 'too many symbolic links';
  const error = new FileError('NOT_A_FILE', 'loop', { detail });
  const result = await failing(error).execute({ file_path: '/x' });
  assert.equal(result.errorCode, 'NOT_A_FILE');
  assert.equal(result.content, 'Not a regular file: /x (too many symbolic links)');
  assert.equal(result.error, result.content);
});

describe('what a caller throws', () => {
  test('in onProgress reaches the caller, and the file is closed', async () => {
    let closed = 0;
    const handle = {
      size: 4000,
      read: async (offset, length) => kLetters.subarray(offset, offset + length),
      async close() {
        closed++;
      },
    };
    for (const thrown of [new Error('mine'), new TypeError('mine'), 'mine', undefined]) {
      const { read } = toolOver(handle);
      const call = read({
        onProgress() {
          throw thrown;
        },
      });
      const caught = await call.then(
        () => assert.fail('a result'),
        (error) => error,
      );
      assert.equal(caught, thrown);
    }
    assert.equal(closed, 4);
  });
});

describe('a tool that is disposed', () => {
  /** What a program ends with that does not listen for unhandled rejections. */
  function run(source) {
    const { status, stderr } = spawnSync(
      process.execPath,
      ['--input-type=module', '--eval', source],
      { encoding: 'utf8', timeout: 60_000 },
    );
    assert.equal(stderr, '');
    return status;
  }

  test('while its module fails to load ends no program', () => {
    const status = run(`import { makeCreateReadTool } from 'lectern';
import { memoryFs } from 'lectern/fs/memory';
let fail;
const createReader = () => new Promise((_, reject) => { fail = reject; });
const tool = makeCreateReadTool(createReader)({ fs: memoryFs({}) });
const reading = tool.execute({ file_path: '/a' }).catch(({ message }) => message);
tool.dispose();
fail(new Error('offline'));
if ((await reading) !== 'offline') process.exitCode = 3;
await new Promise((resolve) => setTimeout(resolve, 10));`);
    assert.equal(status, 0);
  });
});

describe('ignore files of a tree', () => {
  const list = async (ignored, files = {}, directory = '/r') => {
    const fs = memoryFs({ '/r/.git/HEAD': 'x', '/r/.gitignore': ignored, ...files });
    return (await createReadTool({ fs }).execute({ file_path: directory })).content;
  };
  const isMarked = (listing) => /^-i.* x\.log$/m.test(listing);

  test('count for nothing when comparing them would take seconds', async () => {
    const names = Array.from({ length: 15 }, (_, i) => [`/r/${'a'.repeat(250)}${i}`, '1']);
    const files = { '/r/x.log': '1', ...Object.fromEntries(names) };
    const slow = `**/${'*a'.repeat(118)}c\n`;
    assert.equal(isMarked(await list(`${slow}*.log\n`, files)), true);
    assert.equal(isMarked(await list(`${slow.repeat(1000)}*.log\n`, files)), false);
  });

  test('have half a megabyte together', async () => {
    const long = `${`${'b'.repeat(4000)}\n`.repeat(60)}*.log\n`;
    const files = { '/r/a/.gitignore': long, '/r/a/x.log': '1' };
    assert.equal(isMarked(await list(long, files, '/r/a')), true);
    const more = { ...files, '/r/a/b/.gitignore': long, '/r/a/b/x.log': '1' };
    assert.equal(isMarked(await list(long, more, '/r/a/b')), false);
  });

  test('names that no path can have are listed all the same', async () => {
    const fs = memoryFs({ '/d/a\0b': '', '/d/not\ud800e.txt': '', '/d/ok': '' });
    const { content } = await createReadTool({ fs, root: '/' }).execute({ file_path: '/d' });
    assert.match(content, /^\(directory: 3 files/);
    assert.match(content, / "a\\ufffdb"\n.* "not\\ufffde\.txt"\n.* ok$/);
  });
});

describe('what throws when it is looked at becomes a result', () => {
  const boom = () => {
    throw new Error('boom');
  };
  const hostile = new Proxy({}, { get: boom, getPrototypeOf: boom });
  const missing = async () => {
    throw new FileError('FILE_NOT_FOUND');
  };
  for (const [name, fs, code] of [
    ['an error', { open: () => Promise.reject(hostile) }, 'IO_ERROR'],
    [
      'the kind of an entry',
      {
        open: missing,
        list: async () => [
          {
            name: 'a',
            get isDirectory() {
              return boom();
            },
          },
        ],
      },
      'FILE_NOT_FOUND',
    ],
  ]) {
    test(name, async () => {
      const { errorCode } = await createReadTool({ fs, root: '/' }).execute({
        file_path: '/x.txt',
      });
      assert.equal(errorCode, code);
    });
  }
});

test('what a file system says of an error is a few words on one line', async () => {
  const open = async () => {
    throw new FileError('IO_ERROR', 'for the log', { detail: `gone\n     1\t${'x'.repeat(1e6)}` });
  };
  const { error } = await createReadTool({ fs: { open }, root: '/' }).execute({ file_path: '/a' });
  assert.match(error, /^Cannot read file: \/a \(gone {6}1\tx+\)$/);
  assert.ok(error.length < 1100);
});
