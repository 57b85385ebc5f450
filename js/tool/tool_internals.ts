/** What parts of this package ask of a tool beside reading: what is not for users. */
import type { ReadOptions } from '../types/index.js';

/** The same in every copy of this package that a program may hold. */
const kKey = Symbol.for('lectern.tool');

/** What a tool was made with. */
export interface ToolInternals {
  /** The options that its reads have, without those of the tool itself. */
  readOptions: ReadOptions;
}

/** Makes `internals` findable from `tool`. */
export function setToolInternals(tool: object, internals: ToolInternals): void {
  Object.defineProperty(tool, kKey, { value: internals });
}

/** Undefined for a tool that this package has not made, and for one that is wrapped. */
export function toolInternalsOf(tool: object): ToolInternals | undefined {
  return (tool as { [kKey]?: ToolInternals })[kKey];
}
