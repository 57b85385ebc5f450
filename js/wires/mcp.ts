/** The Model Context Protocol: the result of `tools/call`. Checked against `@modelcontextprotocol/sdk`. */
import { base64Of, blocksOf, type WireCall, type WireResult } from './media.js';

/** A piece of a result. */
export type McpContent =
  | { type: 'text'; text: string }
  | { type: 'image'; data: string; mimeType: string }
  | { type: 'audio'; data: string; mimeType: string }
  | { type: 'resource_link'; uri: string; name: string; mimeType?: string; size?: number }
  | { type: 'resource'; resource: { uri: string; mimeType: string; blob: string } };

/** A result of `tools/call`. */
export interface McpToolResult {
  /** What the SDK's types ask for: protocol extensions may add fields. */
  [field: string]: unknown;
  /** Text, pictures and documents in reading order, never empty; sound and links only from a server that is asked for them. */
  content: McpContent[];
  /** Whether the read failed. */
  isError?: boolean;
}

/** What the wire wants to know beside the result. */
export interface McpResource extends Partial<WireCall> {
  /** URI of the file, for a document. @defaultValue 'file:///document.pdf' */
  uri?: string;
}

/**
 * A result for a server to give back. It has no `structuredContent`: clients would count the same content twice.
 *
 * @example
 * ```ts
 * server.setRequestHandler(CallToolRequestSchema, async ({ params }) => toMcp(await tool.execute(params.arguments)));
 * ```
 */
export function toMcp(
  result: WireResult,
  { uri = 'file:///document.pdf' }: McpResource = {},
): McpToolResult {
  const images = result.images ?? [];
  const sounds = result.sounds ?? [];
  const content = blocksOf(
    result,
    images.map(({ mimeType }) => mimeType),
    sounds.map(({ mimeType }) => mimeType),
  ).map((block): McpContent => {
    if (block.type === 'text') return block;
    if (block.type === 'image')
      return {
        type: 'image',
        data: base64Of(block.image.data),
        mimeType: block.image.mimeType,
      };
    const { data, mimeType } = block.document;
    return { type: 'resource', resource: { uri, mimeType, blob: base64Of(data) } };
  });
  const heard = sounds.map((sound): McpContent => ({ type: 'audio', ...sound }));
  return { content: [...content, ...heard], ...(result.success ? {} : { isError: true }) };
}
