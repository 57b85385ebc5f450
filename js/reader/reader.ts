/** The reader: checks, merges options, answers the core's questions, and turns a trap into a result. */
import {
  checkBytes,
  checkCall,
  checkDecodedImage,
  checkedInput,
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
  type Outcome,
  type Question,
  type ReadCall,
} from './conversation.js';
import { type CoreHost, CoreTrap } from './core_host.js';
import { loadEncodingTables } from './encoding_tables.js';
import { deadlineFailure, internalFailure } from './failure.js';
import { decodePicture, pictureModuleOf } from './pictures.js';
import { setInternals } from './internals.js';
import { type CoreResult, inForm } from './media.js';
import type { ModuleName } from './module_names.js';
import { checkModuleName, ModuleHosts, type ReaderModules } from './modules.js';
import { DeadlineReached, deadlineOf, orAbort, Pace } from './abort.js';
import { wellFormed } from '../fs/path_text.js';
import { startSha256 } from './sha256.js';
import { answerFromMemory, type Bytes, RangeBytes, StreamBytes } from './sources.js';
import { withoutSum, withSum } from './sealed_notes.js';
import type {
  ByteSource,
  DecodedImage,
  DecodeImage,
  Detection,
  ErrorCode,
  NamedInput,
  ReadCallOptions,
  ReadFailure,
  ReadInput,
  ReadOptions,
  SourceRead,
  SyncReader,
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
export class CoreReader implements SyncReader {
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
    setInternals(this, {
      prepare: (input, over) => this.#prepare(input, over),
      refuse: (code, path) => this.#refuse(code, path),
    });
  }

  async read(
    bytes: Uint8Array,
    named: NamedInput,
    options: ReadOptions = {},
    call: ReadCallOptions = {},
  ): Promise<never> {
    checkBytes(bytes);
    const input = checkedInput(named);
    checkOptions(options);
    checkCall(call);
    const sizeBytes = bytes.byteLength;
    const merged = mergeOptions(this.#options, options);
    const isHashed = merged.hash === undefined || merged.hash === 'sha256';
    const digest = isHashed && !merged.host?.contentHash ? startSha256(bytes) : undefined;
    const read = (readOptions: ReadOptions) =>
      withDeadline(call, sizeBytes, async (signal) => {
        const answer = (question: Question) => {
          if (question.kind === 'bytes')
            return answerFromMemory(bytes, question.from, question.to, sizeBytes);
          return orAbort(this.#help(question, readOptions.decodeImage), signal);
        };
        const asked = callOf(input, readOptions, sizeBytes, call);
        return (await this.#converse(this.#open(), asked, answer, signal)).result;
      });
    const readHashed = async () => {
      const toCome = mergeOptions(merged, { host: { contentHash: kHashToCome } });
      const result = await read(toCome);
      const hash = await digest;
      if (hash === undefined) return read(merged);
      if (result.contentHash === kHashToCome) result.contentHash = hash;
      return result;
    };
    return inForm(await (digest ? readHashed() : read(merged)), call.media) as never;
  }

  readSync(bytes: Uint8Array, named: NamedInput, options: ReadOptions = {}): ToolResult {
    checkBytes(bytes);
    const input = checkedInput(named);
    checkOptions(options);
    const call = callOf(input, mergeOptions(this.#options, options), bytes.byteLength);
    return driveSync(converse(this.#open(), call), (question) => {
      if (question.kind === 'bytes') return answerFromMemory(bytes, question.from, question.to);
      return this.#answerWithLoaded(question) ?? kDeclined;
    }).result;
  }

  async readSource(
    source: ByteSource | AsyncIterable<Uint8Array>,
    named: NamedInput,
    options: ReadOptions = {},
    call: ReadCallOptions = {},
  ): Promise<never> {
    checkSource(source);
    const input = checkedInput(named);
    checkOptions(options);
    checkCall(call);
    const core = this.#open();
    const merged = mergeOptions(this.#options, options);
    const { signal, clear } = deadlineOf(call.signal, call.deadlineMs);
    try {
      const read = await this.#readWithin(core, source, input, merged, { ...call, signal });
      return { ...read, result: inForm(read.result, call.media) } as never;
    } finally {
      clear();
    }
  }

  detect(bytes: Uint8Array, name = '', hint = ''): Detection {
    checkBytes(bytes);
    checkString('name', name);
    checkString('hint', hint);
    const [shownName, shownHint] = [wellFormed(name), wellFormed(hint)];
    const head = bytes.subarray(0, kHeadBytes);
    const atEnd = head.byteLength === bytes.byteLength;
    try {
      return this.#open().runWith(head, (instance, address, sizeBytes) =>
        instance.detect(address, sizeBytes, atEnd, shownName, shownHint),
      );
    } catch (error) {
      if (!(error instanceof CoreTrap)) throw error;
      return { kind: 'binary', mimeType: 'application/octet-stream', confidence: 'none' };
    }
  }

  async loadModule(name: ModuleName): Promise<void> {
    checkModuleName(name, `module ${String(name)}`);
    if (this.#core) await this.#modules.load(name);
  }

  async loadEncodings(): Promise<void> {
    this.#open();
    await this.#loadTables();
  }

  dispose(): void {
    this.#core?.drop();
    this.#core = undefined;
    this.#modules.drop();
  }

  [Symbol.dispose](): void {
    this.dispose();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.dispose();
  }

  #prepare(input: unknown, options: ReadOptions = {}): ReadFailure | undefined {
    checkOptions(options);
    const inputJson = toJson(input);
    const optionsJson = toJson(mergeOptions(this.#options, options));
    return this.#contained(0, () =>
      this.#open().run((core) => core.refuseArguments(inputJson, optionsJson)),
    );
  }

  #refuse(code: ErrorCode, path: string): ReadFailure {
    checkString('code', code);
    checkString('path', path);
    return this.#contained(0, () =>
      this.#open().run((core) => core.refuseFile(code, wellFormed(path))),
    );
  }

  #open(): CoreHost {
    if (!this.#core) throw new TypeError('the reader is disposed');
    return this.#core;
  }

  /** For a read under way, too, when the reader is disposed meanwhile. */
  async #loadTables(): Promise<Uint8Array> {
    const core = this.#core;
    if (this.#encodings) return this.#encodings;
    this.#loadingEncodings ??= loadEncodingTables();
    try {
      this.#encodings = await this.#loadingEncodings;
      core?.useEncodings(this.#encodings);
      return this.#encodings;
    } finally {
      this.#loadingEncodings = undefined;
    }
  }

  /** One conversation, that others get their turns beside. */
  async #converse(
    core: CoreHost,
    call: ReadCall,
    answer: (question: Question) => Promise<Answer> | Answer,
    signal: AbortSignal | undefined,
  ): Promise<Outcome> {
    const pace = new Pace(signal);
    let entered: CoreHost | undefined;
    let leave: (() => void) | undefined;
    const answerInTurn = async (question: Question) => {
      await pace.pass();
      return answer(question);
    };
    const turn = async (host: CoreHost) => {
      if (host !== entered) {
        // The reading has moved: a PDF in an archive goes on in another module.
        leave?.();
        leave = undefined;
        leave = await host.enter(signal);
        entered = host;
      }
      await pace.pass();
    };
    try {
      return await drive(converse(core, call), answerInTurn, turn);
    } finally {
      leave?.();
    }
  }

  /** @param call - its signal ends at its deadline, too */
  async #readWithin(
    core: CoreHost,
    source: ByteSource | AsyncIterable<Uint8Array>,
    input: ReadInput,
    options: ReadOptions,
    call: ReadCallOptions,
  ): Promise<SourceRead<CoreResult>> {
    const isStream = Symbol.asyncIterator in source;
    const bytes = isStream ? new StreamBytes(source, call) : new RangeBytes(source, call);
    try {
      // A stream cannot be read again with the tables that its text turns out to need.
      if (isStream) await orAbort(this.loadEncodings(), call.signal).catch(() => undefined);
      return await this.#readFrom(core, bytes, input, options, call);
    } catch (error) {
      if (!(error instanceof DeadlineReached)) throw error;
      const result = deadlineFailure(call.deadlineMs ?? 0, Math.max(0, bytes.sizeBytes));
      return { result, loadedBytes: bytes.loadedBytes };
    } finally {
      if (bytes instanceof StreamBytes) await bytes.close();
    }
  }

  async #readFrom(
    core: CoreHost,
    bytes: Bytes,
    input: ReadInput,
    options: ReadOptions,
    call: ReadCallOptions,
  ): Promise<SourceRead<CoreResult>> {
    const { signal } = call;
    const notes = withoutSum(call.notes);
    const asked = { ...callOf(input, options, bytes.sizeBytes, call), notes, leavesNotes: true };
    const { decodeImage } = options;
    const answer = (question: Question) => {
      if (question.kind === 'bytes') return bytes.answer(question.from, question.to);
      return orAbort(this.#help(question, decodeImage), signal);
    };
    const outcome = await this.#converse(core, asked, answer, signal);
    const left = outcome.notes && { notes: withSum(outcome.notes) };
    return { ...outcome, ...left, loadedBytes: bytes.loadedBytes };
  }

  /** What the host has at once; undefined when it has to be loaded. */
  #answerWithLoaded(question: Question): Answer | undefined {
    if (question.kind === 'table') {
      return this.#encodings ? { kind: 'table', bytes: this.#encodings } : undefined;
    }
    if (question.kind === 'pixels') {
      const name = pictureModuleOf(question.name);
      const decoder = name && this.#modules.loaded(name);
      return decoder && decodePicture(decoder, question);
    }
    if (question.kind !== 'module') return undefined;
    const host = this.#modules.loaded(question.name);
    // Who cannot wait until a read in steps is done reads beside it.
    return host && { kind: 'module', host: host.isEntered ? host.twin() : host };
  }

  /** Answers with pixels, a module or a table. @throws ModuleLoadError when a module cannot be loaded */
  async #help(question: Question, decodeImage: DecodeImage | undefined): Promise<Answer> {
    if (question.kind === 'pixels') {
      const lent = await decode(decodeImage, question.bytes, question.name);
      const name = pictureModuleOf(question.name);
      if (lent.kind === 'pixels' || !name) return lent;
      const decoder = await this.#modules.load(name);
      return decoder ? decodePicture(decoder, question) : lent;
    }
    if (question.kind === 'module') {
      const host = await this.#modules.load(question.name);
      return host ? { kind: 'module', host } : kDeclined;
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

function callOf(
  input: ReadInput,
  options: ReadOptions,
  sizeBytes: number,
  { media = 'base64' }: ReadCallOptions = {},
): ReadCall {
  const asBytes = media !== 'base64';
  return { inputJson: toJson(input), optionsJson: toJson(options), sizeBytes, asBytes };
}

/** Runs a read that may take so long; what takes longer is a result. */
async function withDeadline(
  { signal, deadlineMs }: ReadCallOptions,
  sizeBytes: number,
  read: (signal: AbortSignal | undefined) => Promise<CoreResult>,
): Promise<CoreResult> {
  const deadline = deadlineOf(signal, deadlineMs);
  try {
    return await read(deadline.signal);
  } catch (error) {
    if (!(error instanceof DeadlineReached)) throw error;
    return deadlineFailure(deadlineMs ?? 0, sizeBytes);
  } finally {
    deadline.clear();
  }
}

/** Asks the host's decoder for a picture. */
async function decode(
  decodeImage: DecodeImage | undefined,
  bytes: () => Uint8Array,
  mimeType: string,
): Promise<Answer> {
  if (!decodeImage) return kDeclined;
  const file = bytes();
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
