/** The AI SDK (`ai`): what `toModelOutput` of a tool gives. Checked against versions 5, 6 and 7. */
import type { ToolResult } from '../types/index.js';
import { blocksOf, fileNameOf, textOf, type WireCall } from './media.js';

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

/** What the wire wants to know beside the result. */
export interface AiSdkOptions<Version extends 5 | 6 | 7> extends Partial<WireCall> {
  /** Major version of `ai`. @defaultValue 7 */
  version?: Version;
}

function mediaPart(
  media: { data: string; mimeType: string },
  version: 5 | 6 | 7,
  filename: string | undefined,
): AiSdkContent<5> | AiSdkContent<6> | AiSdkContent<7> {
  const { data, mimeType: mediaType } = media;
  const naming = filename === undefined ? {} : { filename };
  if (version === 5) return { type: 'media', data, mediaType };
  if (version === 7) return { type: 'file', data: { type: 'data', data }, mediaType, ...naming };
  return filename === undefined
    ? { type: 'image-data', data, mediaType }
    : { type: 'file-data', data, mediaType, ...naming };
}

/**
 * A result as the output for the model.
 *
 * @example
 * ```ts
 * import { jsonSchema, tool } from 'ai';
 *
 * const read = tool({
 *   description: reader.description,
 *   inputSchema: jsonSchema(reader.inputSchema),
 *   execute: (input, { abortSignal }) => reader.execute(input, { signal: abortSignal }),
 *   toModelOutput: ({ output }) => toAiSdk(output),
 * });
 * ```
 */
export function toAiSdk<Version extends 5 | 6 | 7 = 7>(
  result: ToolResult,
  options: AiSdkOptions<Version> = {},
): AiSdkOutput<Version> {
  if (!result.success) return { type: 'error-text', value: textOf(result) };
  const version = options.version ?? 7;
  const images = result.images ?? [];
  const value = blocksOf(
    result,
    images.map(({ mimeType }) => mimeType),
  ).map((block) => {
    if (block.type === 'text') return block;
    if (block.type === 'image') return mediaPart(block.image, version, undefined);
    return mediaPart(block.document, version, fileNameOf(options.filename));
  });
  return { type: 'content', value: value as AiSdkContent<Version>[] };
}
