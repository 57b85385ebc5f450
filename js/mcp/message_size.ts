/** How much one message may hold. Clients end a session over standard input and output at a message of 10 MiB. */
import type { McpContent, McpToolResult } from '../wires/mcp.js';

/** Default of `maxMessageBytes`: 10 MiB less what a message has beside its result. */
export const kMaxMessageBytes: number = 10 * 1024 * 1024 - 64 * 1024;

/**
 * Bytes of a value as JSON.
 *
 * @param most - text that is longer in any case is not written out
 */
export function jsonBytes(value: object, most: number = Number.POSITIVE_INFINITY): number {
  const longest = Object.values(value).map((field) =>
    typeof field === 'string' ? field.length : 0,
  );
  if (Math.max(0, ...longest) > most) return Number.POSITIVE_INFINITY;
  return new TextEncoder().encode(JSON.stringify(value)).byteLength;
}

function blockBytes(block: McpContent, most: number): number {
  return block.type === 'resource' ? jsonBytes(block.resource, most) + 100 : jsonBytes(block, most);
}

/** What a block is called where it is missing. */
const kNouns = {
  text: 'text',
  image: 'picture',
  audio: 'sound',
  resource: 'document',
  resource_link: 'link',
} as const;

/** What may be in a message. */
export interface MessageBounds {
  /** Most bytes of all blocks together. */
  maxMessageBytes: number;
  /** Most bytes of one picture, sound or document. */
  maxMediaBytes?: number | undefined;
  /** Stands for a picture, a sound or a document that is left out. */
  link?: McpContent | undefined;
}

/** What stands for the blocks of one kind that are left out for one reason. */
interface Note {
  block: { type: 'text'; text: string };
  count: number;
}

/**
 * The result with a line of text, and a link where there is one, for all blocks of a kind that would make the message too long,
 * where the first of them was: lines for each would make it longer still. Without text it is an error.
 */
export function withinMessage(
  result: McpToolResult,
  { maxMessageBytes, maxMediaBytes = maxMessageBytes, link }: MessageBounds,
): McpToolResult {
  let bytes = 0;
  let isTextMissing = false;
  const notes = new Map<string, Note>();
  const content = result.content.flatMap((block): McpContent[] => {
    const isText = block.type === 'text';
    const most = isText ? maxMessageBytes : Math.min(maxMessageBytes, maxMediaBytes);
    const size = blockBytes(block, most);
    if (size <= most && bytes + size <= maxMessageBytes) {
      bytes += size;
      return [block];
    }
    isTextMissing ||= isText;
    const shown = (size > most ? most : maxMessageBytes).toLocaleString('en-US');
    const what = size > most && !isText ? 'one' : 'a message';
    const linked = !isText && link ? [link] : [];
    const advice = linked.length > 0 ? 'the link leads to the file' : 'ask for less in one call';
    const kind = `${block.type} of ${what}`;
    const known = notes.get(kind);
    const note: Note = known ?? { block: { type: 'text', text: '' }, count: 0 };
    notes.set(kind, note);
    const noun = kNouns[block.type];
    const missing = ++note.count === 1 ? noun : `${note.count} ${noun}s`;
    note.block.text = `(${missing} left out: ${what} has at most ${shown} bytes; ${advice})`;
    return known ? [] : [note.block, ...linked];
  });
  return { ...result, content, ...(isTextMissing ? { isError: true } : {}) };
}
