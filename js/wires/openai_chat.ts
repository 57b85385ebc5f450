/**
 * OpenAI's Chat Completions API, whose tool messages carry text only: media go into a user message that follows. Checked
 * against `openai`.
 */
import {
  blocksOf,
  dataUri,
  fileNameOf,
  refusedImages,
  refusedSounds,
  soundsOf,
  textOf,
  type WireCall,
  type WireResult,
} from './media.js';

/** MIME types of pictures that the API takes. */
const kImageTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'];

/** The API's names for the sound that it takes. */
const kSoundFormats: Readonly<Record<string, 'wav' | 'mp3'>> = {
  'audio/wav': 'wav',
  'audio/mpeg': 'mp3',
};
const kSoundTypes = Object.keys(kSoundFormats);

/** The message that answers a call. */
export interface OpenAIToolMessage {
  /** Whose message it is. */
  role: 'tool';
  /** The call it answers. */
  tool_call_id: string;
  /** The text. */
  content: string;
}

/** A piece of a user message. */
export type OpenAIChatContent =
  | { type: 'text'; text: string }
  | { type: 'image_url'; image_url: { url: string } }
  | { type: 'file'; file: { filename: string; file_data: string } }
  | { type: 'input_audio'; input_audio: { data: string; format: 'wav' | 'mp3' } };

/** The message with what the tool message cannot carry. */
export interface OpenAIMediaMessage {
  /** Whose message it is. */
  role: 'user';
  /** A line that says where they come from, and the media. */
  content: OpenAIChatContent[];
}

/** A model's call and its result. */
export interface AnsweredCall extends WireCall {
  /** What the tool gave. */
  result: WireResult;
}

function mediaContent({ callId, result, filename }: AnsweredCall): OpenAIChatContent[] {
  const media = blocksOf(result, kImageTypes).flatMap((block): OpenAIChatContent[] => {
    if (block.type === 'image')
      return [{ type: 'image_url', image_url: { url: dataUri(block.image) } }];
    if (block.type === 'text') return [];
    return [
      {
        type: 'file',
        file: { filename: fileNameOf(filename), file_data: dataUri(block.document) },
      },
    ];
  });
  const sounds = soundsOf(result, kSoundTypes).map(({ data, mimeType }): OpenAIChatContent => {
    return { type: 'input_audio', input_audio: { data, format: kSoundFormats[mimeType] ?? 'wav' } };
  });
  const all = [...media, ...sounds];
  if (all.length === 0) return [];
  const what = sounds.length > 0 ? 'Media' : 'Pictures and documents';
  return [{ type: 'text', text: `${what} of tool call ${callId}:` }, ...all];
}

/**
 * Results as messages: all tool messages first, as the API demands, then one user message with the media, if any.
 *
 * @param calls - all calls of the assistant's message, in its order
 * @example
 * ```ts
 * const answered = await Promise.all(calls.map(async (call) => ({
 *   callId: call.id,
 *   result: await tool.execute(call.function.arguments),
 * })));
 * messages.push(...toOpenAIChat(answered));
 * ```
 */
export function toOpenAIChat(
  calls: readonly AnsweredCall[],
): (OpenAIToolMessage | OpenAIMediaMessage)[];
/** The same for the only call of a message. */
export function toOpenAIChat(
  result: WireResult,
  call: WireCall,
): (OpenAIToolMessage | OpenAIMediaMessage)[];
export function toOpenAIChat(
  answered: readonly AnsweredCall[] | WireResult,
  call?: WireCall,
): (OpenAIToolMessage | OpenAIMediaMessage)[] {
  const calls: readonly AnsweredCall[] =
    'success' in answered ? [{ ...(call as WireCall), result: answered }] : answered;
  const answers = calls.map(({ callId, result }): OpenAIToolMessage => {
    const leftOut = [...refusedImages(result, kImageTypes), ...refusedSounds(result, kSoundTypes)];
    return { role: 'tool', tool_call_id: callId, content: [textOf(result), ...leftOut].join('\n') };
  });
  const content = calls.flatMap(mediaContent);
  return content.length === 0 ? answers : [...answers, { role: 'user', content }];
}
