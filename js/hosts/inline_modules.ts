/** What the entry points that carry their modules in themselves have in common. */
import type { ReaderModules } from '../reader/modules.js';
import { loadOnce } from '../reader/modules.js';

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}

/** Compiles a module from base64. */
export function compileInline(base64: string): Promise<WebAssembly.Module> {
  return WebAssembly.compile(bytesOf(base64));
}

/** All modules; a bundle without chunks holds them, one with chunks loads them when the first file needs them. */
export const inlineModules: ReaderModules = {
  pdf: loadOnce(async () => {
    const [{ default: base64 }, { default: createInstance }] = await Promise.all([
      import('../pdf_base64.js'),
      import('../pdf.mjs'),
    ]);
    return { module: await compileInline(base64), createInstance };
  }),
};
