// Files that fit into no memory. LECTERN_BIG_TESTS=1 makes them 10 GB; without it they are smaller.

import assert from 'node:assert/strict';
import { closeSync, mkdtempSync, openSync, rmSync, utimesSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';

import { watchHeaps } from '../../hosts/heaps.js';

const heaps = watchHeaps();
const { createReadTool } = await import('lectern');
const { nodeFs } = await import('lectern/fs/node');

const kIsBig = process.env.LECTERN_BIG_TESTS === '1';
const kMaxHeapBytes = 24 * 1024 * 1024;
const kOld = new Date('2024-01-01');
/** 100 bytes. */
const kLine = `${'0123456789'.repeat(10).slice(0, 99)}\n`;
const kBlock = Buffer.from(kLine.repeat(50_000));
const kOptions = { hash: 'none', text: { countLinesUpToBytes: 0, lineNumbers: 'none' } };

/** Reads around `line` twice, the second time by the index. */
async function checkAt(line, fs, file_path) {
  const loaded = [];
  const onRead = (event) => loaded.push(event.loadedBytes);
  const tool = createReadTool({ fs, ...kOptions, onRead });
  const first = await tool.execute({ file_path, offset: line, limit: 2 });
  assert.equal(first.startLine, line);
  assert.equal(first.lineCount, 2);
  assert.ok(first.content.startsWith(kLine), first.content.slice(0, 120));
  const before = await tool.execute({ file_path, offset: line - 1000, limit: 1 });
  assert.equal(before.startLine, line - 1000);
  assert.ok(loaded[0] >= (line - 1) * kLine.length);
  assert.ok(loaded[1] < 10 * 1024 * 1024, `${loaded[1]} bytes for the second read`);
  assert.ok(heaps.bytes() <= kMaxHeapBytes, `the heap has ${heaps.bytes()} bytes`);
  tool.dispose();
}

describe('a file of many gigabytes', () => {
  const lines = kIsBig ? 100_000_100 : 10_000_100;

  test(`is read at line ${lines - 100} in bounded memory`, async () => {
    const fs = {
      async open() {
        return {
          size: lines * kLine.length,
          modified: kOld,
          async read(offset, length) {
            const start = offset % kLine.length;
            return kBlock.subarray(start, Math.min(start + length, kBlock.length));
          },
        };
      },
    };
    await checkAt(lines - 100, fs, '/big.log');
  });

  const diskLines = kIsBig ? 100_000_100 : 1_000_100;
  test(`is read at line ${diskLines - 100} from disk in bounded memory`, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'lectern-huge-'));
    after(() => rmSync(folder, { recursive: true, force: true }));
    const path = join(folder, 'big.log');
    const file = openSync(path, 'w');
    for (let left = diskLines; left > 0; left -= 50_000)
      writeSync(file, kBlock, 0, Math.min(left, 50_000) * kLine.length);
    closeSync(file);
    utimesSync(path, kOld, kOld);
    const buffersBefore = process.memoryUsage().arrayBuffers;
    await checkAt(diskLines - 100, nodeFs(), path);
    globalThis.gc?.();
    const more = process.memoryUsage().arrayBuffers - buffersBefore;
    assert.ok(more < 256 * 1024 * 1024, `${more} bytes of buffers`);
  });
});
