/** The reader: checks, merges options, answers the core's questions, and turns a trap into a result. */
import {
  checkBytes,
  checkDecodedImage,
  checkInput,
  checkOptions,
  checkSource,
  checkString,
  mergeOptions,
  toJson,
} from './arguments.js';
import {
  type Answer,
  converse,
  drive,
  driveSync,
  type Question,
  type ReadCall,
} from './conversation.js';
import { type CoreHost, CoreTrap } from './core_host.js';
import { loadEncodingTables } from './encoding_tables.js';
import { internalFailure } from './failure.js';
import { ModuleHosts, type ModuleName, type ReaderModules } from './modules.js';
import { orAbort } from './abort.js';
import { startSha256 } from './sha256.js';
import { answerFromMemory, type Bytes, RangeBytes, StreamBytes } from './sources.js';
import type {
  ByteSource,
  DecodedImage,
  DecodeImage,
  Detection,
  ErrorCode,
  ReadCallOptions,
  Reader,
  ReadFailure,
  ReadInput,
  ReadOptions,
  SourceRead,
  ToolResult,
} from '../types/index.js';

/** A detection looks at so many bytes; kSignatureBytes in src/detect/signatures.h. */
const kHeadBytes = 64 * 1024;

/** Stands in a result for the hash that the host is computing. */
const kHashToCome = '0'.repeat(64);

const kDeclined: Answer = { kind: 'declined' };

function reasonOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)) || 'no reason given';
}

/** The Reader over one core and, once files need them, its modules. */
export class CoreReader implements Reader {
  readonly #options: ReadOptions;
  readonly #modules: ModuleHosts;
  #core: CoreHost | undefined;
  #encodings: Uint8Array | undefined;
  /** While they are being loaded. */
  #loadingEncodings: Promise<Uint8Array> | undefined;

  constructor(core: CoreHost, options: ReadOptions, modules: ReaderModules = {}) {
    this.#core = core;
    this.#options = options;
    this.#modules = new ModuleHosts(modules);
  }

