// Runs one engine over files, in a child process that is started again when it hangs or crashes.

import { fork } from 'node:child_process';
import { join } from 'node:path';

const kChild = join(import.meta.dirname, 'child.mjs');
const kChildOptions = { execArgv: ['--max-old-space-size=3000'], stdio: ['ignore', 'ignore', 'ignore', 'ipc'] };

/** The next message of a child; undefined when it ends, or says nothing for so long. */
function messageOf(child, maxMs) {
  return new Promise((resolve) => {
    const end = () => settle(undefined);
    const timer = setTimeout(end, maxMs);
    const settle = (message) => {
      clearTimeout(timer);
      child.off('message', settle);
      child.off('exit', end);
      resolve(message);
    };
    child.once('message', settle);
    child.once('exit', end);
  });
}

/**
 * @typedef {{success: boolean, content: string, ms: number, errorCode?: string, peakRss?: number}} Answer
 * @param {string} engine a name of kEngines
 * @param {string[]} paths
 * @param {{runs?: number, maxMs?: number}} [options] how often each file is read, of which the fastest counts, and how long all
 *   reads of a file may take
 * @returns {Promise<Answer[] | undefined>} an answer a file; undefined when the engine is not installed
 */
export async function runEngine(engine, paths, { runs = 1, maxMs = 20_000 } = {}) {
  const answers = [];
  let child;
  try {
    for (const path of paths) {
      if (!child) {
        child = fork(kChild, [engine], kChildOptions);
        if (!(await messageOf(child, maxMs))?.ready) return undefined;
      }
      child.send({ path, runs });
      const answer = await messageOf(child, maxMs);
      answers.push(answer ?? { success: false, content: '', ms: maxMs, errorCode: `crashed, or took more than ${maxMs / 1000} s` });
      if (answer) continue;
      child.kill('SIGKILL');
      child = undefined;
    }
    return answers;
  } finally {
    child?.kill('SIGKILL');
  }
}
