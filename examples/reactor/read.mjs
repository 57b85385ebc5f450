// node --no-warnings read.mjs lectern-reactor.wasm FILE
import { readFile } from 'node:fs/promises';

import { Reactor } from './reactor.mjs';

const [module, path] = process.argv.slice(2);
const reactor = await Reactor.load(module);
const result = JSON.parse(reactor.readJson(await readFile(path), { file_path: path }));
console.log(result.content);
