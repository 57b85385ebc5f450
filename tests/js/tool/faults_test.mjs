// File systems that misbehave, and calls that are aborted at each of their steps.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';

import { watchHeaps } from '../../hosts/heaps.js';

const heaps = watchHeaps();
const { createReader, createReadTool, ModuleLoadError } = await import('lectern');
const { memoryFs } = await import('lectern/fs/memory');
const { buildBytes } = await import('../../hosts/run_cases.js');
const { kRoot, kRedPixel, sample } = await import('../support/samples.mjs');

const kPdfCases = JSON.parse(readFileSync(`${kRoot}/tests/conformance/pdf.json`, 'utf8')).cases;
/** "你好" in GBK, whose tables are loaded when the text needs them. */
const kGbk = Buffer.concat(Array(500).fill(Buffer.from('c4e3bac30a', 'hex')));

const kFiles = {
  '/long.txt': Buffer.from('a line of text\n'.repeat(20_000)),
  '/gbk.txt': kGbk,
  '/pixel.png': Buffer.from(kRedPixel),
  '/chart.png': Buffer.from(sample('chart.png')),
  '/analysis.ipynb': Buffer.from(sample('analysis.ipynb')),
  '/report.pdf': Buffer.from(buildBytes(kPdfCases[0].bytes)),
  '/empty.txt': Buffer.alloc(0),
};
const kNames = Object.keys(kFiles);

const expected = new Map();
{
  const tool = createReadTool({ fs: memoryFs(kFiles), root: '/' });
  for (const name of kNames) expected.set(name, await tool.execute({ file_path: name }));
  tool.dispose();
}

/**
 * The files above, with `step` called before each step of the file system; what it returns from a read, if anything, is
 * what the read gives. Counts the handles that are open.
 */
function fsWith(step) {
  const fs = {
    openHandles: 0,
    async open(path) {
      await step('open');
      const bytes = kFiles[path];
      if (!bytes) throw Object.assign(new Error(path), { code: 'ENOENT' });
      fs.openHandles++;
      return {
        size: bytes.length,
        async read(offset, length) {
          const piece = bytes.subarray(offset, offset + length);
          return (await step('read', piece)) ?? piece;
        },
        async close() {
          fs.openHandles--;
          await step('close');
        },
      };
    },
    async list() {
      await step('list');
      return kNames.map((name) => ({ name: name.slice(1), isDirectory: false }));
    },
  };
  return fs;
}

/** A tool over `fs`, and the cause of its last failure. */
function watchedTool(fs) {
  const watched = { cause: undefined };
  const onRead = ({ cause }) => {
    watched.cause = cause;
  };
  watched.tool = createReadTool({ fs, root: '/', onRead });
  return watched;
}

describe('a file system that returns less than was asked for', () => {
  for (const most of [1, 7, 4096]) {
    test(`at most ${most} bytes, gives the same results`, async () => {
      const fs = fsWith((step, piece) => (step === 'read' ? piece.subarray(0, most) : undefined));
      const { tool } = watchedTool(fs);
      for (const name of kNames) {
        if (most === 1 && kFiles[name].length > 50_000) continue;
        assert.deepEqual(await tool.execute({ file_path: name }), expected.get(name), name);
      }
      assert.equal(fs.openHandles, 0);
    });
  }
});

