// The Read tool as a node of LangGraph: node graph.mjs ROOT "What is in chart.png?"
import { resolve } from 'node:path';

import { ChatAnthropic } from '@langchain/anthropic';
import { tool } from '@langchain/core/tools';
import { MessagesAnnotation, START, StateGraph } from '@langchain/langgraph';
import { ToolNode, toolsCondition } from '@langchain/langgraph/prebuilt';
import { createReadTool } from 'lectern';
import { nodeFs } from 'lectern/fs/node';
import { toAnthropic, toOpenSchema } from 'lectern/wires';

const [directory = '.', question = 'What is here?'] = process.argv.slice(2);
const root = resolve(directory);
const reader = createReadTool({ fs: nodeFs(), root, provider: 'anthropic' });

const Read = tool(
  async (input, config) => {
    const result = await reader.execute(input, { signal: config?.signal });
    return toAnthropic(result, { callId: '' }).content;
  },
  { name: reader.name, description: reader.description, schema: toOpenSchema(reader.inputSchema) },
);

const model = new ChatAnthropic({ model: 'claude-sonnet-4-6' }).bindTools([Read]);
const graph = new StateGraph(MessagesAnnotation)
  .addNode('model', async ({ messages }) => ({ messages: [await model.invoke(messages)] }))
  .addNode('tools', new ToolNode([Read]))
  .addEdge(START, 'model')
  .addConditionalEdges('model', toolsCondition)
  .addEdge('tools', 'model')
  .compile();
const { messages } = await graph.invoke({ messages: [{ role: 'user', content: question }] });
console.log(messages.at(-1)?.text);
