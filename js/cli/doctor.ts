/** `lectern doctor`: which modules load here, how large they are, whether SIMD is used, and what runs them. */
import { statSync } from 'node:fs';
import { arch, platform, release } from 'node:os';
import { fileURLToPath } from 'node:url';

import { shownName } from '../fs/path_text.js';
import { createReader } from '../hosts/node.js';
import { hasSimd } from '../hosts/simd.js';
import { kVersion } from '../mcp/operations.js';

import { kFailure, kSuccess, loadCommand } from './command.js';
import { kGlue, kWithBaseline } from './module_glue.js';
import { writeOutput } from './streams.js';

/** What is known of one module. */
interface Finding {
  name: string;
  file: string;
  /** Absent when the file is not there. */
  bytes?: number;
  /** From its bytes to an instance that answers. */
  loadMs?: number;
  /** Why it does not load. */
  error?: string;
}

/** What the machine and the package are like. */
interface Report {
  version: string;
  runtime: string;
  system: string;
  simd: boolean;
  modules: Finding[];
  /** Optional packages, by name. */
  packages: { name: string; isInstalled: boolean; use: string }[];
}

/** Packages that parts of this one need. */
const kPackages = [
  { name: '@modelcontextprotocol/server', use: 'lectern mcp, lectern/mcp/server' },
  { name: '@modelcontextprotocol/sdk', use: 'lectern/mcp; lectern mcp without the other' },
  { name: 'libheif-js', use: 'lectern/decode/heic' },
  { name: '@aws-sdk/client-s3', use: 'lectern/fs/s3' },
];

async function finding(name: string, file: string, load: () => Promise<unknown>): Promise<Finding> {
  const found: Finding = { name, file };
  try {
    found.bytes = statSync(fileURLToPath(new URL(`../${file}`, import.meta.url))).size;
    const start = performance.now();
    await load();
    found.loadMs = Math.round(performance.now() - start);
  } catch (error) {
    found.error = (error as Error).message;
  }
  return found;
}

/** Reads one line, so that a module that loads and does not work is found out. */
async function readSomething(): Promise<void> {
  const reader = await createReader();
  const result = await reader.read(new TextEncoder().encode('one\n'), { file_path: 'a.txt' });
  reader.dispose();
  if (result.content !== '     1\tone') throw new Error(`it reads wrongly: ${result.content}`);
}

async function loadModule(name: string): Promise<void> {
  const reader = await createReader();
  try {
    await reader.loadModule(name as never);
  } finally {
    reader.dispose();
  }
}

function runtimeName(): string {
  const { bun, deno, node } = process.versions;
  if (bun) return `Bun ${bun}`;
  return deno ? `Deno ${deno}` : `Node ${node}`;
}

async function examine(): Promise<Report> {
  const simd = hasSimd();
  const modules = [
    await finding('core', simd ? 'core.wasm' : 'core-baseline.wasm', readSomething),
    await finding('command', 'command.wasm', async () => loadCommand()),
  ];
  for (const name of Object.keys(kGlue)) {
    const file = !simd && kWithBaseline.includes(name) ? `${name}-baseline.wasm` : `${name}.wasm`;
    modules.push(await finding(name, file, () => loadModule(name)));
  }
  const packages = kPackages.map(({ name, use }) => {
    let isInstalled = true;
    try {
      import.meta.resolve(`${name}/package.json`);
    } catch (error) {
      isInstalled = (error as NodeJS.ErrnoException).code === 'ERR_PACKAGE_PATH_NOT_EXPORTED';
    }
    return { name, isInstalled, use };
  });
  const system = `${platform()} ${release()} ${arch()}`;
  return { version: kVersion, runtime: runtimeName(), system, simd, modules, packages };
}

function shown({ version, runtime, system, simd, modules, packages }: Report): string {
  const lines = [
    `lectern ${version}, ${runtime}, ${shownName(system)}`,
    `WebAssembly SIMD: ${simd ? 'used' : 'not here: core-baseline.wasm is used, which is slower'}`,
  ];
  for (const { name, bytes, loadMs, error } of modules) {
    const size = bytes === undefined ? '' : `${bytes.toLocaleString('en-US')} bytes`;
    const state = error === undefined ? `loads in ${loadMs} ms` : `FAILS: ${shownName(error)}`;
    lines.push(`${name.padEnd(10)} ${size.padStart(16)}  ${state}`);
  }
  for (const { name, isInstalled, use } of packages)
    lines.push(`${name}: ${isInstalled ? 'installed' : 'not installed (optional)'}, for ${use}`);
  return `${lines.join('\n')}\n`;
}

/**
 * Says how lectern fares on this machine.
 *
 * @param isJson - to a program, in a line of JSON
 * @returns the exit status: a failure when a module does not load
 */
export async function runDoctor(isJson: boolean): Promise<number> {
  const report = await examine();
  await writeOutput(isJson ? `${JSON.stringify(report)}\n` : shown(report));
  return report.modules.every(({ error }) => error === undefined) ? kSuccess : kFailure;
}
