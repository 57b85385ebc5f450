// The cases through the C interface of lectern-reactor.wasm under node:wasi: cases come on stdin, the report goes to
// stdout. The module's path is the first argument.
import { Reactor } from '../../examples/reactor/reactor.mjs';
import { runCases } from './run_cases.js';

async function createReader() {
  const reactor = await Reactor.load(process.argv[2]);
  const readSync = (bytes, input, options) => {
    const json = reactor.readJson(bytes, input, options);
    const result = JSON.parse(json);
    // The cases compare what JSON.stringify gives; the text itself must be that already.
    if (JSON.stringify(result) !== json)
      throw new Error(`not as JSON.stringify writes it: ${json}`);
    return result;
  };
  return { readSync, read: async (...words) => readSync(...words), dispose() {} };
}

let json = '';
process.stdin.setEncoding('utf8');
for await (const chunk of process.stdin) json += chunk;
const report = JSON.stringify(await runCases(createReader, JSON.parse(json).cases));
// Node 20 crashes now and then when the process ends while the module is still being optimised: let it end by itself.
process.stdout.write(`${report}\n`);
