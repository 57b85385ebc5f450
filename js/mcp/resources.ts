/** Files as resources: their URIs, pages of them, and their content within the bound of a message. */
import { baseName, shownName, splitPath, styleOf, wellFormed } from '../fs/path_text.js';
import type { FileHandle } from '../fs/types.js';
import type { ContentType, MediaBytes, ReadOptions, ToolResult } from '../types/index.js';
import { base64Of } from '../wires/media.js';
import { jsonBytes } from './message_size.js';

/** Why a request is refused. Each SDK has an error of its own for it. */
export class Refusal extends Error {
  override name = 'Refusal';
  /** Whether it is that a resource does not exist; else the parameters are wrong. */
  readonly isMissing: boolean;
  /** The resource that it is about. */
  readonly uri: string | undefined;

  constructor(message: string, uri?: string, isMissing: boolean = false) {
    super(message);
    this.uri = uri;
    this.isMissing = isMissing;
  }
}

/** No bound of its own. */
const kUnbounded = Number.MAX_SAFE_INTEGER;
/** Resources of one page, and the bytes that they take. */
const kPageResources = 1000;
const kPageBytes = 1024 * 1024;
/** What an error repeats of a text. */
const kShownChars = 200;

/**
 * The options that give the file itself, not a view of it. Text that is longer than a message may be is cut, which
 * `resourceContent` refuses, and not read any further.
 */
export function wholeFile(maxMessageBytes: number): ReadOptions {
  return {
    text: { lineNumbers: 'none', countLinesUpToBytes: 0 },
    notebook: { form: 'raw' },
    pdf: { as: 'document' },
    limits: {
      maxLines: kUnbounded,
      maxLineChars: kUnbounded,
      maxContentChars: Math.max(1000, maxMessageBytes),
    },
  };
}

/** The options that give what a file says, and no bytes that hold text. */
export function wholeText(maxMessageBytes: number): ReadOptions {
  const { pdf: _, ...options } = wholeFile(maxMessageBytes);
  return options;
}

/** `file:///` URI of an absolute path, of either style. */
export function fileUri(path: string): string {
  const segments = splitPath(wellFormed(path), styleOf(path));
  const first = segments.findIndex((segment) => segment !== '');
  return `file:///${segments
    .slice(first)
    .map(encodeURIComponent)
    .join('/')
    .replace(/^([A-Za-z])%3A/, '$1:')}`;
}

