/** Amazon Bedrock's Converse API: the `toolResult` block. Checked against `@aws-sdk/client-bedrock-runtime`. */
import { blocksOf, bytesOf, fileNameOf, type WireCall, type WireResult } from './media.js';

/** MIME types of pictures that the API takes, and its names for them. */
const kImageFormats = {
  'image/png': 'png',
  'image/jpeg': 'jpeg',
  'image/gif': 'gif',
  'image/webp': 'webp',
} as const;
const kImageTypes = Object.keys(kImageFormats);

/** A piece of a `toolResult`. */
export type BedrockContent =
  | { text: string }
  | {
      image: {
        format: (typeof kImageFormats)[keyof typeof kImageFormats];
        source: { bytes: Uint8Array };
      };
    }
  | { document: { format: 'pdf'; name: string; source: { bytes: Uint8Array } } };

/** A `toolResult` block for the next user message. */
export interface BedrockToolResult {
  /** The answer. */
  toolResult: {
    toolUseId: string;
    content: BedrockContent[];
    status: 'success' | 'error';
  };
}

const kMaxNameChars = 200;

/** Text of the characters that the API takes in a name: letters, digits, single spaces, hyphens, parentheses and square brackets. */
function allowed(text: string): string {
  return text.replace(/[^A-Za-z0-9\-()[\]]+/g, ' ').trim();
}

/**
 * A name that no other document of the conversation has: the API refuses a request that holds one twice, also when it is the same
 * file, read again.
 *
 * @param number - which document of its result it is, from 1
 */
function documentName(filename: string | undefined, callId: string, number: number): string {
  const stem = allowed(fileNameOf(filename).replace(/\.pdf$/i, '')) || 'document';
  const id = allowed(number > 1 ? `${callId} ${number}` : callId).slice(-64);
  const mark = id ? ` (${id})` : '';
  return stem.slice(0, kMaxNameChars - mark.length) + mark;
}

/**
 * A result as a `toolResult` block. There is a text block in any case: a document alone is refused. The call is in a document's name,
 * which no other one of the conversation may have.
 *
 * @param call - `callId` is the `toolUseId` of the model's `toolUse` block
 * @example
 * ```ts
 * messages.push({ role: 'user', content: [toBedrock(await tool.execute(use.input), { callId: use.toolUseId })] });
 * ```
 */
export function toBedrock(result: WireResult, { callId, filename }: WireCall): BedrockToolResult {
  let documents = 0;
  const content = blocksOf(result, kImageTypes).map((block): BedrockContent => {
    if (block.type === 'text') return { text: block.text };
    if (block.type === 'document') {
      const source = { bytes: bytesOf(block.document.data) };
      return {
        document: { format: 'pdf', name: documentName(filename, callId, ++documents), source },
      };
    }
    const format = kImageFormats[block.image.mimeType as keyof typeof kImageFormats];
    return { image: { format, source: { bytes: bytesOf(block.image.data) } } };
  });
  return {
    toolResult: { toolUseId: callId, content, status: result.success ? 'success' : 'error' },
  };
}
