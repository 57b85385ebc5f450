// Reads files of the origin private file system outside of the page.
import { opfs } from './lectern/fs/opfs.js';
import { createReadTool } from './lectern/index.js';

const tool = createReadTool({ fs: opfs(), root: '/' });

self.onmessage = async ({ data: paths }) => {
  postMessage(await Promise.all(paths.map((file_path) => tool.execute({ file_path }))));
};
