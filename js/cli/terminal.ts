/** How a result looks in a terminal: numbered text, and a box for a picture. */
import type { ImageContent, ToolResult } from '../types/index.js';

/** How a terminal shows pictures. */
export type ImageProtocol = 'none' | 'kitty' | 'iterm2';

const kInnerWidth = 50;
const kKittyChunk = 4096;
const kKib = 1024;
const kMib = 1024 * kKib;

/** Columns of a string: its code points, as in the native program. */
function widthOf(text: string): number {
  return Array.from(text).length;
}

/** "118 bytes", "245 KB", "1.2 MB": 1 KB is 1024 bytes; halves are rounded up. */
export function humanSize(sizeBytes: number): string {
  if (sizeBytes < kKib)
    return sizeBytes === 1 ? '1 byte' : `${sizeBytes.toLocaleString('en-US')} bytes`;
  if (sizeBytes < kMib) return `${Math.floor((sizeBytes + kKib / 2) / kKib)} KB`;
  const tenths = Math.floor((sizeBytes * 10 + kMib / 2) / kMib);
  return `${Math.floor(tenths / 10)}.${tenths % 10} MB`;
}

/** The box of an image: its name, size, dimensions and type. */
function imageBox(path: string, image: ImageContent, { metadata }: ToolResult): string {
  const original = metadata.originalDimensions;
  const lines = [
    ' [Displayed as image in conversation]',
    '',
    ` Size: ${humanSize(metadata.sizeBytes)}`,
    ` Dimensions: ${image.width} x ${image.height}`,
    ` Type: ${metadata.format ?? image.mimeType}`,
    ...(original ? [` Original: ${original.width} x ${original.height}`] : []),
  ];
  const title = `─ Image: ${path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)} `;
  const width = Math.max(kInnerWidth, ...[title, ...lines].map((line) => widthOf(line) + 1));
  const body = lines.map((line) => `│${line}${' '.repeat(width - widthOf(line))}│\n`);
  return [
    `┌${title}${'─'.repeat(width - widthOf(title))}┐\n`,
    ...body,
    `└${'─'.repeat(width)}┘\n`,
  ].join('');
}

/** Kitty graphics protocol: PNG data in chunks of at most 4096 base64 characters. */
function kitty(data: string): string {
  let text = '';
  for (let at = 0; at < data.length; at += kKittyChunk) {
    const more = at + kKittyChunk < data.length ? 1 : 0;
    const head = at === 0 ? 'a=T,f=100,' : '';
    text += `\x1b_G${head}m=${more};${data.slice(at, at + kKittyChunk)}\x1b\\`;
  }
  return `${text}\n`;
}

/** iTerm2 inline images: any format that the terminal decodes. */
function iterm2(data: string): string {
  const sizeBytes = (data.length / 4) * 3 - (data.endsWith('==') ? 2 : data.endsWith('=') ? 1 : 0);
  return `\x1b]1337;File=inline=1;size=${sizeBytes}:${data}\x07\n`;
}

function picture(image: ImageContent, protocol: ImageProtocol): string {
  if (protocol === 'iterm2') return iterm2(image.data);
  return protocol === 'kitty' && image.mimeType === 'image/png' ? kitty(image.data) : '';
}

/**
 * What a successful read prints to stdout, without --json.
 *
 * @param path - the file's path as given
 * @param protocol - how the terminal shows pictures; `none` shows only the box
 */
export function terminalText(path: string, result: ToolResult, protocol: ImageProtocol): string {
  const first = result.images?.[0];
  if (result.contentType !== 'image' || !first) return `${result.content}\n`;
  const pictures = result.images?.map((image) => picture(image, protocol)) ?? [];
  return imageBox(path, first, result) + pictures.join('');
}
