// A custom tool of OpenCode that replaces its own: save it as .opencode/tools/read.js, with lectern and @opencode-ai/plugin
// as dependencies of .opencode/package.json.
import { tool } from '@opencode-ai/plugin';
import { createReadTool } from 'lectern';
import { nodeFs } from 'lectern/fs/node';
import { toDataUri } from 'lectern/wires';

const tools = new Map();

/** One tool for each project. */
function toolOf(root) {
  if (!tools.has(root)) tools.set(root, createReadTool({ fs: nodeFs(), root, provider: 'anthropic' }));
  return tools.get(root);
}

const { description, inputSchema } = toolOf(process.cwd());
const z = tool.schema;

/** The schema of one argument in the words of the plugin's zod. */
function typeOf({ type, properties, required = [], description = '' }) {
  if (type === 'object') return z.object(shapeOf(properties, required)).describe(description);
  const made = { integer: z.number().int(), number: z.number(), boolean: z.boolean(), string: z.string() }[type];
  return (made ?? z.any()).describe(description);
}

function shapeOf(properties, required) {
  const entries = Object.entries(properties).map(([name, schema]) => {
    const made = typeOf(schema);
    return [name, required.includes(name) ? made : made.optional()];
  });
  return Object.fromEntries(entries);
}

export default tool({
  description,
  args: shapeOf(inputSchema.properties, inputSchema.required),
  async execute(input, { directory, abort }) {
    const result = await toolOf(directory).execute(input, { signal: abort });
    // OpenCode wants failures thrown.
    if (!result.success) throw new Error(result.content);
    const media = [...(result.images ?? []), ...(result.documents ?? [])];
    return {
      title: result.shortResult,
      output: result.content,
      attachments: media.map((medium) => ({ type: 'file', mime: medium.mimeType, url: toDataUri(medium) })),
    };
  },
});
