// Pi with the Read tool in place of its own: node agent.mjs ROOT "What is in chart.png?"
//
// In the terminal program the same `definition` goes into an extension, ~/.pi/agent/extensions/lectern.ts:
// `export default (pi) => pi.registerTool(definition)`.
import { resolve } from 'node:path';

import { AuthStorage, createAgentSession, ModelRegistry, SessionManager } from '@mariozechner/pi-coding-agent';
import { createReadTool } from 'lectern';
import { nodeFs } from 'lectern/fs/node';
import { toMcp } from 'lectern/wires';

const [directory = '.', question = 'What is here?'] = process.argv.slice(2);
const root = resolve(directory);
const reader = createReadTool({ fs: nodeFs(), root, provider: 'anthropic' });

/** Its name is that of Pi's own tool, which it replaces. */
const definition = {
  name: 'read',
  label: 'Read',
  description: reader.description,
  parameters: reader.inputSchema,
  async execute(id, input, signal) {
    const result = await reader.execute(input, { signal });
    // Pi wants failures thrown. Its content is that of MCP: text and pictures.
    if (!result.success) throw new Error(result.content);
    return { content: toMcp(result).content, details: { line: result.shortResult } };
  },
};

const registry = ModelRegistry.create(AuthStorage.create());
const { session } = await createAgentSession({
  cwd: root,
  model: registry.find('anthropic', 'claude-sonnet-4-6'),
  modelRegistry: registry,
  tools: ['read'],
  customTools: [definition],
  sessionManager: SessionManager.inMemory(root),
});
session.subscribe((event) => {
  if (event.type === 'message_end' && event.message.role === 'assistant')
    for (const part of event.message.content) if (part.type === 'text') console.log(part.text);
});
await session.prompt(question);
session.dispose();
