import assert from 'node:assert/strict';
import { test } from 'node:test';

import { createReader } from 'lectern';

import { closeAbandoned } from '../../dist/reader/text_reading.js';

const kInput = { file_path: 'a.txt', offset: 2, limit: 2 };
const kText = new TextEncoder().encode('one\ntwö\nthree\nfour\n');

test('pieces of any size give the result of one buffer', async () => {
  const reader = await createReader();
  const whole = reader.readSync(kText, kInput);
  for (const size of [1, 2, 5, kText.length]) {
    const reading = reader.openText(kInput);
    for (let at = 0; at < kText.length; at += size) reading.push(kText.subarray(at, at + size));
    assert.deepEqual(reading.finish(), whole);
  }
});

test('two readings at once do not disturb each other', async () => {
  const reader = await createReader();
  const [first, second] = [reader.openText(kInput), reader.openText({ ...kInput, offset: 1 })];
  first.push(kText);
  second.push(kText);
  assert.equal(second.finish().startLine, 1);
  assert.equal(first.finish().startLine, 2);
});

test('of two readings at once the one that wants tables says so, whichever is finished first', async () => {
  const reader = await createReader();
  const latin1 = Buffer.from('gr\xfc\xdfe aus M\xfcnchen\n'.repeat(20_000), 'latin1');
  const [legacy, unicode] = [reader.openText(kInput), reader.openText(kInput)];
  assert.equal(legacy.push(latin1), 'done');
  unicode.push(kText);
  assert.equal(unicode.finish().success, true);
  assert.equal(unicode.wantsEncodings, false);
  assert.equal(legacy.finish().errorCode, 'UNSUPPORTED_FORMAT');
  assert.equal(legacy.wantsEncodings, true);

  await reader.loadEncodings();
  const again = reader.openText(kInput);
  again.push(latin1);
  assert.equal(again.finish().success, true);
  assert.equal(again.wantsEncodings, false);
});

test('bad arguments are the result, and no bytes are wanted', async () => {
  const reading = (await createReader()).openText({ file_path: 'a.txt', offset: 0 });
  assert.equal(reading.push(kText), 'done');
  assert.equal(reading.finish().errorCode, 'INVALID_ARGUMENT');
});

test('a reading is finished once', async () => {
  const reading = (await createReader()).openText(kInput);
  reading.finish();
  assert.throws(() => reading.push(kText), /the reading is finished/);
  assert.throws(() => reading.finish(), TypeError);
});

test('a reading stops asking when the range and the count are complete', async () => {
  const reader = await createReader({ countLinesUpToBytes: 1 });
  const reading = reader.openText({ file_path: 'a.log', limit: 1 });
  const chunk = new TextEncoder().encode('line\n'.repeat(20_000));
  let pushes = 0;
  while (reading.push(chunk) === 'more' && pushes < 100) pushes++;
  assert.ok(pushes < 100);
  assert.equal(reading.finish().totalLines, -1);
});

test('a session that nobody finished and that traps when it is freed ends no program', () => {
  const instance = {
    closeSession() {
      throw new WebAssembly.RuntimeError('unreachable');
    },
  };
  closeAbandoned({ instance, address: 8 });
});
