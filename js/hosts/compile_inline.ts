/** Modules that come in base64. */

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
