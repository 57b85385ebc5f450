/** Entry point that carries its modules in itself, its core without SIMD, for bundles that must run in older browsers. */
import base64 from './core_baseline_base64.js';
import { compileInline } from './hosts/compile_inline.js';
import { modules } from './hosts/modules_inline_baseline.js';
import { type CreateReader, makeCreateReader } from './reader/create.js';
import { makeCreateReadTool } from './tool/create_read_tool.js';
import type { CreateReadTool } from './tool/tool_types.js';

/** As in the browser's entry point. */
export const createReader: CreateReader = makeCreateReader(() => compileInline(base64), modules);
/** As in the browser's entry point. */
export const createReadTool: CreateReadTool = /* @__PURE__ */ makeCreateReadTool(createReader);
export { type CreateReader, initWith } from './reader/create.js';
export * from './tool/exports.js';
export type * from './types/index.js';
