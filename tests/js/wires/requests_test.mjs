// What leaves each vendor's own SDK, compared with a golden request. `LECTERN_UPDATE_GOLDEN=1` writes them.

import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';

import Anthropic from '@anthropic-ai/sdk';
import { BedrockRuntimeClient, ConverseCommand } from '@aws-sdk/client-bedrock-runtime';
import { GoogleGenAI } from '@google/genai';
import {
  generateText as generateTextV7,
  jsonSchema as jsonSchemaV7,
  stepCountIs as stepCountIsV7,
  tool as toolV7,
} from 'ai';
import { MockLanguageModelV4 } from 'ai/test';
import {
  generateText as generateTextV5,
  jsonSchema as jsonSchemaV5,
  stepCountIs as stepCountIsV5,
  tool as toolV5,
} from 'ai-v5';
import { MockLanguageModelV2 } from 'ai-v5/test';
import {
  generateText as generateTextV6,
  jsonSchema as jsonSchemaV6,
  stepCountIs as stepCountIsV6,
  tool as toolV6,
} from 'ai-v6';
import { MockLanguageModelV3 } from 'ai-v6/test';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import OpenAI from 'openai';

import {
  toAiSdk5,
  toAiSdk6,
  toAiSdk7,
  toAnthropic,
  toBedrock,
  toGemini,
  toOpenAIChat,
  toOpenAIResponses,
} from '../../../dist/wires/index.js';
import { fakeServer } from './fake_server.mjs';
import { kResults } from './results.mjs';

const kAiSdk = { 5: toAiSdk5, 6: toAiSdk6, 7: toAiSdk7 };
const kGolden = new URL('golden/', import.meta.url);

function expectGolden(name, value) {
  const file = new URL(`${name}.json`, kGolden);
  const text = `${JSON.stringify(value, null, 2)}\n`;
  if (process.env.LECTERN_UPDATE_GOLDEN) {
    mkdirSync(kGolden, { recursive: true });
    writeFileSync(file, text);
  }
  assert.ok(existsSync(file), `no golden request ${name}`);
  assert.deepEqual(JSON.parse(text), JSON.parse(readFileSync(file, 'utf8')));
}

/** Sends every result with `send` and compares what arrived. */
async function expectRequests(name, answer, send) {
  const server = await fakeServer(answer);
  try {
    for (const [kind, result] of Object.entries(kResults)) {
      await send(server.url, result);
      const { path, body } = server.requests.at(-1);
      expectGolden(`${name}_${kind}`, { path, body });
    }
  } finally {
    server.close();
  }
}

test('Anthropic Messages', async () => {
  const answer = () => ({
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'claude',
    content: [{ type: 'text', text: 'ok' }],
    stop_reason: 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: 1, output_tokens: 1 },
  });
  await expectRequests('anthropic', answer, async (baseURL, result) => {
    const client = new Anthropic({ baseURL, apiKey: 'none', maxRetries: 0 });
    await client.messages.create({
      model: 'claude',
      max_tokens: 10,
      messages: [
        { role: 'user', content: 'read it' },
        {
          role: 'assistant',
          content: [{ type: 'tool_use', id: 'call_1', name: 'Read', input: { file_path: 'a' } }],
        },
        { role: 'user', content: [toAnthropic(result, { callId: 'call_1' })] },
      ],
    });
  });
});

test('OpenAI Responses', async () => {
  const answer = () => ({ id: 'resp_1', object: 'response', status: 'completed', output: [] });
  await expectRequests('openai_responses', answer, async (baseURL, result) => {
    const client = new OpenAI({ baseURL, apiKey: 'none', maxRetries: 0 });
    const call = {
      type: 'function_call',
      call_id: 'call_1',
      name: 'Read',
      arguments: '{"file_path":"a"}',
    };
    const output = toOpenAIResponses(result, { callId: 'call_1', filename: 'docs/a.pdf' });
    await client.responses.create({ model: 'gpt', input: [call, output] });
  });
});

test('OpenAI Chat Completions', async () => {
  const answer = () => ({
    id: 'chat_1',
    object: 'chat.completion',
    choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'ok' } }],
  });
  await expectRequests('openai_chat', answer, async (baseURL, result) => {
    const client = new OpenAI({ baseURL, apiKey: 'none', maxRetries: 0 });
    const call = (id) => ({
      id,
      type: 'function',
      function: { name: 'Read', arguments: '{"file_path":"a"}' },
    });
    const calls = [
      { callId: 'call_1', result, filename: 'a.pdf' },
      { callId: 'call_2', result: kResults.text },
    ];
    const assistant = { role: 'assistant', tool_calls: [call('call_1'), call('call_2')] };
    await client.chat.completions.create({
      model: 'gpt',
      messages: [assistant, ...toOpenAIChat(calls)],
    });
  });
});

