// The Read tool in every host: reads of all kinds, enough of them to show a leak.

import { watchHeaps } from './heaps.js';

/** Reads of each file before memory is looked at: all modules are loaded then and all buffers have their size. */
const kWarmUpReads = 5;

function fileSystem(files) {
  return {
    async open(path) {
      const bytes = files.get(path);
      if (!bytes) throw Object.assign(new Error(path), { code: 'ENOENT' });
      return { size: bytes.length, read: async (at, length) => bytes.subarray(at, at + length) };
    },
  };
}

/**
 * Reads the files again and again.
 * @param {typeof import('lectern').createReadTool} createReadTool the host's own
 * @param {{files: Record<string, string>, reads: number}} work files in base64; the name of one that cannot be read as
 * anything begins with "bad"
 * @returns {Promise<{passed: number, failures: string[], note: string}>}
 */
export async function runTool(createReadTool, { files, reads }) {
  const heaps = watchHeaps();
  const decode = (text) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  const content = new Map(Object.entries(files).map(([name, text]) => [`/${name}`, decode(text)]));
  const tool = createReadTool({ fs: fileSystem(content), root: '/', hash: 'none' });
  const names = [...content.keys(), '/bad_because_missing'];
  const failures = [];
  const readOne = async (name) => {
    const result = await tool.execute({ file_path: name });
    if (result.success !== !name.startsWith('/bad'))
      failures.push(`${name}: ${result.content.slice(0, 200)}`);
  };

  for (let i = 0; i < kWarmUpReads * names.length; i++) await readOne(names[i % names.length]);
  const before = [heaps.bytes(), heaps.count()];
  for (let i = 0; i < reads && failures.length === 0; i++) await readOne(names[i % names.length]);
  const after = [heaps.bytes(), heaps.count()];
  tool.dispose();
  const show = ([bytes, count]) => `${count} instances of at most ${bytes} bytes`;
  if (String(before) !== String(after))
    failures.push(`memory grew in ${reads} reads: ${show(before)} before, ${show(after)} after`);
  return { passed: reads, failures, note: show(after) };
}
