/**
 * Symbolic links inside a root, for file systems that have them. Components are resolved one by one, and each link is
 * judged before anything behind it is touched, so that not even the existence of what lies outside shows.
 */
import {
  isAbsolutePath,
  joinPath,
  type PathStyle,
  relativeSegments,
  splitPath,
} from './path_text.js';
import { FileError, type SymlinkPolicy } from './types.js';

/** Links followed in one path; as many as Linux follows. */
const kMaxLinks = 40;
/** Components of what they lead to: each is looked up. */
const kMaxTargetSegments = 1000;
/** No path is longer there. */
const kMaxTargetChars = 4096;

/** The target of a link; undefined when the path is no link. Rejects when there is nothing at the path. */
export type ReadLink = (path: string) => Promise<string | undefined>;

/** A root by the name it was given and by the name without links; both may occur in the targets of links. */
export interface LinkRoot {
  given: string;
  real: string;
  style: PathStyle;
  caseSensitive: boolean;
}

/** What Linux calls ELOOP. */
function tooManyLinks(): FileError {
  const detail = 'too many symbolic links';
  return new FileError('NOT_A_FILE', detail, { detail });
}

function targetSegments(target: string, root: LinkRoot): string[] {
  for (const name of [root.real, root.given]) {
    const segments = relativeSegments(target, name, root.style, root.caseSensitive);
    if (segments) return segments;
  }
  throw new FileError('OUTSIDE_ROOT', 'a symbolic link leads outside the root');
}

/**
 * The path without links.
 *
 * @param segments - components below the root
 * @throws FileError `OUTSIDE_ROOT` when a link leads outside, `NOT_A_FILE` when there is a link and the policy is to
 * refuse them or there are too many of them, as in a circle; what `readLink` throws
 */
export async function resolveLinks(
  segments: readonly string[],
  root: LinkRoot,
  policy: SymlinkPolicy,
  readLink: ReadLink,
): Promise<string> {
  const pending = [...segments].reverse();
  // From the root down to where the walk is.
  const places = [root.real];
  let [followed, led] = [0, 0];
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    if (name === '' || name === '.') continue;
    if (name === '..') {
      places.pop();
      if (places.length === 0)
        throw new FileError('OUTSIDE_ROOT', 'a symbolic link leads outside the root');
      continue;
    }
    const place = joinPath(places.at(-1) as string, [name], root.style);
    const target = await readLink(place);
    if (target === undefined) {
      places.push(place);
      continue;
    }
    if (policy === 'refuse') throw new FileError('NOT_A_FILE', 'symbolic links are not followed');
    if (++followed > kMaxLinks) throw tooManyLinks();
    if (target.length > kMaxTargetChars)
      throw new FileError('NOT_A_FILE', 'a symbolic link is longer than a path may be');
    const isAbsolute = isAbsolutePath(target, root.style);
    if (isAbsolute) places.length = 1;
    const next = isAbsolute ? targetSegments(target, root) : splitPath(target, root.style);
    led += next.length;
    if (led > kMaxTargetSegments) throw tooManyLinks();
    pending.push(...next.reverse());
  }
  return places.at(-1) as string;
}
