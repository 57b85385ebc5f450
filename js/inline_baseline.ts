/** Entry point that carries the module without SIMD in itself, for bundles that must run in older browsers. */
import base64 from './core_baseline_base64.js';
import { type CreateReader, makeCreateReader } from './reader/create.js';
import { makeCreateReadTool } from './tool/create_read_tool.js';
import type { CreateReadTool } from './tool/tool_types.js';

async function load(): Promise<WebAssembly.Module> {
  return WebAssembly.compile(Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)));
}

/** As in the browser's entry point. */
export const createReader: CreateReader = makeCreateReader(load);
/** As in the browser's entry point. */
export const createReadTool: CreateReadTool = /* @__PURE__ */ makeCreateReadTool(createReader);
export { type CreateReader, initWith } from './reader/create.js';
export * from './tool/exports.js';
export type * from './types/index.js';
