/** The compiled module with SIMD. */
declare const module: WebAssembly.Module;
export default module;
