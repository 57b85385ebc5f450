/** Gemini's `functionResponse`. Checked against `@google/genai`. */
import {
  base64Of,
  blocksOf,
  refusedImages,
  refusedSounds,
  soundsOf,
  textOf,
  type WireCall,
  type WireResult,
} from './media.js';

/** MIME types of pictures that a function response takes; HEIC and HEIF only a prompt does. */
const kImageTypes = ['image/png', 'image/jpeg', 'image/webp'];

/** MIME types of sound that a prompt takes, by those of files. */
const kSoundTypes: Readonly<Record<string, string>> = {
  'audio/wav': 'audio/wav',
  'audio/mpeg': 'audio/mp3',
  'audio/aiff': 'audio/aiff',
  'audio/aac': 'audio/aac',
  'audio/ogg': 'audio/ogg',
  'audio/flac': 'audio/flac',
};

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
 * A result as parts of a content. Models before Gemini 3 get the media as parts beside the response; all get sound there.
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
  const soundTypes = Object.keys(kSoundTypes);
  const blocks = blocksOf(result, kImageTypes, soundTypes);
  const media = blocks.flatMap((block): GeminiInlineData[] => {
    if (block.type === 'text') return [];
    const { mimeType, data } = block.type === 'image' ? block.image : block.document;
    return [{ inlineData: { mimeType, data: base64Of(data) } }];
  });
  const notes = refusedImages(result, kImageTypes).map((line) => `\n${line}`);
  const unheard = refusedSounds(result, soundTypes).map((line) => `\n${line}`);
  const sounds = soundsOf(result, soundTypes).map(({ mimeType, data }): GeminiInlineData => {
    return { inlineData: { mimeType: kSoundTypes[mimeType] ?? mimeType, data } };
  });
  const text = textOf(result) + [...notes, ...unheard].join('');
  const functionResponse = {
    ...(callId === undefined ? {} : { id: callId }),
    name,
    response: result.success ? { output: text } : { error: text },
  };
  if (media.length === 0) return [{ functionResponse }, ...sounds];
  return mediaInResponse
    ? [{ functionResponse: { ...functionResponse, parts: media } }, ...sounds]
    : [{ functionResponse }, ...media, ...sounds];
}
