#!/usr/bin/env node
/**
 * `lectern read FILE...`: the command line program under Node. Its twin in C++ is src/cli/main.cpp; `lectern mcp` is this
 * one's alone.
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { toJson } from '../arguments.js';
import { CoreHost, CoreTrap } from '../core_host.js';
import { loadCore } from '../hosts/node_core.js';
import { loadEncodingTables } from '../encoding_tables.js';
import { internalFailure } from '../failure.js';
import { FileError } from '../fs/types.js';
import { CoreTextReading } from '../text_reading.js';
import type { ReadInput, ReadOptions, ToolResult } from '../types.js';
import { toAnthropic } from '../wires/anthropic.js';
import { toMcp } from '../wires/mcp.js';
import { dataUri } from '../wires/media.js';
import { toOpenAIResponses } from '../wires/openai_responses.js';
import { toXml } from '../wires/seeds.js';
import {
  type Arguments,
  applyEnvironment,
  helpText,
  kStandardInput,
  type Preview,
  parseArguments,
  UsageError,
} from './arguments.js';
import { isDirectory, type OpenFile, standardInput, withFile, withFileInside } from './file.js';
import { hostFor } from './pdf.js';
import { type ImageProtocol, terminalText } from './terminal.js';

const kSuccess = 0;
const kFailure = 1;
const kBadUsage = 2;

function complain(message: string): void {
  process.stderr.write(`lectern: ${message}\n`);
}

/** Calls `use` with the open file, or with standard input. @throws FileError */
async function withSource<T>(
  path: string,
  root: string | undefined,
  use: (file: OpenFile) => T,
): Promise<T> {
  if (path === kStandardInput) return use(standardInput());
  return root ? withFileInside(root, path, use) : withFile(path, use);
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
    const read = ({ sizeBytes, modified, chunks }: OpenFile) => {
      const known = modified === undefined ? options : { ...options, modified };
      const open = (host: CoreHost) => new CoreTextReading(host, input, known, { sizeBytes });
      let reading: CoreTextReading | undefined;
      for (const chunk of chunks) {
        reading ??= open(hostFor(core, chunk));
        if (reading.push(chunk) === 'done') break;
      }
      reading ??= open(core);
      return { result: reading.finish(), wantsEncodings: reading.wantsEncodings };
    };
    // Standard input cannot be read a second time.
    if (path === kStandardInput) core.useEncodingTables(await loadEncodingTables());
    const { result, wantsEncodings } = await withSource(path, words.root, read);
    if (!wantsEncodings) return result;
    core.useEncodingTables(await loadEncodingTables());
    return (await withSource(path, words.root, read)).result;
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

/** "file:///a/b%20c" of a path. */
function fileUri(path: string): string {
  return `file://${resolve(path).split('/').map(encodeURIComponent).join('/')}`;
}

function xmlLines(result: ToolResult, path: string): string {
  const { text, media } = toXml(result, path);
  const uris = media.map(({ data, mime_type }) => dataUri({ data, mediaType: mime_type }));
  return [...(text === undefined ? [] : [text]), ...uris].map((line) => `${line}\n`).join('');
}

/** What a result prints to stdout, in a form that a program reads. */
function formatted(path: string, result: ToolResult, { form, callId }: Arguments): string {
  const line = (value: unknown) => `${JSON.stringify(value)}\n`;
  const isNamed = path !== kStandardInput;
  switch (form) {
    case 'xml':
      return xmlLines(result, path);
    case 'anthropic':
      return line(toAnthropic(result, callId));
    case 'openai':
      return line(toOpenAIResponses(result, callId, isNamed ? { filename: path } : {}));
    case 'mcp':
      return line(toMcp(result, isNamed ? { uri: fileUri(path) } : {}));
    default:
      return line(result);
  }
}

async function run(words: Arguments): Promise<number> {
  const protocol = imageProtocol(words.preview);
  const core = new CoreHost(await loadCore());
  let status = kSuccess;
  for (const path of words.files) {
    const result = await readFile(core, path, words);
    if (!result.success) status = kFailure;
    if (words.form !== 'text') {
      process.stdout.write(formatted(path, result, words));
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
  if (words.root && !isDirectory(words.root)) {
    complain(`--root must be a directory that can be opened, got "${words.root}"`);
    return kBadUsage;
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
