/** What the page and its worker say to each other. */
import type { ReadOptions, ReadTool, ToolResult } from 'lectern';

/** A file of the workspace, with its path. */
export interface WorkspaceFile {
  path: string;
  sizeBytes: number;
}

/** What a read took. */
export interface ReadStats {
  durationMs: number;
  /** Bytes of the file that were loaded. */
  loadedBytes: number;
  /** The most memory, in bytes, that the module took for the file until the read was over. */
  moduleBytes: number;
}

/** A result, and what it took. */
export interface Reading {
  result: ToolResult;
  stats: ReadStats;
}

/** What the model is told about the tool. */
export interface ToolDefinition {
  name: string;
  description: string;
  input_schema: ReadTool['inputSchema'];
}

/** What the page asks for, and the type of each answer. */
export interface Requests {
  /** Reads a chosen file. Reads with the same number for `file` are of one and the same and share what they find out. */
  read: {
    ask: { path: string; blob: Blob; input: unknown; options: ReadOptions; file?: number };
    answer: Reading;
  };
  /** Calls the tool on the workspace, with what a model would write. */
  call: { ask: { input: string; options: ReadOptions }; answer: Reading };
  /** What the model is told about the workspace's tool. */
  describe: { ask: { options: ReadOptions }; answer: ToolDefinition };
  /** The files of the workspace. */
  list: { ask: object; answer: WorkspaceFile[] };
  /** Puts files into the workspace, and says how many could not be written. */
  write: {
    ask: { files: { path: string; blob: Blob }[] };
    answer: { files: WorkspaceFile[]; unwritten: number };
  };
  /** Removes a file of the workspace, or with the path `/` all of them. */
  remove: { ask: { path: string }; answer: WorkspaceFile[] };
}

export type RequestKind = keyof Requests;

/** A message to the worker. */
export type ToWorker =
  | { [Kind in RequestKind]: { id: number; kind: Kind } & Requests[Kind]['ask'] }[RequestKind]
  | { id: number; kind: 'abort' };

/** A message from the worker. */
export type FromWorker =
  | { id: number; kind: 'progress'; loadedBytes: number; totalBytes: number }
  | { id: number; kind: 'answer'; answer: Requests[RequestKind]['answer'] }
  | { id: number; kind: 'failure'; name: string; message: string };
