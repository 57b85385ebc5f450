/** Compiles only if each wire's output is what the vendor's own SDK takes; it is never run. */
import type Anthropic from '@anthropic-ai/sdk';
import type { ContentBlock } from '@aws-sdk/client-bedrock-runtime';
import type { Part } from '@google/genai';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { Tool as ToolV7 } from 'ai';
import type { Tool as ToolV5 } from 'ai-v5';
import type { Tool as ToolV6 } from 'ai-v6';
import type OpenAI from 'openai';

import type { ToolResult } from '../../../dist/types/index.js';
import {
  toAiSdk5,
  toAiSdk6,
  toAiSdk7,
  toAnthropic,
  toBedrock,
  toGemini,
  toMcp,
  toOpenAIChat,
  toOpenAIResponses,
} from '../../../dist/wires/index.js';

type OutputOf<Tool> = Tool extends { toModelOutput?: (...args: never[]) => infer Output } ? Awaited<Output> : never;

export function check(result: ToolResult): void {
  const anthropic: Anthropic.ToolResultBlockParam = toAnthropic(result, { callId: 'id' });
  const responses: OpenAI.Responses.ResponseInputItem.FunctionCallOutput = toOpenAIResponses(result, { callId: 'id' });
  const chat: OpenAI.ChatCompletionMessageParam[] = toOpenAIChat([{ callId: 'id', result }]);
  const gemini: Part[] = toGemini(result, { name: 'Read' });
  const bedrock: ContentBlock = toBedrock(result, { callId: 'id' });
  const mcp: CallToolResult = toMcp(result);
  const v5: OutputOf<ToolV5> = toAiSdk5(result);
  const v6: OutputOf<ToolV6> = toAiSdk6(result);
  const v7: OutputOf<ToolV7> = toAiSdk7(result);
  void [anthropic, responses, chat, gemini, bedrock, mcp, v5, v6, v7];
}

/** The types above are no `any`: none of them takes a number. */
export function checkTypesAreReal(): void {
  // @ts-expect-error
  const anthropic: Anthropic.ToolResultBlockParam = 1;
  // @ts-expect-error
  const responses: OpenAI.Responses.ResponseInputItem.FunctionCallOutput = 1;
  // @ts-expect-error
  const chat: OpenAI.ChatCompletionMessageParam[] = 1;
  // @ts-expect-error
  const gemini: Part[] = 1;
  // @ts-expect-error
  const bedrock: ContentBlock = 1;
  // @ts-expect-error
  const mcp: CallToolResult = 1;
  // @ts-expect-error
  const v5: OutputOf<ToolV5> = 1;
  // @ts-expect-error
  const v6: OutputOf<ToolV6> = 1;
  // @ts-expect-error
  const v7: OutputOf<ToolV7> = 1;
  void [anthropic, responses, chat, gemini, bedrock, mcp, v5, v6, v7];
}
