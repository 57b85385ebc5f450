/** The media of a result in other forms than base64. */
import type { BlobResult, BytesResult, MediaBytes, ToolResult, WithData } from '../types/index.js';

/** A result as the core gives it. */
export type CoreResult = ToolResult | BytesResult;

/** The form that the media of a result are asked for in. */
export type MediaForm = 'base64' | 'bytes' | 'blob' | undefined;

function asBlob<Media extends { data: MediaBytes; mimeType: string }>(
  media: Media,
): WithData<Media, Blob> {
  return { ...media, data: new Blob([media.data], { type: media.mimeType }) };
}

/** A result whose media the core has left as bytes where base64 was not asked for. */
export function inForm(result: CoreResult, form: MediaForm): CoreResult | BlobResult {
  if (form !== 'blob') return result;
  const { images, documents } = result as BytesResult;
  return {
    ...(result as BytesResult),
    ...(images ? { images: images.map(asBlob) } : {}),
    ...(documents ? { documents: documents.map(asBlob) } : {}),
  } as BlobResult;
}
