/** Pictures that the core leaves to modules: AVIF to `pictures`, SVG to `drawing`. */
import type { Answer, PixelsQuestion } from './conversation.js';
import { type CoreHost, CoreTrap } from './core_host.js';
import type { ModuleName } from './module_names.js';

const kPictureTypes: readonly string[] = [
  'image/avif',
  'image/jp2',
  'image/jxl',
  'image/qoi',
  'image/tiff',
  'image/x-pcx',
  'image/x-portable-anymap',
  'image/x-tga',
];

/** The module that decodes a MIME type, or knows it by its headers; undefined when none does. */
export function pictureModuleOf(mimeType: string): ModuleName | undefined {
  if (kPictureTypes.includes(mimeType)) return 'pictures';
  return mimeType === 'image/svg+xml' ? 'drawing' : undefined;
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
