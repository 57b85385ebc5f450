// A page without a bundler. `./lectern/` is the package's dist folder, as your server serves it.
import { blobFs } from './lectern/fs/blob.js';
import { opfs } from './lectern/fs/opfs.js';
import { createReadTool } from './lectern/index.js';

const output = document.querySelector('#output');

document.querySelector('#file').addEventListener('change', async ({ target }) => {
  const tool = createReadTool({ fs: blobFs(target.files), root: '/' });
  const results = [];
  for (const { name } of target.files) results.push((await tool.execute({ file_path: name })).content);
  output.textContent = results.join('\n');
  tool.dispose();
});

document.querySelector('#opfs').addEventListener('click', async () => {
  const directory = await navigator.storage.getDirectory();
  const file = await directory.getFileHandle('notes.txt', { create: true });
  const writable = await file.createWritable();
  await writable.write('one\ntwo\n');
  await writable.close();
  const tool = createReadTool({ fs: opfs(), root: '/' });
  output.textContent = (await tool.execute({ file_path: 'notes.txt' })).content;
  tool.dispose();
});

document.querySelector('#worker').addEventListener('click', () => {
  const worker = new Worker('./worker.js', { type: 'module' });
  worker.onmessage = ({ data }) => {
    output.textContent = data.map(({ content }) => content).join('\n');
    worker.terminate();
  };
  worker.postMessage(['notes.txt', 'note.txt', '/']);
});
