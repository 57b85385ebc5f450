import assert from 'node:assert/strict';
import { test } from 'node:test';

import { createReader, stripLineNumbers } from 'lectern';

const kText = '\tindented\n12\tlooks numbered\n\n  7→ too\n';

for (const lineNumbers of ['cat', 'arrow']) {
  test(`numbers of the form '${lineNumbers}' are taken off once, and nothing else`, async () => {
    const reader = await createReader({ text: { lineNumbers } });
    const bytes = new TextEncoder().encode(kText.repeat(30));
    const { content } = reader.readSync(bytes, { file_path: 'a.txt' });
    assert.equal(`${stripLineNumbers(content)}\n`, kText.repeat(30));
  });
}

test('the closing note and lines that are not numbered stay', async () => {
  const reader = await createReader();
  const bytes = new TextEncoder().encode('one\ntwo\nthree\n');
  const { content } = reader.readSync(bytes, { file_path: 'a.txt', offset: 2, limit: 1 });
  assert.equal(stripLineNumbers(content), 'two\n(Showing 1 of 3 total lines. Next: offset=3)');
  assert.equal(stripLineNumbers('no number\nhere'), 'no number\nhere');
});