describe('a file system that fails', () => {
  /** What comes of a read whose n-th `where` step is `fault`, for every n that is reached. */
  async function* outcomes(name, where, fault) {
    for (let n = 1; ; n++) {
      let count = 0;
      const fs = fsWith((step, piece) =>
        step === where && ++count === n ? fault(piece) : undefined,
      );
      const watched = watchedTool(fs);
      const result = await watched.tool.execute({ file_path: name });
      if (count < n) return;
      assert.equal(fs.openHandles, 0);
      yield { result, cause: watched.cause };
      // The fault is over: the same tool reads.
      assert.deepEqual(await watched.tool.execute({ file_path: name }), expected.get(name));
    }
  }
  const thrown = (code) => () => {
    throw Object.assign(new Error('injected'), { code });
  };

  test('in any step, gives a result that says so, closes the file and reads the next time', async () => {
    let reached = 0;
    for (const name of kNames) {
      for (const [code, errorCode] of [
        ['EIO', 'IO_ERROR'],
        ['EACCES', 'PERMISSION_DENIED'],
        ['ENOENT', 'FILE_NOT_FOUND'],
      ]) {
        for (const where of ['open', 'read']) {
          for await (const { result, cause } of outcomes(name, where, thrown(code))) {
            reached++;
            assert.equal(result.success, false);
            assert.equal(result.errorCode, errorCode, `${name} ${where}`);
            assert.ok(result.content.includes(name));
            assert.equal(cause.message, 'injected');
          }
        }
      }
    }
    assert.ok(reached > 3 * 2 * (kNames.length - 1), `${reached} faults`);
  });

  test('when it closes, changes nothing', async () => {
    for await (const { result } of outcomes('/long.txt', 'close', thrown('EIO')))
      assert.deepEqual(result, expected.get('/long.txt'));
  });

  test('when it lists, gives no names', async () => {
    const fs = fsWith((step) => (step === 'list' ? thrown('EIO')() : undefined));
    const { content } = await watchedTool(fs).tool.execute({ file_path: '/lon.txt' });
    assert.equal(content, 'File does not exist: /lon.txt');
  });

  for (const [what, wrong, said, told = ''] of [
    [
      'nothing where there should be bytes',
      () => new Uint8Array(),
      /became shorter .* it ends at/,
      ' (it became shorter while it was read)',
    ],
    ['more than was asked for', (piece) => Buffer.alloc(piece.length + 1), /got \d+ bytes for \d+/],
    ['text', () => 'text', /./],
    ['an ArrayBuffer', () => new ArrayBuffer(4), /./],
  ]) {
    test(`by returning ${what}, is no content`, async () => {
      for (const name of ['/long.txt', '/chart.png']) {
        for await (const { result, cause } of outcomes(name, 'read', wrong)) {
          assert.equal(result.errorCode, 'IO_ERROR');
          assert.equal(result.error, `Cannot read file: ${name}${told}`);
          assert.match(cause.message, said);
        }
      }
    });
  }

  test('by growing while it is read, gives the file as it was when it was opened', async () => {
    const bytes = Buffer.from('one\ntwo\n');
    const fs = {
      open: async () => ({
        size: 4,
        read: async (offset, length) => bytes.subarray(offset, offset + length),
      }),
    };
    const { content, totalLines } = await watchedTool(fs).tool.execute({ file_path: '/x' });
    assert.equal(content, '     1\tone');
    assert.equal(totalLines, 1);
  });
});

describe('a deadline', () => {
  for (const stuck of ['open', 'read', 'list', 'close']) {
    test(`ends a call that waits for ever in ${stuck}`, async () => {
      const fs = fsWith((step) => (step === stuck ? new Promise(() => undefined) : undefined));
      const file_path = stuck === 'list' ? '/lon.txt' : '/long.txt';
      const reader = await createReader();
      const tool = createReadTool({ fs, root: '/', reader });
      // What has been read by then is the result.
      const [deadlineMs, code] = stuck === 'close' ? [2000, undefined] : [50, 'LIMIT_EXCEEDED'];
      const { success, errorCode } = await tool.execute({ file_path }, { deadlineMs });
      assert.equal(errorCode, code);
      assert.equal(success, code === undefined);
      reader.dispose();
    });
  }

  test('is not of those who wait for their turn in a worker', async () => {
    const sound = Buffer.from('fLaC\x80\0\0\x22'.padEnd(100, '\0'), 'latin1');
    const fs = {
      open: async (path) => ({
        size: sound.length,
        read: (offset, length) =>
          path === '/slow' ? new Promise(() => undefined) : sound.subarray(offset, offset + length),
      }),
    };
    const tool = createReadTool({ fs, root: '/', deadlineMs: 1000, audio: true });
    const [slow, quick] = await Promise.all(
      ['/slow', '/quick.flac'].map((file_path) => tool.execute({ file_path })),
    );
    assert.equal(slow.errorCode, 'LIMIT_EXCEEDED');
    assert.equal(quick.sounds.length, 1);
    tool.dispose();
  });

  test('ends the listing of a directory that never comes', async () => {
    const open = () => Promise.reject(Object.assign(new Error('a directory'), { code: 'EISDIR' }));
    const fs = { open, list: () => new Promise(() => undefined) };
    const tool = createReadTool({ fs, root: '/', deadlineMs: 50 });
    const { content } = await tool.execute({ file_path: '/' });
    assert.equal(content, 'the file could not be read within 50 ms');
    tool.dispose();
  });
});

test('a time that is none leaves a listing as it is', async () => {
  const open = () => Promise.reject(Object.assign(new Error('a directory'), { code: 'EISDIR' }));
  const list = async () =>
    ['2020-01-01', 5, null, new Date(Number.NaN)].map((modified, at) => ({
      name: `${at}.txt`,
      isDirectory: false,
      modified,
    }));
  const tool = createReadTool({ fs: { open, list }, root: '/' });
  const { content } = await tool.execute({ file_path: '/' });
  for (const name of ['0.txt', '1.txt', '2.txt', '3.txt']) assert.match(content, new RegExp(name));
  tool.dispose();
});

