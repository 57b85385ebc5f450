// How many reads of a tool go on at once, and when its client has to wait.

import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { test } from 'node:test';

import { inTurn, roomForReads } from '../../../dist/mcp/gate.js';

/** Reads of a tool that do not end: `count` of them, and what aborts each. */
function stuckReads(tool, count) {
  const reads = [];
  for (let i = 0; i < count; i++) {
    const { signal, abort } = abortable();
    const read = { started: false, abort };
    read.done = inTurn(tool, signal, () => {
      read.started = true;
      return new Promise((_, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason)),
      );
    }).catch((error) => error);
    reads.push(read);
  }
  return reads;
}

function abortable() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort(new Error('no more')) };
}

test('a client has room for as many reads as one message holds, and for what cancels them', async () => {
  const tool = {};
  const reads = stuckReads(tool, 100);
  await turn();
  assert.equal(reads.filter(({ started }) => started).length, 8);
  await roomForReads(tool);
  const more = stuckReads(tool, 8);
  let hasRoom = false;
  const room = roomForReads(tool).then(() => (hasRoom = true));
  await turn();
  assert.equal(hasRoom, false);
  more[7].abort();
  await room;
  for (const { abort } of [...reads, ...more]) abort();
  for (const { done } of [...reads, ...more]) assert.equal((await done).message, 'no more');
});
