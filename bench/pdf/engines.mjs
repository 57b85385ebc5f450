// The readers of PDFs that the benchmarks of this folder compare.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { kRoot } from '../../scripts/lib/project.mjs';

const require = createRequire(join(dirname(fileURLToPath(import.meta.url)), 'package.json'));
const kWholeFiles = { maxPages: 2000, maxContentChars: 1e9, maxPdfBytes: 1e9 };

async function lecternReader(pdf) {
  const { createReader } = await import(join(kRoot, 'dist', 'hosts', 'node.js'));
  return createReader({ pdf: { pageImages: 'never', ...pdf }, hash: 'none', limits: kWholeFiles });
}

async function lecternContents(pdf) {
  const reader = await lecternReader(pdf);
  return async (bytes) => {
    const result = await reader.read(bytes, { file_path: 'a.pdf' });
    if (!result.success) throw new Error(result.error);
    return result.content;
  };
}

async function lecternWords(pdf) {
  const reader = await lecternReader({ headersFooters: 'keep', ...pdf });
  return async (bytes, password) => {
    const result = await reader.read(bytes, { file_path: 'a.pdf' }, { password });
    if (!result.success) throw new Error(result.error);
    const text = result.content.replace(/^--- Page \d+ of \d+ ---$|^\(no text on this page.*\)$/gm, '');
    return { text: withoutMarkdown(text), pages: result.metadata.pageCount };
  };
}

/** Each engine: a function that gives {text, pages} of a file's bytes. */
export const kEngines = {
  lectern: () => lecternWords({}),

  lectern_text: () => lecternWords({ form: 'text' }),

  async pdfjs() {
    // Its text needs no canvas, but its module does not load without this name.
    globalThis.DOMMatrix ??= class {};
    const pdfjs = await import(require.resolve('pdfjs-dist/legacy/build/pdf.mjs'));
    const root = dirname(require.resolve('pdfjs-dist/package.json'));
    return async (bytes, password) => {
      const task = pdfjs.getDocument({
        data: new Uint8Array(bytes),
        password,
        verbosity: 0,
        cMapUrl: join(root, 'cmaps/'),
        cMapPacked: true,
        standardFontDataUrl: join(root, 'standard_fonts/'),
      });
      const document = await task.promise;
      let text = '';
      for (let number = 1; number <= document.numPages; number++) {
        const page = await document.getPage(number);
        const { items } = await page.getTextContent();
        for (const item of items) text += item.str + (item.hasEOL ? '\n' : '');
        text += '\n';
      }
      const pages = document.numPages;
      await task.destroy();
      return { text, pages };
    };
  },

  async embedpdf() {
    const { init } = await import(require.resolve('@embedpdf/pdfium'));
    const wasmBinary = readFileSync(require.resolve('@embedpdf/pdfium/pdfium.wasm'));
    const engine = await init({ wasmBinary });
    engine.PDFiumExt_Init();
    const { wasmExports } = engine.pdfium;
    const heap = () => engine.pdfium.HEAPU8;
    return async (bytes, password) => {
      const address = wasmExports.malloc(bytes.length);
      heap().set(bytes, address);
      const document = engine.FPDF_LoadMemDocument(address, bytes.length, password);
      try {
        if (!document) throw new Error('the document does not open');
        const pages = engine.FPDF_GetPageCount(document);
        let text = '';
        for (let index = 0; index < pages; index++) {
          const page = engine.FPDF_LoadPage(document, index);
          const textPage = engine.FPDFText_LoadPage(page);
          const count = Math.max(engine.FPDFText_CountChars(textPage), 0);
          const buffer = wasmExports.malloc(2 * (count + 1));
          engine.FPDFText_GetText(textPage, 0, count, buffer);
          text += `${new TextDecoder('utf-16le').decode(heap().slice(buffer, buffer + 2 * count))}\n`;
          wasmExports.free(buffer);
          engine.FPDFText_ClosePage(textPage);
          engine.FPDF_ClosePage(page);
        }
        engine.FPDF_CloseDocument(document);
        return { text: text.replaceAll('\ufffe', '').replaceAll('\u0002', '').replaceAll('\0', ''), pages };
      } finally {
        wasmExports.free(address);
      }
    };
  },
};

/**
 * The words of Markdown alone: without signs of headings, lists, tables, code, figures and
 * fields, without targets of links.
 */
function withoutMarkdown(text) {
  return text
    .replace(/^\[Figure(?: \d+x\d+ at \d+,\d+.*|: ".*")\]$/gm, '')
    .replace(/^\[(?:Comment|Reply|Highlight|Underline|Strikeout|Insertion|Stamp|Attachment)\b.*\]$/gm, '')
    .replace(/\[▾ .*?\]|\[[x_ ]*\]|\([x ]\)/g, '')
    .replace(/\[((?:\\.|[^[\]\\])*)\]\((?:\\.|[^()\s])*\)/g, '$1')
    .replace(/^ *(?:#{1,6}|-) /gm, '')
    .replace(/^\|(?: *:?-+:? *\|)+$/gm, '')
    .replace(/^\|.*\|$/gm, (row) => row.replace(/(?<!\\)\|/g, ' '))
    .replace(/^ *```\w*$/gm, '')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1');
}

/** Engines that give a file's structure: a function that gives the text of a file's bytes. */
export const kStructureEngines = {
  lectern: () => lecternContents({}),

  /** The lines of the pages as they are. */
  lectern_text: () => lecternContents({ form: 'text' }),

  async liteparse() {
    const { LiteParse } = await import(require.resolve('@llamaindex/liteparse'));
    const options = { outputFormat: 'markdown', ocrEnabled: false, imageMode: 'off', quiet: true, maxPages: kWholeFiles.maxPages };
    const parser = new LiteParse(options);
    return async (bytes) => (await parser.parse(Buffer.from(bytes))).text;
  },

  async pdfjs() {
    const read = await kEngines.pdfjs();
    return async (bytes) => (await read(bytes)).text;
  },
};
