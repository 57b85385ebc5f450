// An agent of the OpenAI Agents SDK with the Read tool: node agent.mjs ROOT "What is in chart.png?"
import { resolve } from 'node:path';

import { Agent, run, tool } from '@openai/agents';
import { createReadTool } from 'lectern';
import { nodeFs } from 'lectern/fs/node';
import { toOpenAIResponses } from 'lectern/wires';

const [directory = '.', question = 'What is here?'] = process.argv.slice(2);
const root = resolve(directory);
const reader = createReadTool({ fs: nodeFs(), root, provider: 'openai' });

const Read = tool({
  name: reader.name,
  description: reader.description,
  parameters: { ...reader.inputSchema, additionalProperties: true },
  strict: false,
  execute: async (input, context, details) => {
    const result = await reader.execute(input, { signal: details?.signal });
    const { output } = toOpenAIResponses(result, { callId: details?.toolCall?.callId ?? '' });
    // The parts of the API in the SDK's words.
    return output.map((part) => {
      if (part.type === 'input_text') return { type: 'text', text: part.text };
      if (part.type === 'input_image') return { type: 'image', image: part.image_url, detail: part.detail };
      return { type: 'file', file: { data: part.file_data, mediaType: 'application/pdf', filename: part.filename } };
    });
  },
});

const agent = new Agent({ name: 'reader', instructions: 'Answer from the files.', model: 'gpt-5', tools: [Read] });
const { finalOutput } = await run(agent, question);
console.log(finalOutput);
