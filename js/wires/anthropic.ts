/** Anthropic's Messages API: the `tool_result` block. Checked against `@anthropic-ai/sdk`. */
import { base64Of, blocksOf, type WireCall, type WireResult } from './media.js';

/** MIME types of pictures that the API takes. */
const kImageTypes = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'] as const;

/** A piece of a `tool_result`. */
export type AnthropicContent =
  | { type: 'text'; text: string }
  | {
      type: 'image';
      source: { type: 'base64'; media_type: (typeof kImageTypes)[number]; data: string };
    }
  | { type: 'document'; source: { type: 'base64'; media_type: 'application/pdf'; data: string } };

/** A `tool_result` block for the next user message. */
export interface AnthropicToolResult {
  /** Tells the block from others. */
  type: 'tool_result';
  /** The call it answers. */
  tool_use_id: string;
  /** Whether the read failed. */
  is_error?: boolean;
  /** Text, pictures and documents in reading order; never empty. */
  content: AnthropicContent[];
}

/**
 * A result as a `tool_result` block.
 *
 * @param call - `callId` is the `id` of the model's `tool_use` block
 * @example
 * ```ts
 * messages.push({ role: 'user', content: [toAnthropic(await tool.execute(call.input), { callId: call.id })] });
 * ```
 */
export function toAnthropic(result: WireResult, { callId }: WireCall): AnthropicToolResult {
  const content = blocksOf(result, kImageTypes).map((block): AnthropicContent => {
    if (block.type === 'text') return block;
    if (block.type === 'document') {
      const source = {
        type: 'base64',
        media_type: 'application/pdf',
        data: base64Of(block.document.data),
      } as const;
      return { type: 'document', source };
    }
    const media_type = block.image.mimeType as (typeof kImageTypes)[number];
    return {
      type: 'image',
      source: { type: 'base64', media_type, data: base64Of(block.image.data) },
    };
  });
  return {
    type: 'tool_result',
    tool_use_id: callId,
    ...(result.success ? {} : { is_error: true }),
    content,
  };
}
