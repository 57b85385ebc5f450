/** Entry point for Deno. The module comes by a source phase import, which needs no permission. */
import { type CreateReader, makeCreateReader } from '../reader/create.js';
import { makeCreateReadTool } from '../tool/create_read_tool.js';
import type { CreateReadTool } from '../tool/tool_types.js';
import module from './deno_core.js';
import { modules } from './modules_deno.js';

/** As in the browser's entry point. */
export const createReader: CreateReader = makeCreateReader(async () => module, modules);
/** As in the browser's entry point. */
export const createReadTool: CreateReadTool = /* @__PURE__ */ makeCreateReadTool(createReader);
export { type CreateReader, initWith } from '../reader/create.js';
export * from '../tool/exports.js';
export type * from '../types/index.js';
