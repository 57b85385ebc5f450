// WASI runtimes without JavaScript, as hosts of hosts.mjs: the command line program runs in them.

import { join } from 'node:path';

import { cacheDirectory } from '../../scripts/lib/steps.mjs';
import { ensureDebianTool } from '../../scripts/third_party/debian_tools.mjs';
import { runCommandLine } from './command_line.mjs';
import { Skipped } from './page_server.mjs';

/** Each gives the words that start a program with a folder as its `/`. */
const kRuntimes = {
  wazero: (tree, program) => {
    const compiled = join(cacheDirectory(), 'tools', 'wazero-compiled');
    const start = [join(tree, 'usr', 'bin', 'wazero'), 'run', '-cachedir', compiled];
    return (folder) => [...start, '-mount', `${folder}:/`, program];
  },
  wasmedge: (tree, program, options) => {
    // Its release has a newer libc than this one.
    const libraries = join(tree, 'usr', 'lib', 'x86_64-linux-gnu');
    const start = [join(libraries, 'ld-linux-x86-64.so.2'), '--library-path', libraries];
    start.push(join(tree, 'usr', 'bin', 'wasmedge'), ...options);
    return (folder) => [...start, '--dir', `/:${folder}`, '--', program];
  },
};

/**
 * A host of hosts.mjs.
 * @param {keyof typeof kRuntimes} runtime
 * @param {string} program the command line program for WASI
 * @param {string[]} [options] of the runtime
 */
export function runInRuntime(runtime, program, options = []) {
  return async ({ cases }) => {
    const tool = await ensureDebianTool(runtime);
    if (tool === undefined) throw new Skipped("Debian's packages for amd64 cannot be had here");
    const report = await runCommandLine(cases, kRuntimes[runtime](tool.tree, program, options));
    return { ...report, note: tool.note };
  };
}
