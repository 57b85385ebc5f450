#!/usr/bin/env node
/**
 * `lectern read FILE...`: the command line program under Node. Its twin in C++ is src/cli/main.cpp; `lectern mcp` is this
 * one's alone.
 */
import { readFileSync } from 'node:fs';

import { toJson } from '../arguments.js';
import { CoreHost, CoreTrap } from '../core_host.js';
import { loadCore } from '../hosts/node_core.js';
import { loadEncodingTables } from '../encoding_tables.js';
import { internalFailure } from '../failure.js';
import { CoreTextReading } from '../text_reading.js';
import type { ReadInput, ReadOptions, ToolResult } from '../types.js';
import {
  type Arguments,
  applyEnvironment,
  helpText,
  type Preview,
  parseArguments,
  UsageError,
} from './arguments.js';
import { FileError, withFile } from './file.js';
import { hostFor } from './pdf.js';
import { type ImageProtocol, terminalText } from './terminal.js';

const kSuccess = 0;
const kFailure = 1;
const kBadUsage = 2;

function complain(message: string): void {
  process.stderr.write(`lectern: ${message}\n`);
}

/** Reads one file; whatever is wrong with the arguments or the file becomes a failed result. */
async function readFile(core: CoreHost, path: string, words: Arguments): Promise<ToolResult> {
  // The core checks what the words hold.
  const input = { ...words.input, file_path: path } as ReadInput;
  const options = { ...words.options, limits: words.limits } as ReadOptions;
  try {
    const [inputJson, optionsJson] = [toJson(input), toJson(options)];
    const refusal = core.run((instance) => instance.refuseArguments(path, inputJson, optionsJson));
    if (refusal) return refusal;
    const read = () =>
      withFile(path, ({ sizeBytes, modified, chunks }) => {
        const open = (host: CoreHost) =>
          new CoreTextReading(host, input, { ...options, modified }, { sizeBytes });
        let reading: CoreTextReading | undefined;
        for (const chunk of chunks) {
          reading ??= open(hostFor(core, chunk));
          if (reading.push(chunk) === 'done') break;
        }
        reading ??= open(core);
        return { result: reading.finish(), wantsEncodings: reading.wantsEncodings };
      });
    const { result, wantsEncodings } = read();
    if (!wantsEncodings) return result;
    core.useEncodingTables(await loadEncodingTables());
    return read().result;
  } catch (error) {
    if (error instanceof CoreTrap) return internalFailure(error, 0);
    if (!(error instanceof FileError)) throw error;
    return core.run((instance) => instance.refuseFile(error.code, path));
  }
}

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
    const result = await readFile(core, path, words);
    if (!result.success) status = kFailure;
    if (words.json) {
      process.stdout.write(`${JSON.stringify(result)}\n`);
      continue;
    }
    for (const warning of result.metadata.warnings ?? []) complain(`warning: ${warning}`);
    if (result.success) process.stdout.write(terminalText(path, result, protocol));
    else complain(result.content);
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
  applyEnvironment(words, process.env);
  return run(words);
}

// Whoever reads our output may stop early: `lectern read a.txt | head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(kSuccess);
});
process.exitCode = await main();
