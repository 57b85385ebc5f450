/** Reads with the tool, as an agent's host does. */
import { createReader, createReadTool, type FileSystem, type ReadOptions } from 'lectern';
import type { Reading, ToolDefinition } from '../protocol.js';
import { forgetInstances, instanceBytes } from './memory_watch.js';

export type Progress = (loadedBytes: number, totalBytes: number) => void;

export interface ToolCall {
  fs: FileSystem;
  input: unknown;
  options: ReadOptions;
  signal: AbortSignal;
  onProgress: Progress;
}

/** One call of the tool, with an instance of its own: so the memory that is told is this read's. */
export async function callTool(call: ToolCall): Promise<Reading> {
  const { fs, input, options, signal, onProgress } = call;
  forgetInstances();
  const reader = await createReader();
  let loadedBytes = 0;
  const tool = createReadTool({
    ...options,
    fs,
    root: '/',
    reader,
    onRead: (event) => {
      loadedBytes = event.loadedBytes;
    },
  });
  try {
    reader.detect(new Uint8Array(1));
    const start = performance.now();
    const result = await tool.execute(input, {
      signal,
      onProgress: (progress) => onProgress(progress.loadedBytes, progress.totalBytes),
    });
    const durationMs = performance.now() - start;
    return { result, stats: { durationMs, loadedBytes, moduleBytes: instanceBytes() } };
  } finally {
    reader.dispose();
  }
}

/** What a model is told about the tool on a file system. */
export function describeTool(fs: FileSystem, options: ReadOptions): ToolDefinition {
  const { name, description, inputSchema } = createReadTool({ ...options, fs, root: '/' });
  return { name, description, input_schema: inputSchema };
}
