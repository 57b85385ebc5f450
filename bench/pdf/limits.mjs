// What PDFs cost: the time of one read and the memory of pdf.wasm, over the corpus' PDFs and the bombs of
// scripts/pdf/bombs.mjs. Every page that a read may show is drawn.
//
//   node bench/pdf/limits.mjs [--worker]     --worker: with the limits for hosts of 128 MB
//
// The package must be built; the corpus is found through LECTERN_CORPUS. Prints the slowest and the largest ten. Fails when
// a file ends the module instead of giving a result, and with --worker when one takes more memory than such a host has.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { kRoot } from '../../scripts/lib/project.mjs';
import { StepError, runMain } from '../../scripts/lib/steps.mjs';
import { makeBombs } from '../../scripts/pdf/bombs.mjs';

const kCorpus = process.env.LECTERN_CORPUS ?? join(kRoot, '..', 'shared', 'corpus');
const kShown = 10;
const kMiB = 1024 * 1024;
const kWorkerLimits = { maxDecodedBytes: 40 * kMiB };
/** What 128 MB leave beside the file, the code and the host. */
const kWorkerMemory = 100 * kMiB;

function* corpusFiles() {
  if (!existsSync(join(kCorpus, 'manifest.json'))) throw new StepError('no corpus: set LECTERN_CORPUS');
  for (const { kind, path } of JSON.parse(readFileSync(join(kCorpus, 'manifest.json'), 'utf8'))) {
    if (!path.endsWith('.pdf') || !['pdf', 'hostile'].includes(kind)) continue;
    yield [path, readFileSync(join(kCorpus, path))];
  }
}

/** The memories of all WebAssembly instances that are made from now on. They never shrink: their size is their most. */
function watchMemories() {
  const memories = [];
  const Instance = WebAssembly.Instance;
  WebAssembly.Instance = class extends Instance {
    constructor(...parts) {
      super(...parts);
      memories.push(
        ...Object.values(this.exports).filter((value) => value instanceof WebAssembly.Memory),
      );
    }
  };
  return memories;
}

/** A function that reads bytes in new instances and says what it took. */
async function makeMeasure(limits) {
  const memories = watchMemories();
  const { createReader } = await import(join(kRoot, 'dist', 'hosts', 'node.js'));
  const options = { pdf: { pageImages: 'always' }, provider: 'anthropic', hash: 'none', limits };
  return async (bytes) => {
    const reader = await createReader(options);
    memories.length = 0;
    const start = performance.now();
    const result = await reader.read(bytes, { file_path: 'a.pdf' });
    const ms = performance.now() - start;
    const outcome = result.success ? `${result.metadata.pages?.length ?? 0} pages` : result.errorCode;
    return { ms, bytes: Math.max(...memories.map(({ buffer }) => buffer.byteLength)), outcome };
  };
}

function print(title, rows) {
  console.log(title);
  for (const { ms, bytes, outcome, name } of rows.slice(0, kShown)) {
    const memory = `${Math.round(bytes / kMiB)} MiB`;
    console.log(`${`${Math.round(ms)} ms`.padStart(11)}${memory.padStart(11)}  ${name}  ${outcome}`);
  }
}

runMain(async () => {
  const isWorker = process.argv.includes('--worker');
  const measure = await makeMeasure(isWorker ? kWorkerLimits : {});
  const rows = [];
  for (const files of [corpusFiles(), makeBombs()]) {
    for (const [name, bytes] of files) rows.push({ name, ...(await measure(bytes)) });
  }
  const trapped = rows.filter(({ outcome }) => outcome === 'INTERNAL');
  console.log(`${rows.length} files, ${trapped.length} ended the module`);
  for (const { name, outcome } of trapped) console.log(`  ${name}: ${outcome}`);
  print('slowest', [...rows].sort((a, b) => b.ms - a.ms));
  print('largest', [...rows].sort((a, b) => b.bytes - a.bytes));
  const tooLarge = rows.filter(({ bytes }) => isWorker && bytes > kWorkerMemory);
  for (const { name } of tooLarge) console.log(`FAIL ${name}: more than ${kWorkerMemory / kMiB} MiB`);
  if (trapped.length + tooLarge.length > 0) process.exitCode = 1;
});
