#!/usr/bin/env node
/**
 * `lectern read FILE...`, `lectern mcp` and `lectern doctor`: the command line program under Node. What is not about files, threads and streams
 * is in src/command, which the native program shares.
 */
import { resolve } from 'node:path';

import { CoreHost } from '../reader/core_host.js';
import { loadCore } from '../hosts/node_core.js';
import { ModuleLoadError } from '../reader/load_error.js';
import {
  type Arguments,
  Command,
  kBadUsage,
  kFailure,
  kSuccess,
  loadCommand,
  type Words,
} from './command.js';
import { isDirectory } from './file.js';
import { checkArguments, readFile } from './read_file.js';
import { kIsTerminal, ProgressDisplay, watchOutput, writeMessage, writeOutput } from './streams.js';

/** Variables that the command looks at. */
const kVariables = /^(LECTERN_.*|TERM|TERM_PROGRAM|KITTY_WINDOW_ID)$/;

function wordsOfProcess(): Words {
  const variables = Object.entries(process.env).filter(([name]) => kVariables.test(name));
  return {
    words: process.argv.slice(2),
    environment: Object.fromEntries(variables) as Record<string, string>,
    isTerminal: kIsTerminal.output,
  };
}

/** @param known - the exit status that is known already */
async function readFiles(
  command: Command,
  words: Arguments,
  core: CoreHost,
  known: number,
): Promise<number> {
  let status = known;
  const display = new ProgressDisplay(kIsTerminal.messages);
  for (const path of words.files) {
    const onProgress = (done: number, size: number) => {
      const line = display.isDue ? command.readingProgress(path, done, size) : '';
      if (line !== '') display.show(line);
    };
    const { result } = await readFile(core, path, words, { onProgress });
    display.clear();
    if (!result.success && status === kSuccess) status = kFailure;
    const { messages, output } = command.print(path, resolve(path), result);
    writeMessage(messages);
    await writeOutput(output);
  }
  return status;
}

async function main(): Promise<number> {
  const isJson = process.argv.includes('--json');
  const isPlain = process.argv.slice(3).every((word) => word === '--json');
  // Before anything is loaded: it says what does not load.
  if (process.argv[2] === 'doctor' && isPlain)
    return (await import('./doctor.js')).runDoctor(isJson);
  // The core is compiled while the words are parsed.
  const coreModule = process.argv[2] === 'read' ? loadCore() : undefined;
  coreModule?.catch(() => undefined);
  const module = loadCommand();
  const command = new Command(module);
  const refuse = (message: string) => {
    writeMessage(command.message(message));
    return kBadUsage;
  };
  const words = wordsOfProcess();
  const parsed = command.parse(words);
  if ('error' in parsed) return refuse(parsed.error);
  if ('print' in parsed) {
    await writeOutput(parsed.print);
    return kSuccess;
  }
  // An option stood before it.
  if (parsed.verb === 'doctor') return (await import('./doctor.js')).runDoctor(isJson);
  if (parsed.root && !isDirectory(parsed.root)) {
    return refuse(`--root must be a directory that can be opened, got "${parsed.root}"`);
  }
  if (parsed.verb === 'mcp') return (await import('./mcp.js')).runMcp(command, parsed);
  const core = new CoreHost(await (coreModule ?? loadCore()));
  const refused = checkArguments(core, parsed);
  // A program that reads results gets one for each file; everybody else is told once.
  if (refused && (parsed.jobs > 0 || parsed.isText)) return refuse(refused.content);
  if (parsed.jobs > 0) {
    return (await import('./batch.js')).runBatch(command, module, words, parsed, core);
  }
  return readFiles(command, parsed, core, refused ? kBadUsage : kSuccess);
}

watchOutput();
try {
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof ModuleLoadError)) throw error;
  writeMessage(`lectern: ${error.message}\n`);
  process.exitCode = kFailure;
}
