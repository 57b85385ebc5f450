/**
 * Files of a web server. Ranges are used where the server has them (RFC 9110, section 14): each part must be the one that
 * was asked for, of one version of the file. From a server without ranges a file is read front to back. The server may be
 * anybody's: no body is held beyond what was asked for.
 */
import { Chunks } from './chunks.js';
import { changedError } from './file_errors.js';
import { isWellFormed, joinPath } from './path_text.js';
import {
  type AccessOptions,
  FileError,
  type FileErrorCode,
  type FileErrorOptions,
  type FileHandle,
  type FileSystem,
} from './types.js';

/** Bytes of the first request; most files are no larger. */
const kFirstBytes = 64 * 1024;
/** Bytes of a part at least, unless fewer were asked for: a server may give less, but not one byte a request. */
const kLeastPartBytes = 4096;
/** Redirections that are followed. */
const kMaxRedirects = 5;
/** Default of `maxUnsizedBytes`. */
const kMaxUnsizedBytes = 32 * 1024 * 1024;

/** How files are fetched. */
export interface HttpOptions {
  /** Sent with every request: `authorization` … */
  headers?: Record<string, string>;
  /** The function that fetches. @defaultValue the host's */
  fetch?: (url: URL, init: RequestInit) => Promise<Response>;
  /** Most bytes of a file whose size the server does not tell: it is held in memory. @defaultValue 33,554,432 */
  maxUnsizedBytes?: number;
}

const kStatusCodes: Readonly<Record<number, FileErrorCode>> = {
  401: 'PERMISSION_DENIED',
  403: 'PERMISSION_DENIED',
  404: 'FILE_NOT_FOUND',
  410: 'FILE_NOT_FOUND',
};

/** A base URL and the settings of one file system. */
interface Server {
  base: URL;
  headers: Record<string, string>;
  fetch: (url: URL, init: RequestInit) => Promise<Response>;
  maxUnsizedBytes: number;
}

/** `..` and separators that a server sees which decodes a path more than once. */
const kTwiceDecoded = /(?:^|\/)(?=[^/]*%)(?:\.|%(?:25)*2e){1,2}(?:\/|$)|%(?:25)*(?:2f|5c)/i;

function isInside(url: URL, base: URL): boolean {
  if (url.origin !== base.origin || !url.pathname.startsWith(base.pathname)) return false;
  return !kTwiceDecoded.test(url.pathname.slice(base.pathname.length));
}

/** The URL of a path below the base: every component is encoded, so that it stays one. */
function urlOf(path: string, base: URL): URL {
  if (path.includes('\\'))
    throw new FileError('FILE_NOT_FOUND', 'servers may take a backslash for a slash');
  if (kTwiceDecoded.test(path))
    throw new FileError('FILE_NOT_FOUND', 'servers may decode a path twice');
  if (!isWellFormed(path)) throw new FileError('FILE_NOT_FOUND', 'the name is not Unicode');
  const segments = path.split('/').filter((segment) => segment !== '');
  const url = new URL(base);
  url.pathname = joinPath(base.pathname, segments.map(encodeURIComponent), 'posix');
  if (!isInside(url, base)) throw new FileError('OUTSIDE_ROOT');
  return url;
}

/** @throws FileError when there is no answer; the signal's reason stays what it is */
async function fetched({ fetch }: Server, url: URL, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (cause) {
    init.signal?.throwIfAborted();
    throw new FileError('IO_ERROR', String(cause), { cause, detail: 'the server did not answer' });
  }
}

/** Follows redirections as long as they stay below the base, where the host lets us see them. */
async function request(
  server: Server,
  start: URL,
  headers: Record<string, string>,
  signal?: AbortSignal,
) {
  const init = (redirect: RequestRedirect): RequestInit => ({
    headers: { ...server.headers, ...headers },
    redirect,
    ...(signal ? { signal } : {}),
  });
  let url = start;
  for (let hops = 0; hops <= kMaxRedirects; hops++) {
    let response = await fetched(server, url, init('manual'));
    if (response.type === 'opaqueredirect') response = await fetched(server, url, init('follow'));
    const arrived = response.url === '' ? url : new URL(response.url);
    if (!isInside(arrived, server.base))
      throw refused(response, 'OUTSIDE_ROOT', 'redirected outside');
    const location = response.headers.get('location');
    if (response.status < 300 || response.status >= 400 || location === null) return response;
    dropBody(response);
    url = redirection(location, url);
    if (!isInside(url, server.base)) throw new FileError('OUTSIDE_ROOT', 'redirected outside');
  }
  throw new FileError('IO_ERROR', 'too many redirections', { detail: 'too many redirections' });
}

/** @throws FileError when the server names no URL */
function redirection(location: string, from: URL): URL {
  try {
    return new URL(location, from);
  } catch (cause) {
    throw new FileError('IO_ERROR', 'redirected to what is no URL', { cause });
  }
}

