/// <reference lib="esnext.disposable" preserve="true" />
/** The types of the Read tool. */
import type { ReaderModules } from '../reader/create.js';
import type { FileSystem, SymlinkPolicy } from '../fs/types.js';
import type {
  BlobResult,
  BytesResult,
  ContentType,
  DocumentContent,
  ErrorCode,
  ImageContent,
  Reader,
  ReadInput,
  ReadOptions,
  ToolResult,
  Truncation,
} from '../types/index.js';
import type { InputSchema } from './description.js';
import type { ReadProgress } from './load.js';
import type { DocumentHandle, HandleResult, ImageHandle } from './media_handles.js';

/** What the tool tells about each read, for logs and metrics. */
export interface ReadEvent {
  /** What was asked for, as it was asked. */
  input: unknown;
  /** The absolute path; absent when the input named none that is allowed. */
  path?: string;
  /** Whether it could be read. */
  success: boolean;
  /** Why not. */
  errorCode?: ErrorCode;
  /** What the file system said, for a failure of its own. */
  cause?: unknown;
  /** MIME type of the bytes. */
  mimeType: string;
  /** What the file is. */
  contentType: ContentType;
  /** Bytes of the file. */
  sizeBytes: number;
  /** Bytes that were loaded. */
  loadedBytes: number;
  /** Milliseconds. */
  durationMs: number;
  /** Whether anything of the requested range is missing. */
  truncated: boolean;
  /** Why. */
  truncationCause?: Truncation['cause'];
  /** Whether the answer was that nothing has changed. */
  unchanged: boolean;
}

/** What a tool is made with. The options of a read are its defaults. */
export interface ReadToolOptions extends ReadOptions {
  /** Where files are. */
  fs: FileSystem;
  /** Absolute directory that relative paths start from. @defaultValue `root`, then the file system's own */
  cwd?: string;
  /** Absolute directory that no read leaves. @defaultValue none: every file of the file system can be read */
  root?: string;
  /** What becomes of symbolic links. @defaultValue 'follow-inside' */
  symlinks?: SymlinkPolicy;
  /** The tool's name. @defaultValue 'Read' */
  name?: string;
  /** What the model is told. @defaultValue a description with the configured limits */
  description?: string;
  /**
   * The reader to use; it stays the caller's, and `modules` are not asked for.
   *
   * @defaultValue one of the tool's own, made at the first read
   */
  reader?: Reader | Promise<Reader>;
  /**
   * What results carry of their pictures and documents: base64 (`inline`), `bytes`, a `blob`, or a `handle` that
   * `materialize` takes.
   *
   * @defaultValue 'inline'
   */
  media?: 'inline' | 'bytes' | 'blob' | 'handle';
  /**
   * Milliseconds that a read may take; longer ones give `LIMIT_EXCEEDED`. Where the host has workers, and the tool has neither
   * `reader` nor `modules`, it reads in one, which is ended when nothing else helps; else the time is looked at between
   * pages and pieces of a file. What the file system does beside the read (opening, listing, sound) has that time together, and each
   * read has it anew, from its turn in the worker on: no call fails because others came before it.
   *
   * @defaultValue none
   */
  deadlineMs?: number;
  /**
   * Refuses what a model spells otherwise than the schema says. Else other names of fields (`path`), lists of numbers for
   * ranges, quotes around a path and another case of its name are taken where they can mean one thing only, with a warning.
   *
   * @defaultValue false
   */
  strictInput?: boolean;
  /**
   * Gives sound (WAV, MP3 …) beside its description, as `sounds` of the result, for models that listen. The wires of Gemini,
   * OpenAI's Chat Completions and MCP send what the provider takes; the others, and sound in archives, are described.
   *
   * @defaultValue false
   */
  audio?: boolean;
  /** Most bytes of a sound; a larger one is described, and a line says so. @defaultValue 14,680,064 */
  maxAudioBytes?: number;
  /** Called after each read that was not aborted. */
  onRead?: (event: ReadEvent) => void;
}

