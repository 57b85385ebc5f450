// A module that traps, which the real core should never do: the factory is replaced by one that does.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { CoreHost, CoreTrap } from '../../dist/reader/core_host.js';
import { CoreReader } from '../../dist/reader/reader.js';

const kBytes = new Uint8Array([1, 2, 3]);

/** Instances whose calls trap while `isBroken` says so. */
function makeFactory(isBroken, heapBytes = 1024) {
  const made = [];
  const closed = [];
  const factory = () => {
    const number = made.length + 1;
    const trap = () => {
      throw new WebAssembly.RuntimeError('unreachable');
    };
    const instance = {
      HEAPU8: new Uint8Array(heapBytes),
      allocate: () => 8,
      release: () => {},
      openReading: () => 16,
      question: () => ({ kind: 'bytes', from: 0, to: 3 }),
      room: () => 8,
      give: () => (isBroken(number) ? trap() : { kind: 'done' }),
      takeResult: () => ({ success: true, content: `instance ${number}` }),
      notes: () => undefined,
      closeReading: () => closed.push(number),
    };
    made.push(instance);
    return instance;
  };
  return { factory, made, closed };
}

test('a trap becomes an INTERNAL result and the next read gets a new instance', () => {
  const { factory, made } = makeFactory((number) => number === 1);
  const reader = new CoreReader(new CoreHost(undefined, factory), {});
  const result = reader.readSync(kBytes, { file_path: 'a' });
  assert.equal(result.success, false);
  assert.equal(result.errorCode, 'INTERNAL');
  assert.equal(result.content, result.error);
  assert.match(result.error, /unreachable/);
  assert.equal(result.metadata.sizeBytes, 3);
  assert.equal(reader.readSync(kBytes, { file_path: 'a' }).content, 'instance 2');
  assert.equal(made.length, 2);
});

test('one instance serves many reads', () => {
  const { factory, made } = makeFactory(() => false);
  const reader = new CoreReader(new CoreHost(undefined, factory), {});
  for (let i = 0; i < 5; i++) reader.readSync(kBytes, { file_path: 'a' });
  assert.equal(made.length, 1);
});

test('an instance whose memory has grown large is given back', () => {
  const { factory, made } = makeFactory(() => false, 64 * 1024 * 1024 + 65536);
  const reader = new CoreReader(new CoreHost(undefined, factory), {});
  reader.readSync(kBytes, { file_path: 'a' });
  reader.readSync(kBytes, { file_path: 'a' });
  assert.equal(made.length, 2);
});

test('a trap in the middle of a reading is the result of that reading only', async () => {
  const { factory, closed } = makeFactory((number) => number === 1);
  const reader = new CoreReader(new CoreHost(undefined, factory), {});
  const source = { sizeBytes: 3, read: async () => kBytes };
  const { result } = await reader.readSource(source, { file_path: 'a' });
  assert.equal(result.errorCode, 'INTERNAL');
  assert.equal(result.metadata.sizeBytes, 3);
  const sound = await reader.readSource(source, { file_path: 'a' });
  assert.equal(sound.result.content, 'instance 2');
  // What the first reading held went with its instance.
  assert.deepEqual(closed, [2]);
});

test('a reading keeps the instance that opened it when another call loses its own', async () => {
  const { factory, closed } = makeFactory(() => false);
  const host = new CoreHost(undefined, factory);
  let give;
  const source = {
    sizeBytes: 3,
    read: () =>
      new Promise((resolve) => {
        give = resolve;
      }),
  };
  const reading = new CoreReader(host, {}).readSource(source, { file_path: 'a' });
  await new Promise(setImmediate);
  assert.throws(
    () =>
      host.run(() => {
        throw new WebAssembly.RuntimeError('unreachable');
      }),
    CoreTrap,
  );
  assert.equal(new CoreReader(host, {}).readSync(kBytes, { file_path: 'a' }).content, 'instance 2');
  give(kBytes);
  assert.equal((await reading).result.content, 'instance 1');
  assert.deepEqual(closed, [2, 1]);
});

test('a reading that is left gives its memory back', async () => {
  const { factory, closed } = makeFactory(() => false);
  const reader = new CoreReader(new CoreHost(undefined, factory), {});
  const broken = { sizeBytes: 3, read: async () => Promise.reject(new Error('gone')) };
  await assert.rejects(reader.readSource(broken, { file_path: 'a' }), /gone/);
  assert.deepEqual(closed, [1]);
});
