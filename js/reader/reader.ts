/** The reader: checks, merges options, and turns a trap into a result. */
import {
  checkBytes,
  checkDecodedImage,
  checkInput,
  checkOptions,
  checkString,
  mergeOptions,
  toJson,
} from './arguments.js';
import { CoreHost, CoreTrap, instantiateWith } from './core_host.js';
import { loadEncodingTables } from './encoding_tables.js';
import { internalFailure, loadFailure } from './failure.js';
import type { LoadPdf } from './pdf_module.js';
import { startSha256 } from './sha256.js';
import { CoreTextReading } from './text_reading.js';
import type {
  DecodedImage,
  Detection,
  ErrorCode,
  Reader,
  ReadInput,
  ReadOptions,
  TextReading,
  TextSource,
  ToolResult,
} from '../types/index.js';

/** Stands in a result for the hash that the host is computing. */
const kHashToCome = '0'.repeat(64);

/** Pictures that the core recognises and leaves to `decodeImage`. */
const kHostImages = new Set(['image/avif', 'image/heic', 'image/svg+xml']);

/** True when `decodeImage` may turn this failure into a picture. */
export function isForHost({ errorCode, metadata }: ToolResult): boolean {
  return errorCode === 'UNSUPPORTED_FORMAT' && kHostImages.has(metadata.mimeType);
}

/** Within its first bytes a PDF has its header and its first object. */
export const kHeadBytes: number = 16 * 1024;

/** What bytes are, as far as the tables that are there can tell: nobody waits for others here. */
function detectWith(core: CoreHost, bytes: Uint8Array, name: string, hint: string): Detection {
  return core.runWith(bytes, (instance, address, sizeBytes) => {
    const detection = instance.detect(address, sizeBytes, name, hint);
    // Else the next read would take it for its own wish.
    instance.wantsEncodingTables();
    return detection;
  });
}

/** Whether a file is a PDF by its first bytes. A core that cannot even look at them says no, and fails when it reads. */
export function isPdf(core: CoreHost, bytes: Uint8Array): boolean {
  try {
    const head = bytes.subarray(0, kHeadBytes);
    const { kind, confidence } = detectWith(core, head, '', '');
    return kind === 'pdf' && confidence === 'signature';
  } catch (error) {
    if (!(error instanceof CoreTrap)) throw error;
    return false;
  }
}

/** The Reader over one core and, once a PDF is read, the module that reads PDFs. */
export class CoreReader implements Reader {
  readonly #options: ReadOptions;
  readonly #loadPdf: LoadPdf | undefined;
  #core: CoreHost | undefined;
  #pdf: CoreHost | undefined;
  #wantsEncodings = false;
  /** While they are being loaded. */
  #encodings: Promise<Uint8Array> | undefined;

  constructor(core: CoreHost, options: ReadOptions, loadPdf?: LoadPdf) {
    this.#core = core;
    this.#options = options;
    this.#loadPdf = loadPdf;
  }

