/** OpenAI's Responses API: the `function_call_output` item. Checked against `openai`. */
import { blocksOf, dataUri, fileNameOf, type WireCall, type WireResult } from './media.js';

/** MIME types of pictures that the API takes. */
const kImageTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'];

/** A piece of a `function_call_output`. */
export type OpenAIResponsesContent =
  | { type: 'input_text'; text: string }
  | { type: 'input_image'; image_url: string; detail: 'auto' }
  | { type: 'input_file'; filename: string; file_data: string };

/** A `function_call_output` item for the next request's input. */
export interface OpenAIFunctionCallOutput {
  /** Tells the item from others. */
  type: 'function_call_output';
  /** The call it answers. */
  call_id: string;
  /** Text, pictures and documents in reading order; never empty. */
  output: OpenAIResponsesContent[];
}

/**
 * A result as a `function_call_output` item. The wire has no mark for a failure: the text says it.
 *
 * @param call - `callId` is the `call_id` of the model's `function_call` item
 * @example
 * ```ts
 * input.push(toOpenAIResponses(await tool.execute(call.arguments), { callId: call.call_id }));
 * ```
 */
export function toOpenAIResponses(
  result: WireResult,
  { callId, filename }: WireCall,
): OpenAIFunctionCallOutput {
  const output = blocksOf(result, kImageTypes).map((block): OpenAIResponsesContent => {
    if (block.type === 'text') return { type: 'input_text', text: block.text };
    if (block.type === 'image')
      return { type: 'input_image', image_url: dataUri(block.image), detail: 'auto' };
    return {
      type: 'input_file',
      filename: fileNameOf(filename),
      file_data: dataUri(block.document),
    };
  });
  return { type: 'function_call_output', call_id: callId, output };
}
