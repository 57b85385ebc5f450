/** `lectern mcp --root DIR`: the server on standard input and output. */
import { statSync } from 'node:fs';
import { resolve } from 'node:path';

import { type Arguments, applyEnvironment, parseArguments, UsageError } from '../cli/arguments.js';
import { nodeFs } from '../fs/node.js';
import type { SymlinkPolicy } from '../fs/types.js';
import { createReader, createReadTool } from '../hosts/node.js';
import { internalsOf } from '../reader/internals.js';
import type { ReadOptions } from '../types/index.js';

const kUsage = `Usage: lectern mcp [--root DIR] [--symlinks follow-inside|refuse] [options of read]

Serves the Read tool to clients of the Model Context Protocol on standard input and output. Only
files in DIR can be read (default: the current directory).
`;

/** The words of `mcp`, parsed. */
interface McpWords {
  root: string;
  symlinks: SymlinkPolicy;
  options: ReadOptions;
}

function isPolicy(text: string): text is SymlinkPolicy {
  return text === 'follow-inside' || text === 'refuse';
}

/** @throws UsageError for a flag that means nothing to a server */
function refuseUnused(parsed: Arguments): void {
  const { input, options: _, limits: __, files: ___, form, ...program } = parsed;
  const none = parseArguments(['read', '--', '.']);
  const changed = Object.entries({ ...program, format: form }).filter(
    ([field, value]) => value !== { ...none, format: none.form }[field],
  );
  const [unused] = [...Object.keys(input), ...changed.map(([field]) => field)];
  if (unused === undefined) return;
  const flag = unused.replace('_', '-').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  throw new UsageError(`--${flag} is not for mcp`);
}

/** @throws UsageError */
function parseWords(words: readonly string[]): McpWords {
  let root = '.';
  let symlinks: SymlinkPolicy = 'follow-inside';
  const others: string[] = [];
  const rest = words[Symbol.iterator]();
  for (const word of rest) {
    const [name = '', attached] = word.split(/=(.*)/s, 2);
    if (name !== '--root' && name !== '--symlinks') {
      others.push(word);
      continue;
    }
    const value: string | undefined = attached ?? rest.next().value;
    if (value === undefined) throw new UsageError(`${name} needs a value`);
    if (name === '--root') root = value;
    else if (isPolicy(value)) symlinks = value;
    else throw new UsageError(`--symlinks must be follow-inside or refuse, got "${value}"`);
  }
  // The other options are those of a read; a server is told no file.
  const parsed = parseArguments(['read', ...others, '--', '.']);
  if (parsed.files.length > 1) throw new UsageError(`unexpected "${parsed.files[0]}"`);
  refuseUnused(parsed);
  applyEnvironment(parsed, process.env);
  const options = { provider: 'mcp', ...parsed.options, limits: parsed.limits };
  if (!statSync(root, { throwIfNoEntry: false })?.isDirectory())
    throw new UsageError(`--root must be a directory, got "${root}"`);
  return { root: resolve(root), symlinks, options: options as ReadOptions };
}

/**
 * Runs the server until its client goes.
 *
 * @param words - what follows `mcp` on the command line
 * @returns the exit status
 */
export async function runMcp(words: readonly string[]): Promise<number> {
  if (words.includes('--help')) {
    process.stdout.write(kUsage);
    return 0;
  }
  const { root, symlinks, options } = parseWords(words);
  const reader = await createReader();
  const refusal = internalsOf(reader).prepare({ file_path: '.' }, options);
  if (refusal) throw new UsageError(refusal.content);

  // Loaded here, so that every other command works without the SDK.
  const [{ createMcpServer }, { StdioServerTransport }] = await loadServer();
  const tool = createReadTool({ fs: nodeFs(), root, symlinks, reader, ...options });
  const transport = new StdioServerTransport();
  const closed = new Promise<void>((done) => {
    process.stdin.once('end', done);
    process.stdin.once('close', done);
  });
  await createMcpServer({ tool }).connect(transport);
  await closed;
  return 0;
}

function loadServer() {
  const modules = [
    import('./server.js'),
    import('@modelcontextprotocol/sdk/server/stdio.js'),
  ] as const;
  return Promise.all(modules).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new UsageError('mcp needs a package: npm install @modelcontextprotocol/sdk');
  });
}
