/**
 * A bucket with the S3 API: of AWS, MinIO, Ceph, Backblaze, Cloudflare … Keys are paths without their leading slash; there are
 * no links, and no directories but those that keys imply. All ranges of a read come from one version of the object: each asks
 * for its ETag (RFC 9110, section 13.1.1).
 */
import { Chunks } from './chunks.js';
import { changedError } from './file_errors.js';
import { type DirectoryEntry, FileError, type FileHandle, type FileSystem } from './types.js';

/** Bytes of the first request; most files are no larger. */
const kFirstBytes = 64 * 1024;
/** Names that one request lists; S3 gives no more. */
const kMaxListed = 1000;
/** Pages of one listing: a server could go on for ever. */
const kMaxPages = 1000;

/** What is used of a body. */
export interface S3BodyLike {
  /** As in the SDK. */
  transformToByteArray(): Promise<Uint8Array>;
  /** As in the SDK; where it is there, a body that does not end is cut off at the length asked for. */
  transformToWebStream?(): ReadableStream<Uint8Array>;
}

/** What is used of an object that was asked for. */
export interface S3ObjectLike {
  /** Its bytes, or those of the range. */
  Body?: S3BodyLike | undefined;
  /** Bytes of the body. */
  ContentLength?: number | undefined;
  /** "bytes 0-99/1234". */
  ContentRange?: string | undefined;
  /** Version of its content. */
  ETag?: string | undefined;
  /** Time of the last change. */
  LastModified?: Date | undefined;
}

/** What is used of a listing. */
export interface S3ListingLike {
  /** Objects. */
  Contents?:
    | { Key?: string | undefined; Size?: number | undefined; LastModified?: Date | undefined }[]
    | undefined;
  /** What stands for the objects below a directory. */
  CommonPrefixes?: { Prefix?: string | undefined }[] | undefined;
  /** Asks for the next page. */
  NextContinuationToken?: string | undefined;
}

/** What is said about one request. */
export interface S3CallLike {
  /** Ends it early. */
  abortSignal?: AbortSignal;
}

/**
 * What is used of a client: the methods of `S3` from `@aws-sdk/client-s3`, or functions of yours. Errors tell their kind by
 * `$metadata.httpStatusCode`, or by their `name`: `NoSuchKey`, `PreconditionFailed`.
 */
export interface S3Like {
  /** As in the SDK; `Range` and `IfMatch` must count. */
  getObject(
    input: { Bucket: string; Key: string; Range: string; IfMatch?: string },
    call: S3CallLike,
  ): Promise<S3ObjectLike>;
  /** As in the SDK. */
  headObject(input: { Bucket: string; Key: string }, call: S3CallLike): Promise<S3ObjectLike>;
  /** As in the SDK. */
  listObjectsV2(
    input: {
      Bucket: string;
      Prefix: string;
      Delimiter: string;
      MaxKeys: number;
      ContinuationToken?: string;
    },
    call: S3CallLike,
  ): Promise<S3ListingLike>;
}

/** Where in which bucket the files are. */
export interface S3Options {
  /** The bucket's name. */
  bucket: string;
  /** What all keys begin with, `"docs/"`; the path `/` stands for it. @defaultValue '' */
  prefix?: string;
  /** Goes into every request: `{ RequestPayer: 'requester' }`, `{ ExpectedBucketOwner: '…' }`. @defaultValue nothing */
  request?: Readonly<Record<string, string>>;
}

/** A bucket, and what goes into every request. */
interface Bucket {
  client: S3Like;
  base: { Bucket: string };
}

/** Errors by the names that servers give them. */
const kStatusOfNames: ReadonlyMap<unknown, number> = new Map([
  ['NoSuchKey', 404],
  ['NotFound', 404],
  ['AccessDenied', 403],
  ['InvalidRange', 416],
  ['PreconditionFailed', 412],
]);

function statusOf(error: unknown): number | undefined {
  const { $metadata, name } = (error ?? {}) as {
    $metadata?: { httpStatusCode?: unknown };
    name?: unknown;
  };
  const status = $metadata?.httpStatusCode;
  return Number.isInteger(status) ? (status as number) : kStatusOfNames.get(name);
}

/** An error of a client as one of a file system. The signal's reason stays what it is. */
function asFileError(error: unknown, key: string, signal: AbortSignal | undefined): unknown {
  if (signal?.aborted) return signal.reason;
  if (error instanceof FileError) return error;
  const message = `${key}: ${error instanceof Error ? error.message : String(error)}`;
  const status = statusOf(error);
  if (status === 404) return new FileError('FILE_NOT_FOUND', message, { cause: error });
  if (status === 401 || status === 403)
    return new FileError('PERMISSION_DENIED', message, { cause: error });
  const isChanged = status === 412 || status === 416;
  if (isChanged) return changedError(key, error);
  const detail = status === undefined ? {} : { detail: `HTTP status ${status}` };
  return new FileError('IO_ERROR', message, { cause: error, ...detail });
}

