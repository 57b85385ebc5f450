/** What a batch keeps of a read. */
import type { CoreHost } from '../reader/core_host.js';
import type { ToolResult } from '../types/index.js';
import type { Arguments } from './arguments.js';
import { type ByteText, toBuffer, toText } from './bytes.js';
import type { FileFacts } from './file.js';
import { manifestLine } from './manifest.js';
import { formatted } from './output.js';
import { readFile } from './read_file.js';

/** One file of a batch. */
export interface Reading {
  /** For stdout. */
  line: string;
  /** For the manifest. */
  entry: string;
  success: boolean;
  /** Of the file that was read. */
  bytes: number;
}

/** @param facts - of the file that was read, if it could be */
export function makeReading(
  path: string,
  result: ToolResult,
  words: Arguments,
  facts?: FileFacts,
): Reading {
  const text = formatted(path, result, words).slice(0, -1);
  return {
    line: `{"file_path":${JSON.stringify(path)},"result":${text}}\n`,
    entry: manifestLine(path, result, facts),
    success: result.success,
    bytes: facts?.size ?? 0,
  };
}

/** Reads a file of a batch. */
export async function readForBatch(
  core: CoreHost,
  path: ByteText,
  words: Arguments,
): Promise<Reading> {
  const text = toText(path);
  const { result, facts } = await readFile(core, text, words, words.root ? text : toBuffer(path));
  return makeReading(text, result, words, facts);
}
