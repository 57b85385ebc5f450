/** The glue that Emscripten makes of wasm/bindings.cpp. */
import type { BytesResult, Detection, ReadFailure, ToolResult } from './types/index.js';

/** What a reading needs next; src/read/reading.h. */
export type CoreQuestion =
  | { kind: 'bytes'; from: number; to: number }
  | { kind: 'module' | 'table'; name: string }
  /** `bounds`: most pixels, bytes of memory and units of work; of a drawing, the longest side, most patches and their side. */
  | { kind: 'pixels'; name: string; bounds: PictureBounds }
  | { kind: 'turn' }
  | { kind: 'done' };

/** What `decodePicture` takes behind the picture. */
export type PictureBounds = [number, number, number, number, number, number];

/** One WebAssembly instance. Addresses are offsets in its memory, in bytes. */
export interface CoreInstance {
  /** The memory. Growing replaces it: never keep it across a call. */
  readonly HEAPU8: Uint8Array;
  /** Memory; 0 when there is not enough. */
  allocate(sizeBytes: number): number;
  release(address: number): void;
  /** `atEnd`: the bytes are the whole file. */
  detect(address: number, sizeBytes: number, atEnd: boolean, name: string, hint: string): Detection;
  /** The address of a reading. `sizeBytes` is -1 when it is unknown; at `notes` lies what `notes` gave, or nothing. */
  openReading(
    inputJson: string,
    optionsJson: string,
    sizeBytes: number,
    notes: number,
    notesBytes: number,
  ): number;
  question(reading: number): CoreQuestion;
  /** Where the bytes of an answer go, at most `sizeBytes`; 0 when memory is exhausted: the reading is done then. */
  room(reading: number, sizeBytes: number): number;
  /** Each answer gives the next question. */
  give(reading: number, sizeBytes: number, atEnd: boolean): CoreQuestion;
  /** The tables have been installed. */
  giveTable(reading: number): CoreQuestion;
  /** The module has been attached. */
  giveModule(reading: number): CoreQuestion;
  /** `width` x `height` RGBA pixels at `address`, of a picture that may be larger; `warnings` one a line. */
  givePixels(
    reading: number,
    address: number,
    width: number,
    height: number,
    fullWidth: number,
    fullHeight: number,
    bitDepth: number,
    alpha: boolean,
    warnings: string,
  ): CoreQuestion;
  /** A decoder refuses the picture. */
  failPixels(reading: number, code: string, message: string): CoreQuestion;
  /** `reason` is empty when the host does not have it. */
  decline(reading: number, reason: string): CoreQuestion;
  /** A copy of the file as far as it has come. */
  heldBytes(reading: number): Uint8Array;
  /** Once, when the question is `done`. `asBytes`: its media are bytes, not base64. */
  takeResult(reading: number, asBytes: boolean): ToolResult | BytesResult;
  /** Undefined when there is nothing to note. */
  notes(reading: number): Uint8Array | undefined;
  closeReading(reading: number): void;
  refuseArguments(inputJson: string, optionsJson: string): ReadFailure | undefined;
  refuseFile(code: string, path: string): ReadFailure;
  /** Takes ownership of the packed tables at `address`, allocated with `allocate`. */
  installEncodings(address: number, sizeBytes: number): void;
  version(): string;
  // Of core.wasm, its modules and codecs.wasm; wasm/codec_call.h.
  /** Memory; 0 when there is not enough. */
  _lectern_allocate(sizeBytes: number): number;
  _lectern_release(address: number): void;
  /** In core.wasm and its modules, set by their host: does what the bytes at `call` say, and gives the address of the answer. */
  codecs?: (
    call: number,
    callBytes: number,
    file: number,
    fileBytes: number,
    isNew: number,
  ) => number;
  /** In core.wasm and its modules: takes what a decoder emits; 0 when the decoding is to end. */
  _lectern_take_emission(what: number, head: number, bytes: number, sizeBytes: number): number;
  /** In codecs.wasm only: does what the core asks for, and gives the address of the answer. */
  _lectern_do(call: number, file: number, fileBytes: number): number;
  /** In codecs.wasm only, set by its host: hands over what a decoder emits. */
  emit?: (
    what: number,
    head: number,
    headBytes: number,
    bytes: number,
    sizeBytes: number,
  ) => number;
  /** In pictures.wasm only, which has this and memory. */
  decodePicture(
    address: number,
    sizeBytes: number,
    mimeType: string,
    ...bounds: PictureBounds
  ): DecodedPicture | RefusedPicture;
}

/** Pixels, and what else is known of their picture. */
export interface DecodedPicture {
  width: number;
  height: number;
  /** Of the picture itself: it may have been drawn smaller. */
  fullWidth: number;
  fullHeight: number;
  rgba: Uint8Array;
  bitDepth: number;
  alpha: boolean;
  /** One a line. */
  warnings: string;
}

/** Why there are none. */
export interface RefusedPicture {
  code: string;
  message: string;
}

/** What the glue needs from its host. */
export interface CoreHooks {
  instantiateWasm(
    imports: WebAssembly.Imports,
    receive: (instance: WebAssembly.Instance) => void,
  ): WebAssembly.Exports;
}

/** Makes an instance, at once. */
export default function createInstance(hooks: CoreHooks): CoreInstance;
