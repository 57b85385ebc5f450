#!/usr/bin/env node
/**
 * `lectern read FILE...`: the command line program under Node. Its twin in C++ is src/cli/main.cpp; `lectern mcp` is this
 * one's alone.
 */
import { readFileSync } from 'node:fs';

import { CoreHost } from '../reader/core_host.js';
import { loadCore } from '../hosts/node_core.js';
import {
  type Arguments,
  applyEnvironment,
  helpText,
  kBadUsage,
  kFailure,
  kSuccess,
  type Preview,
  parseArguments,
  UsageError,
} from './arguments.js';
import { isDirectory } from './file.js';
import { complain, formatted } from './output.js';
import { readFile } from './read_file.js';
import { type ImageProtocol, terminalText } from './terminal.js';

const kDirectoryHint = ' (--jobs N reads the files in it)';

function imageProtocol(preview: Preview): ImageProtocol {
  const { TERM, TERM_PROGRAM, KITTY_WINDOW_ID } = process.env;
  if (preview === 'off' || (preview === 'auto' && !process.stdout.isTTY)) return 'none';
  if (TERM_PROGRAM === 'iTerm.app' || TERM_PROGRAM === 'WezTerm') return 'iterm2';
  const isKitty = TERM === 'xterm-kitty' || KITTY_WINDOW_ID || TERM_PROGRAM === 'ghostty';
  return isKitty || preview === 'on' ? 'kitty' : 'none';
}

async function run(words: Arguments): Promise<number> {
  const protocol = imageProtocol(words.preview);
  const core = new CoreHost(await loadCore());
  let status = kSuccess;
  for (const path of words.files) {
    const { result } = await readFile(core, path, words);
    if (!result.success) status = kFailure;
    if (words.form !== 'text') {
      process.stdout.write(formatted(path, result, words));
      continue;
    }
    for (const warning of result.metadata.warnings ?? []) complain(`warning: ${warning}`);
    if (result.success) process.stdout.write(terminalText(path, result, protocol));
    else complain(result.content + (result.errorCode === 'IS_DIRECTORY' ? kDirectoryHint : ''));
  }
  return status;
}

function versionLine(): string {
  const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return `lectern ${(JSON.parse(manifest) as { version: string }).version}\n`;
}

async function main(): Promise<number> {
  const [command, ...rest] = process.argv.slice(2);
  let words: Arguments;
  try {
    if (command === 'mcp') return await (await import('../mcp/command.js')).runMcp(rest);
    words = parseArguments(process.argv.slice(2));
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    complain(error.message);
    return kBadUsage;
  }
  if (words.help || words.version) {
    process.stdout.write(words.help ? helpText() : versionLine());
    return kSuccess;
  }
  if (words.root && !isDirectory(words.root)) {
    complain(`--root must be a directory that can be opened, got "${words.root}"`);
    return kBadUsage;
  }
  applyEnvironment(words, process.env);
  return words.jobs > 0 ? (await import('./batch.js')).runBatch(words) : run(words);
}

// Whoever reads our output may stop early: `lectern read a.txt | head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(kSuccess);
  complain('cannot write to standard output');
  process.exit(kFailure);
});
process.exitCode = await main();
