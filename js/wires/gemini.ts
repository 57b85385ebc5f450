/** Gemini's `functionResponse`. Checked against `@google/genai`. */
import { base64Of, blocksOf, textOf, type WireCall, type WireResult } from './media.js';

/** MIME types of pictures that a function response takes; HEIC and HEIF only a prompt does. */
const kImageTypes = ['image/png', 'image/jpeg', 'image/webp'];

/** Bytes in a request. */
export interface GeminiInlineData {
  /** What they are. */
  inlineData: { mimeType: string; data: string };
}

/** A part of the next user content. */
export interface GeminiFunctionResponse {
  /** The answer. */
  functionResponse: {
    id?: string;
    name: string;
    response: { output: string } | { error: string };
    parts?: GeminiInlineData[];
  };
}

/** What the wire wants to know beside the result: `callId` is the `id` of the model's function call, if it has one. */
export interface GeminiCall extends Omit<WireCall, 'callId'> {
  /** `name` of the model's function call. */
  name: string;
  /** `id` of the model's function call, if it has one. */
  callId?: string | undefined;
  /** Whether the model takes media inside of a function response; models before Gemini 3 do not. @defaultValue true */
  mediaInResponse?: boolean;
}

/**
 * A result as parts of a content. Models before Gemini 3 get the media as parts beside the response.
 *
 * @example
 * ```ts
 * const parts = toGemini(await tool.execute(call.args), { name: call.name, callId: call.id });
 * contents.push({ role: 'user', parts });
 * ```
 */
export function toGemini(
  result: WireResult,
  { name, callId, mediaInResponse = true }: GeminiCall,
): (GeminiFunctionResponse | GeminiInlineData)[] {
  const blocks = blocksOf(result, kImageTypes);
  const media = blocks.flatMap((block): GeminiInlineData[] => {
    if (block.type === 'text') return [];
    const { mimeType, data } = block.type === 'image' ? block.image : block.document;
    return [{ inlineData: { mimeType, data: base64Of(data) } }];
  });
  const leftOut = (result.images ?? []).filter(({ mimeType }) => !kImageTypes.includes(mimeType));
  const notes = leftOut.map(
    ({ mimeType }) => `\n(picture left out: ${mimeType} is not accepted here)`,
  );
  const text = textOf(result) + notes.join('');
  const functionResponse = {
    ...(callId === undefined ? {} : { id: callId }),
    name,
    response: result.success ? { output: text } : { error: text },
  };
  if (media.length === 0) return [{ functionResponse }];
  return mediaInResponse
    ? [{ functionResponse: { ...functionResponse, parts: media } }]
    : [{ functionResponse }, ...media];
}
