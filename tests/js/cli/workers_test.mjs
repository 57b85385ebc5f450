import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { loadCommand } from '../../../dist/cli/command.js';
import { Workers } from '../../../dist/cli/workers.js';
import { loadCore } from '../../../dist/hosts/node_core.js';

const wordsOf = (...words) => ({ words, environment: {}, isTerminal: false });

async function setupFor(words) {
  return { words, core: await loadCore(), command: loadCommand() };
}

describe('the workers of a batch', () => {
  it('give each file its own answer', async () => {
    const words = wordsOf('read', '--jobs', '2', 'package.json', 'missing');
    const workers = new Workers(2, await setupFor(words));
    try {
      workers.start(0, 'package.json');
      workers.start(1, 'missing');
      const finished = [await workers.wait(), await workers.wait()];
      const readings = finished.sort((a, b) => a.ticket - b.ticket).map(({ reading }) => reading);
      assert.deepEqual(
        readings.map(({ line, success }) => [JSON.parse(line).file_path, success]),
        [
          ['package.json', true],
          ['missing', false],
        ],
      );
    } finally {
      await workers.close();
    }
  });

  it('say how a thread ended, and read the next file in another', async () => {
    // With words that are bad usage a thread cannot even begin to read: it ends by itself.
    const setup = await setupFor(wordsOf('read'));
    const workers = new Workers(1, setup);
    try {
      workers.start(7, 'package.json');
      const { ticket, path, reading, death } = await workers.wait();
      assert.deepEqual([ticket, path, reading], [7, 'package.json', undefined]);
      assert.match(death, /needs at least one FILE/);
      setup.words = wordsOf('read', '--jobs', '1', 'package.json');
      workers.start(8, 'package.json');
      assert.equal((await workers.wait()).reading?.success, true);
    } finally {
      await workers.close();
    }
  });
});
