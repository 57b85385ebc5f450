/**
 * Media by reference: results that stay small in stored histories, and the way back to the bytes. A handle holds all that
 * decides what a read gives, and the hash of what it gave: what comes back is that, or an error.
 */
import { fileErrorCode } from '../fs/file_errors.js';
import { FileError } from '../fs/types.js';
import type {
  DocumentContent,
  ImageContent,
  ReadInput,
  ReadOptions,
  ToolResult,
  WithMedia,
} from '../types/index.js';
import { mediaHash } from './media_hash.js';

/** Files whose secrets are remembered, the latest ones. */
const kMaxSecrets = 256;

/** What brings a picture or a document back. Plain JSON. */
export interface MediaSource {
  /** The path as the model gave it. */
  path: string;
  /** SHA-256 of the file's bytes in lower-case hex: the file must still have it. */
  contentHash: string;
  /** The input of the read. */
  input: ReadInput;
  /** The options of the call, which are laid over the tool's; without the password, which is for no history. */
  options?: ReadOptions;
  /** SHA-256 of the picture's or the document's own bytes in lower-case hex. */
  mediaHash: string;
  /** Position among the images, or the documents, of the result. */
  index: number;
}

/** A picture without its bytes. */
export interface ImageHandle extends Omit<ImageContent, 'data'>, MediaSource {
  /** Tells it from a document. */
  kind: 'image';
}

/** A document without its bytes. */
export interface DocumentHandle extends Omit<DocumentContent, 'data'>, MediaSource {
  /** Tells it from a picture. */
  kind: 'document';
}

/** A picture or a document without its bytes. */
export type MediaHandle = ImageHandle | DocumentHandle;

/** What a result has beside its media. */
type WithoutMedia = WithMedia<ToolResult, never, never>;

/** A result whose media are handles. */
export type HandleResult = WithMedia<ToolResult, ImageHandle, DocumentHandle>;

/** What a handle cannot carry: a secret and a function. */
type Secrets = Pick<ReadOptions, 'password' | 'decodeImage'>;

/** What is kept of a call's options in a handle, and what is not. */
function splitOptions(options: ReadOptions): { stored: ReadOptions; secrets: Secrets } {
  // What a host said of the file then is not proven now.
  const { password, decodeImage, host, ...rest } = options;
  const { contentHash: _, modified: __, ...request } = host ?? {};
  const stored = Object.keys(request).length > 0 ? { ...rest, host: request } : rest;
  const secrets = {
    ...(password === undefined ? {} : { password }),
    ...(decodeImage === undefined ? {} : { decodeImage }),
  };
  return { stored, secrets };
}

/** The handles that a tool has given away, as far as they cannot speak for themselves. */
export class Handles {
  /** By the hash of the file; the last one used stands last. */
  readonly #secrets = new Map<string, Secrets>();

  /** A result with its media by reference. `result.contentHash` must be there when it has media. */
  async of(result: ToolResult, input: ReadInput, options: ReadOptions = {}): Promise<HandleResult> {
    const { images, documents, ...rest } = result;
    const { stored, secrets } = splitOptions(options);
    const contentHash = result.contentHash ?? '';
    if (Object.keys(secrets).length > 0 && (images || documents)) this.#keep(contentHash, secrets);
    const source = async (data: string, index: number): Promise<MediaSource> => ({
      path: input.file_path,
      contentHash,
      input,
      ...(Object.keys(stored).length > 0 ? { options: stored } : {}),
      mediaHash: await mediaHash(data),
      index,
    });
    const imageHandles = images?.map(
      async ({ data, ...about }, index): Promise<ImageHandle> => ({
        kind: 'image',
        ...about,
        ...(await source(data, index)),
      }),
    );
    const documentHandles = documents?.map(
      async ({ data, ...about }, index): Promise<DocumentHandle> => ({
        kind: 'document',
        ...about,
        ...(await source(data, index)),
      }),
    );
    return {
      ...rest,
      ...(imageHandles ? { images: await Promise.all(imageHandles) } : {}),
      ...(documentHandles ? { documents: await Promise.all(documentHandles) } : {}),
    };
  }

