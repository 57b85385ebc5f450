/**
 * `lectern/decode/heic`: HEIC by libheif, which you install (`npm install libheif-js`) and hand in. It is LGPL, so it is no part
 * of lectern and no import of it.
 */
import type { DecodedImage, DecodeImage } from '../types/index.js';
import { findColors, toSrgb } from './heic_colors.js';

/** What is used of one picture. */
export interface HeifImageLike {
  /** As in libheif-js. */
  get_width(): number;
  /** As in libheif-js. */
  get_height(): number;
  /** As in libheif-js. */
  is_primary(): boolean;
  /** As in libheif-js; `done` gets null when the picture cannot be decoded. */
  display(
    target: { data: Uint8ClampedArray; width: number; height: number },
    done: (filled: { data: Uint8ClampedArray } | null) => void,
  ): void;
  /** As in libheif-js. */
  free(): void;
}

/** What is used of libheif-js. */
export interface LibheifLike {
  /** As in libheif-js: `decode` gives the pictures of a file. */
  HeifDecoder: new () => { decode(bytes: Uint8Array): HeifImageLike[] };
}

function displayed(image: HeifImageLike): Promise<DecodedImage> {
  const width = image.get_width();
  const height = image.get_height();
  return new Promise((resolve, reject) => {
    const target = { data: new Uint8ClampedArray(width * height * 4), width, height };
    image.display(target, (filled) => {
      if (filled) resolve({ width, height, rgba: filled.data });
      else reject(new Error('libheif cannot decode it'));
    });
  });
}

/**
 * A decoder of HEIC for `ReadOptions.decodeImage`. Pictures in Display P3 and others with a profile of curves and a matrix
 * become sRGB.
 *
 * @param libheif - the module `libheif-js`, of one of its three kinds
 * @param otherwise - asked for all other formats: `decodeImage` of `lectern/decode` in browsers
 * @example
 * ```ts
 * import libheif from 'libheif-js/wasm-bundle.js';
 * import { createReader } from 'lectern';
 * import { heicDecoder } from 'lectern/decode/heic';
 * const reader = await createReader({ decodeImage: heicDecoder(libheif) });
 * ```
 */
export function heicDecoder(libheif: LibheifLike, otherwise?: DecodeImage): DecodeImage {
  return async (bytes, mimeType) => {
    if (mimeType !== 'image/heic') return otherwise?.(bytes, mimeType);
    const images = new libheif.HeifDecoder().decode(bytes);
    try {
      const shown = images.find((image) => image.is_primary()) ?? images[0];
      if (!shown) throw new Error('libheif finds no picture in it');
      const decoded = await displayed(shown);
      const colors = findColors(bytes);
      if (colors) toSrgb(decoded.rgba, colors);
      return decoded;
    } finally {
      for (const image of images) image.free();
    }
  };
}
