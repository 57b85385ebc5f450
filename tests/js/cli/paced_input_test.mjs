// What holds up a client that writes and does not read.

import assert from 'node:assert/strict';
import { PassThrough, Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { test } from 'node:test';

import { pacedInput } from '../../../dist/cli/paced_input.js';

const kNothing = async () => undefined;

async function turns(count) {
  for (let i = 0; i < count; i++) await turn();
}

test('lines are handed over a few at a time, each time when there is room', async () => {
  const lines = Array.from({ length: 1000 }, (_, index) => `${index}${'x'.repeat(100)}\n`);
  const source = new PassThrough();
  source.end(lines.join(''));
  let open;
  const input = pacedInput(source, () => new Promise((resolve) => (open = resolve)), kNothing);
  const pieces = [];
  input.on('data', (piece) => pieces.push(piece));
  await turns(50);
  assert.equal(pieces.length, 1);
  for (let had = 1; !input.readableEnded; had++) {
    assert.equal(pieces.length, had);
    assert.ok(pieces.at(-1).length < 1024 + 110);
    assert.equal(pieces.at(-1).at(-1), 0x0a);
    open();
    while (pieces.length === had && !input.readableEnded) await turn();
  }
  assert.equal(Buffer.concat(pieces).toString(), lines.join(''));
});

test('a long line, and what has no line end, come whole', async () => {
  const text = `${'x'.repeat(100_000)}\nlast`;
  const input = pacedInput(Readable.from([Buffer.from(text)]), kNothing, kNothing);
  const pieces = [];
  for await (const piece of input) pieces.push(piece);
  assert.equal(Buffer.concat(pieces).toString(), text);
});

test('what cancels a call does not wait behind others, and comes again in its turn', async () => {
  const call = '{"method":"tools/call","params":"notifications/cancelled"}\n';
  const cancel = '{"method":"notifications/cancelled","params":{"requestId":7}}\n';
  const source = new PassThrough();
  let open;
  const input = pacedInput(source, () => new Promise((resolve) => (open = resolve)), kNothing);
  const pieces = [];
  input.on('data', (piece) => pieces.push(piece.toString()));
  source.write(call.repeat(500));
  await turns(50);
  assert.equal(pieces.length, 1);
  source.write(cancel.slice(0, 20));
  await turns(50);
  source.write(cancel.slice(20) + call);
  await turns(50);
  assert.deepEqual(pieces.slice(1), [cancel]);
  source.end();
  while (!input.readableEnded) {
    open();
    await turn();
  }
  const inTurn = pieces.toSpliced(1, 1).join('');
  assert.equal(inTurn, call.repeat(500) + cancel + call);
});

test('a call that has been cancelled before its turn is handed over with what cancels it', async () => {
  const call = (id) =>
    `${JSON.stringify({ id, method: 'tools/call', params: 'x'.repeat(1200) })}\n`;
  const cancel = '{"method":"notifications/cancelled","params":{"requestId":2}}\n';
  const source = new PassThrough();
  let open;
  const input = pacedInput(source, () => new Promise((resolve) => (open = resolve)), kNothing);
  const pieces = [];
  input.on('data', (piece) => pieces.push(piece.toString()));
  source.end([1, 2, 3].map(call).join('') + cancel + call(2));
  while (!input.readableEnded) {
    open?.();
    await turn();
  }
  const isOf = (piece) => (piece === cancel ? 'end' : JSON.parse(piece.split('\n')[0]).id);
  const order = pieces.flatMap((piece) => piece.split(/(?<=\n)(?=.)/)).map(isOf);
  assert.deepEqual(order.slice(order.indexOf(1)), [1, 2, 'end', 3, 'end', 2]);
});

test('nothing is put into a line that has not come whole', async () => {
  const cancel = '{"method":"notifications/cancelled"}\n';
  const source = new PassThrough();
  let open;
  const input = pacedInput(source, () => new Promise((resolve) => (open = resolve)), kNothing);
  const pieces = [];
  input.on('data', (piece) => pieces.push(piece.toString()));
  source.write('x'.repeat(5000));
  await turns(50);
  source.write(`y\n${cancel}`);
  await turns(50);
  assert.deepEqual(pieces, ['x'.repeat(5000)]);
  source.end();
  while (!input.readableEnded) {
    open();
    await turn();
  }
  assert.equal(pieces.join(''), `${'x'.repeat(5000)}y\n${cancel}`);
});

test('the input does not end before all that it asked for is done', async () => {
  let finish;
  const done = () => new Promise((resolve) => (finish = resolve));
  const input = pacedInput(Readable.from([Buffer.from('a\n')]), kNothing, done).resume();
  await turns(50);
  assert.equal(input.readableEnded, false);
  finish();
  await turns(50);
  assert.equal(input.readableEnded, true);
});
