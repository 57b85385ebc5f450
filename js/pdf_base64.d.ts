/** pdf.wasm in base64; written by scripts/build.mjs. */
declare const base64: string;
export default base64;
