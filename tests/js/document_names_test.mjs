// Names of documents for Bedrock, which refuses a conversation that holds one twice.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { toBedrock } from 'lectern/wires';

/** The names of the documents in one answer. */
function namesOf(callId, filename, count = 1) {
  const documents = Array(count).fill({ data: 'AQID', mimeType: 'application/pdf' });
  const result = { success: true, content: 'Read PDF', documents, metadata: {} };
  const { content } = toBedrock(result, { callId, filename }).toolResult;
  return content.flatMap(({ document }) => (document ? [document.name] : []));
}

test('two calls give no document the same name', () => {
  assert.deepEqual(namesOf('call_1'), ['document (call 1)']);
  assert.deepEqual(namesOf('call_2'), ['document (call 2)']);
  assert.deepEqual(namesOf('call_3', 'docs/Report: März (2).pdf'), ['Report M rz (2) (call 3)']);
});

test('nor do two documents of one call', () => {
  assert.deepEqual(namesOf('c', 'a.pdf', 2), ['a (c)', 'a (c 2)']);
});

test('a name has at most 200 characters, and keeps what tells it from others', () => {
  const [first, second] = namesOf('y'.repeat(300), 'x'.repeat(300), 2);
  assert.equal(first.length, 200);
  assert.match(second, /^x+ \(y+ 2\)$/);
});