/** Nobody waits for a server that is slow to take this in. */
function dropBody(response: Response): void {
  if (!response.bodyUsed) response.body?.cancel().catch(() => undefined);
}

function refused(
  response: Response,
  code: FileErrorCode,
  message: string,
  options?: FileErrorOptions,
): FileError {
  dropBody(response);
  return new FileError(code, message, options);
}

function checkStatus(response: Response): void {
  if (response.ok) return;
  const code = kStatusCodes[response.status];
  const status = `HTTP status ${response.status}`;
  throw refused(response, code ?? 'IO_ERROR', status, code ? {} : { detail: status });
}

/** An ETag that stands for the very bytes; a weak one does not. */
function strongEtag(response: Response): string | undefined {
  const etag = response.headers.get('etag') ?? undefined;
  return etag?.startsWith('W/') ? undefined : etag;
}

function about(response: Response): Pick<FileHandle, 'modified' | 'etag'> {
  const modified = new Date(response.headers.get('last-modified') ?? Number.NaN);
  const etag = strongEtag(response);
  return {
    ...(Number.isNaN(modified.getTime()) ? {} : { modified }),
    ...(etag === undefined ? {} : { etag }),
  };
}

/** Whether the bytes of a body are others than the file's. */
function isEncoded(response: Response): boolean {
  return !/^\s*(?:identity)?\s*$/i.test(response.headers.get('content-encoding') ?? '');
}

/** Whether a response is of the version that the first one was of. */
function isSameVersion(response: Response, first: Response): boolean {
  const etag = strongEtag(first);
  if (etag !== undefined) return strongEtag(response) === etag;
  // Neither proves that nothing has changed, but each can prove that something has.
  return ['etag', 'last-modified'].every(
    (name) => response.headers.get(name) === first.headers.get(name),
  );
}

/** A part of a file: its first and its last byte, and all of the file. */
interface ContentRange {
  first: number;
  last: number;
  total: number;
}

/** "bytes 0-99/1234"; undefined for everything else, as when the size is not told. */
function contentRange(response: Response): ContentRange | undefined {
  const text = response.headers.get('content-range') ?? '';
  const match = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15})$/.exec(text);
  if (!match) return undefined;
  const [first = 0, last = 0, total = 0] = match.slice(1).map(Number);
  return first <= last && last < total ? { first, last, total } : undefined;
}

/**
 * The body of a part.
 *
 * @throws FileError when it is shorter or longer than the range that it comes with
 */
async function partOf(
  response: Response,
  { first, last }: ContentRange,
  signal: AbortSignal | undefined,
): Promise<Uint8Array> {
  const bytes = new Uint8Array(last - first + 1);
  const body = new Chunks(response.body, signal);
  let filled = 0;
  for (;;) {
    const chunk = await body.next();
    if (!chunk) break;
    if (chunk.byteLength > bytes.byteLength - filled) {
      body.cancel();
      throw new FileError('IO_ERROR', `the server sent more than the range ${first}-${last}`);
    }
    bytes.set(chunk, filled);
    filled += chunk.byteLength;
  }
  if (filled === bytes.byteLength) return bytes;
  throw new FileError('IO_ERROR', `the server sent ${filled} bytes for the range ${first}-${last}`);
}

function rangedHandle(
  server: Server,
  url: URL,
  first: Response,
  head: Uint8Array,
  size: number,
): FileHandle {
  const facts = about(first);
  const condition: Record<string, string> =
    facts.etag === undefined ? {} : { 'if-match': facts.etag };
  return {
    size,
    ...facts,
    async read(offset, length, signal) {
      if (offset < head.byteLength) return head.subarray(offset, offset + length);
      const last = Math.min(offset + length, size) - 1;
      const headers = {
        ...condition,
        range: `bytes=${offset}-${last}`,
        'accept-encoding': 'identity',
      };
      const response = await request(server, url, headers, signal);
      const { status } = response;
      if (status !== 206 || !isSameVersion(response, first)) {
        dropBody(response);
        throw changedError(`the file (HTTP status ${status})`);
      }
      const range = contentRange(response);
      const isPart = range?.first === offset && range.last <= last && range.total === size;
      if (
        !isPart ||
        isEncoded(response) ||
        range.last < Math.min(last, offset + kLeastPartBytes - 1)
      ) {
        const got = response.headers.get('content-range')?.slice(0, 100) ?? 'no range';
        const message = `asked for bytes ${offset}-${last}/${size}, the server sent ${got}`;
        throw refused(response, 'IO_ERROR', message);
      }
      return partOf(response, range, signal);
    },
  };
}

/** Bytes of a body from front to back; what lies before the last read is not kept. */
class BodyReader {
  readonly #body: Chunks;
  #chunk: Uint8Array = new Uint8Array();
  #at = 0;

  constructor(body: ReadableStream<Uint8Array> | null, signal: AbortSignal | undefined) {
    this.#body = new Chunks(body, signal);
  }

