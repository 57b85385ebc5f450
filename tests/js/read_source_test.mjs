import assert from 'node:assert/strict';
import { test } from 'node:test';

import { createReader } from 'lectern';

const kInput = { file_path: 'a.txt', offset: 2, limit: 2 };
const kText = new TextEncoder().encode('one\ntwö\nthree\nfour\n');
const kLatin1 = Buffer.from('gr\xfc\xdfe aus M\xfcnchen\n'.repeat(20_000), 'latin1');

/** A file whose source gives at most `most` bytes at a time, and counts them. */
function rangesOf(bytes, most = bytes.length, sizeBytes = bytes.length) {
  const source = {
    ...(sizeBytes === undefined ? {} : { sizeBytes }),
    asked: [],
    async read(offset, length) {
      source.asked.push([offset, length]);
      return bytes.subarray(offset, offset + Math.min(length, most));
    },
  };
  return source;
}

async function* streamOf(bytes, pieceBytes) {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
}

test('ranges and streams of any size give the result of one buffer', async () => {
  const reader = await createReader();
  const files = [
    [kInput, kText],
    [{ file_path: 'b.txt' }, new Uint8Array(0)],
    [{ file_path: 'c.txt', offset: 10_000, limit: 3 }, kLatin1],
    [{ file_path: 'd.png' }, kText],
    [{ file_path: 'e.pdf' }, new TextEncoder().encode('%PDF-1.4\n1 0 obj\nnothing\n')],
  ];
  for (const [input, bytes] of files) {
    const whole = await reader.read(bytes, input);
    for (const most of [7, 5000, 1 << 20].filter((size) => bytes.length / size < 1000)) {
      const ranged = await reader.readSource(rangesOf(bytes, most), input);
      assert.deepEqual(ranged.result, whole);
      const unsized = rangesOf(bytes, most);
      delete unsized.sizeBytes;
      assert.deepEqual((await reader.readSource(unsized, input)).result, whole);
      assert.deepEqual((await reader.readSource(streamOf(bytes, most), input)).result, whole);
    }
    await reader.loadModule('pdf');
    assert.deepEqual(reader.readSync(bytes, input), whole);
  }
});

test('a source may answer in memory that it is handed, which is the same for all pieces', async () => {
  const bytes = new TextEncoder().encode('a line of text\n'.repeat(1_000_000));
  const rooms = new Set();
  const source = {
    sizeBytes: bytes.length,
    async read(offset, length, _signal, into) {
      const piece = bytes.subarray(offset, offset + length);
      if (into === undefined) return piece;
      assert.equal(into.byteLength, length);
      rooms.add(into.buffer);
      into.set(piece);
      return into.subarray(0, piece.length);
    },
  };
  const input = { file_path: 'a.txt', offset: -3 };
  const reader = await createReader();
  assert.deepEqual(
    (await reader.readSource(source, input)).result,
    await reader.read(bytes, input),
  );
  assert.ok(rooms.size > 0 && rooms.size <= 3, `${rooms.size} rooms`);
});

test('the first text that is not Unicode is read again with the tables, a stream is not', async () => {
  const source = rangesOf(kLatin1);
  const { result } = await (await createReader()).readSource(source, { file_path: 'a.txt' });
  assert.equal(result.metadata.encoding, 'windows-1252');
  assert.ok(source.asked.filter(([offset]) => offset === 0).length <= 2);
});

test('many reads at once do not disturb each other', async () => {
  const reader = await createReader();
  const reads = [];
  for (let line = 1; line <= 4; line++) {
    for (const bytes of [kText, kLatin1]) {
      reads.push(
        reader.readSource(rangesOf(bytes, 3000), { file_path: 'a.txt', offset: line, limit: 1 }),
      );
    }
  }
  for (const [i, { result }] of (await Promise.all(reads)).entries()) {
    assert.equal(result.startLine, 1 + (i >> 1));
  }
});

test('bad arguments are the result, and no bytes are asked for', async () => {
  const source = rangesOf(kText);
  const { result, loadedBytes } = await (await createReader()).readSource(source, {
    file_path: 'a.txt',
    limit: 0,
  });
  assert.equal(result.errorCode, 'INVALID_ARGUMENT');
  assert.equal(loadedBytes, 0);
  assert.deepEqual(source.asked, []);
});