  /** The options of the read that a handle stands for, under those that the caller has now. */
  optionsOf({ options, contentHash }: MediaHandle, now: ReadOptions = {}): ReadOptions {
    return { ...options, ...this.#secrets.get(contentHash), ...now };
  }

  #keep(contentHash: string, secrets: Secrets): void {
    this.#secrets.delete(contentHash);
    this.#secrets.set(contentHash, secrets);
    const [oldest] = this.#secrets.keys();
    if (this.#secrets.size > kMaxSecrets && oldest !== undefined) this.#secrets.delete(oldest);
  }
}

/** Reads again what a handle stands for. */
export type ReadAgain = (handle: MediaHandle) => Promise<ToolResult>;

/**
 * The media of a handle: the very bytes that it was made for.
 *
 * @throws FileError when the file cannot be read any more or has changed, or gives other media now
 */
export async function materialize(handle: ImageHandle, read: ReadAgain): Promise<ImageContent>;
export async function materialize(
  handle: DocumentHandle,
  read: ReadAgain,
): Promise<DocumentContent>;
export async function materialize(
  handle: MediaHandle,
  read: ReadAgain,
): Promise<ImageContent | DocumentContent>;
export async function materialize(
  handle: MediaHandle,
  read: ReadAgain,
): Promise<ImageContent | DocumentContent> {
  const result = await read(handle);
  if (!result.success) throw new FileError(fileErrorCode({ code: result.errorCode }), result.error);
  if (result.contentHash !== handle.contentHash)
    throw new FileError('IO_ERROR', `${handle.path} has changed since it was read`);
  const media = handle.kind === 'image' ? result.images : result.documents;
  const found = Number.isInteger(handle.index) ? media?.[handle.index] : undefined;
  if (!found || (await mediaHash(found.data)) !== handle.mediaHash) {
    throw new FileError(
      'IO_ERROR',
      `${handle.path} gives another ${handleNoun(handle)} now: it is read with other options`,
    );
  }
  return found;
}

function handleNoun({ kind }: MediaHandle): string {
  return kind === 'image' ? 'picture' : 'document';
}

/** The result with its media inline again; what is gone becomes a line of text. Each file is read once. */
export async function inlineMedia(result: HandleResult, read: ReadAgain): Promise<ToolResult> {
  const { images: imageHandles = [], documents: documentHandles = [], ...rest } = result;
  const reads = new Map<string, Promise<ToolResult>>();
  const readOnce: ReadAgain = (handle) => {
    const key = JSON.stringify([handle.contentHash, handle.input, handle.options]);
    const reading = reads.get(key) ?? read(handle);
    reads.set(key, reading);
    return reading;
  };
  const missing: string[] = [];
  const fetch = async <T>(handle: MediaHandle, load: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await load();
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      missing.push(`(${handleNoun(handle)} left out: ${error.message})`);
      return undefined;
    }
  };
  const images: (ImageContent | undefined)[] = [];
  for (const handle of imageHandles)
    images.push(await fetch(handle, () => materialize(handle, readOnce)));
  const documents: (DocumentContent | undefined)[] = [];
  for (const handle of documentHandles)
    documents.push(await fetch(handle, () => materialize(handle, readOnce)));
  if (missing.length === 0) {
    return {
      ...rest,
      ...(imageHandles.length > 0 ? { images: images.filter((image) => image !== undefined) } : {}),
      ...(documentHandles.length > 0
        ? { documents: documents.filter((document) => document !== undefined) }
        : {}),
    };
  }
  return withoutMissing(rest, images, documents, missing);
}

/** Renumbers `parts` for the pictures that are left, and adds a note for each that is gone. */
function withoutMissing(
  rest: WithoutMedia,
  images: (ImageContent | undefined)[],
  documents: (DocumentContent | undefined)[],
  missing: string[],
): ToolResult {
  const left = images.filter((image) => image !== undefined);
  const newIndex = images.map((image) => (image ? left.indexOf(image) : -1));
  const notes = missing.join('\n');
  const parts = rest.parts
    ?.map((part) => (part.type === 'image' ? { ...part, image: newIndex[part.image] ?? -1 } : part))
    .filter((part) => part.type === 'text' || part.image >= 0);
  return {
    ...rest,
    content: `${rest.content}\n${notes}`,
    images: left,
    documents: documents.filter((document) => document !== undefined),
    ...(parts ? { parts: [...parts, { type: 'text', text: notes }] } : {}),
  };
}