  async read(offset: number, length: number): Promise<Uint8Array> {
    if (offset < this.#at)
      throw new FileError('IO_ERROR', 'the server has no ranges: the file is read front to back');
    while (offset >= this.#at + this.#chunk.byteLength) {
      const next = await this.#body.next();
      if (!next) return new Uint8Array();
      this.#at += this.#chunk.byteLength;
      this.#chunk = next;
    }
    const start = offset - this.#at;
    return this.#chunk.subarray(start, start + length);
  }

  async close(): Promise<void> {
    this.#body.cancel();
  }
}

/** A whole file of unknown size. Chunks are copied: one of a byte may hold a megabyte that it came in. */
async function collect(body: BodyReader, maxBytes: number): Promise<Uint8Array> {
  let bytes = new Uint8Array(Math.min(kFirstBytes, maxBytes));
  let size = 0;
  for (;;) {
    const chunk = await body.read(size, Number.MAX_SAFE_INTEGER);
    if (chunk.byteLength === 0) break;
    const end = size + chunk.byteLength;
    if (end > maxBytes) {
      await body.close();
      throw new FileError(
        'IO_ERROR',
        `the server does not tell the file's size, which is over ${maxBytes} bytes`,
      );
    }
    if (end > bytes.byteLength) {
      const larger = new Uint8Array(Math.min(Math.max(2 * bytes.byteLength, end), maxBytes));
      larger.set(bytes.subarray(0, size));
      bytes = larger;
    }
    bytes.set(chunk, size);
    size = end;
  }
  return bytes.subarray(0, size);
}

async function wholeHandle(
  server: Server,
  response: Response,
  signal: AbortSignal | undefined,
): Promise<FileHandle> {
  const body = new BodyReader(response.body, signal);
  const length = response.headers.get('content-length');
  // The length of an encoded body is not that of the file.
  if (/^\d{1,15}$/.test(length ?? '') && !isEncoded(response)) {
    return {
      size: Number(length),
      ...about(response),
      read: (offset, count) => body.read(offset, count),
      close: () => body.close(),
    };
  }
  const bytes = await collect(body, server.maxUnsizedBytes);
  const read = async (offset: number, count: number) => bytes.subarray(offset, offset + count);
  return { size: bytes.byteLength, ...about(response), read };
}

async function openFile(
  server: Server,
  path: string,
  { signal }: AccessOptions,
): Promise<FileHandle> {
  const url = urlOf(path, server.base);
  if (url.pathname === server.base.pathname || path.endsWith('/'))
    throw new FileError('IS_DIRECTORY');
  const headers = { range: `bytes=0-${kFirstBytes - 1}`, 'accept-encoding': 'identity' };
  const response = await request(server, url, headers, signal);
  // An empty file has no range.
  if (response.status === 416 && response.headers.get('content-range') === 'bytes */0') {
    dropBody(response);
    return { size: 0, ...about(response), read: async () => new Uint8Array() };
  }
  checkStatus(response);
  const range = contentRange(response);
  if (response.status !== 206) {
    if (range === undefined || range.last - range.first + 1 === range.total)
      return wholeHandle(server, response, signal);
    throw refused(response, 'IO_ERROR', 'the server sent a part and calls it the file');
  }
  if (range === undefined || isEncoded(response)) {
    throw refused(response, 'IO_ERROR', 'the server does not tell the size of the file');
  }
  if (range.first !== 0 || range.last >= kFirstBytes) {
    const got = `${range.first}-${range.last}`;
    throw refused(response, 'IO_ERROR', `the server sent bytes ${got} for 0-${kFirstBytes - 1}`);
  }
  return rangedHandle(server, url, response, await partOf(response, range, signal), range.total);
}

function topOf(base: string | URL): URL {
  try {
    return new URL(base);
  } catch {
    throw new TypeError(`base must be an absolute URL, got ${JSON.stringify(base)}`);
  }
}

/**
 * A file system over the files below a URL. The path `/a b.txt` stands for `<base>/a%20b.txt`; no request leaves the
 * base, redirected or not, as far as the host shows redirections (browsers do not until they have followed them).
 *
 * @param base - URL of the top directory
 * @throws TypeError when `base` is no absolute URL
 * @example
 * ```ts
 * const tool = createReadTool({ fs: httpFs('https://example.org/docs/') });
 * const result = await tool.execute({ file_path: '/guide/intro.md' });
 * ```
 */
export function httpFs(base: string | URL, options: HttpOptions = {}): FileSystem {
  const top = topOf(base);
  if (!top.pathname.endsWith('/')) top.pathname += '/';
  const server: Server = {
    base: top,
    headers: options.headers ?? {},
    fetch: options.fetch ?? ((url, init) => globalThis.fetch(url, init)),
    maxUnsizedBytes: options.maxUnsizedBytes ?? kMaxUnsizedBytes,
  };
  return { open: (path, access) => openFile(server, path, access) };
}
