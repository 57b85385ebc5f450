/**
 * Calls whose file system is waited for until their deadline, whatever it does. What the reader does with an open file has the
 * time of its own deadline.
 */
import { type Deadline, DeadlineReached, deadlineOf } from '../reader/abort.js';
import { deadlineFailure } from '../reader/failure.js';
import type { ToolResult } from '../types/index.js';
import type { ExecuteOptions } from './tool_types.js';

/** Its signal ends at the deadline, too. */
export interface TimedCall extends ExecuteOptions {
  /** The signal of the caller: readers look at the deadline by themselves, and one that works in a thread from its turn on. */
  callers: AbortSignal | undefined;
  /** Lets a reader work: the call's time stands still. */
  apart: Deadline['apart'];
}

/**
 * Reads within the call's deadline.
 *
 * @param late - what a read gives that took too long
 */
export async function withinDeadline<T>(
  call: ExecuteOptions,
  read: (timed: TimedCall) => Promise<T>,
  late: (result: ToolResult) => T,
): Promise<T> {
  const { signal: callers, deadlineMs } = call;
  const { signal, clear, apart } = deadlineOf(callers, deadlineMs);
  try {
    return await read({ ...call, signal, callers, apart });
  } catch (error) {
    if (!(error instanceof DeadlineReached)) throw error;
    return late(deadlineFailure(deadlineMs ?? 0, 0));
  } finally {
    clear();
  }
}
