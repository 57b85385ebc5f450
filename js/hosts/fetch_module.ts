/**
 * Fetches a module and compiles it as it arrives.
 *
 * @throws Error when it cannot be fetched or compiled
 */
export async function fetchModule(url: URL): Promise<WebAssembly.Module> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`cannot load ${url.href}: HTTP status ${response.status}`);
  // A server that does not know the type of .wasm files makes compileStreaming fail.
  const isTyped = response.headers.get('content-type')?.startsWith('application/wasm') ?? false;
  return isTyped
    ? WebAssembly.compileStreaming(response)
    : WebAssembly.compile(await response.arrayBuffer());
}
