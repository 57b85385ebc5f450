// An agent loop of the AI SDK 7 with the Read tool, without a provider: the model is a mock that reads a picture and then answers.
import { generateText, jsonSchema, stepCountIs, tool } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';
import { createReadTool } from 'lectern';
import { nodeFs } from 'lectern/fs/node';
import { toAiSdk7 } from 'lectern/wires';

const [root, file_path] = process.argv.slice(2);
const reader = createReadTool({ fs: nodeFs(), root, provider: 'anthropic' });
const Read = tool({
  description: reader.description,
  inputSchema: jsonSchema(reader.inputSchema),
  execute: (input, { abortSignal }) => reader.execute(input, { signal: abortSignal }),
  toModelOutput: ({ output }) => toAiSdk7(output),
});

const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } };
const model = new MockLanguageModelV4({
  doGenerate: async ({ prompt }) => {
    const answer = prompt.findLast(({ role }) => role === 'tool');
    if (!answer) {
      const call = { type: 'tool-call', toolCallId: '1', toolName: 'Read', input: JSON.stringify({ file_path }) };
      return { content: [call], finishReason: { unified: 'tool-calls' }, usage, warnings: [] };
    }
    const kinds = answer.content[0].output.value.map((part) => part.mediaType ?? part.text);
    const text = `I see: ${kinds.join(', ')}`;
    return { content: [{ type: 'text', text }], finishReason: { unified: 'stop' }, usage, warnings: [] };
  },
});

const { text } = await generateText({ model, tools: { Read }, stopWhen: stepCountIs(3), prompt: 'What is in it?' });
console.log(text);
