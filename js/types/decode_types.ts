/** The types of decoders that a host lends. */

/** All of a picture, upright. */
export interface DecodedImage {
  /** Pixels. */
  width: number;
  /** Pixels. */
  height: number;
  /** Rows from top to bottom without padding; red, green, blue and alpha of each pixel, not premultiplied. */
  rgba: Uint8Array | Uint8ClampedArray;
}

/**
 * Decodes a picture file, or draws an SVG.
 *
 * @param bytes - the whole file; not to be changed
 * @param mimeType - as the result names it: `image/avif`, `image/heic`, `image/svg+xml`, `image/jxl`
 * @returns undefined for a format that it does not know; what it throws becomes a failed result
 */
export type DecodeImage = (
  bytes: Uint8Array,
  mimeType: string,
) => Promise<DecodedImage | undefined>;
