// Reads notebooks with lectern and with JSON.parse plus the straightforward formatting, in one run; that looks at no
// picture, so it is measured a second time with sharp decoding each, as lectern does to prove them.
// Usage: node bench/notebook/bench.mjs [--json] [--native PROGRAM] FILE...
// PROGRAM is lectern_notebook_bench. A notebook of 50 MB is generated from the first FILE. The JavaScript package is
// measured when dist/ is built. Prints milliseconds (the fastest of 9 runs, those in JavaScript in turn) and ratios:
// below 1 lectern is faster.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

import { ensurePackages } from '../../scripts/lib/packages.mjs';
import { kLogs, kRoot } from '../../scripts/lib/project.mjs';
import { fastestInTurn, kArguments, printTimes } from '../lib/report.mjs';

const RUNS = 9;
const kWholeRead = 'WebAssembly: read, pictures verified';
const kProvenByPeer = 'JSON.parse, formatting, pictures decoded by sharp';
const GENERATED_BYTES = 50 * 2 ** 20;
/** `maxImages`, unless it is set. */
const kDeliveredPictures = 20;

const parsed = (bytes) => JSON.parse(new TextDecoder().decode(bytes));

/** What a tool without this library does with the parsed notebook: join strings. */
function formatStraightforwardly(notebook) {
  const text = (value) => (Array.isArray(value) ? value.join('') : (value ?? ''));
  const language = notebook.metadata?.kernelspec?.language ?? 'unknown';
  const parts = [`# Jupyter Notebook (${language})`, `# ${notebook.cells.length} cells\n`];
  notebook.cells.forEach((cell, index) => {
    parts.push(`## Cell ${index + 1} [${cell.cell_type}]`);
    if (cell.execution_count !== undefined) parts.push(`In [${cell.execution_count}]:`);
    const source = text(cell.source).trim();
    parts.push(...(cell.cell_type === 'code' ? ['```', source, '```'] : [source]));
    if (cell.outputs?.length) {
      parts.push('\n**Output:**');
      for (const output of cell.outputs) {
        if (output.output_type === 'stream') parts.push(text(output.text));
        else if (output.output_type === 'error') parts.push(`Error: ${output.ename}: ${output.evalue}`);
        else if (output.data?.['text/plain']) parts.push(text(output.data['text/plain']));
        else parts.push(output.data?.['image/png'] ? '[Image output]' : '[Output data]');
      }
    }
    parts.push('');
  });
  return parts.join('\n');
}

/** The pictures of a notebook's outputs, in base64. */
function picturesOf({ cells }) {
  const data = cells.flatMap(({ outputs = [] }) => outputs.map((output) => output.data ?? {}));
  const pictures = data.flatMap((each) => [each['image/png'], each['image/jpeg']]);
  return pictures.filter(Boolean).map((picture) => [picture].flat().join(''));
}

/** The same with each picture that lectern delivers decoded by sharp: only then it is known that it can be sent. */
async function formatAndProve(notebook, sharp) {
  const pictures = picturesOf(notebook).slice(0, kDeliveredPictures);
  for (const picture of pictures) await sharp(Buffer.from(picture, 'base64')).raw().toBuffer();
  return formatStraightforwardly(notebook);
}

/** A notebook just below the size limit: the cells of another one, over and over. */
function generateLarge(file) {
  const notebook = JSON.parse(readFileSync(file, 'utf8'));
  const once = JSON.stringify(notebook.cells, null, 1).slice(1, -1);
  const times = Math.max(1, Math.floor((GENERATED_BYTES * 0.99) / Buffer.byteLength(once)));
  const rest = JSON.stringify({ ...notebook, cells: undefined }).slice(0, -1);
  return `${rest},"cells":[${Array(times).fill(once).join(',')}]}`;
}

const kImageBench = join(kRoot, 'bench', 'image');
await ensurePackages(kImageBench, 'sharp, jSquash and photon', join(kLogs, 'bench-image.log'));
const sharp = createRequire(join(kImageBench, 'package.json'))('sharp');
sharp.concurrency(1);
sharp.cache(false);

const options = kArguments;
const native = options[0] === '--native' ? options.splice(0, 2)[1] : undefined;
if (options.length === 0) {
  console.error('usage: node bench/notebook/bench.mjs [--native PROGRAM] FILE...');
  process.exit(2);
}
const dist = new URL('../../dist/hosts/node.js', import.meta.url);
const reader = existsSync(dist) ? await (await import(dist)).createReader() : undefined;
const temporary = mkdtempSync(join(tmpdir(), 'lectern-bench-'));
const large = join(temporary, 'generated-50mb.ipynb');
writeFileSync(large, generateLarge(options[0]));

for (const file of [...options, large]) {
  const bytes = readFileSync(file);
  const works = [
    ['JSON.parse and formatting', () => formatStraightforwardly(parsed(bytes))],
    [kProvenByPeer, () => formatAndProve(parsed(bytes), sharp)],
  ];
  if (reader) {
    const read = (more) => reader.readSync(bytes, { file_path: basename(file) }, { hash: 'none', ...more });
    works.push(["WebAssembly: read, outputs 'text'", () => read({ notebook: { outputs: 'text' } })], [kWholeRead, () => read()]);
  }
  const rows = await fastestInTurn(works, RUNS);
  if (native) {
    const times = JSON.parse(execFileSync(native, [file], { encoding: 'utf8' }));
    rows.push(
      ['native: find and check all cells', times.parse],
      ["native: read, outputs 'text'", times.text],
      ['native: read, pictures verified', times.pictures],
      ['native: read, pictures verified, SHA-256', times.hash],
    );
  }
  const [[, plain], [, proven]] = rows;
  const goals = [
    { goal: 'the whole read takes no longer than JSON.parse and formatting', row: kWholeRead, ratio: 1 },
    { goal: `... and no longer than ${kProvenByPeer}`, row: kWholeRead, ratio: proven / plain },
  ];
  printTimes(`${basename(file)} (${(bytes.length / 2 ** 20).toFixed(1)} MB)`, rows, reader ? goals : []);
}
reader?.dispose();
rmSync(temporary, { recursive: true });
