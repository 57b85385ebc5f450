/** What a program wants to know of a result, for `structuredContent`. Nothing of the file's content is in it. */
import type { ToolResult } from '../types/index.js';

/** JSON Schema of `structuredContent`. */
export const kFactsSchema: {
  type: 'object';
  properties: Record<string, { type: string; description?: string }>;
  required: string[];
} = {
  type: 'object',
  properties: {
    contentType: {
      type: 'string',
      description: 'text, image, notebook, pdf, document, archive or binary',
    },
    mimeType: { type: 'string' },
    sizeBytes: { type: 'integer' },
    startLine: {
      type: 'integer',
      description: 'First line shown, from 1; 0 for what has no lines',
    },
    endLine: { type: 'integer' },
    totalLines: { type: 'integer', description: '-1 when they were not counted' },
    truncated: { type: 'boolean' },
    next: { type: 'object', description: 'Arguments of the call that reads on' },
    contentHash: { type: 'string', description: 'SHA-256 of the file' },
    modified: { type: 'string', description: 'Time of the last change, ISO 8601' },
    errorCode: { type: 'string', description: 'Why the file could not be read' },
  },
  required: ['contentType', 'mimeType', 'sizeBytes', 'truncated'],
};

/** The facts of a result, as `kFactsSchema` has them. */
export function factsOf(result: ToolResult): Record<string, unknown> {
  const { contentType, startLine, endLine, totalLines, truncated, truncation } = result;
  const { mimeType, sizeBytes, modified } = result.metadata;
  return {
    contentType,
    mimeType,
    sizeBytes,
    ...(endLine > 0 ? { startLine, endLine, totalLines } : {}),
    truncated,
    ...(truncation?.next ? { next: truncation.next } : {}),
    ...(result.contentHash ? { contentHash: result.contentHash } : {}),
    ...(modified ? { modified } : {}),
    ...(result.errorCode ? { errorCode: result.errorCode } : {}),
  };
}
