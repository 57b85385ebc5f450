/** Files as resources: their URIs, pages of them, and their content within the bound of a message. */
import { ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js';

import { shownName, wellFormed } from '../fs/path_text.js';
import type { ReadOptions, ToolResult } from '../types/index.js';
import { jsonBytes } from './message_size.js';

/** What the protocol calls the error for a resource that does not exist. */
const kResourceNotFound = -32002;
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

/** `file:///` URI of an absolute path, of either style. */
export function fileUri(path: string): string {
  const segments = wellFormed(path).replaceAll('\\', '/').replace(/^\/+/, '').split('/');
  return `file:///${segments
    .map(encodeURIComponent)
    .join('/')
    .replace(/^([A-Za-z])%3A/, '$1:')}`;
}

/** @throws McpError for everything that is no URI of a file here */
export function pathOf(uri: string): string {
  const refusal = () =>
    new McpError(
      ErrorCode.InvalidParams,
      `not the URI of a file: ${shownName(uri.slice(0, kShownChars))}`,
    );
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
interface ListedResource {
  uri: string;
  name: string;
}

/** Where the next page begins: behind this path. */
function cursorOf(path: string): string {
  return encodeURIComponent(path);
}

function pathOfCursor(cursor: string): string {
  try {
    return decodeURIComponent(cursor);
  } catch {
    throw new McpError(ErrorCode.InvalidParams, 'not a cursor of this list');
  }
}

/**
 * One page of the files.
 *
 * @param paths - all of them, sorted
 * @param cursor - `nextCursor` of the page before it
 * @throws McpError when the cursor is none
 */
export function pageOf(
  paths: readonly string[],
  cursor: string | undefined,
): { resources: ListedResource[]; nextCursor?: string } {
  const after = cursor === undefined ? undefined : pathOfCursor(cursor);
  const rest = after === undefined ? paths : paths.filter((path) => path > after);
  const resources: ListedResource[] = [];
  let bytes = 0;
  for (const path of rest) {
    const resource = { uri: fileUri(path), name: shownName(path.split(/[\\/]/).at(-1) ?? path) };
    bytes += jsonBytes(resource);
    const isFull = resources.length === kPageResources || bytes > kPageBytes;
    if (isFull && resources.length > 0) {
      return { resources, nextCursor: cursorOf(rest[resources.length - 1] ?? path) };
    }
    resources.push(resource);
  }
  return { resources };
}

/** The content of a resource. */
export type ResourceContent =
  | { uri: string; mimeType: string; text: string }
  | { uri: string; mimeType: string; blob: string };

/**
 * The content of a file that was read with the options of `wholeFile`.
 *
 * @throws McpError when it could not be read, or is more than one message may hold
 */
export function resourceContent(
  result: ToolResult,
  uri: string,
  maxMessageBytes: number,
): ResourceContent {
  if (!result.success) {
    const code =
      result.errorCode === 'FILE_NOT_FOUND' ? kResourceNotFound : ErrorCode.InvalidParams;
    throw new McpError(code, result.content, { uri });
  }
  const media = result.images?.[0] ?? result.documents?.[0];
  const { mimeType, sizeBytes } = result.metadata;
  const isMedia = result.contentType === 'image' || result.contentType === 'pdf';
  const content: ResourceContent =
    media && isMedia
      ? { uri, mimeType: media.mimeType, blob: media.data }
      : { uri, mimeType, text: sizeBytes === 0 ? '' : result.content };
  if (!result.truncated && jsonBytes(content, maxMessageBytes) <= maxMessageBytes) return content;
  const [file, most] = [sizeBytes, maxMessageBytes].map((bytes) => bytes.toLocaleString('en-US'));
  throw new McpError(
    ErrorCode.InvalidParams,
    `the file of ${file} bytes does not fit a message of ${most} bytes: read it in parts with the tool`,
    { uri },
  );
}
