// Reads files of this machine: node read.mjs DIRECTORY FILE
import { createReadTool } from 'lectern';
import { nodeFs } from 'lectern/fs/node';

const [root, file_path] = process.argv.slice(2);
const tool = createReadTool({ fs: nodeFs(), root, provider: 'anthropic' });
const result = await tool.execute({ file_path });
console.log(result.content);
tool.dispose();
