/** Entry point for browsers and their workers: the module is fetched from beside this file and compiled as it arrives. */
import { type CreateReader, makeCreateReader } from '../reader/create.js';
import { loadCore } from './browser_core.js';
import { makeCreateReadTool } from '../tool/create_read_tool.js';
import type { CreateReadTool } from '../tool/tool_types.js';
import { modules } from './modules_browser.js';

/**
 * Makes a reader; the module is loaded once for all of them.
 *
 * @param options - defaults for every read
 * @param modules - where modules come from that are loaded only when needed; the default fits this host
 * @throws TypeError when `options` is no object; ModuleLoadError when the module cannot be loaded
 * @example
 * ```ts
 * const reader = await createReader({ provider: 'anthropic' });
 * const result = await reader.read(bytes, { file_path: 'a.png' });
 * ```
 */
export const createReader: CreateReader = makeCreateReader(loadCore, modules);
/**
 * Makes a Read tool: a definition for the model and a function that answers its calls.
 *
 * @throws TypeError when an option has the wrong type, or `cwd` or `root` is no absolute path
 * @example
 * ```ts
 * const tool = createReadTool({ fs: memoryFs({ '/notes.txt': 'one\ntwo\n' }), root: '/' });
 * const result = await tool.execute({ file_path: 'notes.txt' });
 * ```
 */
export const createReadTool: CreateReadTool = /* @__PURE__ */ makeCreateReadTool(
  createReader,
  async (deadlineMs) =>
    (await import('../watchdog/browser.js')).createWatchedReader({ deadlineMs }),
);
export { type CreateReader, initWith } from '../reader/create.js';
export * from '../tool/exports.js';
export type * from '../types/index.js';
