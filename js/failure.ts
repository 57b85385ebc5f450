/** The one result that the core cannot make itself. */
import type { CoreTrap } from './core_host.js';
import type { ToolResult } from './types.js';

/** The result for a call that the core could not finish. */
export function internalFailure(trap: CoreTrap, sizeBytes: number): ToolResult {
  const error = `the reader stopped and was restarted: ${trap.message}`;
  return {
    success: false,
    content: error,
    error,
    errorCode: 'INTERNAL',
    contentType: 'binary',
    lineCount: 0,
    startLine: 0,
    endLine: 0,
    totalLines: 0,
    truncated: false,
    metadata: { size: sizeBytes, mimeType: 'application/octet-stream' },
  };
}
