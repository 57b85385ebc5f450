// What every host can be asked to do.

import { runCases } from './run_cases.js';
import { runTool } from './run_tool.js';

/**
 * @param {{createReader: Function, createReadTool: Function}} entry the host's entry point
 * @param {{cases: object[]} | {tool: {files: Record<string, string>, reads: number}}} work
 */
export function runWork({ createReader, createReadTool }, work) {
  return work.cases ? runCases(createReader, work.cases) : runTool(createReadTool, work.tool);
}
