/** Files that are not to be read because of their names, whatever a model asks for. */
import { relativeSegments, splitPath } from '../fs/path_text.js';
import { type AccessOptions, FileError, type FileSystem } from '../fs/types.js';

/** Names that often hold secrets, for `refuseNames`; none is refused unless you ask for it. */
export const secretNames: readonly string[] = [
  '.env',
  '.env.*',
  '*.env',
  '!.env.example',
  '!.env.sample',
  '!.env.template',
  '*.pem',
  '*.key',
  '*.p8',
  '*.p12',
  '*.pfx',
  '*.jks',
  '*.keystore',
  '*.kdbx',
  '*.ppk',
  'id_rsa',
  'id_dsa',
  'id_ecdsa',
  'id_ed25519',
  '.ssh',
  '.gnupg',
  '.netrc',
  '_netrc',
  '.pgpass',
  '.npmrc',
  '.pypirc',
  '.htpasswd',
  '.git-credentials',
  '.aws/credentials',
  '.docker/config.json',
  '.kube/config',
  '.config/gcloud',
  'credentials.json',
  'service-account*.json',
];

/** Characters that HFS+ takes for nothing. */
const kIgnored = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;

/** A second name that Windows gives a file: `ENV~1` is `.env`, `ID_ED2~1` is `id_ed25519`. */
const kShortName = /^[^.]{1,6}~\d{1,6}(?:\.[^.]{0,3})?[. ]*$/;

/** ASCII in percent-encoding, once or several times: some servers decode a path again. */
const kEncoded = /%(?:25)*([0-7][0-9a-f])/gi;

function decoded(path: string): string {
  return path.replace(kEncoded, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** A name as Windows and macOS take it, too: without a stream, dots and spaces at its end, and what they ignore. */
function folded(name: string): string {
  const bare = name
    .normalize('NFC')
    .replace(kIgnored, '')
    .replace(/(?<=.):[^/\\]*$/, '');
  let end = bare.length;
  while (end > 0 && (bare[end - 1] === '.' || bare[end - 1] === ' ')) end--;
  return bare.slice(0, end) || name;
}

/** Case aside, as file systems have it that do not tell it apart: the long s is an s there, and either sharp s two of them. */
function withoutCase(name: string): string {
  return name.toLowerCase().toUpperCase().toLowerCase();
}

/** Whether a name fits a pattern with `*` and `?`. Takes time in proportion to the lengths of both, multiplied, at most. */
function fits(name: string, pattern: string): boolean {
  let [at, piece, star, retry] = [0, 0, -1, 0];
  while (at < name.length) {
    if (pattern[piece] === '*') {
      star = piece++;
      retry = at;
    } else if (pattern[piece] === '?' || pattern[piece] === name[at]) {
      piece++;
      at++;
    } else if (star >= 0) {
      piece = star + 1;
      at = ++retry;
    } else return false;
  }
  while (pattern[piece] === '*') piece++;
  return piece === pattern.length;
}

interface Rule {
  segments: string[];
  isRefused: boolean;
}

function ruleOf(pattern: string): Rule {
  const isRefused = !pattern.startsWith('!');
  const bare = (isRefused ? pattern : pattern.slice(1)).replace(/^\/+|\/+$/g, '');
  if (bare === '') throw new TypeError(`not a pattern of names: ${JSON.stringify(pattern)}`);
  return {
    segments: bare.split('/').map((segment) => withoutCase(segment.normalize('NFC'))),
    isRefused,
  };
}

/** Whether the pattern's components stand one after the other in the path, the last of them at `end`. */
function endsAt(names: readonly string[], end: number, segments: readonly string[]): boolean {
  const start = end - segments.length + 1;
  return (
    start >= 0 && segments.every((segment, index) => fits(names[start + index] ?? '', segment))
  );
}

/**
 * Makes a test of paths.
 *
 * @param patterns - names with `*` and `?`, which fit a file or a directory of that name anywhere, case aside; with slashes,
 * components that follow one another; of several that fit one name the last counts, and `!` before a pattern allows
 * @returns whether a path is refused: it, or a directory above it
 * @throws TypeError for a pattern that is no text or empty
 */
export function makeNameTest(patterns: readonly string[]): (path: string) => boolean {
  if (!Array.isArray(patterns) || !patterns.every((pattern) => typeof pattern === 'string'))
    throw new TypeError('patterns must be an array of strings');
  const rules = patterns.map(ruleOf);
  const isNamed = (path: string) => {
    const names = path
      .split(/[\\/]/)
      .filter((name) => name !== '')
      .map((name) => withoutCase(folded(name)));
    return names.some((_, end) => {
      const last = rules.findLast(({ segments }) => endsAt(names, end, segments));
      return last?.isRefused === true;
    });
  };
  return (path) => isNamed(path) || (path.includes('%') && isNamed(decoded(path)));
}

/**
 * The same file system without the files that some names stand for: reading one is a `PERMISSION_DENIED` that says so. Names
 * stay visible in listings. Symbolic links are not followed, since they give a file another name, and neither are short names of
 * Windows (`ENV~1`); hard links, and copies under
 * harmless names, are not found out.
 *
 * @param patterns - as `makeNameTest` takes them. @defaultValue `secretNames`
 * @throws TypeError for what is no file system, and for a pattern that is no text or empty
 * @example
 * ```ts
 * const tool = createReadTool({ fs: refuseNames(memoryFs({ '/.env': 'A=1' })), root: '/' });
 * const { errorCode } = await tool.execute({ file_path: '/.env' }); // 'PERMISSION_DENIED'
 * ```
 */
export function refuseNames(fs: FileSystem, patterns: readonly string[] = secretNames): FileSystem {
  const isRefused = makeNameTest(patterns);
  if (typeof fs?.open !== 'function')
    throw new TypeError('fs must be a FileSystem, such as nodeFs() of lectern/fs/node');
  const { pathStyle, caseSensitive, cwd, list } = fs;
  // Below the root: above it the host has chosen the names.
  const isShortened = (path: string, root: string | undefined) =>
    pathStyle === 'windows' &&
    ((root && relativeSegments(path, root, pathStyle, false)) || splitPath(path, pathStyle)).some(
      (name) => kShortName.test(name),
    );
  /** The last path that was not refused: a read that looks for an archive asks for each directory above it, too. */
  let allowed = '';
  const isBelowAllowed = (path: string) =>
    allowed.startsWith(path) && /^[\\/]?$/.test(allowed.slice(path.length, path.length + 1));
  const check = (path: string, root: string | undefined) => {
    const isShort = isShortened(path, root);
    if (!isShort && isBelowAllowed(path)) return;
    if (!isShort && !isRefused(path)) {
      allowed = path;
      return;
    }
    const detail = isShort
      ? 'short names of Windows may hide another one: give the whole name'
      : 'files of this name are not read here';
    throw new FileError('PERMISSION_DENIED', `refused by its name: ${path}`, { detail });
  };
  const guarded = <Access extends AccessOptions>(access: Access): Access => ({
    ...access,
    symlinks: 'refuse',
  });
  return {
    ...(pathStyle === undefined ? {} : { pathStyle }),
    ...(caseSensitive === undefined ? {} : { caseSensitive }),
    ...(cwd === undefined ? {} : { cwd }),
    async open(path, access) {
      check(path, access?.root);
      return fs.open(path, guarded(access));
    },
    ...(list
      ? {
          async list(path, options) {
            check(path, options?.root);
            return list.call(fs, path, guarded(options));
          },
        }
      : {}),
  };
}
