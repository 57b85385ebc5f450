/** Results in the shape of each provider's wire, and of older Read tools. */
export { type AiSdkContent, type AiSdkOptions, type AiSdkOutput, toAiSdk } from './ai_sdk.js';
export { type AnthropicContent, type AnthropicToolResult, toAnthropic } from './anthropic.js';
export { type BedrockContent, type BedrockToolResult, toBedrock } from './bedrock.js';
export {
  type GeminiCall,
  type GeminiFunctionResponse,
  type GeminiInlineData,
  toGemini,
} from './gemini.js';
export type { WireCall } from './media.js';
export { type McpContent, type McpResource, type McpToolResult, toMcp } from './mcp.js';
export {
  type AnsweredCall,
  type OpenAIChatContent,
  type OpenAIMediaMessage,
  type OpenAIToolMessage,
  toOpenAIChat,
} from './openai_chat.js';
export {
  type OpenAIFunctionCallOutput,
  type OpenAIResponsesContent,
  toOpenAIResponses,
} from './openai_responses.js';
export {
  type BareMedia,
  createReadImageTool,
  type ReadImageTool,
  type ReadOutput,
  type TaggedImage,
  type TaggedOutput,
  type TaggedPage,
  toDataUri,
  toReadOutput,
  toTaggedJson,
  toToolBlock,
  toXml,
  type WithImages,
  type XmlOutput,
} from './seeds.js';
