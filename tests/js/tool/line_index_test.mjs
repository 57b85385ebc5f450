// Later reads of large text files, which start near their lines and give what a read from the start gives.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';

import { createReadTool } from 'lectern';
import { nodeFs } from 'lectern/fs/node';

const kMiB = 1024 * 1024;
const kOld = new Date('2024-01-01');

/** Numbers that look random and are the same in every run. */
function randomNumbers(seed) {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** A file system with one file, which counts the bytes that are read. */
function oneFile(bytes, facts = { modified: kOld }) {
  const fs = {
    bytes,
    facts,
    readBytes: 0,
    async open() {
      const content = fs.bytes;
      return {
        size: content.length,
        ...fs.facts,
        async read(offset, length) {
          fs.readBytes += Math.min(length, content.length - offset);
          return content.subarray(offset, offset + length);
        },
      };
    },
  };
  return fs;
}

/** About 6 MiB of numbered lines in some encoding. */
function linesIn(encode, end) {
  const pieces = [];
  for (let line = 1, size = 0; size < 6 * kMiB; line++) {
    const piece = encode(`line ${line}${'.'.repeat(line % 70)}${end}`, line);
    pieces.push(piece);
    size += piece.length;
  }
  return Buffer.concat(pieces);
}

const latin1 = (text) => Buffer.from(text, 'latin1');
const kGermanLines = (text, line) => latin1(line > 60_000 ? `gr\xfc\xdfe ${text}` : text);
/** "你好" in GBK. */
const kGreeting = Buffer.from('c4e3bac3', 'hex');
const utf16 = (text, line) => Buffer.from(line === 1 ? `\ufeff${text}` : text, 'utf16le');

const kFiles = {
  'LF and UTF-8': linesIn((text, line) => Buffer.from(line > 50_000 ? `ü${text}` : text), '\n'),
  CRLF: linesIn(latin1, '\r\n'),
  CR: linesIn(latin1, '\r'),
  'UTF-16': linesIn(utf16, '\n'),
  'windows-1252 from the middle on': linesIn(kGermanLines, '\n'),
  GBK: linesIn((text) => Buffer.concat([kGreeting, kGreeting, latin1(text)]), '\n'),
  'lines without an end': Buffer.concat([linesIn(latin1, '\n'), latin1('the last')]),
};

describe('a read with a line index', () => {
  const random = randomNumbers(7);
  for (const [name, bytes] of Object.entries(kFiles)) {
    for (const options of [{}, { text: { countLinesUpToBytes: kMiB }, hash: 'none' }]) {
      const how = options.hash ? ', lines not counted' : '';
      test(`gives what a read without one gives: ${name}${how}`, async () => {
        const indexed = createReadTool({ fs: oneFile(bytes), ...options });
        for (let i = 0; i < 8; i++) {
          // A read that comes to the end would tell the later ones how many lines there are.
          const lines = options.hash ? 40_000 : i === 5 ? 1_000_000 : 100_000;
          const offset = 1 + random(lines);
          const input = { file_path: '/a.txt', offset, limit: 1 + random(30) };
          const fresh = createReadTool({ fs: oneFile(bytes), ...options });
          const expected = await fresh.execute(input);
          assert.deepEqual(await indexed.execute(input), expected);
          fresh.dispose();
        }
        indexed.dispose();
      });
    }
  }

  test('tells how many lines there are once a read has come to the end', async () => {
    const fs = oneFile(kFiles.CRLF);
    const tool = createReadTool({ fs, text: { countLinesUpToBytes: kMiB }, hash: 'none' });
    const input = { file_path: '/a.txt', offset: 20_000, limit: 1 };
    assert.equal((await tool.execute(input)).totalLines, -1);
    const past = await tool.execute({ ...input, offset: 1_000_000 });
    assert.equal(past.errorCode, 'OUT_OF_RANGE');
    const { totalLines } = await tool.execute(input);
    assert.ok(totalLines > 100_000);
    assert.equal((await tool.execute({ ...input, offset: totalLines })).success, true);
    assert.equal((await tool.execute({ ...input, offset: totalLines + 1 })).success, false);
  });

  test('loads little more than the lines', async () => {
    const fs = oneFile(kFiles['LF and UTF-8']);
    const tool = createReadTool({ fs });
    const { totalLines } = await tool.execute({ file_path: '/a.txt', limit: 1 });
    assert.equal(fs.readBytes, fs.bytes.length);
    for (const offset of [1, 50_000, totalLines]) {
      fs.readBytes = 0;
      const result = await tool.execute({ file_path: '/a.txt', offset, limit: 1 });
      assert.equal(result.totalLines, totalLines);
      assert.equal(result.contentHash.length, 64);
      assert.ok(fs.readBytes < 1.2 * kMiB, `${fs.readBytes} bytes for line ${offset}`);
    }
  });

  test('loads little of a compressed file but what stands near the lines', async () => {
    const pieces = [];
    for (let line = 1; line <= 400_000; line++)
      pieces.push(`line ${line} ${(line * 2654435761) % 4294967296}\n`.repeat(2));
    const fs = oneFile(gzipSync(pieces.join('')));
    const tool = createReadTool({ fs });
    const input = { file_path: '/a.log.gz', offset: 700_001, limit: 2 };
    const first = await tool.execute(input);
    assert.match(first.content, /line 350001 .*\n.*line 350001 /);
    assert.equal(fs.readBytes, fs.bytes.length);
    fs.readBytes = 0;
    assert.deepEqual(await tool.execute(input), first);
    assert.ok(fs.readBytes < fs.bytes.length / 2, `${fs.readBytes} of ${fs.bytes.length} bytes`);
    tool.dispose();
  });

  test('serves other members of a compressed archive', async () => {
    const random = randomNumbers(3);
    const blocks = [];
    for (let member = 0; member < 12; member++) {
      const text = `member ${member}\n${Buffer.from(Array.from({ length: 700_000 }, () => random(256))).toString('base64')}\n`;
      const header = Buffer.alloc(512);
      header.write(`dir/${member}.txt`);
      header.write('0000644\0', 100);
      header.write(`${text.length.toString(8).padStart(11, '0')}\0`, 124);
      header.write('        ', 148);
      header.write('0ustar\x0000', 156);
      const sum = header.reduce((total, byte) => total + byte, 0);
      header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
      blocks.push(header, Buffer.from(text), Buffer.alloc(511 - ((text.length - 1) % 512)));
    }
    const fs = oneFile(gzipSync(Buffer.concat([...blocks, Buffer.alloc(1024)])));
    const { open } = fs;
    const missing = Object.assign(new Error('none'), { code: 'ENOENT' });
    fs.open = (path) => (path === '/a.tgz' ? open() : Promise.reject(missing));
    const tool = createReadTool({ fs });
    assert.match((await tool.execute({ file_path: '/a.tgz' })).content, /12 files/);
    assert.equal(fs.readBytes, fs.bytes.length);
    for (const member of [11, 10]) {
      const input = { file_path: `/a.tgz/dir/${member}.txt`, limit: 1 };
      const fresh = createReadTool({ fs });
      const expected = await fresh.execute(input);
      assert.match(expected.content, new RegExp(`member ${member}`));
      fs.readBytes = 0;
      assert.deepEqual(await tool.execute(input), expected);
      assert.ok(fs.readBytes < fs.bytes.length / 2, `${fs.readBytes} of ${fs.bytes.length} bytes`);
      fresh.dispose();
    }
    tool.dispose();
  });

  test('reads on in a long line', async () => {
    const bytes = Buffer.concat([kFiles.CRLF, Buffer.alloc(kMiB, 'x'), latin1('\nend\n')]);
    const tool = createReadTool({ fs: oneFile(bytes) });
    const { totalLines } = await tool.execute({ file_path: '/a.txt', limit: 1 });
    const input = { file_path: '/a.txt', offset: totalLines - 1, column: 5000, limit: 1 };
    const fresh = createReadTool({ fs: oneFile(bytes) });
    assert.deepEqual(await tool.execute(input), await fresh.execute(input));
  });
});

describe('a line index', () => {
  /** Whether the second read of a file, changed in between, loads all of it. */
  async function isForgotten(facts, change) {
    const fs = oneFile(Buffer.from(kFiles.CRLF), facts);
    const tool = createReadTool({ fs });
    const input = { file_path: '/a.txt', offset: 70_000, limit: 5 };
    await tool.execute(input);
    change(fs);
    fs.readBytes = 0;
    const result = await tool.execute(input);
    const fresh = createReadTool({ fs: oneFile(fs.bytes, fs.facts) });
    assert.deepEqual(result, await fresh.execute(input));
    return fs.readBytes >= fs.bytes.length;
  }
  const insertLine = (fs) => {
    fs.bytes = Buffer.concat([latin1('new\r\n'), fs.bytes]).subarray(0, fs.bytes.length);
  };

  test('is kept while the file is the same', async () => {
    assert.equal(await isForgotten({ modified: kOld }, () => {}), false);
    assert.equal(await isForgotten({ etag: '"1"' }, () => {}), false);
  });

  test("is forgotten when the file's time, size or version changes", async () => {
    const touched = (fs) => {
      insertLine(fs);
      fs.facts = { modified: new Date('2024-01-02') };
    };
    assert.equal(await isForgotten({ modified: kOld }, touched), true);
    const grown = (fs) => {
      fs.bytes = Buffer.concat([latin1('new\r\n'), fs.bytes]);
    };
    assert.equal(await isForgotten({ modified: kOld }, grown), true);
    const replaced = (fs) => {
      insertLine(fs);
      fs.facts = { modified: kOld, etag: '"2"' };
    };
    assert.equal(await isForgotten({ modified: kOld, etag: '"1"' }, replaced), true);
  });

  test('is not made when the file system tells no versions, or the file was just written', async () => {
    assert.equal(await isForgotten({}, insertLine), true);
    assert.equal(await isForgotten({ modified: new Date() }, insertLine), true);
  });

  test('serves files of this machine, and notices when they change', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'lectern-index-'));
    after(() => rmSync(folder, { recursive: true, force: true }));
    const path = join(folder, 'a.txt');
    writeFileSync(path, kFiles.CRLF);
    utimesSync(path, kOld, kOld);
    let loadedBytes = 0;
    const onRead = (event) => {
      loadedBytes = event.loadedBytes;
    };
    const tool = createReadTool({ fs: nodeFs(), root: folder, onRead });
    const input = { file_path: 'a.txt', offset: 70_000, limit: 2 };
    const first = await tool.execute(input);
    assert.equal(loadedBytes, kFiles.CRLF.length);
    assert.deepEqual(await tool.execute(input), first);
    assert.ok(loadedBytes < 1.2 * kMiB, `${loadedBytes} bytes`);

    // The same size and the same time, as rsync leaves them.
    writeFileSync(path, kFiles.CRLF.toString('latin1').replaceAll('line', 'LINE'));
    utimesSync(path, kOld, kOld);
    assert.match((await tool.execute(input)).content, /LINE 70000/);
    assert.equal(loadedBytes, kFiles.CRLF.length);
  });
});
