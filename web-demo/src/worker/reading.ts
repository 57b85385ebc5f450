/** Reads with the tool, as an agent's host does. */
import {
  createReader,
  createReadTool,
  type FileSystem,
  type Reader,
  type ReadOptions,
  type ReadTool,
} from 'lectern';
import type { Reading, ToolDefinition } from '../protocol.js';
import { recordMemories } from './memory_watch.js';

export type Progress = (loadedBytes: number, totalBytes: number) => void;

export interface ToolCall {
  input: unknown;
  options: ReadOptions;
  signal: AbortSignal;
  onProgress: Progress;
}

/** A tool with a module instance of its own, so that the memory that is told is that of its reads. */
export class ToolHost {
  readonly #reader: Reader;
  readonly #tool: ReadTool;
  readonly #memories: WebAssembly.Memory[] = [];
  #loadedBytes = 0;

  private constructor(fs: FileSystem, reader: Reader) {
    this.#reader = reader;
    const onRead = ({ loadedBytes }: { loadedBytes: number }) => {
      this.#loadedBytes = loadedBytes;
    };
    this.#tool = createReadTool({ fs, root: '/', reader, onRead });
  }

  static async open(fs: FileSystem): Promise<ToolHost> {
    return new ToolHost(fs, await createReader());
  }

  /** Bytes that its modules hold. Memory of a module never shrinks: it is the most they ever held. */
  get memoryBytes(): number {
    return this.#memories.reduce((sum, { buffer }) => sum + buffer.byteLength, 0);
  }

  async call({ input, options, signal, onProgress }: ToolCall): Promise<Reading> {
    recordMemories(this.#memories);
    // The instance is made now, and its time is not the read's.
    this.#reader.detect(new Uint8Array(1));
    this.#loadedBytes = 0;
    const start = performance.now();
    const result = await this.#tool.execute(input, {
      options,
      signal,
      onProgress: (progress) => onProgress(progress.loadedBytes, progress.totalBytes),
    });
    const durationMs = performance.now() - start;
    const stats = { durationMs, loadedBytes: this.#loadedBytes, moduleBytes: this.memoryBytes };
    return { result, stats };
  }

  dispose(): void {
    this.#tool.dispose();
    this.#reader.dispose();
  }
}

/** One call with a tool that is not kept. */
export async function callOnce(fs: FileSystem, call: ToolCall): Promise<Reading> {
  const host = await ToolHost.open(fs);
  try {
    return await host.call(call);
  } finally {
    host.dispose();
  }
}

/** What a model is told about the tool on a file system. */
export function describeTool(fs: FileSystem, options: ReadOptions): ToolDefinition {
  const { name, description, inputSchema } = createReadTool({ ...options, fs, root: '/' });
  return { name, description, input_schema: inputSchema };
}