/** @throws Refusal for everything that is no URI of a file here */
export function pathOf(uri: string): string {
  const refusal = () =>
    new Refusal(`not the URI of a file: ${shownName(uri.slice(0, kShownChars))}`, wellFormed(uri));
  const match = /^file:\/\/(?:localhost)?(\/[^?#]*)$/.exec(uri);
  if (!match?.[1]) throw refusal();
  try {
    const path = decodeURIComponent(match[1]);
    return /^\/[A-Za-z]:/.test(path) ? path.slice(1) : path;
  } catch {
    throw refusal();
  }
}

/** A resource of a list. */
export interface ListedResource {
  /** Of a directory it ends in a slash. */
  uri: string;
  name: string;
  mimeType?: string;
  size?: number;
  annotations?: { lastModified: string };
}

/** A file or a directory that is listed. */
export interface ListedPlace {
  path: string;
  isDirectory: boolean;
  size?: number;
  modified?: Date;
}

function resourceOf({ path, isDirectory, size, modified }: ListedPlace): ListedResource {
  const lastModified = modified && !Number.isNaN(modified.getTime()) && modified.toISOString();
  return {
    uri: isDirectory ? `${fileUri(path)}/` : fileUri(path),
    name: shownName(baseName(path, styleOf(path))),
    ...(isDirectory ? { mimeType: 'inode/directory' } : {}),
    ...(Number.isSafeInteger(size) ? { size: size as number } : {}),
    ...(lastModified ? { annotations: { lastModified } } : {}),
  };
}

/** Where the next page begins: behind this path. */
function cursorOf(path: string): string {
  return encodeURIComponent(path);
}

function pathOfCursor(cursor: string): string {
  try {
    return decodeURIComponent(cursor);
  } catch {
    throw new Refusal('not a cursor of this list');
  }
}

/**
 * One page of the files and directories.
 *
 * @param places - all of them
 * @param cursor - `nextCursor` of the page before it
 * @throws Refusal when the cursor is none
 */
export function pageOf(
  places: readonly ListedPlace[],
  cursor: string | undefined,
): { resources: ListedResource[]; nextCursor?: string } {
  const after = cursor === undefined ? undefined : pathOfCursor(cursor);
  const sorted = places
    .filter(({ path }) => after === undefined || path > after)
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  const resources: ListedResource[] = [];
  let bytes = 0;
  let last: string | undefined;
  for (const place of sorted) {
    const resource = resourceOf(place);
    bytes += jsonBytes(resource);
    const isFull = resources.length === kPageResources || bytes > kPageBytes;
    if (isFull && last !== undefined) return { resources, nextCursor: cursorOf(last) };
    resources.push(resource);
    last = place.path;
  }
  return { resources };
}

/** What the text of a file is whose own type is not text. */
const kTextTypes: Partial<Record<ContentType, string>> = {
  pdf: 'text/markdown',
  document: 'text/markdown',
  archive: 'text/plain',
  audio: 'text/plain',
  video: 'text/plain',
};

function textType({ contentType, metadata: { mimeType } }: ToolResult): string {
  return mimeType === 'inode/directory' ? mimeType : (kTextTypes[contentType] ?? mimeType);
}

/** The content of a resource. */
export type ResourceContent =
  | { uri: string; mimeType: string; text: string }
  | { uri: string; mimeType: string; blob: string };

/**
 * The content of a file that was read with the options of `wholeFile`.
 *
 * @throws Refusal when it could not be read, or is more than one message may hold
 */
export function resourceContent(
  result: ToolResult,
  uri: string,
  maxMessageBytes: number,
): ResourceContent {
  if (!result.success) {
    throw new Refusal(result.content, uri, result.errorCode === 'FILE_NOT_FOUND');
  }
  const media = result.images?.[0] ?? result.documents?.[0];
  const { sizeBytes } = result.metadata;
  const isMedia = result.contentType === 'image' || result.contentType === 'pdf';
  const content: ResourceContent =
    media && isMedia
      ? { uri, mimeType: media.mimeType, blob: media.data }
      : {
          uri,
          mimeType: textType(result),
          text: sizeBytes === 0 ? '' : result.content,
        };
  if (!result.truncated && jsonBytes(content, maxMessageBytes) <= maxMessageBytes) return content;
  throw tooLarge(sizeBytes, maxMessageBytes, uri);
}

function tooLarge(sizeBytes: number, maxMessageBytes: number, uri: string): Refusal {
  const [file, most] = [sizeBytes, maxMessageBytes].map((bytes) => bytes.toLocaleString('en-US'));
  const message = `the file of ${file} bytes does not fit a message of ${most} bytes: read it in parts with the tool`;
  return new Refusal(message, uri);
}

/**
 * The bytes of a file.
 *
 * @throws Refusal when it is more than one message may hold; what the file system throws
 */
export async function rawBytes(
  handle: FileHandle,
  uri: string,
  maxMessageBytes: number,
  signal: AbortSignal | undefined,
): Promise<MediaBytes> {
  // Base64 has four characters for three bytes.
  if (handle.size * 4 > maxMessageBytes * 3) throw tooLarge(handle.size, maxMessageBytes, uri);
  const bytes = new Uint8Array(handle.size);
  for (let at = 0; at < bytes.length; ) {
    const piece = await handle.read(at, bytes.length - at, signal);
    if (piece.byteLength === 0) throw new Refusal('the file changed while it was read', uri);
    bytes.set(piece, at);
    at += piece.byteLength;
  }
  return bytes;
}

/**
 * A file that has no text of its own: an Office document, an archive, sound …
 *
 * @throws Refusal when it is more than one message may hold
 */
export function rawContent(
  bytes: MediaBytes,
  uri: string,
  mimeType: string,
  maxMessageBytes: number,
): { uri: string; mimeType: string; blob: string } {
  const content = { uri, mimeType, blob: base64Of(bytes) };
  if (jsonBytes(content) > maxMessageBytes) throw tooLarge(bytes.length, maxMessageBytes, uri);
  return content;
}

/** Whether the text of a result was made of lines, whose ends it does not say. */
export function hasLines({ success, contentType, truncated, endLine }: ToolResult): boolean {
  return success && !truncated && contentType === 'text' && endLine > 0;
}

/** The text of a file that was read as lines with the ends that the file has. */
export function textWithEnds(result: ToolResult, bytes: Uint8Array | undefined): string {
  const { content, metadata } = result;
  const { encoding = 'utf-8', eol, finalNewline } = metadata;
  try {
    const text = bytes && new TextDecoder(encoding).decode(bytes);
    const lines = text?.replaceAll(/\r\n?/g, '\n').replace(/\n$/, '');
    if (text !== undefined && lines === content) return text;
  } catch {
    // This host has no such encoding.
  }
  const end = eol === 'crlf' ? '\r\n' : '\n';
  return `${content}${finalNewline ? '\n' : ''}`.replaceAll('\n', end);
}
