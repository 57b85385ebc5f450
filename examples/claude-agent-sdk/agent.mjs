// The Claude Agent SDK with the Read tool in place of its own: node agent.mjs ROOT "What is in chart.png?"
import { resolve } from 'node:path';

import { query } from '@anthropic-ai/claude-agent-sdk';
import { createReadTool } from 'lectern';
import { nodeFs } from 'lectern/fs/node';
import { createMcpServer } from 'lectern/mcp';

const [directory = '.', question = 'What is here?'] = process.argv.slice(2);
const root = resolve(directory);
const tool = createReadTool({ fs: nodeFs(), root, provider: 'anthropic' });
// A server in this process. The model has its tool from the beginning, not only when it searches its tools.
const server = createMcpServer({ tool, toolMeta: { 'anthropic/alwaysLoad': true } });

const messages = query({
  prompt: question,
  options: {
    cwd: root,
    model: 'claude-sonnet-4-6',
    mcpServers: { lectern: { type: 'sdk', name: 'lectern', instance: server } },
    allowedTools: ['mcp__lectern__Read'],
    disallowedTools: ['Read'],
    settingSources: [],
  },
});
for await (const message of messages) {
  if (message.type === 'result') console.log(message.subtype === 'success' ? message.result : message.subtype);
}
