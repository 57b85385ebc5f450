/** Media by reference: results that stay small in stored histories, and the way back to the bytes. */
import { FileError } from '../fs/types.js';
import type { DocumentContent, ImageContent, ReadInput, ToolResult } from '../types/index.js';

/** What brings a picture or a document back. Plain JSON. */
export interface MediaSource {
  /** The path as the model gave it. */
  path: string;
  /** SHA-256 of the file's bytes in lower-case hex: the file must still have it. */
  contentHash: string;
  /** The input of the read. */
  input: ReadInput;
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

/** A result without base64. */
export interface HandleResult extends Omit<ToolResult, 'images' | 'documents'> {
  /** The pictures. */
  images?: ImageHandle[];
  /** The documents. */
  documents?: DocumentHandle[];
}

/** A result with its media by reference. `result.contentHash` must be there when it has media. */
export function withHandles(result: ToolResult, input: ReadInput): HandleResult {
  const { images, documents, ...rest } = result;
  const source = (index: number): MediaSource => ({
    path: input.file_path,
    contentHash: result.contentHash ?? '',
    input,
    index,
  });
  const imageHandles = images?.map(
    ({ data: _, ...about }, index): ImageHandle => ({ kind: 'image', ...about, ...source(index) }),
  );
  const documentHandles = documents?.map(
    ({ data: _, ...about }, index): DocumentHandle => ({
      kind: 'document',
      ...about,
      ...source(index),
    }),
  );
  return {
    ...rest,
    ...(imageHandles ? { images: imageHandles } : {}),
    ...(documentHandles ? { documents: documentHandles } : {}),
  };
}

/** Reads again what a handle stands for. */
export type ReadAgain = (input: ReadInput) => Promise<ToolResult>;

/**
 * The media of a handle.
 *
 * @throws FileError when the file cannot be read any more or has changed
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
  const result = await read(handle.input);
  if (!result.success) throw new FileError('IO_ERROR', result.error);
  const media = handle.kind === 'image' ? result.images : result.documents;
  const found = media?.[handle.index];
  if (result.contentHash !== handle.contentHash || !found) {
    throw new FileError('IO_ERROR', `${handle.path} has changed since it was read`);
  }
  return found;
}

/** The result with its media inline again; what is gone becomes a line of text. Each file is read once. */
export async function inlineMedia(result: HandleResult, read: ReadAgain): Promise<ToolResult> {
  const { images: imageHandles = [], documents: documentHandles = [], ...rest } = result;
  const reads = new Map<string, Promise<ToolResult>>();
  const readOnce: ReadAgain = (input) => {
    const key = JSON.stringify(input);
    const reading = reads.get(key) ?? read(input);
    reads.set(key, reading);
    return reading;
  };
  const missing: string[] = [];
  const fetch = async <T>(handle: MediaHandle, load: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await load();
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      missing.push(
        `(${handle.kind === 'image' ? 'picture' : 'document'} left out: ${error.message})`,
      );
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
  rest: Omit<ToolResult, 'images' | 'documents'>,
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
