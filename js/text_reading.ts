/** A file that arrives in pieces, read by a session inside the core. */
import { checkBytes, toJson } from './arguments.js';
import type { CoreInstance } from './core.mjs';
import { type CoreHost, CoreTrap } from './core_host.js';
import { internalFailure } from './failure.js';
import type { ReadInput, ReadOptions, TextReading, ToolResult } from './types.js';

/** A session lives in the memory of the instance that opened it, whatever the core's host does meanwhile. */
interface Session {
  instance: CoreInstance;
  address: number;
}

/** Frees the sessions of readings that nobody finished. */
const kAbandoned: FinalizationRegistry<Session> | undefined =
  typeof FinalizationRegistry === 'undefined'
    ? undefined
    : new FinalizationRegistry(({ instance, address }) => instance.closeSession(address));

/** The TextReading over one session, or over the result that it has come to without one. */
export class CoreTextReading implements TextReading {
  readonly #core: CoreHost;
  #session: Session | undefined;
  #result: ToolResult | undefined;
  #pushedBytes = 0;
  #isFinished = false;
  #wantsEncodings = false;

  /** @param sizeBytes - the file's size; -1 when it is unknown */
  constructor(core: CoreHost, input: ReadInput, options: ReadOptions, sizeBytes = -1) {
    this.#core = core;
    const inputJson = toJson(input);
    const optionsJson = toJson(options);
    this.#guard(() =>
      core.run((instance) => {
        const opened = instance.openSession(inputJson, optionsJson, sizeBytes);
        this.#result = opened.refusal;
        if (opened.refusal) return;
        this.#session = { instance, address: opened.session };
        kAbandoned?.register(this, this.#session, this);
      }),
    );
  }

  push(chunk: Uint8Array): 'more' | 'done' {
    checkBytes(chunk);
    this.#checkOpen();
    const session = this.#session;
    if (!session) return 'done';
    this.#pushedBytes += chunk.byteLength;
    const wantsMore = this.#guard(() =>
      this.#core.runWith(
        chunk,
        (instance, address, sizeBytes) => instance.push(session.address, address, sizeBytes),
        session.instance,
      ),
    );
    return wantsMore ? 'more' : 'done';
  }

  finish(): ToolResult {
    this.#checkOpen();
    this.#isFinished = true;
    const session = this.#session;
    if (session) {
      this.#guard(() =>
        this.#core.run((instance) => {
          this.#result = instance.finish(session.address);
          this.#wantsEncodings = instance.wantsEncodingTables();
          instance.closeSession(session.address);
        }, session.instance),
      );
      this.#forgetSession();
    }
    return this.#result as ToolResult;
  }

  /** Whether the result is a failure for want of the tables of the East Asian encodings. */
  get wantsEncodings(): boolean {
    return this.#wantsEncodings;
  }

  #checkOpen(): void {
    if (this.#isFinished) throw new TypeError('the reading is finished');
  }

  /** After a trap the reading goes on without its session: it has come to a failure. */
  #guard<T>(work: () => T): T | undefined {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof CoreTrap)) throw error;
      this.#forgetSession();
      this.#result = internalFailure(error, this.#pushedBytes);
      return undefined;
    }
  }

  #forgetSession(): void {
    this.#session = undefined;
    kAbandoned?.unregister(this);
  }
}
