/** Entry point for Node and Bun. */
import { type CreateReader, makeCreateReader } from '../reader/create.js';
import { makeCreateReadTool } from '../tool/create_read_tool.js';
import type { CreateReadTool } from '../tool/tool_types.js';
import { loadCore } from './node_core.js';
import { modules } from './modules_node.js';

/** As in the browser's entry point. */
export const createReader: CreateReader = makeCreateReader(loadCore, modules);
/** As in the browser's entry point. */
export const createReadTool: CreateReadTool = /* @__PURE__ */ makeCreateReadTool(
  createReader,
  async (deadlineMs) => (await import('../watchdog/node.js')).createWatchedReader({ deadlineMs }),
);
export { type CreateReader, initWith } from '../reader/create.js';
export * from '../tool/exports.js';
export type * from '../types/index.js';
