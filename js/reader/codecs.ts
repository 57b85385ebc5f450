/**
 * Decoders that the core calls while it reads: those of codecs.wasm, an instance with a memory of its own. What crosses is
 * copied without a look at what it says (wasm/codec_call.h).
 */
import type { CoreInstance } from '../core.mjs';
import type { CoreHost, LentDecoders } from './core_host.js';
import type { ModuleName } from './module_names.js';

/** The module that the core calls, where a reading goes on in others. */
export const kCodecs: ModuleName = 'codecs';

/** Bytes before an answer, which say how long it is. */
const kLengthBytes = 4;

/** A file in the memory of codecs.wasm: it crosses once, and not for each call. */
interface HeldFile {
  instance: CoreInstance;
  address: number;
  core: CoreInstance;
  from: number;
  sizeBytes: number;
}

/** Memory of `to` with the bytes at `from` of another instance. */
function copied(source: CoreInstance, from: number, sizeBytes: number, to: CoreInstance): number {
  const address = to._lectern_allocate(sizeBytes);
  if (address === 0) throw new RangeError(`out of memory for ${sizeBytes} bytes`);
  to.HEAPU8.set(source.HEAPU8.subarray(from, from + sizeBytes), address);
  return address;
}

/** The module `codecs` and, while a core calls it, the file that the calls are about. */
export class Codecs implements LentDecoders {
  readonly #host: CoreHost;
  #held: HeldFile | undefined;

  constructor(host: CoreHost) {
    this.#host = host;
  }

  /** Lets `core` call the decoders. A trap in them goes through the core, whose host replaces it as well. */
  attachTo(core: CoreInstance): void {
    core.codecs = (call, callBytes, from, sizeBytes, isNew) => {
      const { instance, address } = this.#fileOf(core, from, sizeBytes, isNew !== 0);
      return this.#host.run((codecs) => {
        codecs.emit = (what, head, headBytes, bytes, emittedBytes) => {
          const takenHead = copied(codecs, head, headBytes, core);
          const taken = copied(codecs, bytes, emittedBytes, core);
          const goesOn = core._lectern_take_emission(what, takenHead, taken, emittedBytes);
          core._lectern_release(taken);
          core._lectern_release(takenHead);
          return goesOn;
        };
        const task = copied(core, call, callBytes, codecs);
        const answer = codecs._lectern_do(task, address, sizeBytes);
        codecs._lectern_release(task);
        const { buffer, byteOffset } = codecs.HEAPU8;
        const answerBytes = new DataView(buffer, byteOffset).getUint32(answer, true);
        const answered = copied(codecs, answer, kLengthBytes + answerBytes, core);
        codecs._lectern_release(answer);
        return answered;
      }, instance);
    };
  }

  settle(): void {
    const held = this.#held;
    this.#held = undefined;
    if (held) this.#host.run((codecs) => codecs._lectern_release(held.address), held.instance);
  }

  drop(): void {
    this.#held = undefined;
    this.#host.drop();
  }

  #fileOf(core: CoreInstance, from: number, sizeBytes: number, isNew: boolean): HeldFile {
    const held = this.#held;
    if (!isNew && held?.core === core && held.from === from && held.sizeBytes === sizeBytes)
      return held;
    this.settle();
    return this.#host.run((instance) => {
      const address = copied(core, from, sizeBytes, instance);
      this.#held = { instance, address, core, from, sizeBytes };
      return this.#held;
    });
  }
}

const kOfHosts = new WeakMap<CoreHost, Codecs>();

/** What cores call of the module `codecs`, which `host` has. */
export function codecsOf(host: CoreHost): Codecs {
  const codecs = kOfHosts.get(host) ?? new Codecs(host);
  kOfHosts.set(host, codecs);
  return codecs;
}
