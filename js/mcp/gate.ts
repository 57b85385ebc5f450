/**
 * How many reads go on at once. One message can hold a hundred calls, and each read may hold a file of tens of megabytes:
 * the others wait for their turn.
 */
import type { ReadTool } from '../tool/tool_types.js';

/** Reads of one tool at a time, whatever servers it is in. */
const kMaxReads = 8;
/**
 * Reads that wait for their turn before whoever asks for them waits, too, where that can be had: as many as one message can
 * hold, so that what cancels them gets through.
 */
const kMaxWaiting = 100;

/** Lets `kMaxReads` in at a time, in the order in which they came. */
class Gate {
  #inside = 0;
  readonly #waiting = new Set<() => void>();
  #onRoom: (() => void) | undefined;
  #onIdle: (() => void) | undefined;

  /** @throws what `work` throws; the signal's reason when it is aborted while it waits */
  async pass<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    if (this.#inside >= kMaxReads) await this.#turn(signal);
    else this.#inside++;
    try {
      return await work();
    } finally {
      this.#leave();
    }
  }

  /** Who leaves hands the place on. */
  #leave(): void {
    const [next] = this.#waiting;
    if (next) next();
    else if (--this.#inside === 0) this.#onIdle?.();
  }

  #turn(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const abort = () => {
        this.#forget(enter);
        reject(signal.reason);
      };
      const enter = () => {
        this.#forget(enter);
        signal.removeEventListener('abort', abort);
        resolve();
      };
      this.#waiting.add(enter);
      signal.addEventListener('abort', abort, { once: true });
    });
  }

  #forget(waiting: () => void): void {
    this.#waiting.delete(waiting);
    if (this.#waiting.size < kMaxWaiting) this.#onRoom?.();
  }

  /** Resolves once fewer than `kMaxWaiting` wait. One caller at a time. */
  async room(): Promise<void> {
    if (this.#waiting.size < kMaxWaiting) return;
    await new Promise<void>((resolve) => {
      this.#onRoom = resolve;
    });
    this.#onRoom = undefined;
  }

  /** Resolves once nobody is inside. One caller at a time. */
  async idle(): Promise<void> {
    if (this.#inside === 0) return;
    await new Promise<void>((resolve) => {
      this.#onIdle = resolve;
    });
    this.#onIdle = undefined;
  }
}

const kGates = new WeakMap<ReadTool, Gate>();

function gateOf(tool: ReadTool): Gate {
  let gate = kGates.get(tool);
  if (!gate) {
    gate = new Gate();
    kGates.set(tool, gate);
  }
  return gate;
}

/** Reads when it is the call's turn. @throws what `read` throws; the signal's reason when it is aborted before */
export function inTurn<T>(tool: ReadTool, signal: AbortSignal, read: () => Promise<T>): Promise<T> {
  return gateOf(tool).pass(read, signal);
}

/** Resolves once few of the tool's reads wait for their turn. For the one input of a program. */
export function roomForReads(tool: ReadTool): Promise<void> {
  return gateOf(tool).room();
}

/** Resolves once none of the tool's reads goes on. For the one input of a program. */
export function readsDone(tool: ReadTool): Promise<void> {
  return gateOf(tool).idle();
}
