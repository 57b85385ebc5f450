// A loop of Anthropic's SDK with the Read tool: node agent.mjs ROOT "What is in chart.png?"
import { resolve } from 'node:path';

import Anthropic from '@anthropic-ai/sdk';
import { createReadTool } from 'lectern';
import { nodeFs } from 'lectern/fs/node';
import { toAnthropic } from 'lectern/wires';

const [directory = '.', question = 'What is here?'] = process.argv.slice(2);
const root = resolve(directory);
const reader = createReadTool({ fs: nodeFs(), root, provider: 'anthropic' });
const anthropic = new Anthropic();
const Read = { name: reader.name, description: reader.description, input_schema: reader.inputSchema };

const messages = [{ role: 'user', content: question }];
for (let turn = 0; turn < 10; turn++) {
  const { content } = await anthropic.messages.create({
    model: 'claude-sonnet-4-6',
    max_tokens: 4096,
    tools: [Read],
    messages,
  });
  const calls = content.flatMap((block) => (block.type === 'tool_use' ? [block] : []));
  if (calls.length === 0) {
    for (const block of content) if (block.type === 'text') console.log(block.text);
    break;
  }
  const answers = calls.map(async ({ id, input }) => toAnthropic(await reader.execute(input), { callId: id }));
  messages.push({ role: 'assistant', content }, { role: 'user', content: await Promise.all(answers) });
}
