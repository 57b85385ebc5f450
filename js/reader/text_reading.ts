/** A file that arrives in pieces, read by a session inside the core. */
import { checkBytes, toJson } from './arguments.js';
import type { CoreInstance } from '../core.mjs';
import { type CoreHost, CoreTrap } from './core_host.js';
import { internalFailure } from './failure.js';
import type {
  ReadInput,
  ReadOptions,
  TextReading,
  TextSource,
  ToolResult,
} from '../types/index.js';

/** A session lives in the memory of the instance that opened it, whatever the core's host does meanwhile. */
interface Session {
  instance: CoreInstance;
  address: number;
}

const kNoIndex = new Uint8Array();

/** Nobody could catch what this throws: an instance that traps is not used any more, and freed as a whole. */
export function closeAbandoned({ instance, address }: Session): void {
  try {
    instance.closeSession(address);
  } catch {
    // Nothing is left to be freed.
  }
}

/** Frees the sessions of readings that nobody finished. */
const kAbandoned: FinalizationRegistry<Session> | undefined =
  typeof FinalizationRegistry === 'undefined'
    ? undefined
    : new FinalizationRegistry((session) => closeAbandoned(session));

/** The TextReading over one session, or over the result that it has come to without one. */
export class CoreTextReading implements TextReading {
  start = 0;
  index: Uint8Array | undefined;
  wantsEncodings = false;
  readonly #core: CoreHost;
  #session: Session | undefined;
  #result: ToolResult | undefined;
  #pushedBytes = 0;
  #isFinished = false;

  constructor(core: CoreHost, input: ReadInput, options: ReadOptions, source: TextSource) {
    this.#core = core;
    const inputJson = toJson(input);
    const optionsJson = toJson(options);
    const { sizeBytes = -1, index = kNoIndex } = source;
    checkBytes(index);
    this.#guard(() =>
      core.runWith(index, (instance, address, indexBytes) => {
        const opened = instance.openSession(inputJson, optionsJson, sizeBytes, address, indexBytes);
        this.#takeWishOf(instance);
        this.#result = opened.refusal;
        if (opened.refusal) return;
        this.start = opened.start;
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
        (instance, address, sizeBytes) => {
          const wantsMore = instance.push(session.address, address, sizeBytes);
          this.#takeWishOf(instance);
          return wantsMore;
        },
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
          this.#takeWishOf(instance);
          this.index = instance.lineIndex(session.address);
          instance.closeSession(session.address);
        }, session.instance),
      );
      this.#forgetSession();
    }
    return this.#result as ToolResult;
  }

  /** After each call: other readings share the instance, and with it what says that a call wanted tables. */
  #takeWishOf(instance: CoreInstance): void {
    if (instance.wantsEncodingTables()) this.wantsEncodings = true;
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
