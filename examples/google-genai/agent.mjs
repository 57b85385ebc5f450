// A loop of Google's GenAI SDK with the Read tool: node agent.mjs ROOT "What is in chart.png?"
import { resolve } from 'node:path';

import { GoogleGenAI } from '@google/genai';
import { createReadTool } from 'lectern';
import { nodeFs } from 'lectern/fs/node';
import { toGemini } from 'lectern/wires';

const [directory = '.', question = 'What is here?'] = process.argv.slice(2);
const root = resolve(directory);
const reader = createReadTool({ fs: nodeFs(), root, provider: 'gemini' });
const ai = new GoogleGenAI({ apiKey: process.env.GEMINI_API_KEY ?? '' });
const declaration = { name: reader.name, description: reader.description, parametersJsonSchema: reader.inputSchema };

const contents = [{ role: 'user', parts: [{ text: question }] }];
for (let turn = 0; turn < 10; turn++) {
  const response = await ai.models.generateContent({
    model: 'gemini-3-pro',
    contents,
    config: { tools: [{ functionDeclarations: [declaration] }] },
  });
  const calls = response.functionCalls ?? [];
  if (calls.length === 0) {
    console.log(response.text);
    break;
  }
  const answers = calls.map(async ({ id, name = reader.name, args }) =>
    toGemini(await reader.execute(args), { name, callId: id }),
  );
  const parts = (await Promise.all(answers)).flat();
  const content = response.candidates?.[0]?.content;
  if (content) contents.push(content, { role: 'user', parts });
}
