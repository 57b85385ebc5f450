/** The results that the core cannot make itself. */
import type { CoreTrap } from './core_host.js';
import type { ModuleLoadError } from './load_error.js';
import type { ErrorCode, ReadFailure } from '../types/index.js';

/** The result for a call that the core could not finish. */
export function internalFailure(trap: CoreTrap, sizeBytes: number): ReadFailure {
  return failure(`the reader stopped and was restarted: ${trap.message}`, sizeBytes);
}

/** The result for a read that was stopped because it took too long. */
export function deadlineFailure(deadlineMs: number, sizeBytes: number): ReadFailure {
  const limit = deadlineMs.toLocaleString('en-US');
  return failure(`the file could not be read within ${limit} ms`, sizeBytes, 'LIMIT_EXCEEDED');
}

/** The result for a read whose worker ended in the middle of it. */
export function workerFailure(reason: string, sizeBytes: number): ReadFailure {
  return failure(`the reader stopped: ${reason}`, sizeBytes);
}

/** The result for a read whose module could not be loaded. */
export function loadFailure(error: ModuleLoadError, sizeBytes: number): ReadFailure {
  return failure(error.message, sizeBytes);
}

/** The result for an input that names no file. */
export function argumentFailure(error: string): ReadFailure {
  return failure(error, 0, 'INVALID_ARGUMENT');
}

function failure(error: string, sizeBytes: number, errorCode: ErrorCode = 'INTERNAL'): ReadFailure {
  return {
    success: false,
    content: error,
    error,
    errorCode,
    contentType: 'binary',
    lineCount: 0,
    startLine: 0,
    endLine: 0,
    totalLines: 0,
    truncated: false,
    metadata: { sizeBytes, mimeType: 'application/octet-stream' },
  };
}
