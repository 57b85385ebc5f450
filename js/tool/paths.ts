/**
 * Where a path that a model wrote leads, by its text alone: it is made absolute, and refused when it leaves the root.
 * Symbolic links are the file system's to judge.
 */
import {
  isAbsolutePath,
  isWellFormed,
  joinPath,
  normalizePath,
  type PathStyle,
  relativeSegments,
} from '../fs/path_text.js';
import type { FileErrorCode, FileSystem } from '../fs/types.js';

/** Windows device names; an extension does not make them files. */
const kWindowsDevice = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])(?:[. ].*)?$/i;

/** Linux takes no longer path, and other systems not much longer ones. */
export const kMaxPathBytes = 4096;

/** Bytes of a path in UTF-8. */
export function pathBytes(path: string): number {
  // Each UTF-16 unit takes at least one byte: what is far too long is not encoded.
  return path.length > kMaxPathBytes * 16 ? path.length : new TextEncoder().encode(path).length;
}

/** Whether a path ends as that of a directory does: "src/", "src/.". */
export function namesDirectory(path: string, style: PathStyle): boolean {
  return (style === 'windows' ? /(?:^|[\\/])\.{1,2}$|[\\/]$/ : /(?:^|\/)\.{1,2}$|\/$/).test(path);
}

/** What paths are resolved against. All paths are absolute and normalized. */
export interface PathRules {
  style: PathStyle;
  caseSensitive: boolean;
  cwd: string;
  root: string | undefined;
}

/** The rules of a tool. @throws TypeError when `cwd` or `root` is not absolute */
export function makePathRules(
  fs: FileSystem,
  cwd: string | undefined,
  root: string | undefined,
): PathRules {
  const style = fs.pathStyle ?? 'posix';
  for (const [name, path] of Object.entries({ cwd, root })) {
    if (path !== undefined && !(typeof path === 'string' && isAbsolutePath(path, style))) {
      throw new TypeError(`${name} must be an absolute path, got ${JSON.stringify(path)}`);
    }
  }
  const rules = {
    style,
    caseSensitive: fs.caseSensitive ?? true,
    cwd: normalizePath(cwd ?? root ?? fs.cwd ?? '/', style),
    root: root === undefined ? undefined : normalizePath(root, style),
  };
  if (
    rules.root !== undefined &&
    !relativeSegments(rules.cwd, rules.root, style, rules.caseSensitive)
  ) {
    throw new TypeError(
      `cwd ${JSON.stringify(rules.cwd)} must lie inside root ${JSON.stringify(rules.root)}`,
    );
  }
  return rules;
}

/** Whether a file system of Windows would open something else than the file so named. */
function isWindowsTrap(path: string, prefix: string): boolean {
  const segments = path.slice(prefix.length).split('\\');
  return segments.some(
    (segment) =>
      segment.includes(':') || kWindowsDevice.test(segment) || /^\.{2,}[. ]*$|^ +$/.test(segment),
  );
}

/**
 * The absolute path that `filePath` names. It ends in a separator when `filePath` can only be a directory: "notes.txt/"
 * is not the file, on any system.
 *
 * @param filePath - at most `kMaxPathBytes` long
 * @returns the path, or the code of the refusal
 */
export function resolvePath(
  filePath: string,
  rules: PathRules,
): { path: string } | { code: FileErrorCode } {
  const { style, root, caseSensitive } = rules;
  if (pathBytes(filePath) > kMaxPathBytes) return { code: 'FILE_NOT_FOUND' };
  // A system would be given other characters: those of another file.
  if (!isWellFormed(filePath)) return { code: 'FILE_NOT_FOUND' };
  const isAbsolute = isAbsolutePath(filePath, style);
  if (style === 'windows') {
    if (/^[\\/]{2}[.?][\\/]/.test(filePath)) return { code: 'NOT_A_FILE' };
    // "C:notes.txt" and "\notes.txt" depend on a drive's state.
    if (!isAbsolute && /^(?:[A-Za-z]:|[\\/])/.test(filePath)) return { code: 'FILE_NOT_FOUND' };
  }
  const separator = style === 'windows' ? '\\' : '/';
  const full = isAbsolute ? filePath : `${rules.cwd}${separator}${filePath}`;
  const path = normalizePath(full, style);
  if (
    style === 'windows' &&
    isWindowsTrap(path, /^(?:[A-Z]:\\|\\\\[^\\]+\\[^\\]+\\)/.exec(path)?.[0] ?? '')
  ) {
    return { code: 'NOT_A_FILE' };
  }
  const end = namesDirectory(filePath, style) && !path.endsWith(separator) ? separator : '';
  if (root === undefined) return { path: path + end };

  const segments = relativeSegments(path, root, style, caseSensitive);
  if (!segments) return { code: 'OUTSIDE_ROOT' };
  // What stores files for us may take a backslash for a separator.
  const withSlashes = style === 'posix' ? normalizePath(full.replaceAll('\\', '/'), style) : path;
  if (!relativeSegments(withSlashes, root, style, caseSensitive)) return { code: 'OUTSIDE_ROOT' };
  // Rebuilt from the root: where case does not matter, the root's own spelling counts.
  const inside = joinPath(root, segments, style);
  return { path: inside.endsWith(separator) ? inside : inside + end };
}
