import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { parseArguments } from '../../../dist/cli/arguments.js';
import { Workers } from '../../../dist/cli/workers.js';
import { loadCore } from '../../../dist/hosts/node_core.js';

describe('the workers of a batch', () => {
  it('give each file its own answer', async () => {
    const words = parseArguments(['read', '--jobs', '2', 'package.json', 'missing']);
    const workers = new Workers(2, { words, module: await loadCore() });
    try {
      workers.start(0, 'package.json');
      workers.start(1, 'missing');
      assert.equal(workers.hasIdle, false);
      const finished = [await workers.wait(), await workers.wait()];
      const readings = finished.sort((a, b) => a.ticket - b.ticket).map(({ reading }) => reading);
      assert.deepEqual(
        readings.map(({ line, success }) => [JSON.parse(line).file_path, success]),
        [
          ['package.json', true],
          ['missing', false],
        ],
      );
      assert.equal(workers.hasIdle, true);
    } finally {
      await workers.close();
    }
  });

  it('say how a thread ended, and read the next file in another', async () => {
    // Without words a thread cannot even begin to read: it ends by itself.
    const setup = { words: undefined, module: await loadCore() };
    const workers = new Workers(1, setup);
    try {
      workers.start(7, 'package.json');
      const { ticket, reading, death } = await workers.wait();
      assert.deepEqual([ticket, reading], [7, undefined]);
      assert.match(death, /undefined/);
      setup.words = parseArguments(['read', '--jobs', '1', 'package.json']);
      workers.start(8, 'package.json');
      assert.equal((await workers.wait()).reading?.success, true);
    } finally {
      await workers.close();
    }
  });
});
