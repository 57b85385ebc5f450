// The whole tool on a folder of mixed files, from the path to the result, beside a Read tool as people write one: readFile, then
// split for text, JSON.parse for notebooks, base64 for pictures, pdf.js for PDFs. That one checks and fits nothing.
//
//   node bench/tool/run.mjs [--json]
//
// The package must be built. The files are those of the demo and 40 MB of log lines.

import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';

import { ensurePackages } from '../../scripts/lib/packages.mjs';
import { kLogs, kRoot } from '../../scripts/lib/project.mjs';
import { capture, runMain } from '../../scripts/lib/steps.mjs';
import { fastestMsOf, printTimes } from '../lib/report.mjs';

const kRuns = 9;
const kPdfBench = join(kRoot, 'bench', 'pdf');
const require = createRequire(join(kPdfBench, 'package.json'));

const numbered = (lines) => lines.map((line, i) => `${String(i + 1).padStart(6)}\t${line}`).join('\n');
const joined = (text) => (Array.isArray(text) ? text.join('') : (text ?? ''));

async function pdfText(bytes) {
  // Its text needs no canvas, but its module does not load without this name.
  globalThis.DOMMatrix ??= class {};
  const { getDocument } = await import(require.resolve('pdfjs-dist/legacy/build/pdf.mjs'));
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0 });
  const document = await task.promise;
  const pages = [];
  for (let number = 1; number <= document.numPages; number++) {
    const { items } = await (await document.getPage(number)).getTextContent();
    pages.push(items.map(({ str, hasEOL }) => str + (hasEOL ? '\n' : '')).join(''));
  }
  await task.destroy();
  return pages.join('\n');
}

/** A Read tool of thirty lines. */
async function readNaively(path) {
  const bytes = await readFile(path);
  switch (extname(path)) {
    case '.png':
      return { mediaType: 'image/png', data: bytes.toString('base64') };
    case '.pdf':
      return pdfText(bytes);
    case '.ipynb': {
      const { cells } = JSON.parse(bytes.toString());
      return cells.map(({ cell_type, source }, i) => `## Cell ${i + 1} [${cell_type}]\n${joined(source)}`).join('\n');
    }
    default:
      return numbered(bytes.toString().split('\n').slice(0, 2000));
  }
}

runMain(async () => {
  await ensurePackages(kPdfBench, 'pdf.js and @embedpdf/pdfium', join(kLogs, 'bench-pdf.log'));
  const { createReadTool } = await import('../../dist/hosts/node.js');
  const { nodeFs } = await import('../../dist/fs/node.js');
  const { loadPdf } = await import('../../dist/hosts/pdf_node.js');
  const folder = mkdtempSync(join(tmpdir(), 'lectern-bench-'));
  const tool = createReadTool({ fs: nodeFs(), root: folder, provider: 'anthropic' }, { pdf: loadPdf });
  try {
    capture(process.execPath, [join(kRoot, 'scripts', 'make_samples.mjs'), folder]);
    writeFileSync(join(folder, 'large.log'), '2024-06-01T12:00:07Z worker-3 retry after timeout; ok\n'.repeat(750_000));
    const names = readdirSync(folder).sort();
    const kinds = [...new Set(names.map((name) => extname(name)))];
    const groups = kinds.map((kind) => [kind, names.filter((name) => extname(name) === kind)]);
    for (const [kind, files] of [...groups, ['all of them', names]]) {
      const naive = await fastestMsOf(() => Promise.all(files.map((name) => readNaively(join(folder, name)))), kRuns);
      const ours = await fastestMsOf(async () => {
        for (const name of files) await tool.execute({ file_path: name });
      }, kRuns);
      printTimes(`${files.length} x ${kind}`, [
        ['readFile and the usual', naive],
        ['createReadTool', ours],
      ]);
    }
  } finally {
    tool.dispose();
    rmSync(folder, { recursive: true });
  }
});
