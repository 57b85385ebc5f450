/** Reading one file, from its name to its result. */
import { toJson } from '../reader/arguments.js';
import { type CoreHost, CoreTrap } from '../reader/core_host.js';
import { loadEncodingTables } from '../reader/encoding_tables.js';
import { internalFailure } from '../reader/failure.js';
import { FileError } from '../fs/types.js';
import { CoreTextReading } from '../reader/text_reading.js';
import type { ReadInput, ReadOptions, ToolResult } from '../types/index.js';
import { type Arguments, kStandardInput } from './command.js';
import { type FileFacts, type OpenFile, standardInput, withFileBelow } from './file.js';
import { hostFor } from './pdf.js';

/** One read. */
export interface FileRead {
  result: ToolResult;
  /** Of the file that was read; absent when it could not be. */
  facts?: FileFacts | undefined;
}

/** The words as the core takes them. It checks what they hold. */
function callFor(path: string, words: Arguments): { input: ReadInput; options: ReadOptions } {
  return {
    input: { ...words.input, file_path: path } as ReadInput,
    options: words.options as ReadOptions,
  };
}

/** What is wrong with the words whatever the file, if anything is. */
export function checkArguments(core: CoreHost, words: Arguments): ToolResult | undefined {
  return refuseArguments(core, 'file', words);
}

function refuseArguments(core: CoreHost, path: string, words: Arguments): ToolResult | undefined {
  const { input, options } = callFor(path, words);
  const [inputJson, optionsJson] = [toJson(input), toJson(options)];
  return core.run((instance) => instance.refuseArguments(inputJson, optionsJson));
}

/** The size of a file that is not read: 0 when it cannot be opened. */
async function sizeOf(path: string, words: Arguments, name: string | Buffer): Promise<number> {
  if (path === kStandardInput) return 0;
  try {
    return await withFileBelow(words.root, name, ({ facts }) => facts?.size ?? 0);
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    return 0;
  }
}

/**
 * Reads one file, or standard input; whatever is wrong with the arguments or the file becomes a failed result.
 *
 * @param name - what the system is asked for, where that is not the path itself
 */
export async function readFile(
  core: CoreHost,
  path: string,
  words: Arguments,
  name: string | Buffer = path,
): Promise<FileRead> {
  const { input, options } = callFor(path, words);
  try {
    const refused = refuseArguments(core, path, words);
    if (refused) {
      const metadata = { ...refused.metadata, size: await sizeOf(path, words, name) };
      return { result: { ...refused, metadata } };
    }
    const read = ({ sizeBytes, modified, facts, chunks }: OpenFile) => {
      const known = modified === undefined ? options : { ...options, modified };
      const open = (host: CoreHost) => new CoreTextReading(host, input, known, { sizeBytes });
      let reading: CoreTextReading | undefined;
      for (const chunk of chunks) {
        reading ??= open(hostFor(core, chunk));
        if (reading.push(chunk) === 'done') break;
      }
      reading ??= open(core);
      return { result: reading.finish(), facts, wantsEncodings: reading.wantsEncodings };
    };
    const readSource = async () =>
      path === kStandardInput ? read(standardInput()) : withFileBelow(words.root, name, read);
    // Standard input cannot be read a second time.
    if (path === kStandardInput) core.useEncodingTables(await loadEncodingTables());
    const first = await readSource();
    if (!first.wantsEncodings) return first;
    core.useEncodingTables(await loadEncodingTables());
    return await readSource();
  } catch (error) {
    if (error instanceof CoreTrap) return { result: internalFailure(error, 0) };
    if (!(error instanceof FileError)) throw error;
    return { result: core.run((instance) => instance.refuseFile(error.code, path)) };
  }
}
