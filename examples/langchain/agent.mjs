// An agent of LangChain, which runs on LangGraph, with the Read tool: node agent.mjs ROOT "What is in chart.png?"
import { resolve } from 'node:path';

import { ChatAnthropic } from '@langchain/anthropic';
import { createAgent, tool } from 'langchain';
import { createReadTool } from 'lectern';
import { nodeFs } from 'lectern/fs/node';
import { toAnthropic, toOpenSchema } from 'lectern/wires';

const [directory = '.', question = 'What is here?'] = process.argv.slice(2);
const root = resolve(directory);
const reader = createReadTool({ fs: nodeFs(), root, provider: 'anthropic' });

const Read = tool(
  async (input, config) => {
    const result = await reader.execute(input, { signal: config?.signal });
    // The content of the provider's own tool result: LangChain passes it on as it is.
    const { content } = toAnthropic(result, { callId: '' });
    return content;
  },
  { name: reader.name, description: reader.description, schema: toOpenSchema(reader.inputSchema) },
);

const agent = createAgent({ model: new ChatAnthropic({ model: 'claude-sonnet-4-6' }), tools: [Read] });
const { messages } = await agent.invoke({ messages: [{ role: 'user', content: question }] });
console.log(messages.at(-1)?.text);
