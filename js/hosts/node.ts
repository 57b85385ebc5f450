/** Entry point for Node and Bun. */
import { type CreateReader, makeCreateReader } from '../reader/create.js';
import type { LoadPdf } from '../reader/pdf_module.js';
import { makeCreateReadTool } from '../tool/create_read_tool.js';
import type { CreateReadTool } from '../tool/tool_types.js';
import { loadCore } from './node_core.js';

/** The module that reads PDFs, loaded when the first PDF is read. */
const loadPdf: LoadPdf = async () => (await import('./pdf_node.js')).loadPdf();

/** As in the browser's entry point. */
export const createReader: CreateReader = makeCreateReader(loadCore, loadPdf);
/** As in the browser's entry point. */
export const createReadTool: CreateReadTool = /* @__PURE__ */ makeCreateReadTool(createReader);
export { type CreateReader, initWith } from '../reader/create.js';
export * from '../tool/exports.js';
export type * from '../types/index.js';
