/** The reader: checks, merges options, and turns a trap into a result. */
import { checkBytes, checkInput, checkOptions, checkString, mergeOptions, toJson } from './arguments.js';
import { type CoreHost, CoreTrap } from './core_host.js';
import { startSha256 } from './sha256.js';
import type { Detection, Reader, ReadInput, ReadOptions, ToolResult } from './types.js';

/** Stands in a result for the hash that the host is computing. */
const kHashToCome = '0'.repeat(64);

/** The result for a call that the core could not finish. */
export function internalFailure(trap: CoreTrap, sizeBytes: number): ToolResult {
  const error = `the reader stopped and was restarted: ${trap.message}`;
  return {
    success: false,
    content: error,
    error,
    errorCode: 'INTERNAL',
    contentType: 'binary',
    lineCount: 0,
    startLine: 0,
    endLine: 0,
    totalLines: 0,
    truncated: false,
    metadata: { size: sizeBytes, mimeType: 'application/octet-stream' },
  };
}

/** The Reader over one core. */
export class CoreReader implements Reader {
  readonly #options: ReadOptions;
  #core: CoreHost | undefined;

  constructor(core: CoreHost, options: ReadOptions) {
    this.#core = core;
    this.#options = options;
  }

  async read(bytes: Uint8Array, input: ReadInput, options: ReadOptions = {}): Promise<ToolResult> {
    checkBytes(bytes);
    checkInput(input);
    checkOptions(options);
    const merged = mergeOptions(this.#options, options);
    const isHashed = merged.hash === undefined || merged.hash === 'sha256';
    const digest = isHashed && !merged.contentHash ? startSha256(bytes) : undefined;
    if (!digest) return this.#read(bytes, input, merged);

    const result = this.#read(bytes, input, { ...merged, contentHash: kHashToCome });
    const hash = await digest;
    if (hash === undefined) return this.#read(bytes, input, merged);
    if (result.contentHash === kHashToCome) result.contentHash = hash;
    return result;
  }

  readSync(bytes: Uint8Array, input: ReadInput, options: ReadOptions = {}): ToolResult {
    checkBytes(bytes);
    checkInput(input);
    checkOptions(options);
    return this.#read(bytes, input, mergeOptions(this.#options, options));
  }

  detect(bytes: Uint8Array, name = '', hint = ''): Detection {
    checkBytes(bytes);
    checkString('name', name);
    checkString('hint', hint);
    try {
      return this.#open().runWith(bytes, (core, address, sizeBytes) =>
        core.detect(address, sizeBytes, name, hint),
      );
    } catch (error) {
      if (!(error instanceof CoreTrap)) throw error;
      return { kind: 'binary', mimeType: 'application/octet-stream', confidence: 'none' };
    }
  }

  dispose(): void {
    this.#core?.drop();
    this.#core = undefined;
  }

  #open(): CoreHost {
    if (!this.#core) throw new TypeError('the reader is disposed');
    return this.#core;
  }

  #read(bytes: Uint8Array, input: ReadInput, options: ReadOptions): ToolResult {
    const core = this.#open();
    const inputJson = toJson(input);
    const optionsJson = toJson(options);
    try {
      return core.runWith(bytes, (instance, address, sizeBytes) =>
        instance.read(address, sizeBytes, inputJson, optionsJson),
      );
    } catch (error) {
      if (!(error instanceof CoreTrap)) throw error;
      return internalFailure(error, bytes.byteLength);
    }
  }
}
