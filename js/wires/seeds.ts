/** The shapes of the Read tools that this one succeeds (contract, section 8). */
import type { ReadTool } from '../tool/tool_types.js';
import type { Dimensions, ImageData, ToolResult } from '../types/index.js';
import { dataUri } from './media.js';

/** What `toReadOutput` gives. */
export interface ReadOutput {
  /** Whether the file could be read. */
  success: boolean;
  /** The text; a data URI for an image or a PDF document. */
  content?: string;
  /** What the file is. A PDF is text when its pages were read, binary when it is a document. */
  contentType: 'text' | 'image' | 'notebook' | 'binary';
  /** Lines in `content`. */
  lineCount: number;
  /** Whether anything of the requested range is missing. */
  truncated: boolean;
  /** What is known about the file. */
  metadata?: {
    size: number;
    /** The start of 1970 when the host does not know it. */
    modified: Date;
    encoding?: string;
    mimeType?: string;
    dimensions?: Dimensions;
    cellCount?: number;
  };
  /** What went wrong. */
  error?: string;
}

/** A result as `ReadOutput`: an image's `content` is its data URI. */
export function toReadOutput(result: ToolResult): ReadOutput {
  const { success, contentType, lineCount, truncated, metadata, error } = result;
  const [image] = result.images ?? [];
  const [document] = result.documents ?? [];
  const media = contentType === 'image' ? image : document;
  const { size, modified, encoding, mimeType, dimensions, cellCount } = metadata;
  const pdfKind = document ? 'binary' : 'text';
  return {
    success,
    ...(success ? { content: media ? dataUri(media) : result.content } : {}),
    contentType: contentType === 'pdf' ? pdfKind : contentType,
    lineCount: media ? 0 : lineCount,
    truncated,
    metadata: {
      size,
      modified: new Date(modified ?? 0),
      ...(encoding === undefined ? {} : { encoding }),
      mimeType,
      ...(dimensions === undefined ? {} : { dimensions }),
      ...(cellCount === undefined ? {} : { cellCount }),
    },
    ...(error === undefined ? {} : { error }),
  };
}

/** A picture in tagged JSON. */
export interface TaggedImage {
  /** Base64. */
  data: string;
  /** MIME type of `data`. */
  media_type: string;
}

/** A page in tagged JSON. */
export interface TaggedPage {
  /** Its number, from 1. */
  page: number;
  /** Its text. */
  text: string;
  /** Its pictures. */
  images: TaggedImage[];
}

/** What `toTaggedJson` gives, parsed. */
export type TaggedOutput =
  | { type: 'text'; content: string }
  | ({ type: 'image' } & TaggedImage)
  | { type: 'pdf'; pages: TaggedPage[] }
  | ({ type: 'pdf' } & TaggedImage);

const kPageHeader = /^--- Page (\d+) of \d+.*$/gm;

/** The pages of a PDF by their headers, with their pictures. */
function pagesOf(result: ToolResult): TaggedPage[] {
  const pages = new Map<number, TaggedPage>();
  const pageAt = (page: number): TaggedPage => {
    const known = pages.get(page) ?? { page, text: '', images: [] };
    pages.set(page, known);
    return known;
  };
  const headers = [...result.content.matchAll(kPageHeader)];
  for (const [index, header] of headers.entries()) {
    const start = header.index + header[0].length;
    const text = result.content.slice(start, headers[index + 1]?.index).trim();
    pageAt(Number(header[1])).text = text;
  }
  for (const { data, mediaType, page } of result.images ?? []) {
    if (page !== undefined) pageAt(page).images.push({ data, media_type: mediaType });
  }
  return [...pages.values()];
}

/**
 * A result as the JSON text of a tagged union, for tools whose output is a string.
 *
 * @returns JSON of a {@link TaggedOutput}
 */
export function toTaggedJson(result: ToolResult): string {
  return JSON.stringify(tagged(result));
}

function tagged(result: ToolResult): TaggedOutput {
  const [image] = result.images ?? [];
  const [document] = result.documents ?? [];
  if (result.contentType === 'image' && image) {
    return { type: 'image', data: image.data, media_type: image.mediaType };
  }
  if (result.success && result.contentType === 'pdf') {
    if (document) return { type: 'pdf', data: document.data, media_type: document.mediaType };
    return { type: 'pdf', pages: pagesOf(result) };
  }
  return { type: 'text', content: result.content };
}

