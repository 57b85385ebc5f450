/** What every entry point exports of the Read tool beside `createReadTool` itself. */
export type { ReaderModules } from '../create.js';
export {
  type AccessOptions,
  type DirectoryEntry,
  FileError,
  type FileErrorCode,
  type FileHandle,
  type FileSystem,
  type SymlinkPolicy,
} from '../fs/types.js';
export { makeCreateReadTool } from './create_read_tool.js';
export type { InputSchema } from './description.js';
export type { ReadProgress } from './load.js';
export type {
  DocumentHandle,
  HandleResult,
  ImageHandle,
  MediaHandle,
  MediaSource,
} from './media_handles.js';
export type {
  CreateReadTool,
  ExecuteOptions,
  KnownContent,
  ReadEvent,
  ReadTool,
  ReadToolOptions,
} from './tool_types.js';