for (const [name, mediaInResponse] of [
  ['gemini', true],
  ['gemini_older', false],
]) {
  test(`Gemini, media ${mediaInResponse ? 'inside of' : 'beside'} the response`, async () => {
    const answer = () => ({
      candidates: [{ content: { role: 'model', parts: [{ text: 'ok' }] } }],
    });
    await expectRequests(name, answer, async (baseUrl, result) => {
      const client = new GoogleGenAI({ apiKey: 'none', httpOptions: { baseUrl } });
      const functionCall = { id: 'call_1', name: 'Read', args: { file_path: 'a' } };
      await client.models.generateContent({
        model: 'gemini',
        contents: [
          { role: 'model', parts: [{ functionCall }] },
          {
            role: 'user',
            parts: toGemini(result, { name: 'Read', callId: 'call_1', mediaInResponse }),
          },
        ],
      });
    });
  });
}

test('Bedrock Converse', async () => {
  const answer = () => ({
    output: { message: { role: 'assistant', content: [{ text: 'ok' }] } },
    stopReason: 'end_turn',
    usage: { inputTokens: 1, outputTokens: 1, totalTokens: 2 },
    metrics: { latencyMs: 1 },
  });
  await expectRequests('bedrock', answer, async (endpoint, result) => {
    const credentials = { accessKeyId: 'none', secretAccessKey: 'none' };
    // HTTP/1.1: the SDK's own handler speaks HTTP/2 only.
    const requestHandler = new NodeHttpHandler();
    const client = new BedrockRuntimeClient({
      endpoint,
      region: 'us-east-1',
      credentials,
      maxAttempts: 1,
      requestHandler,
    });
    await client.send(
      new ConverseCommand({
        modelId: 'model',
        messages: [
          { role: 'user', content: [{ text: 'read it' }] },
          {
            role: 'assistant',
            content: [
              { toolUse: { toolUseId: 'call_1', name: 'Read', input: { file_path: 'a' } } },
            ],
          },
          {
            role: 'user',
            content: [
              toBedrock(result, { callId: 'call_1', filename: 'docs/Report: März (2).pdf' }),
            ],
          },
        ],
      }),
    );
    client.destroy();
  });
});

/** The tool messages that a model is given by `generateText`, after it has called the tool once. */
async function promptOf(
  { generateText, jsonSchema, stepCountIs, tool, Model, finishReason, usage, version },
  result,
) {
  const toolCall = {
    type: 'tool-call',
    toolCallId: 'call_1',
    toolName: 'Read',
    input: '{"file_path":"a"}',
  };
  const answers = [
    { content: [toolCall], finishReason: finishReason('tool-calls'), usage, warnings: [] },
    {
      content: [{ type: 'text', text: 'ok' }],
      finishReason: finishReason('stop'),
      usage,
      warnings: [],
    },
  ];
  const prompts = [];
  const model = new Model({
    doGenerate: async ({ prompt }) => {
      prompts.push(prompt);
      return answers[prompts.length - 1];
    },
  });
  const Read = tool({
    inputSchema: jsonSchema({ type: 'object', properties: { file_path: { type: 'string' } } }),
    execute: async () => result,
    toModelOutput: (given) =>
      kAiSdk[version](version === 5 ? given : given.output, { filename: 'a.pdf' }),
  });
  await generateText({ model, tools: { Read }, stopWhen: stepCountIs(3), prompt: 'read it' });
  return prompts.at(-1).filter(({ role }) => role === 'tool');
}

const kAiSdks = {
  5: {
    generateText: generateTextV5,
    jsonSchema: jsonSchemaV5,
    stepCountIs: stepCountIsV5,
    tool: toolV5,
    Model: MockLanguageModelV2,
    finishReason: (reason) => reason,
    usage: { inputTokens: 1, outputTokens: 1, totalTokens: 2 },
  },
  6: {
    generateText: generateTextV6,
    jsonSchema: jsonSchemaV6,
    stepCountIs: stepCountIsV6,
    tool: toolV6,
    Model: MockLanguageModelV3,
  },
  7: {
    generateText: generateTextV7,
    jsonSchema: jsonSchemaV7,
    stepCountIs: stepCountIsV7,
    tool: toolV7,
    Model: MockLanguageModelV4,
  },
};

for (const [version, sdk] of Object.entries(kAiSdks)) {
  test(`AI SDK ${version}`, async () => {
    const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } };
    const finishReason = (unified) => ({ unified, raw: unified });
    for (const [kind, result] of Object.entries(kResults)) {
      const prompt = await promptOf(
        { finishReason, usage, ...sdk, version: Number(version) },
        result,
      );
      expectGolden(`ai_sdk_${version}_${kind}`, prompt);
    }
  });
}
