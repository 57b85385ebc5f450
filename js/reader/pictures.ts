/** Pictures that the core leaves to the module `pictures`. */
import type { Answer, PixelsQuestion } from './conversation.js';
import { type CoreHost, CoreTrap } from './core_host.js';

const kTypes: readonly string[] = [
  'image/avif',
  'image/jp2',
  'image/jxl',
  'image/qoi',
  'image/tiff',
  'image/x-pcx',
  'image/x-portable-anymap',
  'image/x-tga',
];

/** True for a MIME type that the module decodes, or knows by its headers. */
export function isPicture(mimeType: string): boolean {
  return kTypes.includes(mimeType);
}

/** Answers with the pixels of a picture, or why there are none. */
export function decodePicture(pictures: CoreHost, { name, bounds, bytes }: PixelsQuestion): Answer {
  try {
    const decoded = pictures.runWith(bytes(), (instance, address, sizeBytes) =>
      instance.decodePicture(address, sizeBytes, name, ...bounds),
    );
    return 'code' in decoded
      ? { kind: 'refused', error: decoded }
      : { kind: 'pixels', image: decoded };
  } catch (error) {
    if (!(error instanceof CoreTrap)) throw error;
    return { kind: 'refused', error: { code: 'INTERNAL', message: error.message } };
  }
}
