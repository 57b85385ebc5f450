/** A result as the part of a request, for each provider. */
import type { ReadProvider, ToolResult } from 'lectern';
import { toAnthropic, toBedrock, toGemini, toMcp, toOpenAIResponses } from 'lectern/wires';

/** The provider that a person chose. */
export type ChosenProvider = Extract<
  ReadProvider,
  'anthropic' | 'openai' | 'gemini' | 'bedrock' | 'mcp'
>;

interface Wire {
  name: string;
  /** Where the part goes. */
  place: string;
  make(result: ToolResult, path: string): unknown;
}

/** The call that the result answers; a model makes it up. */
const kCallId = 'call_01';

function fileUri(path: string): string {
  return new URL(`file:///${path.split('/').map(encodeURIComponent).join('/')}`).href;
}

/** Each provider's wire, in the order of the switch. */
export const kWires: Record<ChosenProvider, Wire> = {
  anthropic: {
    name: 'Anthropic',
    place: 'Messages API: a block in the content of the next user message',
    make: (result) => toAnthropic(result, { callId: kCallId }),
  },
  openai: {
    name: 'OpenAI',
    place: 'Responses API: an item of the next request’s input',
    make: (result, path) => toOpenAIResponses(result, { callId: kCallId, filename: path }),
  },
  gemini: {
    name: 'Gemini',
    place: 'generateContent: the parts of the next user content',
    make: (result) => toGemini(result, { name: 'Read', callId: kCallId }),
  },
  bedrock: {
    name: 'Bedrock',
    place: 'Converse API: a block in the content of the next user message',
    make: (result, path) => toBedrock(result, { callId: kCallId, filename: path }),
  },
  mcp: {
    name: 'MCP',
    place: 'Model Context Protocol: the result of tools/call',
    make: (result, path) => toMcp(result, { uri: fileUri(path) }),
  },
};

export const kProviders = Object.keys(kWires) as ChosenProvider[];

function toBase64(bytes: Uint8Array): string {
  const pieces: string[] = [];
  for (let at = 0; at < bytes.length; at += 0x8000) {
    pieces.push(String.fromCharCode(...bytes.subarray(at, at + 0x8000)));
  }
  return btoa(pieces.join(''));
}

/** The part as it stands in the request's JSON: what an SDK takes as bytes is base64 there. */
export function requestJson(part: unknown): string {
  return JSON.stringify(
    part,
    (_, value: unknown) => (value instanceof Uint8Array ? toBase64(value) : value),
    2,
  );
}
