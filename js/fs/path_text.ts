/** Paths as text. Nothing here looks at a file system; it serves POSIX and Windows paths on every host. */

/** How paths are written. */
export type PathStyle = 'posix' | 'windows';

/** `C:\` or `\\server\share\`, with either separator. */
const kWindowsPrefix = /^(?:[A-Za-z]:[\\/]|[\\/]{2}[^\\/]+[\\/]+[^\\/]+(?:[\\/]+|$))/;

/** How an absolute path is written: those of POSIX begin with a slash, where a backslash is a character of a name. */
export function styleOf(path: string): PathStyle {
  return path.startsWith('/') ? 'posix' : 'windows';
}

/** Components, empty ones included. */
export function splitPath(path: string, style: PathStyle): string[] {
  return path.split(style === 'windows' ? /[\\/]/ : '/');
}

/** Whether a path does not depend on a current directory. */
export function isAbsolutePath(path: string, style: PathStyle): boolean {
  return style === 'windows' ? kWindowsPrefix.test(path) : path.startsWith('/');
}

/** A directory and components below it as one path. */
export function joinPath(directory: string, segments: readonly string[], style: PathStyle): string {
  if (segments.length === 0) return directory;
  const separator = style === 'windows' ? '\\' : '/';
  const isClosed = directory.endsWith(separator);
  return `${directory}${isClosed ? '' : separator}${segments.join(separator)}`;
}

/**
 * An absolute path without `.`, `..`, doubled and trailing separators. `..` at the top stays there, as the systems have
 * it.
 */
export function normalizePath(path: string, style: PathStyle): string {
  const prefix = style === 'windows' ? (kWindowsPrefix.exec(path)?.[0] ?? '') : '/';
  const resolved: string[] = [];
  for (const segment of splitPath(path.slice(prefix.length), style)) {
    if (segment === '' || segment === '.') continue;
    if (segment === '..') resolved.pop();
    else resolved.push(segment);
  }
  return joinPath(style === 'windows' ? windowsTop(prefix) : '/', resolved, style);
}

/** `C:\` or `\\server\share\` in its one form. */
function windowsTop(prefix: string): string {
  if (/^[A-Za-z]:/.test(prefix)) return `${prefix.slice(0, 1).toUpperCase()}:\\`;
  const [server, share] = prefix.split(/[\\/]+/).filter((part) => part !== '');
  return `\\\\${server}\\${share}\\`;
}

/**
 * The components of `path` below `root`, both absolute; undefined when it does not lie there. Whole components are
 * compared: `/root-evil` does not lie in `/root`.
 */
export function relativeSegments(
  path: string,
  root: string,
  style: PathStyle,
  caseSensitive: boolean,
): string[] | undefined {
  const parts = (text: string) =>
    splitPath(normalizePath(text, style), style).filter((part) => part !== '');
  const fold = (text: string | undefined) => (caseSensitive ? text : text?.toLowerCase());
  const inner = parts(path);
  const outer = parts(root);
  const isInside = outer.every((part, index) => fold(part) === fold(inner[index]));
  return isInside ? inner.slice(outer.length) : undefined;
}

/** The directory of a path; the top is its own. */
export function parentPath(path: string, style: PathStyle): string {
  return normalizePath(`${path}${style === 'windows' ? '\\' : '/'}..`, style);
}

/** The last component of a path. */
export function baseName(path: string, style: PathStyle): string {
  return splitPath(path, style).at(-1) ?? '';
}

const kLoneSurrogate = /\p{Surrogate}/u;
/** What does not show, or moves what follows it, and what begins a line. */
const kHiding = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Surrogate}]/u;

/** Whether text can be written as UTF-8. A name that cannot is that of no file. */
export function isWellFormed(text: string): boolean {
  return !kLoneSurrogate.test(text);
}

/** Text with U+FFFD for every half of a surrogate pair. */
export function wellFormed(text: string): string {
  return isWellFormed(text) ? text : text.replace(/\p{Surrogate}/gu, '\ufffd');
}

/** A name as JSON, with escapes for all that does not show. */
export function quoted(name: string): string {
  return JSON.stringify(name).replace(/[\u007f-\u009f]|[\p{Cf}\p{Zl}\p{Zp}]/gu, (character) =>
    Array.from(
      { length: character.length },
      (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
    ).join(''),
  );
}

/** A name of a directory for a model or a person to see: as it is, or quoted where it holds what does not show. */
export function shownName(name: string): string {
  return kHiding.test(name) ? quoted(name) : name;
}