function callWith(signal: AbortSignal | undefined): S3CallLike {
  return signal ? { abortSignal: signal } : {};
}

/** The bytes of a body; of one that is longer than `length` one more, at which it is left. */
async function bytesOf(
  body: S3BodyLike | undefined,
  length: number,
  signal: AbortSignal | undefined,
): Promise<Uint8Array> {
  if (!body) return new Uint8Array();
  if (!body.transformToWebStream) return body.transformToByteArray();
  const chunks = new Chunks(body.transformToWebStream(), signal);
  const bytes = new Uint8Array(length + 1);
  let size = 0;
  while (size <= length) {
    const value = await chunks.next();
    if (!value) break;
    bytes.set(value.subarray(0, bytes.byteLength - size), size);
    size = Math.min(size + value.byteLength, bytes.byteLength);
  }
  chunks.cancel();
  return bytes.subarray(0, size);
}

/** The bytes of an answer, whose range must be the one that was asked for. */
async function bodyOf(
  object: S3ObjectLike,
  { first, last }: { first: number; last: number },
  key: string,
  signal: AbortSignal | undefined,
) {
  const { Body, ContentLength, ContentRange } = object;
  const [, from, to, total] =
    /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15})$/.exec(ContentRange ?? '') ?? [];
  // Some servers have a range of an empty object.
  if (first === 0 && /\/0$/.test(ContentRange ?? '')) return { bytes: new Uint8Array(), size: 0 };
  // A whole object that is no larger than the range may come without one.
  const isWhole = ContentRange === undefined && first === 0 && Number(ContentLength) <= last + 1;
  const size = isWhole ? Number(ContentLength) : Number(total);
  const length = isWhole ? size : Number(to) - first + 1;
  const fits =
    isWhole || (Number(from) === first && Number(to) <= last && Number(to) < size && length > 0);
  if (!fits || (ContentLength !== undefined && ContentLength !== length)) {
    const got = ContentRange?.slice(0, 100) ?? `${ContentLength} bytes without a range`;
    throw new FileError(
      'IO_ERROR',
      `${key}: asked for bytes ${first}-${last}, the server sent ${got}`,
    );
  }
  const bytes = await bytesOf(Body, length, signal);
  if (bytes.byteLength !== length) {
    const got = bytes.byteLength > length ? 'more' : String(bytes.byteLength);
    throw new FileError('IO_ERROR', `${key}: the server sent ${got} bytes for ${length}`);
  }
  return { bytes, size };
}

function handleOf(
  { client, base }: Bucket,
  key: string,
  first: S3ObjectLike,
  size: number,
  head: Uint8Array,
): FileHandle {
  const { ETag: etag, LastModified: modified } = first;
  const facts = { ...(modified ? { modified } : {}), ...(etag === undefined ? {} : { etag }) };
  const condition = etag === undefined ? {} : { IfMatch: etag };
  return {
    size,
    ...facts,
    async read(offset, length, signal) {
      if (offset < head.byteLength) return head.subarray(offset, offset + length);
      const last = Math.min(offset + length, size) - 1;
      try {
        const asked = { ...base, Key: key, Range: `bytes=${offset}-${last}`, ...condition };
        const object = await client.getObject(asked, callWith(signal));
        const isOther =
          etag === undefined
            ? object.LastModified?.getTime() !== modified?.getTime()
            : object.ETag !== etag;
        if (isOther) throw changedError(key);
        const part = await bodyOf(object, { first: offset, last }, key, signal);
        if (part.size !== size) throw changedError(key);
        return part.bytes;
      } catch (error) {
        throw asFileError(error, key, signal);
      }
    },
  };
}

async function openObject(
  bucket: Bucket,
  key: string,
  signal: AbortSignal | undefined,
): Promise<FileHandle> {
  const { client, base } = bucket;
  try {
    const last = kFirstBytes - 1;
    const object = await client.getObject(
      { ...base, Key: key, Range: `bytes=0-${last}` },
      callWith(signal),
    );
    const { bytes, size } = await bodyOf(object, { first: 0, last }, key, signal);
    return handleOf(bucket, key, object, size, bytes);
  } catch (error) {
    signal?.throwIfAborted();
    // An empty object has no range.
    if (statusOf(error) !== 416) throw error;
    const object = await client.headObject({ ...base, Key: key }, callWith(signal));
    if (object.ContentLength !== 0) throw error;
    return handleOf(bucket, key, object, 0, new Uint8Array());
  }
}

