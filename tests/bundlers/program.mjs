// What a server does with a file: reads it with the tool.
import { createReadTool } from 'lectern';
import { nodeFs } from 'lectern/fs/node';

const [root, ...files] = process.argv.slice(2);

async function main() {
  const tool = createReadTool({ fs: nodeFs(), root });
  for (const file of files) {
    try {
      console.log((await tool.execute({ file_path: file })).content);
    } catch (error) {
      console.log(`${error.name}: ${error.message}`);
    }
  }
  tool.dispose();
}

main();
