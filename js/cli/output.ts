/** What is printed for a result, in each form that a program reads. */
import { resolve } from 'node:path';

import type { ToolResult } from '../types/index.js';
import { toAnthropic } from '../wires/anthropic.js';
import { toMcp } from '../wires/mcp.js';
import { dataUri } from '../wires/media.js';
import { toOpenAIResponses } from '../wires/openai_responses.js';
import { toXml } from '../wires/seeds.js';
import { type Arguments, kStandardInput } from './arguments.js';

/** A line for people, on stderr. */
export function complain(message: string): void {
  process.stderr.write(`lectern: ${message}\n`);
}

/** "file:///a/b%20c" of a path. */
function fileUri(path: string): string {
  return `file://${resolve(path).split('/').map(encodeURIComponent).join('/')}`;
}

function xmlLines(result: ToolResult, path: string): string {
  const { text, media } = toXml(result, path);
  const uris = media.map(({ data, mime_type }) => dataUri({ data, mimeType: mime_type }));
  return [...(text === undefined ? [] : [text]), ...uris].map((line) => `${line}\n`).join('');
}

/** What a result prints to stdout, in every form but text. */
export function formatted(path: string, result: ToolResult, { form, callId }: Arguments): string {
  const line = (value: unknown) => `${JSON.stringify(value)}\n`;
  const isNamed = path !== kStandardInput;
  switch (form) {
    case 'xml':
      return xmlLines(result, path);
    case 'anthropic':
      return line(toAnthropic(result, { callId }));
    case 'openai':
      return line(toOpenAIResponses(result, { callId, ...(isNamed ? { filename: path } : {}) }));
    case 'mcp':
      return line(toMcp(result, isNamed ? { uri: fileUri(path) } : {}));
    default:
      return line(result);
  }
}