/** What the model has seen already. */
export interface KnownContent {
  /** `contentHash` of the result that the same input gave. */
  contentHash: string;
  /** The host's mark of the conversation's state when that result went into it. */
  generation: string | number;
}

/** What a host says about one call. */
export interface ExecuteOptions {
  /** Ends the read early: `execute` rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Called as bytes arrive. */
  onProgress?: ((progress: ReadProgress) => void) | undefined;
  /** The result that this very input gave before. */
  known?: KnownContent | undefined;
  /**
   * The host's mark of the conversation's state now; it must change whenever results are dropped from the history. Only
   * when it equals `known.generation` is the answer for an unchanged file a short one.
   */
  generation?: string | number | undefined;
  /** Laid over the tool's options: `host.imagesInRequest`, `password` … */
  options?: ReadOptions | undefined;
  /** Milliseconds that this read may take. @defaultValue the tool's */
  deadlineMs?: number | undefined;
}

/** What a host says when it wants media back. */
export interface MaterializeOptions {
  /** Ends it early, by rejecting with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Laid over the options of the handle: a password that the handle does not carry. */
  options?: ReadOptions | undefined;
}

/** What a host says about one listing. */
export interface ListCall {
  /** Ends it early: `list` rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
}

/** The Read tool. */
export interface ReadTool<
  Result extends ToolResult | BytesResult | BlobResult | HandleResult = ToolResult,
> {
  /** What the model calls it. */
  readonly name: string;
  /** What the model is told. */
  readonly description: string;
  /** JSON Schema of the input. */
  readonly inputSchema: InputSchema;

  /**
   * Reads a file.
   *
   * @param input - what the model wrote
   * @returns a result in every case; what cannot be read gives `success: false`
   * @throws TypeError for wrong options or a disposed tool; the signal's reason when it is aborted; ModuleLoadError when a
   * part of the package that the file needs cannot be loaded
   */
  execute(input: ReadInput, options?: ExecuteOptions): Promise<Result>;
  /** The same for what has not been checked: an object, or its JSON text. */
  execute(input: unknown, options?: ExecuteOptions): Promise<Result>;

  /**
   * Brings a picture or a document back that a result with `media: 'handle'` stands for: the same bytes, proven by their
   * hash. The options of the call that gave the handle count again; a password, and a `decodeImage`, only as long as this
   * tool lives, unless they are given here.
   *
   * @throws FileError when the file cannot be read any more, has changed, or gives other media with the options of now
   */
  materialize(handle: ImageHandle, call?: MaterializeOptions): Promise<ImageContent>;
  /** The same for a document. */
  materialize(handle: DocumentHandle, call?: MaterializeOptions): Promise<DocumentContent>;

  /**
   * Brings all media of a stored result back, for the request that sends it. What is gone or has changed becomes a line
   * of text: a history never stops working because of a file.
   */
  inlineMedia(result: HandleResult, call?: MaterializeOptions): Promise<ToolResult>;

  /**
   * Files in a directory of the file system, as far as the root allows: absolute paths, sorted.
   *
   * @throws FileError when the directory cannot be listed; the signal's reason when it is aborted
   */
  list(directory?: string, call?: ListCall): Promise<string[]>;

  /** The absolute path that a `file_path` stands for; undefined when no read would be allowed to open it. */
  locate(filePath: string): string | undefined;

  /** Gives the tool's own reader back. */
  dispose(): void;
  /** The same, at the end of a block: `using tool = createReadTool(options)`. */
  [Symbol.dispose](): void;
  /** The same for `await using`, and for what disposes of asynchronous resources. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** Makes Read tools; see `createReadTool` of an entry point. `modules` are those of the tool's own reader. */
export interface CreateReadTool {
  (options: ReadToolOptions & { media: 'handle' }, modules?: ReaderModules): ReadTool<HandleResult>;
  (options: ReadToolOptions & { media: 'bytes' }, modules?: ReaderModules): ReadTool<BytesResult>;
  (options: ReadToolOptions & { media: 'blob' }, modules?: ReaderModules): ReadTool<BlobResult>;
  (options: ReadToolOptions & { media?: 'inline' }, modules?: ReaderModules): ReadTool;
}
