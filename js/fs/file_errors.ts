/** Errors of hosts as the codes of the contract, section 7. */
import { FileError, type FileErrorCode } from './types.js';

const kCodes: Readonly<Record<string, FileErrorCode>> = {
  FILE_NOT_FOUND: 'FILE_NOT_FOUND',
  PERMISSION_DENIED: 'PERMISSION_DENIED',
  IS_DIRECTORY: 'IS_DIRECTORY',
  NOT_A_FILE: 'NOT_A_FILE',
  OUTSIDE_ROOT: 'OUTSIDE_ROOT',
  ENOENT: 'FILE_NOT_FOUND',
  ENOTDIR: 'FILE_NOT_FOUND',
  ENAMETOOLONG: 'FILE_NOT_FOUND',
  EACCES: 'PERMISSION_DENIED',
  EPERM: 'PERMISSION_DENIED',
  EISDIR: 'IS_DIRECTORY',
  ENXIO: 'NOT_A_FILE',
  ELOOP: 'NOT_A_FILE',
};

/** What the model is told beside the wording of the code. */
const kDetails: Readonly<Record<string, string>> = { ELOOP: 'too many symbolic links' };

const kDomNames: Readonly<Record<string, FileErrorCode>> = {
  NotFoundError: 'FILE_NOT_FOUND',
  NotAllowedError: 'PERMISSION_DENIED',
  SecurityError: 'PERMISSION_DENIED',
  TypeMismatchError: 'NOT_A_FILE',
};

/** What an error says of itself: anything may be thrown, even what throws when it is looked at. */
function markOf(error: unknown): { code?: unknown; name?: unknown } {
  if (typeof error !== 'object' || error === null) return {};
  try {
    const { code, name } = error as { code?: unknown; name?: unknown };
    return { code, name };
  } catch {
    return {};
  }
}

function lookUp<T>(table: Readonly<Record<string, T>>, key: unknown): T | undefined {
  return typeof key === 'string' && Object.hasOwn(table, key) ? table[key] : undefined;
}

/** The code that an error of a file system stands for. */
export function fileErrorCode(error: unknown): FileErrorCode {
  const { code, name } = markOf(error);
  return lookUp(kCodes, code) ?? lookUp(kDomNames, name) ?? 'IO_ERROR';
}

/** What was thrown, or an error in place of what throws when it is asked what it is. */
export function askable(error: unknown): unknown {
  try {
    void (error instanceof Error);
    return error;
  } catch {
    return new FileError('IO_ERROR', 'what was thrown cannot be looked at');
  }
}

/** The error for a file of which there is another version now, which the model is told: it may read it again. */
export function changedError(what: string, cause?: unknown): FileError {
  const detail = 'it changed while it was read';
  return new FileError('IO_ERROR', `${what} changed while it was read`, { cause, detail });
}

/** An error of a host as a FileError that keeps it as its cause. */
export function toFileError(error: unknown): FileError {
  if (error instanceof FileError) return error;
  const message = error instanceof Error ? error.message : String(error);
  const detail = lookUp(kDetails, markOf(error).code);
  return new FileError(fileErrorCode(error), message, {
    cause: error,
    ...(detail === undefined ? {} : { detail }),
  });
}
