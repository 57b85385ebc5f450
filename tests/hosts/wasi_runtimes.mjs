// WASI runtimes without JavaScript, as hosts of hosts.mjs: the command line program runs in them, and the reactor in Go's.

import { fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { buildGo } from '../../scripts/lib/go.mjs';
import { kLogs, kRoot } from '../../scripts/lib/project.mjs';
import { cacheDirectory } from '../../scripts/lib/steps.mjs';
import { ensureDebianTool } from '../../scripts/third_party/debian_tools.mjs';
import { outputOf, runCommandLine } from './command_line.mjs';
import { Skipped } from './page_server.mjs';
import { buildBytes, problemOf } from './run_cases.js';
import { readFiles } from './same_files.mjs';

const kNoPackages = "Debian's packages for amd64 cannot be had here";

/** Its interpreter takes some hundred times as long to draw a page. */
function compileForWasmEdge(command, args, program, options) {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-wasmedge-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const compiled = join(folder, 'lectern.so');
  const words = [...args, 'compile', ...options, '--optimize', '0', program, compiled];
  const { status, stderr } = spawnSync(command, words, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`wasmedge compile ended with ${status}\n${stderr}`);
  return compiled;
}

/** Each gives what starts a program with a folder as its `/`. */
const kRuntimes = {
  wazero: (tree, program) => {
    const compiled = join(cacheDirectory(), 'tools', 'wazero-compiled');
    const command = join(tree, 'usr', 'bin', 'wazero');
    const args = ['run', '-cachedir', compiled];
    return (folder) => ({ command, args: [...args, '-mount', `${folder}:/`, program] });
  },
  wasmedge: (tree, program, options) => {
    // Its release has a newer libc than this one.
    const libraries = join(tree, 'usr', 'lib', 'x86_64-linux-gnu');
    const command = join(libraries, 'ld-linux-x86-64.so.2');
    const args = ['--library-path', libraries, join(tree, 'usr', 'bin', 'wasmedge')];
    const compiled = compileForWasmEdge(command, args, program, options);
    const run = [...args, ...options, '--dir'];
    return (folder) => ({ command, args: [...run, `/:${folder}`, '--', compiled] });
  },
};

/** The work of a command line program: files as they are, or cases whose file is made first, a process for each. */
function runProgram(work, start) {
  if (work.folder) return readFiles(start, work);
  return runCommandLine(work.cases, (folder, words) => {
    const { command, args } = start(folder);
    return outputOf(command, [...args, ...words]);
  });
}

/** The cases in one process, which compiles the program once: that takes half a second. */
async function runCasesInNode(node, program, cases) {
  const host = fork(join(kRoot, 'tests', 'hosts', 'wasi_program_host.mjs'), [program], {
    execPath: node,
    execArgv: ['--no-warnings'],
  });
  const ended = once(host, 'exit').then(([code, signal]) => {
    throw new Error(`the host of ${program} ended with ${signal ?? code}`);
  });
  ended.catch(() => {});
  let turn = Promise.resolve();
  const run = (folder, words) => {
    turn = turn.then(async () => {
      host.send({ folder, words });
      const [answer] = await Promise.race([once(host, 'message'), ended]);
      return answer;
    });
    return turn;
  };
  try {
    return await runCommandLine(cases, run);
  } finally {
    if (host.connected) host.disconnect();
  }
}

/**
 * A host of hosts.mjs: the command line program for WASI under node:wasi.
 * @param {string} node
 * @param {string} program
 */
export function runInNode(node, program) {
  const args = ['--no-warnings', join(kRoot, 'scripts', 'lib', 'run_wasi.mjs'), '--dir'];
  return (work) => {
    if (work.cases && !work.folder) return runCasesInNode(node, program, work.cases);
    return runProgram(work, (folder) => ({
      command: node,
      args: [...args, `${folder}::/`, program],
    }));
  };
}

/**
 * A host of hosts.mjs.
 * @param {keyof typeof kRuntimes} runtime
 * @param {string} program the command line program for WASI
 * @param {string[]} [options] of the runtime
 */
export function runInRuntime(runtime, program, options = []) {
  let start;
  return async (work) => {
    const tool = await ensureDebianTool(runtime);
    if (tool === undefined) throw new Skipped(kNoPackages);
    start ??= kRuntimes[runtime](tool.tree, program, options);
    return { ...(await runProgram(work, start)), note: tool.note };
  };
}

/**
 * A host of hosts.mjs: all cases in one instance, through Go.
 * @param {string} reactor lectern-reactor.wasm
 */
export function runInGo(reactor) {
  return async ({ cases }) => {
    const folder = mkdtempSync(join(tmpdir(), 'lectern-wazero-'));
    try {
      const program = join(folder, 'wazero_host');
      const example = join(kRoot, 'examples', 'wasi-wazero', 'reactor.go');
      const sources = [example, join(kRoot, 'tests', 'hosts', 'wazero_host.go')];
      const built = await buildGo(sources, program, join(kLogs, 'go.log'));
      if (built === undefined) throw new Skipped(kNoPackages);
      return { ...(await serveCases(cases, program, reactor)), note: built.note };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  };
}

async function serveCases(cases, program, reactor) {
  const lines = cases.map(({ bytes, input, options = {} }) => {
    const file = Buffer.from(buildBytes(bytes)).toString('base64');
    return JSON.stringify({ file, input, options });
  });
  const settings = { input: lines.join('\n'), encoding: 'utf8', maxBuffer: 1 << 28 };
  const { status, signal, stdout, stderr } = spawnSync(program, [reactor], settings);
  if (status !== 0) throw new Error(`${program} ended with ${status ?? signal}\n${stderr}`);
  const results = stdout.split('\n');
  const report = { passed: 0, failures: [] };
  for (const [i, testCase] of cases.entries()) {
    const problem = await problemOf(testCase, results[i]);
    if (problem === undefined) report.passed++;
    else report.failures.push(`${testCase.name}: ${problem}`);
  }
  return report;
}
