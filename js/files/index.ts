/** Several files in one call, for hosts that want it: each with its own result, one budget shared fairly. */
export type { FilesInput, FilesInputSchema } from './files_input.js';
export { joinResults } from './joined.js';
export {
  createReadFilesTool,
  type ExecuteFilesOptions,
  type FileProgress,
  type FileResult,
  type FilesResult,
  type ReadFilesOptions,
  type ReadFilesTool,
} from './read_files.js';
