/** `lectern mcp --root DIR`: the server on standard input and output. */
import { once } from 'node:events';
import { fstatSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Readable } from 'node:stream';

import { nodeFs } from '../fs/node.js';
import { createReader, createReadTool } from '../hosts/node.js';
import { readsDone, roomForReads } from '../mcp/gate.js';
import { nextTurn } from '../reader/abort.js';
import { internalsOf } from '../reader/internals.js';
import type { ReadTool } from '../tool/tool_types.js';
import type { ReadOptions } from '../types/index.js';
import { type Arguments, type Command, kBadUsage, kFailure, kSuccess } from './command.js';
import { pacedInput } from './paced_input.js';
import { writeMessage } from './streams.js';

/** What the server needs cannot be had; the message is for people. */
class MissingPackage extends Error {
  override name = 'MissingPackage';
}

/** Serves a tool on an input and standard output; tells `note` what goes wrong beside an answer. */
type Serve = (tool: ReadTool, input: Readable, note: (error: Error) => void) => Promise<void>;

/** Node takes a directory for an input without content. */
function isInputDirectory(): boolean {
  try {
    return fstatSync(0).isDirectory();
  } catch {
    return false;
  }
}

/** Resolves when the input ends, or the server stops reading it. */
function endOf(input: Readable): Promise<void> {
  return new Promise((done) => {
    for (const event of ['end', 'close', 'pause']) input.once(event, () => done());
  });
}

/** Resolves when the answers to what was asked are written, or few enough reads are left. */
async function answersWritten(tool: ReadTool): Promise<void> {
  // What is not read for is answered by then.
  await nextTurn();
  await roomForReads(tool);
  if (process.stdout.writableNeedDrain) await once(process.stdout, 'drain');
}

/** Resolves when all answers are written: with the end of its input the server forgets them. */
async function allAnswered(tool: ReadTool): Promise<void> {
  await readsDone(tool);
  await answersWritten(tool);
}

/**
 * Runs the server until its client goes.
 *
 * @returns the exit status
 */
export async function runMcp(command: Command, words: Arguments): Promise<number> {
  const refuse = (message: string) => {
    writeMessage(command.message(message));
    return kBadUsage;
  };
  const options = words.options as ReadOptions;
  const reader = await createReader();
  const refusal = internalsOf(reader).prepare({ file_path: '.' }, options);
  if (refusal) return refuse(refusal.content);
  if (isInputDirectory())
    return refuse('standard input is a directory: a client speaks through it');
  try {
    // Loaded here, so that every other command works without an SDK.
    const serve = await loadServer();
    const root = resolve(words.root);
    const { symlinks } = words;
    const tool = createReadTool({ fs: nodeFs(), root, symlinks, reader, ...options });
    // Each answer that is not written yet listens to it.
    process.stdout.setMaxListeners(0);
    const input = pacedInput(
      process.stdin,
      () => answersWritten(tool),
      () => allAnswered(tool),
    );
    let reason: Error | undefined;
    const ended = endOf(input);
    await serve(tool, input, (error) => {
      reason = error;
    });
    await ended;
    if (input.readableEnded || !reason) return kSuccess;
    // Nothing may hold the program.
    input.destroy();
    // A message that is too long, for one: without a word the client would see a server that is gone.
    writeMessage(command.message(`the session ended: ${reason.message}`));
    return kFailure;
  } catch (error) {
    if (error instanceof MissingPackage) return refuse(error.message);
    throw error;
  }
}

/** Undefined when a package is not installed. */
function optional<T>(module: Promise<T>): Promise<T | undefined> {
  return module.catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    return undefined;
  });
}

/** The newer SDK serves clients of all revisions; the older one those up to 2025-11-25. */
async function loadServer(): Promise<Serve> {
  const [stdio, modern] = await Promise.all([
    optional(import('@modelcontextprotocol/server/stdio')),
    optional(import('../mcp/modern.js')),
  ]);
  if (stdio && modern) {
    return async (tool, input, note) => {
      const transport = new stdio.StdioServerTransport(input);
      stdio.serveStdio(() => modern.createMcpServer({ tool }), { transport, onerror: note });
    };
  }
  const [older, server] = await Promise.all([
    optional(import('@modelcontextprotocol/sdk/server/stdio.js')),
    optional(import('../mcp/server.js')),
  ]);
  if (!older || !server)
    throw new MissingPackage('mcp needs a package: npm install @modelcontextprotocol/server');
  return (tool, input, note) => {
    const made = server.createMcpServer({ tool });
    made.onerror = note;
    return made.connect(new older.StdioServerTransport(input));
  };
}
