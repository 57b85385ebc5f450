// A loop of OpenAI's SDK (Responses) with the Read tool: node agent.mjs ROOT "What is in chart.png?"
import { resolve } from 'node:path';

import OpenAI from 'openai';
import { createReadTool } from 'lectern';
import { nodeFs } from 'lectern/fs/node';
import { toOpenAIResponses } from 'lectern/wires';

const [directory = '.', question = 'What is here?'] = process.argv.slice(2);
const root = resolve(directory);
const reader = createReadTool({ fs: nodeFs(), root, provider: 'openai' });
const openai = new OpenAI();
const { name, description, inputSchema } = reader;
const tools = [{ type: 'function', name, description, parameters: inputSchema, strict: false }];

const input = [{ role: 'user', content: question }];
for (let turn = 0; turn < 10; turn++) {
  const response = await openai.responses.create({ model: 'gpt-5', tools, input });
  const calls = response.output.flatMap((item) => (item.type === 'function_call' ? [item] : []));
  if (calls.length === 0) {
    console.log(response.output_text);
    break;
  }
  const answers = calls.map(async (call) =>
    toOpenAIResponses(await reader.execute(call.arguments), { callId: call.call_id }),
  );
  input.push(...response.output, ...(await Promise.all(answers)));
}
