/** The shapes of the Read tools that this one succeeds (contract, section 8). */
import type { ReadTool } from '../tool/tool_types.js';
import type {
  ContentType,
  Dimensions,
  ErrorCode,
  FileMetadata,
  ImageContent,
  ToolResult,
} from '../types/index.js';
import { dataUri } from './media.js';

/** What `toReadOutput` gives. */
export interface ReadOutput {
  /** Whether the file could be read. */
  success: boolean;
  /** The text; a data URI for an image or a PDF document. */
  content?: string;
  /** Data URIs of the pictures that `content` does not hold: of notebooks, PDF pages and further tiles of an image. */
  images?: string[];
  /** What the file is. A PDF is text when its pages were read, binary when it is a document; listings are text. */
  contentType: 'text' | 'image' | 'notebook' | 'binary';
  /** Lines in `content`. */
  lineCount: number;
  /** Whether lines come after the last one shown; for what has no lines, whether anything is missing. */
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

function hasMoreLines({ contentType, endLine, totalLines, truncated }: ToolResult): boolean {
  return contentType === 'text' && totalLines >= 0 ? endLine < totalLines : truncated;
}

/** What those tools have no word for: a text says what it holds. */
const kTold = ['document', 'archive', 'audio', 'video'] as const;
type Told = (typeof kTold)[number];

/** A kind in the words of those tools. */
function kindFor(contentType: ContentType, pdf: 'binary' | 'text'): ReadOutput['contentType'] {
  if (contentType === 'pdf') return pdf;
  return kTold.includes(contentType as Told)
    ? 'text'
    : (contentType as Exclude<ContentType, Told | 'pdf'>);
}

/** A result as `ReadOutput`: an image's `content` is its data URI. */
export function toReadOutput(result: ToolResult): ReadOutput {
  const { success, contentType, lineCount, metadata, error } = result;
  const [document] = result.documents ?? [];
  const uris = (result.images ?? []).map(dataUri);
  const [media, others] =
    contentType === 'image' ? [uris[0], uris.slice(1)] : [document && dataUri(document), uris];
  const note = others.length === 1 ? '1 picture' : `${others.length} pictures`;
  const text = others.length === 0 ? result.content : `${result.content}\n(${note}: in images)`;
  const { sizeBytes, modified, encoding, mimeType, dimensions, cellCount } = metadata;
  return {
    success,
    ...(success ? { content: media ?? text } : {}),
    ...(others.length === 0 ? {} : { images: others }),
    contentType: kindFor(contentType, document ? 'binary' : 'text'),
    lineCount: media ? 0 : lineCount,
    truncated: hasMoreLines(result),
    metadata: {
      size: sizeBytes,
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

/** What `toTaggedJson` gives, parsed. `images` are there when there are any. */
export type TaggedOutput =
  | { type: 'error'; content: string }
  | { type: 'text'; content: string; images?: TaggedImage[] }
  /** The further tiles of a tall image are `images`. */
  | ({ type: 'image'; images?: TaggedImage[] } & TaggedImage)
  /** `note`: what stands in the result beside the pages, such as how to read on. */
  | { type: 'pdf'; pages: TaggedPage[]; note?: string }
  | ({ type: 'pdf' } & TaggedImage);

/** The text of a page without the line that says which one it is. */
function withoutHeader(text: string, page: number): string {
  const [first = '', ...rest] = text.trimStart().split('\n');
  return first.startsWith(`--- Page ${page} of `) ? rest.join('\n') : text;
}

/** The pages of a PDF with their pictures, and the text that belongs to none. */
function pagesOf(result: ToolResult): { pages: TaggedPage[]; note: string } {
  const { parts = [], images = [] } = result;
  const pages = new Map<number, TaggedPage>();
  const pageAt = (page: number): TaggedPage => {
    const known = pages.get(page) ?? { page, text: '', images: [] };
    pages.set(page, known);
    return known;
  };
  let note = '';
  for (const part of parts) {
    if (part.type !== 'text') continue;
    if (part.page === undefined) note += part.text;
    else pageAt(part.page).text += part.text;
  }
  for (const image of images) {
    if (image.page !== undefined) pageAt(image.page).images.push(taggedImage(image));
  }
  for (const page of pages.values()) page.text = withoutHeader(page.text, page.page).trim();
  return { pages: [...pages.values()], note: note.trim() };
}

function taggedImage({ data, mimeType }: { data: string; mimeType: string }): TaggedImage {
  return { data, media_type: mimeType };
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
  const { success, content, contentType } = result;
  if (!success) return { type: 'error', content };
  const images = (result.images ?? []).map(taggedImage);
  const withImages = (others: TaggedImage[]) => (others.length === 0 ? {} : { images: others });
  const [image, ...tiles] = images;
  if (contentType === 'image' && image) return { type: 'image', ...image, ...withImages(tiles) };
  const [document] = result.documents ?? [];
  if (document) return { type: 'pdf', ...taggedImage(document) };
  if (contentType === 'pdf') {
    const { pages, note } = pagesOf(result);
    if (pages.length > 0) return { type: 'pdf', pages, ...(note ? { note } : {}) };
  }
  return { type: 'text', content, ...withImages(images) };
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
  const media = all.map(({ data, mimeType }) => ({ data, mime_type: mimeType }));
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
export type WithImages<Block extends object> = Omit<Block, 'images'> & { images?: ImageContent[] };

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

/** What a refusal repeats of an input. */
const kShownChars = 200;

function shown(value: unknown): string {
  try {
    return (JSON.stringify(value) ?? 'nothing').slice(0, kShownChars);
  } catch {
    return typeof value;
  }
}

/** The path in an input that the schema allows; else what is wrong with it. */
function pathOf(input: unknown): { path: string } | { error: string } {
  if (typeof input === 'string') {
    try {
      const parsed: unknown = JSON.parse(input);
      return typeof parsed === 'string' ? { error: 'input is not valid JSON' } : pathOf(parsed);
    } catch {
      return { error: 'input is not valid JSON' };
    }
  }
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    return { error: 'input must be a JSON object with the field path' };
  }
  const unknown = Object.keys(input).find((name) => name !== 'path');
  if (unknown !== undefined) {
    return { error: `unknown field ${shown(unknown)} in input; allowed is path` };
  }
  const { path } = input as { path?: unknown };
  return typeof path === 'string' && path !== ''
    ? { path }
    : { error: `path must be a string that is not empty, got ${shown(path)}` };
}

function refused(errorCode: ErrorCode, error: string, metadata: FileMetadata): ToolResult {
  return {
    success: false,
    content: error,
    error,
    errorCode,
    contentType: 'image',
    lineCount: 0,
    startLine: 0,
    endLine: 0,
    totalLines: 0,
    truncated: false,
    metadata,
  };
}

/**
 * The tool that older prompts call `read_image`. It is the Read tool for images only, and gives the same results.
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
    execute: async (input, options) => {
      const asked = pathOf(input);
      if ('error' in asked) {
        const nothing = { sizeBytes: 0, mimeType: 'application/octet-stream' };
        return refused('INVALID_ARGUMENT', asked.error, nothing);
      }
      const result = await tool.execute({ file_path: asked.path, file_type: 'image' }, options);
      if (!result.success || result.contentType === 'image') return result;
      const { sizeBytes, mimeType } = result.metadata;
      const error = `Failed to process image file: not an image, ${mimeType}; use ${tool.name}`;
      return refused('CORRUPT_IMAGE', error, { sizeBytes, mimeType });
    },
  };
}
