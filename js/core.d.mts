/** The glue that Emscripten makes of wasm/bindings.cpp. */
import type { Detection, ToolResult } from './types/index.js';

/** One WebAssembly instance. Addresses are offsets in its memory, in bytes. */
export interface CoreInstance {
  /** The memory. Growing replaces it: never keep it across a call. */
  readonly HEAPU8: Uint8Array;
  /** Memory for a file; 0 when there is not enough. */
  allocate(sizeBytes: number): number;
  release(address: number): void;
  read(address: number, sizeBytes: number, inputJson: string, optionsJson: string): ToolResult;
  /** `width` x `height` RGBA pixels at `pixels`. */
  readDecoded(
    address: number,
    sizeBytes: number,
    pixels: number,
    width: number,
    height: number,
    inputJson: string,
    optionsJson: string,
  ): ToolResult;
  detect(address: number, sizeBytes: number, name: string, hint: string): Detection;
  /** `sizeBytes` is -1 when it is unknown; at `index` lies what `lineIndex` gave, or nothing. */
  openSession(
    inputJson: string,
    optionsJson: string,
    sizeBytes: number,
    index: number,
    indexBytes: number,
  ): { refusal: ToolResult } | { refusal?: undefined; session: number; start: number };
  /** Whether more bytes are wanted. */
  push(session: number, address: number, sizeBytes: number): boolean;
  finish(session: number): ToolResult;
  /** Of a finished session; undefined when nothing is known of lines. */
  lineIndex(session: number): Uint8Array | undefined;
  closeSession(session: number): void;
  refuseArguments(inputJson: string, optionsJson: string): ToolResult | undefined;
  refuseFile(code: string, path: string): ToolResult;
  /** Takes over the packed tables at `address`. */
  setEncodingTables(address: number, sizeBytes: number): void;
  /** Whether tables were needed and not there since the last call. */
  wantsEncodingTables(): boolean;
  version(): string;
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
