// Reads files of this machine: deno run --allow-read --allow-env=FORCE_COLOR read.mjs DIRECTORY FILE
import { createReadTool } from 'lectern';
import { nodeFs } from 'lectern/fs/node';

const [root, file_path] = Deno.args;
const tool = createReadTool({ fs: nodeFs(), root });
console.log((await tool.execute({ file_path })).content);
