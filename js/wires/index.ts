/** Results in the shape of each provider's wire. */
export { type AiSdkContent, type AiSdkOutput, toAiSdk5, toAiSdk6, toAiSdk7 } from './ai_sdk.js';
export { type AnthropicContent, type AnthropicToolResult, toAnthropic } from './anthropic.js';
export { type BedrockContent, type BedrockToolResult, toBedrock } from './bedrock.js';
export {
  type GeminiCall,
  type GeminiFunctionResponse,
  type GeminiInlineData,
  toGemini,
} from './gemini.js';
export { dataUri as toDataUri, type WireCall, type WireResult } from './media.js';
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
export { type OpenSchema, toOpenSchema } from './standard_schema.js';
