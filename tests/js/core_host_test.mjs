// A module that traps, which the real core should never do: the factory is replaced by one that does.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { CoreHost, CoreTrap } from '../../dist/reader/core_host.js';
import { CoreReader } from '../../dist/reader/reader.js';

const kBytes = new Uint8Array([1, 2, 3]);

/** Instances whose calls trap while `isBroken` says so. */
function makeFactory(isBroken, heapBytes = 1024) {
  const made = [];
  const factory = () => {
    const number = made.length + 1;
    const trap = () => {
      throw new WebAssembly.RuntimeError('unreachable');
    };
    const instance = {
      HEAPU8: new Uint8Array(heapBytes),
      allocate: () => 8,
      release: () => {},
      read: () => (isBroken(number) ? trap() : { success: true, content: `instance ${number}` }),
      openSession: () => ({ session: 1, start: 0 }),
      lineIndex: () => undefined,
      push: () => (isBroken(number) ? trap() : true),
      finish: () => ({ success: true, content: `instance ${number}` }),
      closeSession: () => {},
      wantsEncodingTables: () => false,
    };
    made.push(instance);
    return instance;
  };
  return { factory, made };
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

test('a trap while text is pushed is the result of that reading only', () => {
  const { factory } = makeFactory((number) => number === 1);
  const reader = new CoreReader(new CoreHost(undefined, factory), {});
  const broken = reader.openText({ file_path: 'a' });
  assert.equal(broken.push(kBytes), 'done');
  const result = broken.finish();
  assert.equal(result.errorCode, 'INTERNAL');
  assert.equal(result.metadata.sizeBytes, 3);
  const sound = reader.openText({ file_path: 'a' });
  assert.equal(sound.push(kBytes), 'more');
  assert.equal(sound.finish().content, 'instance 2');
});

test('a reading keeps the instance that opened it when another call loses its own', () => {
  const { factory } = makeFactory(() => false);
  const host = new CoreHost(undefined, factory);
  const reading = new CoreReader(host, {}).openText({ file_path: 'a' });
  assert.throws(
    () =>
      host.run(() => {
        throw new WebAssembly.RuntimeError('unreachable');
      }),
    CoreTrap,
  );
  assert.equal(new CoreReader(host, {}).readSync(kBytes, { file_path: 'a' }).content, 'instance 2');
  assert.equal(reading.finish().content, 'instance 1');
});
