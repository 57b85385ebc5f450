// Reads chosen files in the page. Vite copies the .wasm files; that of PDFs is loaded when the first PDF is chosen.
import { createReadTool } from 'lectern';
import { blobFs } from 'lectern/fs/blob';

const output = document.querySelector('#output');

document.querySelector('#file').addEventListener('change', async ({ target }) => {
  const tool = createReadTool({ fs: blobFs(target.files), root: '/' });
  const results = [];
  for (const { name } of target.files) results.push((await tool.execute({ file_path: name })).content);
  output.textContent = results.join('\n');
  tool.dispose();
});
