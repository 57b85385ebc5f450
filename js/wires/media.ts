/** What all wires have in common: a result as blocks of text, pictures and documents in reading order. */
import type {
  BytesResult,
  DocumentContent,
  ImageContent,
  MediaBytes,
  ResultPart,
  SoundContent,
  ToolResult,
  WithData,
} from '../types/index.js';

/** What a wire takes: a result with its media in base64 or, with `media: 'bytes'`, as bytes. */
export type WireResult = ToolResult | BytesResult;

/** The bytes of a picture or a document, in either form. */
type Data = string | MediaBytes;

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
  | { type: 'image'; image: WithData<ImageContent, Data> }
  | { type: 'document'; document: WithData<DocumentContent, Data> };

/** What stands for a blank text. */
const kNoText = '(no text)';

function isBlank(text: string): boolean {
  return text.trim() === '';
}

/** Warnings that a model is told. */
const kMaxWarnings = 20;

/** What is known to be wrong with a result, a line each: the model has to know what it does not see. */
function warningLines({ metadata }: WireResult): string[] {
  const warnings = metadata.warnings ?? [];
  const lines = warnings
    .slice(0, kMaxWarnings)
    .map((warning) => `(warning: ${warning.replace(/[\r\n]/g, ' ')})`);
  const left = warnings.length - lines.length;
  return left === 0 ? lines : [...lines, `(warning: ${left} more)`];
}

function contentOf(result: WireResult): string {
  return isBlank(result.content) ? kNoText : result.content;
}

/** The text of a result and its warnings, never blank. */
export function textOf(result: WireResult): string {
  return [contentOf(result), ...warningLines(result)].join('\n');
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

function orderedBlocks(result: WireResult): Block[] {
  const { parts } = result;
  const images: readonly WithData<ImageContent, Data>[] = result.images ?? [];
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
 * of text. Warnings are the last block.
 *
 * @param imageTypes - MIME types of pictures that the provider takes
 * @param soundTypes - those of sound, which is no block: `soundsOf` has it
 */
export function blocksOf(
  result: WireResult,
  imageTypes: readonly string[],
  soundTypes: readonly string[] = [],
): Block[] {
  const documents: readonly WithData<DocumentContent, Data>[] = result.documents ?? [];
  const all = [
    ...orderedBlocks(result),
    ...documents.map((document): Block => ({ type: 'document', document })),
    ...refusedSounds(result, soundTypes).map((text): Block => ({ type: 'text', text })),
  ];
  const accepted = all.map((block): Block => {
    if (block.type !== 'image' || imageTypes.includes(block.image.mimeType)) return block;
    return { type: 'text', text: leftOutLine(block.image) };
  });
  const hasText = accepted.some((block) => block.type === 'text');
  const before: Block[] = hasText ? [] : [{ type: 'text', text: contentOf(result) }];
  return [...before, ...accepted, ...textBlock(warningLines(result).join('\n'))];
}

function leftOutLine({ mimeType }: { mimeType: string }): string {
  return `(picture left out: ${mimeType} is not accepted here)`;
}

/** A line of text for each picture that a provider does not take, for wires whose text is one piece. */
export function refusedImages({ images = [] }: WireResult, types: readonly string[]): string[] {
  return images.filter(({ mimeType }) => !types.includes(mimeType)).map(leftOutLine);
}

/** The sound that a provider takes. */
export function soundsOf(result: WireResult, types: readonly string[]): SoundContent[] {
  return (result.sounds ?? []).filter(({ mimeType }) => types.includes(mimeType));
}

/** A line of text for each sound that a provider does not take. */
export function refusedSounds({ sounds = [] }: WireResult, types: readonly string[]): string[] {
  const refused = sounds.filter(({ mimeType }) => !types.includes(mimeType));
  return refused.map(
    ({ mimeType }) => `(sound left out: ${mimeType} is not accepted here; a transcript would help)`,
  );
}

/** A picture or a document as a data URI. */
export function dataUri(media: { data: Data; mimeType: string }): string {
  return `data:${media.mimeType};base64,${base64Of(media.data)}`;
}

/** Bytes that one call of `fromCharCode` takes on every host. */
const kCharsPerCall = 8190;

/** Base64 of a picture or a document. */
export function base64Of(data: Data): string {
  if (typeof data === 'string') return data;
  const native = (data as MediaBytes & { toBase64?: () => string }).toBase64;
  if (native) return native.call(data);
  let text = '';
  // A multiple of three bytes a piece: each is whole characters of base64.
  for (let i = 0; i < data.length; i += kCharsPerCall)
    text += btoa(String.fromCharCode(...data.subarray(i, i + kCharsPerCall)));
  return text;
}

/** The bytes of a picture or a document. */
export function bytesOf(data: Data): MediaBytes {
  if (typeof data !== 'string') return data;
  const text = atob(data);
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
