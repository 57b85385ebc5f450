/** Reading one file, from its name to its result. */
import { toJson } from '../reader/arguments.js';
import { type Answer, converse, drive, type Question } from '../reader/conversation.js';
import { type CoreHost, CoreTrap } from '../reader/core_host.js';
import { loadEncodingTables } from '../reader/encoding_tables.js';
import { internalFailure, loadFailure } from '../reader/failure.js';
import { ModuleLoadError } from '../reader/load_error.js';
import { decodePicture, pictureModuleOf } from '../reader/pictures.js';
import { answerFromMemory } from '../reader/sources.js';
import { FileError } from '../fs/types.js';
import type { ReadInput, ReadOptions, ToolResult } from '../types/index.js';
import { type Arguments, kStandardInput } from './command.js';
import { type FileFacts, type OpenFile, standardInput, withFileBelow } from './file.js';
import { directoryBytes, namesAround, withPlace } from './places.js';
import { moduleNamed } from './modules.js';
import { loadedPart } from './parts.js';

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

/** The listing of a directory, or what stands for a member of it. @param bytes its entries, as the core reads them */
async function readDirectory(
  core: CoreHost,
  { input, options }: { input: ReadInput; options: ReadOptions },
  bytes: Uint8Array,
): Promise<ToolResult> {
  const listed = { ...options, host: { ...options.host, directory: true } };
  const call = {
    inputJson: toJson(input),
    optionsJson: toJson(listed),
    sizeBytes: bytes.byteLength,
  };
  const { result } = await drive(converse(core, call), async (question) => {
    if (question.kind === 'bytes') return answerFromMemory(bytes, question.from, question.to);
    if (question.kind === 'module')
      return { kind: 'module', host: await moduleNamed(question.name) };
    return { kind: 'declined' };
  });
  return result;
}

/** What the core writes before the names that may have been meant. */
const kDidYouMean = '\nDid you mean ';

/** A line that asks for files whose names are near that of one that does not exist; '' for none. */
async function nearNames(core: CoreHost, path: string, { root }: Arguments): Promise<string> {
  const slash = path.lastIndexOf('/');
  if (slash === 0 || slash === path.length - 1) return '';
  const isHere = slash < 0;
  const input = { file_path: isHere ? `./${path}` : path };
  const name = path.slice(slash + 1);
  const options = { host: { member: name } };
  const entries = await namesAround(root, isHere ? '.' : path.slice(0, slash), name);
  const { error = '' } = await readDirectory(core, { input, options }, entries);
  const line = error.indexOf(kDidYouMean);
  return line < 0 ? '' : error.slice(line);
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
      const entries = await directoryBytes(words.root, name);
      if (entries) return { result: await readDirectory(core, { input, options }, entries) };
    }
    const result = core.run((instance) => instance.refuseFile(error.code, path));
    // In a batch a directory would be listed for each name that is gone.
    const isAlone = error.code === 'FILE_NOT_FOUND' && words.jobs === 0;
    return { result: isAlone ? withHint(result, await nearNames(core, path, words)) : result };
  }
}
