/** What all wires have in common: a result as blocks of text, pictures and documents in reading order. */
import type { DocumentContent, ImageContent, ResultPart, ToolResult } from '../types/index.js';

/** What a wire may want to know about the call that a result answers. */
export interface WireCall {
  /** The id that the model gave its call. */
  callId: string;
  /** The name of the function that the model called. */
  name?: string;
  /** Names a document where the wire wants a name. @defaultValue 'document.pdf' */
  filename?: string;
}

/** A piece of a result. Text is never blank: providers refuse blank text. */
export type Block =
  | { type: 'text'; text: string }
  | { type: 'image'; image: ImageContent }
  | { type: 'document'; document: DocumentContent };

/** What stands for a blank text. */
const kNoText = '(no text)';

function isBlank(text: string): boolean {
  return text.trim() === '';
}

/** The text of a result, never blank. */
export function textOf(result: ToolResult): string {
  return isBlank(result.content) ? kNoText : result.content;
}

function textBlock(text: string): Block[] {
  return isBlank(text) ? [] : [{ type: 'text', text }];
}

/** Parts with the text up to the next picture in one piece. */
function joinedParts(parts: readonly ResultPart[]): ResultPart[] {
  const joined: ResultPart[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (part.type === 'text' && last?.type === 'text') {
      joined[joined.length - 1] = { type: 'text', text: last.text + part.text };
    } else {
      joined.push(part);
    }
  }
  return joined;
}

function orderedBlocks(result: ToolResult): Block[] {
  const { parts, images = [] } = result;
  if (!parts) {
    return [
      ...textBlock(result.content),
      ...images.map((image): Block => ({ type: 'image', image })),
    ];
  }
  const placed = new Set<number>();
  const blocks = joinedParts(parts).flatMap((part): Block[] => {
    if (part.type === 'text') return textBlock(part.text);
    const image = images[part.image];
    if (!image) return [];
    placed.add(part.image);
    return [{ type: 'image', image }];
  });
  const others = images.filter((_, index) => !placed.has(index));
  return [...blocks, ...others.map((image): Block => ({ type: 'image', image }))];
}

/**
 * A result as blocks. There is text in any case, and only media of the types that the wire takes: others become a line
 * of text.
 *
 * @param imageTypes - MIME types of pictures that the provider takes
 */
export function blocksOf(result: ToolResult, imageTypes: readonly string[]): Block[] {
  const { documents = [] } = result;
  const all = [
    ...orderedBlocks(result),
    ...documents.map((document): Block => ({ type: 'document', document })),
  ];
  const accepted = all.map((block): Block => {
    if (block.type !== 'image' || imageTypes.includes(block.image.mimeType)) return block;
    return {
      type: 'text',
      text: `(picture left out: ${block.image.mimeType} is not accepted here)`,
    };
  });
  const hasText = accepted.some((block) => block.type === 'text');
  return hasText ? accepted : [{ type: 'text', text: textOf(result) }, ...accepted];
}

/** A picture or a document as a data URI. */
export function dataUri(media: { data: string; mimeType: string }): string {
  return `data:${media.mimeType};base64,${media.data}`;
}

/** The bytes of base64. */
export function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}

/** Names a document where a wire wants a name and the caller gave none. */
export const kDocumentName = 'document.pdf';

/** The last component of a path, for the name of a document. */
export function fileNameOf(path: string | undefined): string {
  return path?.split(/[\\/]/).at(-1) || kDocumentName;
}
