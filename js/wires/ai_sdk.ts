/**
 * The AI SDK (`ai`): what `toModelOutput` of a tool gives. Its major versions differ, and take another's output for
 * text: the version is in the function's name. Checked against versions 5, 6 and 7.
 */
import {
  base64Of,
  type Block,
  blocksOf,
  fileNameOf,
  textOf,
  type WireCall,
  type WireResult,
} from './media.js';

/** A piece of an output, by the SDK's major version. */
export type AiSdkContent<Version extends 5 | 6 | 7> =
  | { type: 'text'; text: string }
  | {
      5: { type: 'media'; data: string; mediaType: string };
      6:
        | { type: 'image-data'; data: string; mediaType: string }
        | { type: 'file-data'; data: string; mediaType: string; filename?: string };
      7: {
        type: 'file';
        data: { type: 'data'; data: string };
        mediaType: string;
        filename?: string;
      };
    }[Version];

/** What `toModelOutput` gives. */
export type AiSdkOutput<Version extends 5 | 6 | 7> =
  | { type: 'content'; value: AiSdkContent<Version>[] }
  | { type: 'error-text'; value: string };

function mediaPart(
  media:
    | Extract<Block, { type: 'image' }>['image']
    | Extract<Block, { type: 'document' }>['document'],
  version: 5 | 6 | 7,
  filename: string | undefined,
): AiSdkContent<5> | AiSdkContent<6> | AiSdkContent<7> {
  const { mimeType: mediaType } = media;
  const data = base64Of(media.data);
  const naming = filename === undefined ? {} : { filename };
  if (version === 5) return { type: 'media', data, mediaType };
  if (version === 7) return { type: 'file', data: { type: 'data', data }, mediaType, ...naming };
  return filename === undefined
    ? { type: 'image-data', data, mediaType }
    : { type: 'file-data', data, mediaType, ...naming };
}

function outputFor<Version extends 5 | 6 | 7>(
  version: Version,
  result: WireResult,
  { filename }: Partial<WireCall>,
): AiSdkOutput<Version> {
  // In version 5 `toModelOutput` has the output itself, later the output is a field of what it has.
  if (typeof result?.content !== 'string') {
    const hint =
      version === 5 ? '(output) => toAiSdk5(output)' : `({ output }) => toAiSdk${version}(output)`;
    throw new TypeError(
      `toAiSdk${version} wants a result of the Read tool: toModelOutput: ${hint}`,
    );
  }
  if (!result.success) return { type: 'error-text', value: textOf(result) };
  const images = result.images ?? [];
  const value = blocksOf(
    result,
    images.map(({ mimeType }) => mimeType),
  ).map((block) => {
    if (block.type === 'text') return block;
    if (block.type === 'image') return mediaPart(block.image, version, undefined);
    return mediaPart(block.document, version, fileNameOf(filename));
  });
  return { type: 'content', value: value as AiSdkContent<Version>[] };
}

/** A result as the output for the model, for version 5 of `ai`: `toModelOutput: (output) => toAiSdk5(output)`. */
export function toAiSdk5(result: WireResult, call: Partial<WireCall> = {}): AiSdkOutput<5> {
  return outputFor(5, result, call);
}

/** The same for version 6: `toModelOutput: ({ output }) => toAiSdk6(output)`. */
export function toAiSdk6(result: WireResult, call: Partial<WireCall> = {}): AiSdkOutput<6> {
  return outputFor(6, result, call);
}

/**
 * The same for version 7.
 *
 * @example
 * ```ts
 * import { jsonSchema, tool } from 'ai';
 *
 * const read = tool({
 *   description: reader.description,
 *   inputSchema: jsonSchema(reader.inputSchema),
 *   execute: (input, { abortSignal }) => reader.execute(input, { signal: abortSignal }),
 *   toModelOutput: ({ output }) => toAiSdk7(output),
 * });
 * ```
 */
export function toAiSdk7(result: WireResult, call: Partial<WireCall> = {}): AiSdkOutput<7> {
  return outputFor(7, result, call);
}
