/** Where a path leads that is no file's own: into an archive. */
import { FileError } from '../fs/types.js';
import { bytesOf, type ByteText } from './bytes.js';
import { type OpenFile, withFileBelow } from './file.js';

/** Archives in archives, and folders in them: no path has more. src/cli/read_file.cpp has the same numbers. */
const kMaxSegments = 64;
/** Directories on the way to all fronts of a path. */
const kMaxPlaces = 16_384;

/** Carries what `use` has thrown past the search for the file. */
class UseError extends Error {}

/**
 * Opens the file of that name, or, when there is none, the one that the path leads into: `logs.zip` for
 * `logs.zip/2026/a.log`, for the time that `use` takes.
 *
 * @param use - is told what the path names inside of the file; `''` is the file itself
 * @throws FileError
 */
export async function withPlace<T>(
  root: string,
  path: string | Buffer,
  use: (file: OpenFile, member: string) => Promise<T>,
): Promise<T> {
  const whole = bytesOf(path);
  const open = (front: ByteText, member: string) =>
    withFileBelow(
      root,
      typeof path === 'string'
        ? Buffer.from(front, 'latin1').toString()
        : Buffer.from(front, 'latin1'),
      (file) =>
        use(file, member).catch((error) => {
          throw new UseError('', { cause: error });
        }),
    );
  try {
    return await open(whole, '').catch((error) => openAround(whole, open, error));
  } catch (error) {
    throw error instanceof UseError ? error.cause : error;
  }
}

/** The longest front of the path that is a file. @throws the error of the whole path when there is none */
async function openAround<T>(
  whole: ByteText,
  open: (front: ByteText, member: string) => Promise<T>,
  first: unknown,
): Promise<T> {
  let front = whole;
  let error = first;
  let places = 0;
  for (let segments = 0; segments < kMaxSegments; ++segments) {
    if (!(error instanceof FileError && error.code === 'FILE_NOT_FOUND')) break;
    const slash = front.lastIndexOf('/');
    const below = front.slice(slash + 1);
    if (slash <= 0 || below === '.' || below === '..') break;
    // Of "logs.zip/" the slash is left: it names what is in the file, not the file.
    const rest = whole.slice(slash + 1 === whole.length ? slash : slash + 1);
    front = front.slice(0, slash);
    places += front.split('/').length;
    if (places > kMaxPlaces) break;
    try {
      return await open(front, Buffer.from(rest, 'latin1').toString());
    } catch (next) {
      error = next;
    }
  }
  throw error instanceof UseError ? error : first;
}