test('what is too large is refused by its first bytes', async () => {
  const reader = await createReader({ limits: { maxImageBytes: 1000 } });
  const png = new Uint8Array(1_000_000);
  png.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const { result, loadedBytes } = await reader.readSource(rangesOf(png), { file_path: 'a.png' });
  assert.equal(result.errorCode, 'FILE_TOO_LARGE');
  assert.equal(loadedBytes, 65_536);
});

test('notes of a read let the next one begin near its lines', async () => {
  const reader = await createReader();
  const text = new TextEncoder().encode('a line of sixteen\n'.repeat(600_000));
  const first = await reader.readSource(rangesOf(text), { file_path: 'a.log' });
  const input = { file_path: 'a.log', offset: 500_000, limit: 5 };
  const near = await reader.readSource(rangesOf(text), input, {}, { notes: first.notes });
  assert.ok(near.loadedBytes < 2_000_000);
  assert.deepEqual(near.result, await reader.read(text, input));
});

test('an abort ends a read at once, and what the source throws reaches the caller', async () => {
  const reader = await createReader();
  const never = { sizeBytes: 10, read: () => new Promise(() => {}) };
  const stop = new AbortController();
  setTimeout(() => stop.abort(), 20);
  const { signal } = stop;
  await assert.rejects(reader.readSource(never, kInput, {}, { signal }), { name: 'AbortError' });
  const broken = { sizeBytes: 10, read: async () => Promise.reject(new Error('gone')) };
  await assert.rejects(reader.readSource(broken, kInput), /gone/);
  const short = { sizeBytes: 10, read: async () => new Uint8Array(0) };
  await assert.rejects(reader.readSource(short, kInput), /became shorter/);
  await assert.rejects(reader.readSource({}, kInput), TypeError);
});

test('a stream that is not wanted to its end is told so', async () => {
  const reader = await createReader({ text: { countLinesUpToBytes: 1 } });
  let isClosed = false;
  async function* endless() {
    try {
      for (;;) yield new TextEncoder().encode('line\n'.repeat(20_000));
    } finally {
      isClosed = true;
    }
  }
  const { result } = await reader.readSource(endless(), { file_path: 'a.log', limit: 1 });
  assert.equal(result.totalLines, -1);
  assert.ok(isClosed);
});

test('a module that cannot be loaded throws; one that is not there is not missed', async () => {
  const pdf = async () => {
    throw new Error('no such file');
  };
  const bytes = new TextEncoder().encode('%PDF-1.4\n1 0 obj\nnothing\n');
  const failing = await createReader({}, { pdf });
  await assert.rejects(failing.read(bytes, { file_path: 'a.pdf' }), {
    name: 'ModuleLoadError',
    part: 'the pdf module',
  });
  const without = await createReader({}, { pdf: undefined });
  assert.equal((await without.read(bytes, { file_path: 'a.pdf' })).errorCode, 'UNSUPPORTED_FORMAT');
});

test('a disposed reader loads no module', async () => {
  let loads = 0;
  const reader = await createReader({}, { pdf: async () => void loads++ });
  reader.dispose();
  await reader.loadModule('pdf');
  assert.equal(loads, 0);
});

test('notes that are damaged, or none, change no result', async () => {
  const reader = await createReader();
  const text = new TextEncoder().encode('a line of some length\n'.repeat(300_000));
  const input = { file_path: 'a.txt', offset: 290_000, limit: 2 };
  const { result, notes } = await reader.readSource(rangesOf(text), input);
  const forged = [new Uint8Array(0), new Uint8Array(8), new Uint8Array(1000).fill(255)];
  for (let at = 0; at < notes.length; at += 41) {
    forged.push(notes.map((byte, index) => (index === at ? byte ^ 0x40 : byte)));
    forged.push(notes.slice(0, at));
  }
  for (const each of forged) {
    const again = await reader.readSource(rangesOf(text), input, {}, { notes: each });
    assert.deepEqual(again.result, result);
  }
});

test('a source may give each answer in the same memory', async () => {
  const reader = await createReader();
  const bytes = new TextEncoder().encode('%PDF-1.4\n1 0 obj\nnothing\n');
  const memory = new Uint8Array(7);
  const source = {
    sizeBytes: bytes.length,
    async read(offset, length) {
      const piece = bytes.subarray(offset, offset + Math.min(length, memory.length));
      memory.fill(0).set(piece);
      return memory.subarray(0, piece.length);
    },
  };
  const input = { file_path: 'a.pdf' };
  const { result } = await reader.readSource(source, input);
  assert.deepEqual(result, await reader.read(bytes, input));
  reader.dispose();
});
