// An agent of the AI SDK 6 with the Read tool: node agent.mjs ROOT "What is in chart.png?"
import { resolve } from 'node:path';

import { anthropic } from '@ai-sdk/anthropic';
import { generateText, jsonSchema, stepCountIs, tool } from 'ai';
import { createReadTool } from 'lectern';
import { nodeFs } from 'lectern/fs/node';
import { toAiSdk6 } from 'lectern/wires';

const [directory = '.', question = 'What is here?'] = process.argv.slice(2);
const root = resolve(directory);
const reader = createReadTool({ fs: nodeFs(), root, provider: 'anthropic' });

const Read = tool({
  description: reader.description,
  inputSchema: jsonSchema(reader.inputSchema),
  execute: (input, { abortSignal }) => reader.execute(input, { signal: abortSignal }),
  toModelOutput: ({ output }) => toAiSdk6(output),
});

const { text } = await generateText({
  model: anthropic('claude-sonnet-4-6'),
  tools: { Read },
  stopWhen: stepCountIs(20),
  prompt: question,
});
console.log(text);
