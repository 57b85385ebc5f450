// Reads files of this machine: bun read.mjs DIRECTORY FILE
import { createReadTool } from 'lectern';
import { nodeFs } from 'lectern/fs/node';

const [root, file_path] = Bun.argv.slice(2);
const tool = createReadTool({ fs: nodeFs(), root });
console.log((await tool.execute({ file_path })).content);