  async read(bytes: Uint8Array, input: ReadInput, options: ReadOptions = {}): Promise<ToolResult> {
    checkBytes(bytes);
    checkInput(input);
    checkOptions(options);
    const merged = mergeOptions(this.#options, options);
    if (this.#loadPdf && isPdf(this.#open(), bytes)) {
      try {
        await this.loadPdf();
      } catch (error) {
        return loadFailure(error, bytes.byteLength);
      }
    }
    const isHashed = merged.hash === undefined || merged.hash === 'sha256';
    const digest = isHashed && !merged.contentHash ? startSha256(bytes) : undefined;
    if (!digest) return this.#readWithHelp(bytes, input, merged);

    const result = await this.#readWithHelp(bytes, input, { ...merged, contentHash: kHashToCome });
    const hash = await digest;
    if (hash === undefined) return this.#readWithHelp(bytes, input, merged);
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
      return detectWith(this.#open(), bytes, name, hint);
    } catch (error) {
      if (!(error instanceof CoreTrap)) throw error;
      return { kind: 'binary', mimeType: 'application/octet-stream', confidence: 'none' };
    }
  }

  async loadPdf(): Promise<void> {
    this.#open();
    if (this.#pdf || !this.#loadPdf) return;
    const { module, createInstance } = await this.#loadPdf();
    // Unless it was disposed meanwhile.
    if (this.#core) this.#pdf ??= new CoreHost(module, instantiateWith(createInstance));
  }

  prepare(input: unknown, options: ReadOptions = {}): ToolResult | undefined {
    checkOptions(options);
    const inputJson = toJson(input) ?? 'null';
    const optionsJson = toJson(mergeOptions(this.#options, options));
    return this.#contained(0, () =>
      this.#open().run((core) => core.refuseArguments(inputJson, optionsJson)),
    );
  }

  refuse(code: ErrorCode, path: string): ToolResult {
    checkString('code', code);
    checkString('path', path);
    return this.#contained(0, () => this.#open().run((core) => core.refuseFile(code, path)));
  }

  openText(input: ReadInput, options: ReadOptions = {}, source: TextSource = {}): TextReading {
    checkInput(input);
    checkOptions(options);
    const merged = mergeOptions(this.#options, options);
    return new CoreTextReading(this.#hostFor(source.head), input, merged, source);
  }

  async loadEncodings(): Promise<void> {
    const core = this.#open();
    if (core.hasEncodingTables) return;
    this.#encodings ??= loadEncodingTables();
    try {
      const tables = await this.#encodings;
      // Several reads may have waited for them.
      if (!core.hasEncodingTables) core.useEncodingTables(tables);
    } finally {
      this.#encodings = undefined;
    }
  }

  dispose(): void {
    this.#core?.drop();
    this.#core = undefined;
    this.#pdf?.drop();
    this.#pdf = undefined;
  }

  #open(): CoreHost {
    if (!this.#core) throw new TypeError('the reader is disposed');
    return this.#core;
  }

  /** The module that reads a file, by the file's first bytes. */
  #hostFor(head: Uint8Array | undefined): CoreHost {
    const core = this.#open();
    return this.#pdf && head && isPdf(core, head) ? this.#pdf : core;
  }

  /** Reads with all that the host can add: tables of encodings, and pictures that it decodes. */
  async #readWithHelp(
    bytes: Uint8Array,
    input: ReadInput,
    options: ReadOptions,
  ): Promise<ToolResult> {
    const result = await this.#readWithEncodings(bytes, input, options);
    if (!options.decodeImage || !isForHost(result)) return result;
    const { mimeType } = result.metadata;
    let image: DecodedImage | undefined;
    try {
      image = await options.decodeImage(bytes, mimeType);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const message = `Failed to process image file: the host cannot decode it: ${reason}`;
      return { ...result, errorCode: 'CORRUPT_IMAGE', error: message, content: message };
    }
    return image ? this.#readDecoded(bytes, image, input, options) : result;
  }

  #readDecoded(
    bytes: Uint8Array,
    image: DecodedImage,
    input: ReadInput,
    options: ReadOptions,
  ): ToolResult {
    checkDecodedImage(image);
    const { width, height, rgba } = image;
    const pixels = new Uint8Array(rgba.buffer, rgba.byteOffset, rgba.byteLength);
    const core = this.#open();
    return this.#contained(bytes.byteLength, () =>
      core.runWith(bytes, (instance, address, sizeBytes) =>
        core.runWith(
          pixels,
          (_, pixelsAddress) =>
            instance.readDecoded(
              address,
              sizeBytes,
              pixelsAddress,
              width,
              height,
              toJson(input),
              toJson(options),
            ),
          instance,
        ),
      ),
    );
  }

  /** The first text that is not Unicode is read twice: to find that out, and with the tables. */
  async #readWithEncodings(
    bytes: Uint8Array,
    input: ReadInput,
    options: ReadOptions,
  ): Promise<ToolResult> {
    const result = this.#read(bytes, input, options);
    if (!this.#wantsEncodings) return result;
    try {
      await this.loadEncodings();
    } catch {
      // The result says that the tables are not there.
      return result;
    }
    return this.#read(bytes, input, options);
  }

  #read(bytes: Uint8Array, input: ReadInput, options: ReadOptions): ToolResult {
    const core = this.#hostFor(bytes);
    const inputJson = toJson(input);
    const optionsJson = toJson(options);
    this.#wantsEncodings = false;
    return this.#contained(bytes.byteLength, () =>
      core.runWith(bytes, (instance, address, sizeBytes) => {
        const result = instance.read(address, sizeBytes, inputJson, optionsJson);
        this.#wantsEncodings = instance.wantsEncodingTables();
        return result;
      }),
    );
  }

  /** Runs `call`; a trap becomes a result. */
  #contained<T>(sizeBytes: number, call: () => T): T | ToolResult {
    try {
      return call();
    } catch (error) {
      if (!(error instanceof CoreTrap)) throw error;
      return internalFailure(error, sizeBytes);
    }
  }
}
