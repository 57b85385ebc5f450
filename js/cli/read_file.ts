/** Reading one file, from its name to its result. */
import { toJson } from '../reader/arguments.js';
import { type Answer, converse, drive, type Question } from '../reader/conversation.js';
import { type CoreHost, CoreTrap } from '../reader/core_host.js';
import { loadEncodingTables } from '../reader/encoding_tables.js';
import { internalFailure, loadFailure } from '../reader/failure.js';
import { ModuleLoadError } from '../reader/load_error.js';
import { decodePicture, pictureModuleOf } from '../reader/pictures.js';
import { FileError } from '../fs/types.js';
import type { ReadInput, ReadOptions, ToolResult } from '../types/index.js';
import { type Arguments, kStandardInput } from './command.js';
import { type FileFacts, type OpenFile, standardInput } from './file.js';
import { moduleNamed } from './modules.js';
import { loadedPart } from './parts.js';
import { withPlace } from './places.js';

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

/** The size of a file that is not read, or of the one that holds it: 0 when it cannot be opened. */
async function sizeOf(path: string, words: Arguments, name: string | Buffer): Promise<number> {
  if (path === kStandardInput) return 0;
  try {
    return await withPlace(words.root, name, async ({ facts }) => facts?.size ?? 0);
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    return 0;
  }
}

/** What a read can be told beside the words. */
export interface ReadFileOptions {
  /** What the system is asked for, where that is not the path itself. */
  name?: string | Buffer;
  /** Told the bytes that were handed over, and the size of the file, -1 when nobody knows. */
  onProgress?: ((done: number, size: number) => void) | undefined;
}

function encodingTables(): Promise<Uint8Array> {
  return loadedPart('encodings.js', loadEncodingTables);
}

/** Answers a reading's question about an open file. */
async function answer(
  question: Question,
  file: OpenFile,
  onProgress: ReadFileOptions['onProgress'],
): Promise<Answer> {
  switch (question.kind) {
    case 'bytes': {
      const bytes = file.read(question.from, question.to);
      onProgress?.(question.from + bytes.byteLength, file.sizeBytes);
      return { kind: 'bytes', bytes, atEnd: bytes.byteLength === 0 };
    }
    case 'module':
      return { kind: 'module', host: await moduleNamed(question.name) };
    case 'table':
      return { kind: 'table', bytes: await encodingTables() };
    case 'pixels': {
      const name = pictureModuleOf(question.name);
      return name ? decodePicture(await moduleNamed(name), question) : { kind: 'declined' };
    }
  }
}

function withHint(result: ToolResult, hint: string): ToolResult {
  if (result.success || hint === '') return result;
  return { ...result, content: result.content + hint, error: result.error + hint };
}

/** Reads one file, or standard input; whatever is wrong with the arguments or the file becomes a failed result. */
export async function readFile(
  core: CoreHost,
  path: string,
  words: Arguments,
  { name = path, onProgress }: ReadFileOptions = {},
): Promise<FileRead> {
  const { input, options } = callFor(path, words);
  try {
    const refused = refuseArguments(core, path, words);
    if (refused) {
      const metadata = { ...refused.metadata, sizeBytes: await sizeOf(path, words, name) };
      return { result: { ...refused, metadata } };
    }
    const read = async (file: OpenFile, member = ''): Promise<FileRead> => {
      const { sizeBytes, modified, facts } = file;
      const host = {
        ...options.host,
        ...(modified === undefined ? {} : { modified }),
        ...(member === '' ? {} : { member }),
      };
      const known = { ...options, host };
      const call = { inputJson: toJson(input), optionsJson: toJson(known), sizeBytes };
      // A pipe cannot be read again with the tables that its text turns out to need. Empty files look like pipes.
      if (sizeBytes < 0 && !core.hasEncodings) core.useEncodings(await encodingTables());
      const { result } = await drive(converse(core, call), (question) =>
        answer(question, file, onProgress),
      );
      return { result, facts };
    };
    return path === kStandardInput
      ? await read(standardInput())
      : await withPlace(words.root, name, read);
  } catch (error) {
    if (error instanceof CoreTrap) return { result: internalFailure(error, 0) };
    if (error instanceof ModuleLoadError)
      return { result: loadFailure(error, await sizeOf(path, words, name)) };
    if (!(error instanceof FileError)) throw error;
    if (error.code === 'IS_DIRECTORY') {
      const { readDirectory } = await import('./listing.js');
      const listed = await readDirectory(core, { input, options }, words.root, name);
      if (listed) return { result: listed };
    }
    const result = core.run((instance) => instance.refuseFile(error.code, path));
    // In a batch a directory would be listed for each name that is gone.
    const isAlone = error.code === 'FILE_NOT_FOUND' && words.jobs === 0;
    if (!isAlone) return { result };
    const { nearNames } = await import('./listing.js');
    return { result: withHint(result, await nearNames(core, path, words.root)) };
  }
}
