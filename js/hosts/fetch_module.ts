import { compileModule, loadErrorOf } from '../reader/load_error.js';

/**
 * Fetches a module and compiles it as it arrives.
 *
 * @throws ModuleLoadError when it cannot be fetched or compiled
 */
export async function fetchModule(url: URL): Promise<WebAssembly.Module> {
  try {
    const response = await fetch(url);
    if (!response.ok) throw new Error(`HTTP status ${response.status}`);
    // A server that does not know the type of .wasm files makes compileStreaming fail.
    const isTyped = response.headers.get('content-type')?.startsWith('application/wasm') ?? false;
    return isTyped
      ? await WebAssembly.compileStreaming(response)
      : await compileModule(url, await response.arrayBuffer());
  } catch (error) {
    throw loadErrorOf(url, error);
  }
}