describe('an abort', () => {
  const reason = new Error('enough');
  /** Lets everything that is under way come to its end. */
  const settled = () => new Promise((resolve) => setTimeout(resolve, 20));

  for (const name of [...kNames, '/lon.txt']) {
    test(`ends a read of ${name} at every step, and leaves nothing open`, async () => {
      for (let n = 1; ; n++) {
        const controller = new AbortController();
        let count = 0;
        const fs = fsWith(async () => {
          if (++count === n) controller.abort(reason);
        });
        const { tool } = watchedTool(fs);
        const call = tool.execute({ file_path: name }, { signal: controller.signal });
        const outcome = await call.then(
          (result) => result,
          (error) => error,
        );
        await settled();
        assert.equal(fs.openHandles, 0);
        if (count < n) break;
        // An abort while the file is closed comes too late.
        if (outcome !== reason) assert.equal(outcome.success, expected.has(name));
        const again = await tool.execute({ file_path: name });
        if (expected.has(name)) assert.deepEqual(again, expected.get(name));
        else assert.match(again.content, /Did you mean {"file_path":"\/long\.txt"}/);
        tool.dispose();
      }
    });
  }

  for (const stuck of ['open', 'read', 'list', 'close']) {
    test(`ends a call that waits for ever in ${stuck}`, async () => {
      const controller = new AbortController();
      let release;
      const fs = fsWith((step) => {
        if (step !== stuck || release) return undefined;
        setImmediate(() => controller.abort(reason));
        return new Promise((resolve) => {
          release = () => resolve(undefined);
        });
      });
      const file_path = stuck === 'list' ? '/lon.txt' : '/long.txt';
      const call = createReadTool({ fs, root: '/' }).execute(
        { file_path },
        { signal: controller.signal },
      );
      if (stuck === 'close') assert.equal((await call).success, true);
      else await assert.rejects(call, reason);
      // The answer comes after all: what it opened is closed.
      release();
      await settled();
      assert.equal(fs.openHandles, 0);
    });
  }

  test('of many reads leaves no memory behind', async () => {
    const controller = { current: new AbortController() };
    const fs = fsWith((step) => {
      if (step === 'read') controller.current.abort(reason);
    });
    const tool = createReadTool({ fs, root: '/' });
    const abortOne = async (i) => {
      controller.current = new AbortController();
      const call = tool.execute(
        { file_path: kNames[i % 6] },
        { signal: controller.current.signal },
      );
      await assert.rejects(call, reason);
    };
    for (let i = 0; i < 100; i++) await abortOne(i);
    const before = [heaps.bytes(), heaps.count()];
    for (let i = 0; i < 2000; i++) await abortOne(i);
    assert.deepEqual([heaps.bytes(), heaps.count()], before);
  });
});

describe('a tool whose modules cannot be loaded', () => {
  test('throws for PDFs and reads everything else', async () => {
    const pdf = () => Promise.reject(new Error('offline'));
    const tool = createReadTool({ fs: memoryFs(kFiles), root: '/' }, { pdf });
    await assert.rejects(tool.execute({ file_path: '/report.pdf' }), (error) => {
      assert.ok(error instanceof ModuleLoadError);
      assert.match(error.message, /^cannot load the pdf module: offline\. /);
      return true;
    });
    assert.deepEqual(await tool.execute({ file_path: '/pixel.png' }), expected.get('/pixel.png'));
  });
});

describe('an instance that has no memory left', () => {
  const { grow } = WebAssembly.Memory.prototype;
  /** Whether `work` comes to an end while no memory can grow. */
  async function withoutGrowth(work) {
    WebAssembly.Memory.prototype.grow = () => {
      throw new RangeError('injected');
    };
    try {
      return await work();
    } finally {
      WebAssembly.Memory.prototype.grow = grow;
    }
  }

  test('gives a failure, and the next read has a new instance', async () => {
    // 64 MiB are more than a new instance has.
    const large = Buffer.from('{"cells":[]}'.padEnd(40 * 1024 * 1024, ' '));
    const tool = createReadTool({ fs: memoryFs({ ...kFiles, '/large.ipynb': large }), root: '/' });
    const failed = await withoutGrowth(() => tool.execute({ file_path: '/large.ipynb' }));
    assert.equal(failed.success, false);
    assert.equal(failed.errorCode, 'LIMIT_EXCEEDED');
    assert.match(failed.error, /^there is no memory for [\d,]+ bytes of the file$/);
    for (const name of kNames)
      assert.deepEqual(await tool.execute({ file_path: name }), expected.get(name));
  });
});
