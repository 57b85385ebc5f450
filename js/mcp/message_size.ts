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
const kNouns = { text: 'text', image: 'picture', resource: 'document' } as const;

/** The result with a line of text for each block that would make the message too long; without text it is an error. */
export function withinMessage(result: McpToolResult, maxMessageBytes: number): McpToolResult {
  let bytes = 0;
  let isTextMissing = false;
  const most = maxMessageBytes.toLocaleString('en-US');
  const content = result.content.map((block): McpContent => {
    const size = blockBytes(block, maxMessageBytes);
    if (bytes + size <= maxMessageBytes) {
      bytes += size;
      return block;
    }
    isTextMissing ||= block.type === 'text';
    const text = `(${kNouns[block.type]} left out: a message has at most ${most} bytes; ask for less in one call)`;
    return { type: 'text', text };
  });
  return { ...result, content, ...(isTextMissing ? { isError: true } : {}) };
}
