/** Entry point for Cloudflare Workers, where modules are compiled at deployment and never from bytes. */
import module from '../core.wasm';
import { type CreateReader, makeCreateReader } from '../reader/create.js';
import { makeCreateReadTool } from '../tool/create_read_tool.js';
import type { CreateReadTool } from '../tool/tool_types.js';

/** As in the browser's entry point; PDF pages are read when `modules.pdf` is given: `loadPdf` of `lectern/pdf`. */
export const createReader: CreateReader = makeCreateReader(async () => module);
/** As in the browser's entry point; PDF pages are read when `modules.pdf` is given: `loadPdf` of `lectern/pdf`. */
export const createReadTool: CreateReadTool = /* @__PURE__ */ makeCreateReadTool(createReader);
export { type CreateReader, initWith } from '../reader/create.js';
export * from '../tool/exports.js';
export type * from '../types/index.js';
