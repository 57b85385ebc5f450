/** Several files in one call. Each is read by the Read tool and has its own result; all share one budget. */
import { mergeOptions } from '../reader/arguments.js';
import { argumentFailure } from '../reader/failure.js';
import { kLimitDefaults } from '../tool/input_fields.js';
import type { HandleResult } from '../tool/media_handles.js';
import { toolInternalsOf } from '../tool/tool_internals.js';
import type { ExecuteOptions, ReadTool } from '../tool/tool_types.js';
import type {
  BlobResult,
  BytesResult,
  ReadInput,
  ReadOptions,
  ReadProgress,
  ToolResult,
} from '../types/index.js';
import { type FilesInput, type FilesInputSchema, filesSchemaOf, inputsOf } from './files_input.js';
import { fairShares } from './shares.js';

/** Default of `maxFiles`. */
const kMaxFiles = 20;
/** Reads of one call at a time. */
const kMaxReads = 4;

type AnyResult = ToolResult | BytesResult | BlobResult | HandleResult;

/** How a tool for several files is made. */
export interface ReadFilesOptions {
  /** Most files of one call, at least 1; a call for more is refused. @defaultValue 20 */
  maxFiles?: number;
  /** The tool's name. @defaultValue that of the Read tool and `Files`: 'ReadFiles' */
  name?: string;
  /** What the model is told. @defaultValue the Read tool's description, and a line about several files */
  description?: string;
}

/** One file of a call. */
export interface FileResult<Result = ToolResult> {
  /** What was asked of the file. */
  input: ReadInput;
  /** Its result. */
  result: Result;
}

/** What a call for several files gives. */
export interface FilesResult<Result = ToolResult> {
  /** A result for each file, in the order asked for; for an input that names none, the one that refuses it. */
  results: FileResult<Result>[];
  /** Whether anything of what was asked for is missing in any of them. */
  truncated: boolean;
}

/** How far the read of one of the files has come. */
export interface FileProgress extends ReadProgress {
  /** The file's place in the call, from 0. */
  index: number;
}

/** What a host says about one call for several files. */
export interface ExecuteFilesOptions
  extends Pick<ExecuteOptions, 'signal' | 'options' | 'deadlineMs'> {
  /** Called as bytes arrive. */
  onProgress?: ((progress: FileProgress) => void) | undefined;
}

/** A tool that reads several files in one call. */
export interface ReadFilesTool<Result = ToolResult> {
  /** What the model calls it. */
  readonly name: string;
  /** What the model is told. */
  readonly description: string;
  /** JSON Schema of the input: that of the Read tool, with `file_paths` in place of `file_path`. */
  readonly inputSchema: FilesInputSchema;
  /**
   * Reads files, at most four at a time. What their results may hold together is what one result of the Read tool may:
   * `limits.maxContentChars`, `maxTokens` and `maxImages`. Files that need less than an even share leave the rest to the
   * others; of tokens each has an even share. A file that wants more than its share is read twice.
   *
   * @param input - what the model or the host wrote
   * @returns a result for each file, in every case
   * @throws as `execute` of the Read tool does
   */
  execute(input: FilesInput, call?: ExecuteFilesOptions): Promise<FilesResult<Result>>;
  /** The same for what has not been checked: an object, or its JSON text. */
  execute(input: unknown, call?: ExecuteFilesOptions): Promise<FilesResult<Result>>;
}

