/** Compiles only if a program of a user does, with each vendor's SDK; it is never run. */
import type Anthropic from '@anthropic-ai/sdk';
import type { Tool as BedrockTool } from '@aws-sdk/client-bedrock-runtime';
import type { FunctionDeclaration } from '@google/genai';
import type { Tool as McpTool } from '@modelcontextprotocol/sdk/types.js';
import { jsonSchema, tool as toolV7 } from 'ai';
import { jsonSchema as jsonSchemaV5, tool as toolV5 } from 'ai-v5';
import { jsonSchema as jsonSchemaV6, tool as toolV6 } from 'ai-v6';
import type OpenAI from 'openai';

import type { ErrorCode, Reader, ReadInput, ReadTool, ToolResult } from '../../../dist/index.js';
import { toAiSdk5, toAiSdk6, toAiSdk7 } from '../../../dist/wires/index.js';

/** The definition of the tool, for each API. */
export function definitions({ name, description, inputSchema }: ReadTool): unknown[] {
  const anthropic: Anthropic.Tool = { name, description, input_schema: inputSchema };
  const responses: OpenAI.Responses.FunctionTool = {
    type: 'function',
    name,
    description,
    parameters: inputSchema,
    strict: false,
  };
  const chat: OpenAI.ChatCompletionTool = {
    type: 'function',
    function: { name, description, parameters: inputSchema },
  };
  const gemini: FunctionDeclaration = { name, description, parametersJsonSchema: inputSchema };
  const bedrock: BedrockTool = { toolSpec: { name, description, inputSchema: { json: inputSchema } } };
  const mcp: McpTool = { name, description, inputSchema };
  return [anthropic, responses, chat, gemini, bedrock, mcp];
}

/** The tool itself, for the AI SDK. */
export function aiSdkTools(read: ReadTool): unknown[] {
  const { description } = read;
  const execute = (input: unknown, { abortSignal }: { abortSignal?: AbortSignal }) =>
    read.execute(input, { signal: abortSignal });
  return [
    toolV5({
      description,
      inputSchema: jsonSchemaV5(read.inputSchema),
      execute,
      toModelOutput: (output) => toAiSdk5(output),
    }),
    toolV6({
      description,
      inputSchema: jsonSchemaV6(read.inputSchema),
      execute,
      toModelOutput: ({ output }) => toAiSdk6(output),
    }),
    toolV7({
      description,
      inputSchema: jsonSchema(read.inputSchema),
      execute,
      toModelOutput: ({ output }) => toAiSdk7(output),
    }),
  ];
}

/** Inputs as editors complete them, and as models give them. */
export async function calls(read: ReadTool, arguments_: unknown, json: string): Promise<void> {
  // The first signature is the one that editors complete.
  const typed: (input: ReadInput) => Promise<ToolResult> = read.execute;
  await typed({ file_path: 'a.txt', offset: 1 });
  await read.execute(arguments_);
  await read.execute(json);
}

/** Success and failure are told apart. */
export function outcome(result: ToolResult): string {
  if (!result.success) {
    const code: ErrorCode = result.errorCode;
    return `${code}: ${result.error}`;
  }
  // @ts-expect-error there is no code of a success
  const code: ErrorCode = result.errorCode;
  return `${code} ${result.images?.[0]?.mimeType ?? result.content}`;
}

/** A switch over all codes needs no default. */
export function advice(code: ErrorCode): string {
  switch (code) {
    case 'FILE_NOT_FOUND':
    case 'PERMISSION_DENIED':
    case 'IS_DIRECTORY':
    case 'NOT_A_FILE':
    case 'OUTSIDE_ROOT':
      return 'another path';
    case 'IO_ERROR':
      return 'again';
    case 'INVALID_ARGUMENT':
    case 'OUT_OF_RANGE':
      return 'other arguments';
    case 'FILE_TOO_LARGE':
    case 'LIMIT_EXCEEDED':
      return 'less of it';
    case 'CORRUPT_IMAGE':
    case 'CORRUPT_PDF':
    case 'CORRUPT_NOTEBOOK':
    case 'CORRUPT_DOCUMENT':
    case 'CORRUPT_ARCHIVE':
    case 'ENCRYPTED':
    case 'UNSUPPORTED_FORMAT':
    case 'BINARY_FILE':
      return 'another file';
    case 'INTERNAL':
      return 'a report';
  }
}

/** Readers and tools end with their block, in either way. */
export async function ended(make: () => ReadTool, open: () => Promise<Reader>): Promise<string> {
  using tool = make();
  await using other = make();
  using reader = await open();
  await using last = await open();
  const both: (Disposable & AsyncDisposable)[] = [tool, other, reader, last];
  return String(both.length);
}
