// lectern-reactor.wasm under node:wasi. What is done here is what every host of the C interface does
// (src/capi/lectern_c.h): copy the bytes into the instance's memory, call, copy the JSON out, free.
import { readFile } from 'node:fs/promises';
import { WASI } from 'node:wasi';

const kAbiVersion = 1;

export class Reactor {
  #calls;
  /** Where lectern_read stores the size of its result. */
  #sizeCell;

  /** @param {WebAssembly.Instance} instance */
  constructor(instance) {
    this.#calls = instance.exports;
    const version = this.#calls.lectern_abi_version();
    if (version !== kAbiVersion) throw new Error(`version ${version} of the interface, expected ${kAbiVersion}`);
    this.#sizeCell = this.#calls.lectern_alloc(4);
  }

  /** @param {string} path of lectern-reactor.wasm */
  static async load(path) {
    // It reads no file and no variable: the host hands in the bytes.
    const wasi = new WASI({ version: 'preview1' });
    const module = await WebAssembly.compile(await readFile(path));
    const instance = await WebAssembly.instantiate(module, wasi.getImportObject());
    wasi.initialize(instance);
    return new Reactor(instance);
  }

  /**
   * @param {Uint8Array} bytes the file
   * @param {object} input as the model wrote it
   * @param {object} [options] ReadOptions
   * @returns {string} the ToolResult as JSON
   */
  readJson(bytes, input, options = {}) {
    const encoder = new TextEncoder();
    const pieces = [bytes, encoder.encode(JSON.stringify(input)), encoder.encode(JSON.stringify(options))];
    const addresses = pieces.map((piece) => this.#calls.lectern_alloc(piece.length));
    if (addresses.includes(0)) throw new RangeError('out of memory');
    // Memory may have moved while it grew: take the view after the last allocation.
    for (const [index, piece] of pieces.entries()) this.#heap().set(piece, addresses[index]);
    const words = pieces.flatMap((piece, index) => [addresses[index], piece.length]);
    const result = this.#calls.lectern_read(...words, this.#sizeCell);
    for (const address of addresses) this.#calls.lectern_free(address);
    if (result === 0) throw new RangeError('out of memory');
    const size = new DataView(this.#heap().buffer).getUint32(this.#sizeCell, true);
    const json = new TextDecoder('utf-8', { ignoreBOM: true }).decode(this.#heap().subarray(result, result + size));
    this.#calls.lectern_free(result);
    return json;
  }

  #heap() {
    return new Uint8Array(this.#calls.memory.buffer);
  }
}
