// Reads a file through the package and prints what it took: seconds of a processor and the memory of the instances.
//
//   node tests/bounds/read_in_node.mjs FILE

import { readFileSync } from 'node:fs';

const instances = [];
const Instance = WebAssembly.Instance;
WebAssembly.Instance = class extends Instance {
  constructor(...args) {
    super(...args);
    instances.push(this);
  }
};
const memoryOf = (instance) =>
  Object.values(instance.exports).find((each) => each instanceof WebAssembly.Memory)?.buffer.byteLength ?? 0;

const { createReader } = await import('lectern');
const path = process.argv[2];
const bytes = readFileSync(path);
const start = process.cpuUsage();
const reader = await createReader({ provider: 'anthropic', pdf: { pageImages: 'always' }, image: { animation: 'contact-sheet' } });
const result = await reader.read(bytes, { file_path: path });
const { user, system } = process.cpuUsage(start);
const megabytes = Math.max(...instances.map(memoryOf)) / 2 ** 20;
const said = (result.error ?? result.metadata?.warnings?.[0] ?? result.shortResult ?? '').slice(0, 100);
process.stdout.write(JSON.stringify({ seconds: (user + system) / 1e6, megabytes: Math.round(megabytes), said }));
