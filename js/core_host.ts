/**
 * Keeps one WebAssembly instance alive and everybody else safe from it: when it traps, it is thrown away with all its
 * memory, and the next call gets a new one.
 */
import createInstance, { type CoreInstance } from './core.mjs';

/** An instance whose memory has grown beyond this many bytes is given back after the call, since memory never shrinks. */
const kMaxIdleBytes = 64 * 1024 * 1024;

/** The core could not finish a call: it ran into a bug of its own, or out of memory. */
export class CoreTrap extends Error {
  override name = 'CoreTrap';
}

/** Makes an instance of a compiled module. */
export type InstanceFactory = (module: WebAssembly.Module) => CoreInstance;

function instantiate(module: WebAssembly.Module): CoreInstance {
  return createInstance({
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

  constructor(module: WebAssembly.Module, factory: InstanceFactory = instantiate) {
    this.#module = module;
    this.#factory = factory;
  }

  /**
   * Runs `work` on the instance.
   *
   * @throws CoreTrap when anything goes wrong inside it; the instance is gone then
   */
  run<T>(work: (instance: CoreInstance) => T): T {
    try {
      this.#instance ??= this.#factory(this.#module);
      const result = work(this.#instance);
      if (this.#instance.HEAPU8.byteLength > kMaxIdleBytes) this.drop();
      return result;
    } catch (error) {
      this.drop();
      throw new CoreTrap(error instanceof Error ? error.message : String(error), { cause: error });
    }
  }

  /** Runs `work` with the bytes copied into the instance's memory. */
  runWith<T>(
    bytes: Uint8Array,
    work: (instance: CoreInstance, address: number, sizeBytes: number) => T,
  ): T {
    return this.run((instance) => {
      const address = instance.allocate(bytes.byteLength);
      if (address === 0) throw new RangeError(`out of memory for ${bytes.byteLength} bytes`);
      instance.HEAPU8.set(bytes, address);
      const result = work(instance, address, bytes.byteLength);
      instance.release(address);
      return result;
    });
  }

  /** Forgets the instance; its memory is freed with it. */
  drop(): void {
    this.#instance = undefined;
  }
}
