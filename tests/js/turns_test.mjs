import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';

import { createReader } from 'lectern';
import { loadPdf } from 'lectern/pdf';

import { buildBytes } from '../hosts/run_cases.js';

const kCases = JSON.parse(
  readFileSync(new URL('../conformance/pdf.json', import.meta.url), 'utf8'),
).cases;

/** A PDF of `count` pages with drawings on each. */
function manyPages(count) {
  const objects = ['<</Type/Catalog/Pages 2 0 R>>', ''];
  const kids = [];
  for (let page = 0; page < count; page++) {
    const content = Array.from(
      { length: 300 },
      (_, i) => `${(i % 10) / 10} 0 0 rg ${i % 500} ${(i * 7) % 700} 90 40 re f`,
    ).join('\n');
    kids.push(`${objects.length + 1} 0 R`);
    objects.push(
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents ${objects.length + 2} 0 R>>`,
      `<</Length ${content.length}>>\nstream\n${content}\nendstream`,
    );
  }
  objects[1] = `<</Type/Pages/Count ${count}/Kids[${kids.join(' ')}]>>`;
  let text = '%PDF-1.4\n';
  const offsets = objects.map((body, index) => {
    const at = text.length;
    text += `${index + 1} 0 obj\n${body}\nendobj\n`;
    return at;
  });
  const start = text.length;
  const rows = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`;
  text += `trailer\n<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`;
  return new TextEncoder().encode(text);
}

/** A tar file. */
function tarOf(files) {
  const blocks = Object.entries(files).flatMap(([name, bytes]) => {
    const head = Buffer.alloc(512);
    head.write(name);
    head.write('0000644', 100);
    head.write(`${bytes.length.toString(8).padStart(11, '0')} `, 124);
    head.write('        0', 148);
    head.write('ustar\x0000', 257, 'latin1');
    const sum = head.reduce((total, byte) => total + byte, 0);
    head.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
    return [head, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)];
  });
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}

const kPages = manyPages(20);
const kDrawn = { pdf: { pageImages: 'always' } };
const kInput = { name: 'a.pdf' };

/** Counts how often others have a turn until `work` is done. */
async function turnsDuring(work) {
  let turns = 0;
  let isDone = false;
  const count = () => {
    if (isDone) return;
    turns++;
    setImmediate(count);
  };
  setImmediate(count);
  const value = await work;
  isDone = true;
  return { turns, value };
}

test('others have their turn between the pages of a PDF', async () => {
  const reader = await createReader(kDrawn);
  await reader.loadModule('pdf');
  const { turns, value } = await turnsDuring(reader.read(kPages, kInput));
  assert.equal(value.success, true, value.content);
  assert.equal(value.images.length, 20);
  assert.ok(turns >= 2, `${turns} turns`);
  assert.deepEqual(reader.readSync(kPages, kInput), value);
  reader.dispose();
});

test('an abort ends a read between pages, and the next read is whole', async () => {
  const reader = await createReader(kDrawn);
  await reader.loadModule('pdf');
  const reason = new Error('enough');
  const controller = new AbortController();
  const reading = reader.read(kPages, kInput, {}, { signal: controller.signal });
  setImmediate(() => setImmediate(() => controller.abort(reason)));
  await assert.rejects(reading, reason);
  const aborted = AbortSignal.abort(reason);
  await assert.rejects(reader.read(kPages, kInput, {}, { signal: aborted }), reason);
  assert.equal((await reader.read(kPages, kInput)).images.length, 20);
  reader.dispose();
});

test('a deadline ends a read between pages with a result', async () => {
  const reader = await createReader(kDrawn);
  await reader.loadModule('pdf');
  const result = await reader.read(kPages, kInput, {}, { deadlineMs: 1 });
  assert.equal(result.errorCode, 'LIMIT_EXCEEDED');
  assert.equal(result.content, 'the file could not be read within 1 ms');
  assert.equal(result.metadata.sizeBytes, kPages.length);
  const wrong = reader.read(kPages, kInput, {}, { deadlineMs: -1 });
  await assert.rejects(wrong, /deadlineMs must be a number/);
  reader.dispose();
});

test('PDFs that are read at the same time do not disturb each other', async () => {
  const reader = await createReader(kDrawn);
  await reader.loadModule('pdf');
  const files = [kPages, ...kCases.slice(0, 8).map(({ bytes }) => buildBytes(bytes)), kPages];
  const alone = [];
  for (const file of files) alone.push(await reader.read(file, kInput));
  const readings = files.map((file) => reader.read(file, kInput));
  const between = await new Promise((resolve) => {
    setImmediate(() => setImmediate(() => resolve(reader.readSync(kPages, kInput))));
  });
  assert.deepEqual(between, alone[0]);
  assert.deepEqual(await Promise.all(readings), alone);
  reader.dispose();
});

test('others have their turn between the pieces of a long text', async () => {
  const reader = await createReader({ hash: 'none' });
  const text = new Uint8Array(64 * 1024 * 1024).fill(0x61);
  for (let i = 80; i < text.length; i += 80) text[i] = 0x0a;
  const { turns, value } = await turnsDuring(reader.read(text, { name: 'a.log', offset: -1 }));
  assert.equal(value.success, true);
  assert.ok(turns >= 1, `${turns} turns`);
  reader.dispose();
});

test('PDFs in archives are read one after the other, too', async () => {
  /** The readings that went on, in this order. */
  const steps = [];
  const pdf = async () => {
    const { module, createInstance } = await loadPdf();
    const watched = (hooks) => {
      const instance = createInstance(hooks);
      const decline = instance.decline.bind(instance);
      instance.decline = (reading, reason) => {
        steps.push(reading);
        return decline(reading, reason);
      };
      return instance;
    };
    return { module, createInstance: watched };
  };
  const reader = await createReader(kDrawn, { pdf });
  // What stands before it takes a turn in another module.
  const archive = gzipSync(
    tarOf({ 'zeros.bin': new Uint8Array(9 * 1024 * 1024), 'a.pdf': kPages }),
  );
  const read = () => reader.read(archive, { name: 'a.tar.gz' }, { host: { member: 'a.pdf' } });
  const results = await Promise.all([read(), read()]);
  assert.deepEqual(
    results.map(({ images }) => images?.length),
    [20, 20],
  );
  const others = steps.filter((reading, index) => reading !== steps[index - 1]);
  assert.equal(others.length, 2, `${steps}`);
  reader.dispose();
});
