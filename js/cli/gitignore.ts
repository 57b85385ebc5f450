/**
 * The patterns of one .gitignore file, with the meaning that gitignore(5) gives them. The configuration of git is not
 * asked: names differ by their case, and the user's own file of excludes does not count. Its twin is
 * src/cli/gitignore.cpp.
 */
import type { ByteText } from './bytes.js';
import { Glob } from './glob.js';

interface Pattern {
  glob: Glob;
  isNegated: boolean;
  isForDirectories: boolean;
  /** At any depth. */
  isForNames: boolean;
}

const kByteOrderMark: ByteText = '\xef\xbb\xbf';

/** The line without the spaces at its end, except for an escaped one. */
function withoutTrailingSpaces(line: ByteText): ByteText {
  let end = 0;
  for (let i = 0; i < line.length; i++) {
    if (line[i] === ' ') continue;
    if (line[i] === '\\') i++;
    end = i + 1;
  }
  return line.slice(0, end);
}

function parsePattern(line: ByteText): Pattern {
  let rest = line;
  const isNegated = rest.startsWith('!');
  if (isNegated) rest = rest.slice(1);
  const isForDirectories = rest.endsWith('/');
  if (isForDirectories) rest = rest.slice(0, -1);
  const isForNames = !rest.includes('/');
  if (rest.startsWith('/')) rest = rest.slice(1);
  return { glob: new Glob(rest), isNegated, isForDirectories, isForNames };
}

/** One file of patterns. */
export class IgnoreFile {
  /** The last one first, since it wins. */
  readonly #patterns: Pattern[];

  constructor(text: ByteText) {
    const body = text.startsWith(kByteOrderMark) ? text.slice(kByteOrderMark.length) : text;
    const lines = body.split('\n').map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
    this.#patterns = lines
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => parsePattern(withoutTrailingSpaces(line)))
      .reverse();
  }

  /**
   * Whether the file says that a path is ignored, or that it is not; undefined when no pattern fits.
   *
   * @param path - below the directory of the file, "a/b". A directory above that is ignored is not looked for.
   */
  ignores(path: ByteText, isDirectory: boolean): boolean | undefined {
    const name = path.slice(path.lastIndexOf('/') + 1);
    const pattern = this.#patterns.find(
      ({ glob, isForDirectories, isForNames }) =>
        (isDirectory || !isForDirectories) && glob.matches(isForNames ? name : path),
    );
    return pattern && !pattern.isNegated;
  }
}
