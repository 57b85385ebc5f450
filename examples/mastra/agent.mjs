// A Mastra agent that answers a question about the files of a directory.
//
//   node agent.mjs DIRECTORY QUESTION
import { resolve } from 'node:path';

import { Agent } from '@mastra/core/agent';
import { createTool } from '@mastra/core/tools';
import { createReadTool } from 'lectern';
import { nodeFs } from 'lectern/fs/node';
import { toAiSdk6, toOpenSchema } from 'lectern/wires';

const [directory = '.', question = 'What is here?'] = process.argv.slice(2);
const reader = createReadTool({ fs: nodeFs(), root: resolve(directory), provider: 'anthropic' });

const Read = createTool({
  id: reader.name,
  description: reader.description,
  inputSchema: toOpenSchema(reader.inputSchema),
  execute: (input, { abortSignal }) => reader.execute(input, { signal: abortSignal }),
  toModelOutput: (result) => toAiSdk6(result),
});

const agent = new Agent({
  id: 'reader',
  name: 'reader',
  instructions: 'Answer from the files.',
  model: 'anthropic/claude-sonnet-4-6',
  tools: { Read },
});
const { text } = await agent.generate(question, { maxSteps: 5 });
console.log(text);
