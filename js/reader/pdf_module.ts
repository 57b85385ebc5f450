/** What reads PDFs: the core with a PDF engine in it, as a module of its own that is loaded only when it is needed. */
import type { CoreHooks, CoreInstance } from '../core.mjs';

/** The compiled module and its glue. Made by `loadPdf` of `lectern/pdf`. */
export interface PdfModule {
  /** `lectern/pdf.wasm`, compiled. */
  module: WebAssembly.Module;
  /** Makes an instance of it. */
  createInstance(hooks: CoreHooks): CoreInstance;
}

/** Loads the module that reads PDFs. */
export type LoadPdf = () => Promise<PdfModule>;

/** A `LoadPdf` that loads once. A failed load is tried again. */
export function loadOnce(load: LoadPdf): LoadPdf {
  let loading: Promise<PdfModule> | undefined;
  return async () => {
    loading ??= load();
    try {
      return await loading;
    } catch (error) {
      loading = undefined;
      throw error;
    }
  };
}
