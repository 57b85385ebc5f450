/**
 * Keeps one WebAssembly instance alive and everybody else safe from it: when it traps, it is thrown away with all its
 * memory, and the next call gets a new one.
 */
import createCoreInstance, { type CoreHooks, type CoreInstance } from '../core.mjs';
import { orAbort } from './abort.js';

/** An instance whose memory has grown beyond this many bytes is given back after the call, since memory never shrinks. */
const kMaxIdleBytes = 64 * 1024 * 1024;

/** The core could not finish a call: it ran into a bug of its own, or out of memory. */
export class CoreTrap extends Error {
  override name = 'CoreTrap';
}

/** Decoders outside of an instance that it calls while it reads. */
export interface LentDecoders {
  attachTo(instance: CoreInstance): void;
  /** A call is done: nobody asks more about its file. */
  settle(): void;
  /** Gives the memory back; what a call that has trapped was in the middle of is in no state to go on. */
  drop(): void;
}

/** Makes an instance of a compiled module. */
export type InstanceFactory = (module: WebAssembly.Module) => CoreInstance;

/** Makes instances with the glue of a module. */
export function instantiateWith(
  createInstance: (hooks: CoreHooks) => CoreInstance,
): InstanceFactory {
  return (module) =>
    createInstance({
      instantiateWasm(imports, receive) {
        const instance = new WebAssembly.Instance(module, imports);
        receive(instance);
        return instance.exports;
      },
    });
}

/** One module and, while it is in use, one instance of it. */
export class CoreHost {
  readonly #module: WebAssembly.Module;
  readonly #factory: InstanceFactory;
  #instance: CoreInstance | undefined;
  #encodings: Uint8Array | undefined;
  #codecs: LentDecoders | undefined;
  #entered: Promise<void> | undefined;
  /** Instances that have them. */
  readonly #equipped = new WeakSet<CoreInstance>();

  constructor(
    module: WebAssembly.Module,
    factory: InstanceFactory = instantiateWith(createCoreInstance),
  ) {
    this.#module = module;
    this.#factory = factory;
  }

  /**
   * Runs `work` on an instance.
   *
   * @param held - the instance that the caller depends on; without it, the current one or a new one
   * @throws CoreTrap when anything goes wrong inside it; the instance is not used again then
   */
  run<T>(work: (instance: CoreInstance) => T, held?: CoreInstance): T {
    let instance = held;
    try {
      instance ??= this.#instance ??= this.#make();
      const result = work(instance);
      this.#codecs?.settle();
      if (instance.HEAPU8.byteLength > kMaxIdleBytes) this.#forget(instance);
      return result;
    } catch (error) {
      this.#forget(instance);
      this.#codecs?.drop();
      throw new CoreTrap(error instanceof Error ? error.message : String(error), { cause: error });
    }
  }

  /** Runs `work` with the bytes copied into the instance's memory. */
  runWith<T>(
    bytes: Uint8Array,
    work: (instance: CoreInstance, address: number, sizeBytes: number) => T,
    held?: CoreInstance,
  ): T {
    return this.run((instance) => {
      const address = instance.allocate(bytes.byteLength);
      if (address === 0) throw new RangeError(`out of memory for ${bytes.byteLength} bytes`);
      instance.HEAPU8.set(bytes, address);
      const result = work(instance, address, bytes.byteLength);
      instance.release(address);
      return result;
    }, held);
  }

  /** Whether the tables of the legacy encodings were given. */
  get hasEncodings(): boolean {
    return this.#encodings !== undefined;
  }

  /**
   * Keeps the tables of the legacy encodings for every later instance, and gives them to the one that there is.
   *
   * @param held - another instance that needs them
   */
  useEncodings(tables: Uint8Array, held?: CoreInstance): void {
    this.#encodings = tables;
    for (const instance of [held, this.#instance]) {
      if (instance) this.run((made) => this.#equip(made), instance);
    }
  }

  /**
   * Lends decoders to every later instance, and to the one that there is.
   *
   * @param held - another instance that needs them
   */
  useCodecs(codecs: LentDecoders, held?: CoreInstance): void {
    this.#codecs = codecs;
    for (const instance of [held, this.#instance]) if (instance) codecs.attachTo(instance);
  }

  /** Gives an instance the tables that are kept, once. */
  #equip(instance: CoreInstance): void {
    const tables = this.#encodings;
    if (!tables || this.#equipped.has(instance)) return;
    const address = instance.allocate(tables.byteLength);
    if (address === 0) throw new RangeError('out of memory for the encoding tables');
    instance.HEAPU8.set(tables, address);
    instance.installEncodings(address, tables.byteLength);
    this.#equipped.add(instance);
  }

  #make(): CoreInstance {
    const instance = this.#factory(this.#module);
    this.#codecs?.attachTo(instance);
    this.#equip(instance);
    return instance;
  }

  #forget(instance: CoreInstance | undefined): void {
    if (this.#instance === instance) this.#instance = undefined;
  }

  /** Another host of the same module, with an instance of its own. */
  twin(): CoreHost {
    const twin = new CoreHost(this.#module, this.#factory);
    twin.#encodings = this.#encodings;
    twin.#codecs = this.#codecs;
    return twin;
  }

  /** Whether a reading that is done in steps has this host for itself. */
  get isEntered(): boolean {
    return this.#entered !== undefined;
  }

  /**
   * Waits until no reading that is done in steps is under way: PDFium bears one at a time.
   *
   * @returns what lets the next one in
   * @throws the signal's reason when it is aborted
   */
  async enter(signal: AbortSignal | undefined): Promise<() => void> {
    while (this.#entered) await orAbort(this.#entered, signal);
    let leave: () => void = () => undefined;
    this.#entered = new Promise((resolve) => {
      leave = () => {
        this.#entered = undefined;
        resolve();
      };
    });
    return leave;
  }

  /** Forgets the instance; its memory is freed with it. */
  drop(): void {
    this.#codecs?.drop();
    this.#instance = undefined;
  }
}
