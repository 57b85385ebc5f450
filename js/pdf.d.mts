/** The glue of pdf.wasm: the same bindings as core.mjs. */
export { default } from './core.mjs';
