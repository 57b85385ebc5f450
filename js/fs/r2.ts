/**
 * A Cloudflare R2 bucket. Keys are paths without their leading slash; there are no links, and no directories but those
 * that keys imply. All ranges of a read come from one version of the object.
 */
import { changedError } from './file_errors.js';
import { type DirectoryEntry, FileError, type FileHandle, type FileSystem } from './types.js';

/** Names that one request lists; R2 gives no more. */
const kMaxListed = 1000;
/** Pages of one listing: what stands for a bucket could go on for ever. */
const kMaxPages = 1000;

/** What is used of an object of the bucket. */
export interface R2ObjectLike {
  /** Its key. */
  key: string;
  /** Bytes. */
  size: number;
  /** Version of its content. */
  etag: string;
  /** Time of the last change. */
  uploaded: Date;
}

/** What is used of a listing; with a cursor, there is more. */
export interface R2ListingLike {
  /** Objects. */
  objects: R2ObjectLike[];
  /** What stands for the objects below a directory. */
  delimitedPrefixes: string[];
  /** Whether there is more. */
  truncated?: boolean;
  /** Where it goes on. */
  cursor?: string;
}

/** What is used of a bucket; the `R2Bucket` binding of a Worker has it. */
export interface R2BucketLike {
  /** As in Workers. */
  head(key: string): Promise<R2ObjectLike | null>;
  /** As in Workers. */
  get(
    key: string,
    options: { range: { offset: number; length: number }; onlyIf: { etagMatches: string } },
  ): Promise<R2ObjectLike | (R2ObjectLike & { arrayBuffer(): Promise<ArrayBuffer> }) | null>;
  /** As in Workers. */
  list(options: {
    prefix: string;
    delimiter: string;
    limit: number;
    cursor?: string;
  }): Promise<R2ListingLike>;
}

/** Where in a bucket the files are. */
export interface R2Options {
  /** What all keys begin with, `"docs/"`; the path `/` stands for it. @defaultValue '' */
  prefix?: string;
}

function handleOf(bucket: R2BucketLike, { key, size, etag, uploaded }: R2ObjectLike): FileHandle {
  return {
    size,
    etag,
    modified: uploaded,
    async read(offset, length) {
      const object = await bucket.get(key, {
        range: { offset, length },
        onlyIf: { etagMatches: etag },
      });
      if (!object) throw new FileError('FILE_NOT_FOUND', `${key} was removed while it was read`);
      // Without a body: the condition does not hold.
      if (!('arrayBuffer' in object)) throw changedError(key);
      return new Uint8Array(await object.arrayBuffer());
    },
  };
}

/** An object whose key ends in a slash is what some programs write for an empty folder. */
function entriesOf(
  { objects, delimitedPrefixes }: R2ListingLike,
  details: boolean,
): DirectoryEntry[] {
  const nameOf = (key: string) => key.replace(/\/$/, '').split('/').at(-1) ?? '';
  const files = objects.filter(({ key }) => !key.endsWith('/'));
  return [
    ...files.map(({ key, size, uploaded }) => ({
      name: nameOf(key),
      isDirectory: false,
      ...(details ? { size, modified: uploaded } : {}),
    })),
    ...delimitedPrefixes.map((key) => ({ name: nameOf(key), isDirectory: true })),
  ];
}

/**
 * A file system over an R2 bucket.
 *
 * @param bucket - the binding
 * @example
 * ```ts
 * export default {
 *   async fetch(request, env) {
 *     const tool = createReadTool({ fs: r2Fs(env.FILES), provider: 'anthropic' });
 *     return Response.json(await tool.execute({ file_path: new URL(request.url).searchParams.get('path') }));
 *   },
 * };
 * ```
 */
export function r2Fs(bucket: R2BucketLike, { prefix = '' }: R2Options = {}): FileSystem {
  const keyOf = (path: string) => prefix + path.slice(1);
  const listBelow = (key: string, limit: number, cursor?: string) => {
    const directory = key === '' || key.endsWith('/') ? key : `${key}/`;
    const page = cursor === undefined ? {} : { cursor };
    return bucket.list({ prefix: directory, delimiter: '/', limit, ...page });
  };
  return {
    async open(path) {
      const key = keyOf(path);
      const object = key === prefix ? null : await bucket.head(key);
      if (object) return handleOf(bucket, object);
      const { objects, delimitedPrefixes } = await listBelow(key, 1);
      throw new FileError(
        objects.length + delimitedPrefixes.length > 0 ? 'IS_DIRECTORY' : 'FILE_NOT_FOUND',
      );
    },
    async list(path, { limit = Number.POSITIVE_INFINITY, signal, details = false } = {}) {
      const key = keyOf(path);
      const entries: DirectoryEntry[] = [];
      const seen = new Set<string>();
      let cursor: string | undefined;
      do {
        signal?.throwIfAborted();
        const page = await listBelow(key, kMaxListed, cursor);
        for (const entry of entriesOf(page, details)) entries.push(entry);
        const next = page.truncated ? page.cursor : undefined;
        // Each page is a request that somebody pays for: who looks for near names is content with one. A cursor that comes again
        // leads nowhere.
        const isEnough = entries.length >= limit || (!details && Number.isFinite(limit));
        cursor = next === undefined || seen.has(next) || isEnough ? undefined : next;
        if (cursor !== undefined) seen.add(cursor);
        if (seen.size >= kMaxPages)
          throw new FileError('IO_ERROR', `the listing has more than ${kMaxPages} pages`);
      } while (cursor !== undefined);
      return entries;
    },
  };
}