/** An object whose key ends in a slash is what some programs write for an empty folder. */
function entriesOf(listing: S3ListingLike): DirectoryEntry[] {
  const { Contents, CommonPrefixes } = listing ?? {};
  const nameOf = (key: string) => key.replace(/\/$/, '').split('/').at(-1) ?? '';
  const isKey = (key: unknown): key is string => typeof key === 'string' && key !== '';
  // The server may be anybody's: what is no entry does not take the others away.
  const files = (Contents ?? []).filter(
    (object) => isKey(object?.Key) && !object.Key.endsWith('/'),
  );
  const directories = (CommonPrefixes ?? []).filter((prefix) => isKey(prefix?.Prefix));
  return [
    ...files.map(({ Key = '', Size, LastModified }) => ({
      name: nameOf(Key),
      isDirectory: false,
      ...(Number.isSafeInteger(Size) ? { size: Size as number } : {}),
      ...(LastModified instanceof Date ? { modified: LastModified } : {}),
    })),
    ...directories.map(({ Prefix = '' }) => ({ name: nameOf(Prefix), isDirectory: true })),
  ];
}

/**
 * A file system over a bucket with the S3 API.
 *
 * @param client - `new S3({ … })` of `@aws-sdk/client-s3`, whose `S3Client` has no methods; it stays the caller's
 * @throws TypeError when the client has no `getObject`, or `bucket` is no name
 * @example
 * ```ts
 * import { S3 } from '@aws-sdk/client-s3';
 *
 * const fs = s3Fs(new S3({ region: 'eu-central-1' }), { bucket: 'reports', prefix: '2026/' });
 * const tool = createReadTool({ fs, root: '/', provider: 'anthropic' });
 * ```
 */
export function s3Fs(client: S3Like, options: S3Options): FileSystem {
  if (typeof client?.getObject !== 'function' || typeof client.listObjectsV2 !== 'function')
    throw new TypeError(
      "client must have getObject: 'new S3(…)' of @aws-sdk/client-s3, not 'new S3Client(…)'",
    );
  const { bucket: name, prefix = '', request = {} }: Partial<S3Options> = options ?? {};
  if (typeof name !== 'string' || name === '') throw new TypeError('options.bucket must be a name');
  const bucket: Bucket = { client, base: { ...request, Bucket: name } };
  const keyOf = (path: string) => prefix + path.slice(1);
  const listBelow = (
    key: string,
    limit: number,
    signal: AbortSignal | undefined,
    token?: string,
  ) => {
    const directory = key === '' || key.endsWith('/') ? key : `${key}/`;
    const page = token === undefined ? {} : { ContinuationToken: token };
    const asked = { ...bucket.base, Prefix: directory, Delimiter: '/', MaxKeys: limit, ...page };
    return client.listObjectsV2(asked, callWith(signal));
  };
  return {
    async open(path, { signal } = {}) {
      const key = keyOf(path);
      let missing: unknown = new FileError('FILE_NOT_FOUND');
      try {
        if (key !== prefix) return await openObject(bucket, key, signal);
      } catch (error) {
        missing = asFileError(error, key, signal);
        if (!(missing instanceof FileError) || missing.code !== 'FILE_NOT_FOUND') throw missing;
      }
      const listing = await listBelow(key, 1, signal).catch((error: unknown) => {
        const failure = asFileError(error, key, signal);
        // Who may not list gets the answer for a file that does not exist.
        const isHidden = failure instanceof FileError && failure.code !== 'IO_ERROR';
        throw isHidden ? missing : failure;
      });
      const { Contents, CommonPrefixes } = listing ?? {};
      const isDirectory = Boolean(Contents?.length || CommonPrefixes?.length);
      throw isDirectory ? new FileError('IS_DIRECTORY') : missing;
    },
    async list(path, { limit = Number.POSITIVE_INFINITY, signal, details = false } = {}) {
      const key = keyOf(path);
      const entries: DirectoryEntry[] = [];
      const seen = new Set<string>();
      let token: string | undefined;
      try {
        do {
          signal?.throwIfAborted();
          const page = await listBelow(key, kMaxListed, signal, token);
          for (const entry of entriesOf(page)) entries.push(entry);
          const next = page?.NextContinuationToken || undefined;
          // Each page is a request that somebody pays for: who looks for near names is content with one. A token that comes again
          // leads nowhere.
          const isEnough = entries.length >= limit || (!details && Number.isFinite(limit));
          token = next === undefined || seen.has(next) || isEnough ? undefined : next;
          if (token !== undefined) seen.add(token);
          if (seen.size >= kMaxPages)
            throw new FileError('IO_ERROR', `the listing has more than ${kMaxPages} pages`);
        } while (token !== undefined);
      } catch (error) {
        throw asFileError(error, key, signal);
      }
      return entries;
    },
  };
}
