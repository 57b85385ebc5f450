/** `lectern mcp --root DIR`: the server on standard input and output. */
import { resolve } from 'node:path';

import { nodeFs } from '../fs/node.js';
import { createReader, createReadTool } from '../hosts/node.js';
import type { ReadOptions } from '../types/index.js';
import { type Arguments, type Command, kBadUsage, kSuccess } from './command.js';
import { writeMessage } from './streams.js';

/** What the server needs cannot be had; the message is for people. */
class MissingPackage extends Error {
  override name = 'MissingPackage';
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
  const refusal = reader.prepare({ file_path: '.' }, options);
  if (refusal) return refuse(refusal.content);
  try {
    // Loaded here, so that every other command works without the SDK.
    const [{ createMcpServer }, { StdioServerTransport }] = await loadServer();
    const root = resolve(words.root);
    const { symlinks } = words;
    const tool = createReadTool({ fs: nodeFs(), root, symlinks, reader, ...options });
    const closed = new Promise<void>((done) => {
      process.stdin.once('end', done);
      process.stdin.once('close', done);
    });
    await createMcpServer({ tool }).connect(new StdioServerTransport());
    await closed;
    return kSuccess;
  } catch (error) {
    if (error instanceof MissingPackage) return refuse(error.message);
    throw error;
  }
}

function loadServer() {
  const modules = [
    import('../mcp/server.js'),
    import('@modelcontextprotocol/sdk/server/stdio.js'),
  ] as const;
  return Promise.all(modules).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new MissingPackage('mcp needs a package: npm install @modelcontextprotocol/sdk');
  });
}
