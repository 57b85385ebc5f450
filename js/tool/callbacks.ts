/** Functions of the caller: what they throw is the caller's, and no failure of a file. */
import type { ExecuteOptions } from './tool_types.js';

/** Carries what a function of the caller has thrown through code that turns errors into results. */
class CallerError extends Error {
  constructor(cause: unknown) {
    super('a function of the caller threw', { cause });
  }
}

/** The same options; what `onProgress` throws can be told from what a file system throws. */
export function withMarkedErrors(call: ExecuteOptions): ExecuteOptions {
  const { onProgress } = call;
  if (!onProgress) return call;
  return {
    ...call,
    onProgress(progress) {
      try {
        onProgress(progress);
      } catch (error) {
        throw new CallerError(error);
      }
    },
  };
}

/** @throws what a function of the caller has thrown, if that is what `error` carries */
export function rethrowCallers(error: unknown): void {
  if (error instanceof CallerError) throw error.cause;
}
