/** The compiled module that reads PDFs. */
declare const module: WebAssembly.Module;
export default module;