  async read(bytes: Uint8Array, input: ReadInput, options: ReadOptions = {}): Promise<ToolResult> {
    checkBytes(bytes);
    checkInput(input);
    checkOptions(options);
    const merged = mergeOptions(this.#options, options);
    const isHashed = merged.hash === undefined || merged.hash === 'sha256';
    const digest = isHashed && !merged.host?.contentHash ? startSha256(bytes) : undefined;
    if (!digest) return this.#readMemory(bytes, input, merged);

    const toCome = mergeOptions(merged, { host: { contentHash: kHashToCome } });
    const result = await this.#readMemory(bytes, input, toCome);
    const hash = await digest;
    if (hash === undefined) return this.#readMemory(bytes, input, merged);
    if (result.contentHash === kHashToCome) result.contentHash = hash;
    return result;
  }

  readSync(bytes: Uint8Array, input: ReadInput, options: ReadOptions = {}): ToolResult {
    checkBytes(bytes);
    checkInput(input);
    checkOptions(options);
    const call = callOf(input, mergeOptions(this.#options, options), bytes.byteLength);
    return driveSync(converse(this.#open(), call), (question) => {
      if (question.kind === 'bytes') return answerFromMemory(bytes, question.from, question.to);
      return this.#answerWithLoaded(question) ?? kDeclined;
    }).result;
  }

  async readSource(
    source: ByteSource | AsyncIterable<Uint8Array>,
    input: ReadInput,
    options: ReadOptions = {},
    call: ReadCallOptions = {},
  ): Promise<SourceRead> {
    checkSource(source);
    checkInput(input);
    checkOptions(options);
    const core = this.#open();
    const merged = mergeOptions(this.#options, options);
    if (!(Symbol.asyncIterator in source)) {
      return this.#readFrom(core, new RangeBytes(source, call), input, merged, call);
    }
    // A stream cannot be read again with the tables that its text turns out to need.
    await this.loadEncodings().catch(() => undefined);
    const bytes = new StreamBytes(source, call);
    try {
      return await this.#readFrom(core, bytes, input, merged, call);
    } finally {
      await bytes.close();
    }
  }

  detect(bytes: Uint8Array, name = '', hint = ''): Detection {
    checkBytes(bytes);
    checkString('name', name);
    checkString('hint', hint);
    const head = bytes.subarray(0, kHeadBytes);
    const atEnd = head.byteLength === bytes.byteLength;
    try {
      return this.#open().runWith(head, (instance, address, sizeBytes) =>
        instance.detect(address, sizeBytes, atEnd, name, hint),
      );
    } catch (error) {
      if (!(error instanceof CoreTrap)) throw error;
      return { kind: 'binary', mimeType: 'application/octet-stream', confidence: 'none' };
    }
  }

  async loadModule(name: ModuleName): Promise<void> {
    if (this.#core) await this.#modules.load(name);
  }

  prepare(input: unknown, options: ReadOptions = {}): ReadFailure | undefined {
    checkOptions(options);
    const inputJson = toJson(input) ?? 'null';
    const optionsJson = toJson(mergeOptions(this.#options, options));
    return this.#contained(0, () =>
      this.#open().run((core) => core.refuseArguments(inputJson, optionsJson)),
    );
  }

  refuse(code: ErrorCode, path: string): ReadFailure {
    checkString('code', code);
    checkString('path', path);
    return this.#contained(0, () => this.#open().run((core) => core.refuseFile(code, path)));
  }

  async loadEncodings(): Promise<void> {
    await this.#loadTables();
  }

  dispose(): void {
    this.#core?.drop();
    this.#core = undefined;
    this.#modules.drop();
  }

  #open(): CoreHost {
    if (!this.#core) throw new TypeError('the reader is disposed');
    return this.#core;
  }

  async #loadTables(): Promise<Uint8Array> {
    const core = this.#open();
    if (this.#encodings) return this.#encodings;
    this.#loadingEncodings ??= loadEncodingTables();
    try {
      this.#encodings = await this.#loadingEncodings;
      core.useEncodings(this.#encodings);
      return this.#encodings;
    } finally {
      this.#loadingEncodings = undefined;
    }
  }

  async #readMemory(
    bytes: Uint8Array,
    input: ReadInput,
    options: ReadOptions,
  ): Promise<ToolResult> {
    const call = callOf(input, options, bytes.byteLength);
    const { decodeImage } = options;
    const { result } = await drive(converse(this.#open(), call), (question) => {
      if (question.kind === 'bytes') return answerFromMemory(bytes, question.from, question.to);
      if (question.kind === 'pixels') return decode(decodeImage, bytes, question.name);
      return this.#help(question);
    });
    return result;
  }

  async #readFrom(
    core: CoreHost,
    bytes: Bytes,
    input: ReadInput,
    options: ReadOptions,
    { notes, signal }: ReadCallOptions,
  ): Promise<SourceRead> {
    const call = { ...callOf(input, options, bytes.sizeBytes), notes };
    const { decodeImage } = options;
    const outcome = await drive(converse(core, call), (question) => {
      if (question.kind === 'bytes') return bytes.answer(question.from, question.to);
      const answer =
        question.kind === 'pixels'
          ? decode(decodeImage, question.bytes, question.name)
          : this.#help(question);
      return orAbort(answer, signal);
    });
    return { ...outcome, loadedBytes: bytes.loadedBytes };
  }

  /** What the host has at once; undefined when it has to be loaded. */
  #answerWithLoaded(question: Question): Answer | undefined {
    if (question.kind === 'table') {
      return this.#encodings ? { kind: 'table', bytes: this.#encodings } : undefined;
    }
    if (question.kind !== 'module') return undefined;
    const host = this.#modules.loaded(question.name);
    return host && { kind: 'module', host };
  }

  /** Answers with a module or a table. */
  async #help(question: Question): Promise<Answer> {
    if (question.kind === 'module') {
      try {
        const host = await this.#modules.load(question.name);
        return host ? { kind: 'module', host } : kDeclined;
      } catch (error) {
        return { kind: 'declined', reason: reasonOf(error) };
      }
    }
    try {
      return { kind: 'table', bytes: await this.#loadTables() };
    } catch {
      // The result says that the tables are not there.
      return kDeclined;
    }
  }

  /** Runs `call`; a trap becomes a result. */
  #contained<T>(sizeBytes: number, call: () => T): T | ReadFailure {
    try {
      return call();
    } catch (error) {
      if (!(error instanceof CoreTrap)) throw error;
      return internalFailure(error, sizeBytes);
    }
  }
}

function callOf(input: ReadInput, options: ReadOptions, sizeBytes: number): ReadCall {
  return { inputJson: toJson(input), optionsJson: toJson(options), sizeBytes };
}

/** Asks the host's decoder for a picture. */
async function decode(
  decodeImage: DecodeImage | undefined,
  bytes: Uint8Array | (() => Uint8Array),
  mimeType: string,
): Promise<Answer> {
  if (!decodeImage) return kDeclined;
  const file = bytes instanceof Function ? bytes() : bytes;
  let image: DecodedImage | undefined;
  try {
    image = await decodeImage(file, mimeType);
  } catch (error) {
    return { kind: 'declined', reason: reasonOf(error) };
  }
  if (!image) return kDeclined;
  checkDecodedImage(image);
  return { kind: 'pixels', image };
}
