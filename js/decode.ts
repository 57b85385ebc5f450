/**
 * `lectern/decode`: the pictures that a browser can decode and lectern does not, for `ReadOptions.decodeImage`. AVIF
 * works in all current browsers and their workers, HEIC in Safari, SVG in documents only.
 */
import type { DecodedImage, DecodeImage } from './types/index.js';

/** The side of an SVG that says nothing about its size, as browsers take it. */
const kDefaultSize = { width: 300, height: 150 };

/** A drawing as a picture. Its scripts do not run and nothing is loaded from elsewhere. */
async function drawing(file: Blob): Promise<HTMLImageElement | undefined> {
  if (typeof Image === 'undefined') return undefined;
  const url = URL.createObjectURL(file);
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    return image;
  } finally {
    URL.revokeObjectURL(url);
  }
}

function pixelsOf(source: ImageBitmap | HTMLImageElement): DecodedImage {
  const width = source.width || kDefaultSize.width;
  const height = source.height || kDefaultSize.height;
  const context = new OffscreenCanvas(width, height).getContext('2d');
  if (!context) throw new Error('there is no 2D canvas');
  context.drawImage(source, 0, 0, width, height);
  return { width, height, rgba: context.getImageData(0, 0, width, height).data };
}

/**
 * Decodes with what the browser has.
 *
 * @throws DOMException when the browser cannot decode the file
 * @example
 * ```ts
 * import { createReader } from 'lectern';
 * import { decodeImage } from 'lectern/decode';
 * const reader = await createReader({ decodeImage, svg: 'image' });
 * ```
 */
export const decodeImage: DecodeImage = async (bytes, mimeType) => {
  const file = new Blob([bytes as Uint8Array<ArrayBuffer>], { type: mimeType });
  if (mimeType === 'image/svg+xml') {
    const image = await drawing(file);
    return image && pixelsOf(image);
  }
  const bitmap = await createImageBitmap(file);
  try {
    return pixelsOf(bitmap);
  } finally {
    bitmap.close();
  }
};