/** Maps with at most `most` calls at a time; the results keep the order. */
async function mapFew<T, R>(
  items: readonly T[],
  most: number,
  map: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const waiting = items.entries();
  let failed = false;
  const work = async () => {
    for (const [index, item] of waiting) {
      if (failed) return;
      try {
        results[index] = await map(item, index);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, work));
  return results;
}

function charsOf(text: string): number {
  let chars = 0;
  for (const _ of text) chars++;
  return chars;
}

/** What a result takes of a request, in bytes; of a handle, what it will. */
function mediaBytes(result: AnyResult): number {
  const media: readonly object[] = [...(result.images ?? []), ...(result.documents ?? [])];
  return media.reduce<number>((sum, item) => {
    const { data, sizeBytes } = item as { data?: string | Uint8Array | Blob; sizeBytes?: number };
    if (typeof data === 'string') return sum + data.length;
    const bytes = data instanceof Blob ? data.size : (data?.byteLength ?? sizeBytes ?? 0);
    return sum + Math.ceil(bytes / 3) * 4;
  }, 0);
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

/** What is left of one file's result after all have been looked at. */
interface Share {
  /** Options for reading it again; absent when its first result stands. */
  again?: ReadOptions;
  /** Most pictures of it. */
  mostImages: number;
}

/** A file that is a picture has one whatever `maxImages` says: here the others' pictures count, too. */
function withinImages<Result extends AnyResult>(result: Result, most: number): Result {
  const images: readonly unknown[] = result.images ?? [];
  if (images.length <= most) return result;
  const out = images.length - most;
  const line = `(${out === 1 ? 'a picture' : `${out} pictures`} left out: this call may show no more; read the file alone)`;
  const { images: _, parts, ...rest } = result;
  const kept = parts?.filter((part) => part.type === 'text' || part.image < most);
  return {
    ...rest,
    content: `${result.content}\n${line}`,
    ...(most > 0 ? { images: images.slice(0, most) } : {}),
    ...(kept ? { parts: [...kept, { type: 'text', text: `\n${line}` }] } : {}),
  } as Result;
}

function sharesOf(results: readonly AnyResult[], options: ReadOptions): Share[] {
  const { limits = {}, host = {}, provider = 'none' } = options;
  const chars = results.map(({ content }) => charsOf(content));
  const images = results.map((result) => result.images?.length ?? 0);
  const bytes = results.map(mediaBytes);
  // What says why a file cannot be read is not cut.
  const ofFailures = sum(results.map(({ success }, index) => (success ? 0 : (chars[index] ?? 0))));
  const wanted = results.map(({ success }, index) => (success ? (chars[index] ?? 0) : 0));
  const readable = Math.max(1, results.filter(({ success }) => success).length);
  const most = limits.maxContentChars ?? kLimitDefaults.maxContentChars;
  const charShares = fairShares(wanted, Math.max(readable, most - ofFailures));
  const mostImages = limits.maxImages ?? kLimitDefaults.maxImages;
  const imageShares = fairShares(images, mostImages);
  const kept = imageShares.map((share, index) => Math.min(share, images[index] ?? 0));
  return results.map((result, index) => {
    const [ownChars = 0, ownImages = 0, ownBytes = 0] = [chars[index], kept[index], bytes[index]];
    const [charShare = 0, imageShare = 0] = [charShares[index], imageShares[index]];
    const hasMedia = (images[index] ?? 0) > 0 || ownBytes > 0;
    const otherImages = sum(kept) - ownImages;
    const isShared = provider !== 'none' && hasMedia && sum(bytes) > ownBytes;
    const isCut = ownChars > charShare || (images[index] ?? 0) > imageShare;
    if (!result.success || !(isCut || isShared)) return { mostImages: imageShare };
    const again: ReadOptions = {
      limits: {
        ...(ownChars > charShare ? { maxContentChars: Math.max(1, charShare) } : {}),
        ...((images[index] ?? 0) > imageShare ? { maxImages: imageShare } : {}),
      },
      ...(isShared
        ? {
            host: {
              imagesInRequest: (host.imagesInRequest ?? 0) + otherImages,
              bytesInRequest: (host.bytesInRequest ?? 0) + sum(bytes) - ownBytes,
            },
          }
        : {}),
    };
    return { again, mostImages: imageShare };
  });
}

/** The part of `maxTokens` that each of `count` files has. */
function tokenShare(options: ReadOptions, count: number): ReadOptions {
  const maxTokens = options.limits?.maxTokens;
  if (maxTokens === undefined || !(maxTokens >= 1)) return {};
  return { limits: { maxTokens: Math.max(1, Math.floor(maxTokens / count)) } };
}

/**
 * Makes a tool that reads several files in one call, for hosts that want one; the Read tool stays as it is, and its model
 * sees nothing of this. `onRead` of the Read tool is called for each read, so twice for a file that is read again with its
 * share.
 *
 * @param tool - the Read tool; it stays the caller's
 * @throws TypeError when an option has the wrong type
 * @example
 * ```ts
 * const files = createReadFilesTool(tool);
 * const { results } = await files.execute({ file_paths: ['/notes.txt', '/notes.txt'], limit: 10 });
 * ```
 */
export function createReadFilesTool<Result extends AnyResult = ToolResult>(
  tool: ReadTool<Result>,
  { maxFiles = kMaxFiles, name, description }: ReadFilesOptions = {},
): ReadFilesTool<Result> {
  if (!(Number.isSafeInteger(maxFiles) && maxFiles >= 1))
    throw new TypeError(`maxFiles must be a whole number of at least 1, got ${maxFiles}`);
  const ofTool = toolInternalsOf(tool)?.readOptions ?? {};
  return {
    name: name ?? `${tool.name}Files`,
    description:
      description ??
      `${tool.description}\n- file_paths names up to ${maxFiles} files; what one call shows is shared among them.`,
    inputSchema: filesSchemaOf(tool.inputSchema, maxFiles),
    async execute(asked: unknown, call: ExecuteFilesOptions = {}) {
      const listed = inputsOf(asked, maxFiles);
      if ('error' in listed) {
        const refusal = { input: { file_path: '' }, result: argumentFailure(listed.error) };
        return { results: [refusal as never as FileResult<Result>], truncated: false };
      }
      const { inputs } = listed;
      const { onProgress, options, ...others } = call;
      const first = mergeOptions(
        options ?? {},
        tokenShare(mergeOptions(ofTool, options ?? {}), inputs.length),
      );
      const read = (input: unknown, index: number, over: ReadOptions) =>
        tool.execute(input, {
          ...others,
          options: over,
          ...(onProgress ? { onProgress: (progress) => onProgress({ ...progress, index }) } : {}),
        });
      const results = await mapFew(inputs, kMaxReads, (input, index) => read(input, index, first));
      const shares = sharesOf(results, mergeOptions(ofTool, options ?? {}));
      const final = await mapFew(results, kMaxReads, async (result, index) => {
        const { again, mostImages = 0 } = shares[index] ?? {};
        const last = again ? await read(inputs[index], index, mergeOptions(first, again)) : result;
        return withinImages(last, mostImages);
      });
      return {
        results: final.map((result, index) => ({ input: inputs[index] as ReadInput, result })),
        truncated: final.some(({ truncated }) => truncated),
      };
    },
  };
}
