/** What every entry point exports beside what makes readers and tools. */
export type { LoadedModule, LoadModule, ReaderModules } from '../reader/create.js';
export { ModuleLoadError } from '../reader/load_error.js';
export {
  type AccessOptions,
  type DirectoryEntry,
  FileError,
  type FileErrorCode,
  type FileErrorOptions,
  type FileHandle,
  type FileSystem,
  type ListOptions,
  type SymlinkPolicy,
} from '../fs/types.js';
export { stripLineNumbers } from './line_numbers.js';
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
  ListCall,
  MaterializeOptions,
  ReadEvent,
  ReadTool,
  ReadToolOptions,
} from './tool_types.js';