/** A picture, or a document, as a data URI. */
export function toDataUri(media: { data: string; mediaType: string }): string {
  return dataUri(media);
}

/** A picture or a document without XML around it. */
export interface BareMedia {
  /** Base64. */
  data: string;
  /** MIME type of `data`. */
  mime_type: string;
}

/** What `toXml` gives. */
export interface XmlOutput {
  /** A `file_content` element, or an `error` element; absent for a picture or a document. */
  text?: string;
  /** Pictures and documents, as they are. */
  media: BareMedia[];
  /** MIME type of the file. */
  mime_type: string;
  /** SHA-256 of the file. */
  content_hash?: string;
}

function attribute(value: string | number): string {
  const entities: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
  };
  return String(value).replace(/[&<>"]/g, (character) => entities[character] ?? character);
}

/** Text that XML takes as it is: only the end of the section has to be split. */
function characterData(text: string): string {
  return `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
}

/**
 * A result as XML: text in a `file_content` element with its lines, pictures and documents bare.
 *
 * @param path - the file's path, for the element's attribute
 */
export function toXml(result: ToolResult, path: string): XmlOutput {
  const { success, contentType, startLine, endLine, totalLines, contentHash, metadata } = result;
  const all = [...(result.images ?? []), ...(result.documents ?? [])];
  const media = all.map(({ data, mediaType }) => ({ data, mime_type: mediaType }));
  const about = {
    media,
    mime_type: metadata.mimeType,
    ...(contentHash === undefined ? {} : { content_hash: contentHash }),
  };
  if (!success) return { text: `<error>${characterData(result.content)}</error>`, ...about };
  if (contentType === 'image' || (result.documents?.length ?? 0) > 0) return about;
  const attributes = Object.entries({
    path,
    start_line: startLine,
    end_line: endLine,
    total_lines: totalLines,
  })
    .map(([name, value]) => `${name}="${attribute(value)}"`)
    .join(' ');
  return {
    text: `<file_content ${attributes}>${characterData(result.content)}</file_content>`,
    ...about,
  };
}

/** A block with the images of a result, in the shape that a conversation shows. */
export type WithImages<Block extends object> = Omit<Block, 'images'> & { images?: ImageData[] };

/**
 * A copy of `block` with the result's images; without an `images` field when there are none.
 *
 * @param block - the tool block of a message
 */
export function toToolBlock<Block extends object>(
  result: ToolResult,
  block: Block,
): WithImages<Block> {
  const { images: _, ...rest } = block as Block & { images?: unknown };
  return result.images && result.images.length > 0 ? { ...rest, images: result.images } : rest;
}

/** The `read_image` alias of a Read tool. */
export interface ReadImageTool {
  /** What the model calls it. */
  readonly name: 'read_image';
  /** What the model is told. */
  readonly description: string;
  /** JSON Schema of the input. */
  readonly inputSchema: {
    type: 'object';
    properties: { path: { type: 'string'; description: string } };
    required: ['path'];
    additionalProperties: boolean;
  };
  /** As that of the Read tool. */
  execute(input: unknown, options?: Parameters<ReadTool['execute']>[1]): Promise<ToolResult>;
}

function pathOf(input: unknown): unknown {
  if (typeof input === 'string') {
    try {
      return pathOf(JSON.parse(input) as unknown);
    } catch {
      return undefined;
    }
  }
  if (typeof input !== 'object' || input === null) return undefined;
  const { path, file_path } = input as { path?: unknown; file_path?: unknown };
  return path ?? file_path;
}

/**
 * The tool that older prompts call `read_image`. It is the Read tool with a hint, and gives the same results.
 *
 * @param tool - the Read tool
 */
export function createReadImageTool(tool: ReadTool): ReadImageTool {
  return {
    name: 'read_image',
    description: `Deprecated: use ${tool.name}, which reads images as well. Reads an image and shows it to you.`,
    inputSchema: {
      type: 'object',
      properties: { path: { type: 'string', description: 'Path of the image to read' } },
      required: ['path'],
      additionalProperties: false,
    },
    execute: (input, options) =>
      tool.execute({ file_path: pathOf(input), file_type: 'image' }, options),
  };
}
