/** Chooses the module for a file: the core, or for PDFs the one that reads them, which takes longer to load. */
import { readFileSync } from 'node:fs';

import { CoreHost, instantiateWith } from '../reader/core_host.js';
import createPdfInstance from '../pdf.mjs';
import { isPdf } from '../reader/reader.js';

let pdf: CoreHost | undefined;

function openPdf(): CoreHost {
  const bytes = readFileSync(new URL('../pdf.wasm', import.meta.url));
  return new CoreHost(new WebAssembly.Module(bytes), instantiateWith(createPdfInstance));
}

/**
 * @param head - the first bytes of the file
 */
export function hostFor(core: CoreHost, head: Uint8Array): CoreHost {
  if (!isPdf(core, head)) return core;
  pdf ??= openPdf();
  return pdf;
}
