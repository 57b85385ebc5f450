/**
 * A Cloudflare R2 bucket. Keys are paths without their leading slash; there are no links, and no directories but those
 * that keys imply. All ranges of a read come from one version of the object.
 */
import { type DirectoryEntry, FileError, type FileHandle, type FileSystem } from './types.js';

/** Names that are listed at most in one directory. */
const kMaxListed = 1000;

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
  }): Promise<{ objects: R2ObjectLike[]; delimitedPrefixes: string[] }>;
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
      if (!('arrayBuffer' in object))
        throw new FileError('IO_ERROR', `${key} changed while it was read`);
      return new Uint8Array(await object.arrayBuffer());
    },
  };
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
  const listBelow = (key: string, limit: number) => {
    const directory = key === '' || key.endsWith('/') ? key : `${key}/`;
    return bucket.list({ prefix: directory, delimiter: '/', limit });
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
    async list(path) {
      const { objects, delimitedPrefixes } = await listBelow(keyOf(path), kMaxListed);
      const nameOf = (key: string) => key.replace(/\/$/, '').split('/').at(-1) ?? '';
      const files = objects.map(
        ({ key }): DirectoryEntry => ({ name: nameOf(key), isDirectory: false }),
      );
      const folders = delimitedPrefixes.map(
        (key): DirectoryEntry => ({ name: nameOf(key), isDirectory: true }),
      );
      return [...files, ...folders];
    },
  };
}
