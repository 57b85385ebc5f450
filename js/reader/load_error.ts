/** The one error for parts of this package that cannot be loaded: a mistake of a deployment, never of a file. */

/** Where the recipes are. */
const kRecipes = 'docs/bundlers.md of this package has a recipe for each bundler';

/**
 * A part of this package (`core.wasm`, `pdf.wasm` …) could not be loaded. Thrown by `createReader`, and by reads that need
 * the part; the next call tries again.
 */
export class ModuleLoadError extends Error {
  /** `ModuleLoadError`. */
  override name = 'ModuleLoadError';
  /** The part: "core.wasm". */
  readonly part: string;
  /** Where the part was looked for; absent when the loader is the caller's own. */
  readonly url: string | undefined;
  /** What to do. */
  readonly hint: string;

  /**
   * @param part - what is missing: "core.wasm"
   * @param about - where it was looked for, why it failed, and what to do
   */
  constructor(part: string, about: { url?: string | undefined; hint: string; cause?: unknown }) {
    const { url, hint, cause } = about;
    const why = messageOf(cause);
    const where = url === undefined ? '' : ` from ${url}`;
    super(`cannot load ${part}${where}: ${why}. ${hint}`, { cause });
    this.part = part;
    this.url = url;
    this.hint = hint;
  }
}

function messageOf(cause: unknown): string {
  if ((cause as { code?: unknown } | undefined)?.code === 'ENOENT') return 'the file is not there';
  const message = cause instanceof Error ? cause.message : String(cause ?? 'no reason given');
  return message.replace(/\.$/, '');
}

/** The last component of a URL's path. */
function partOf(url: string): string {
  return url.split(/[?#]/, 1)[0]?.split('/').at(-1) || url;
}

function hintFor(error: unknown): string {
  const text = error instanceof Error ? `${error.name} ${error.message}` : String(error);
  if (/content security policy|unsafe-eval|disallowed by embedder/i.test(text)) {
    return "Allow WebAssembly in the page's Content-Security-Policy: script-src 'wasm-unsafe-eval'";
  }
  if ((error as { code?: unknown } | undefined)?.code === 'ENOENT') {
    return `A bundler has not copied it: copy it there, or import from lectern/inline; ${kRecipes}`;
  }
  if (typeof navigator !== 'undefined' && navigator.onLine === false)
    return 'The browser is offline';
  return `It must lie beside the script that loads it, or import from lectern/inline; ${kRecipes}`;
}

/** The error for a part that could not be loaded from `url`. An error that says so already stays as it is. */
export function loadErrorOf(url: URL | string, error: unknown): ModuleLoadError {
  if (error instanceof ModuleLoadError) return error;
  const href = String(url);
  return new ModuleLoadError(partOf(href), { url: href, hint: hintFor(error), cause: error });
}

/**
 * Compiles what a server or a disk gave.
 *
 * @throws ModuleLoadError
 */
export async function compileModule(url: URL, bytes: BufferSource): Promise<WebAssembly.Module> {
  const view = new Uint8Array(
    ArrayBuffer.isView(bytes) ? bytes.buffer : bytes,
    ArrayBuffer.isView(bytes) ? bytes.byteOffset : 0,
  );
  if (view[0] === 0x3c) {
    throw new ModuleLoadError(partOf(url.href), {
      url: url.href,
      cause: new Error('the server answered with HTML'),
      hint: `It has no such file there and sent a page instead: deploy the file; ${kRecipes}`,
    });
  }
  try {
    return await WebAssembly.compile(bytes);
  } catch (error) {
    throw loadErrorOf(url, error);
  }
}

/** The error of a loader: one that the caller has given, or the package's own that misses a script. */
export function callersLoadError(name: string, error: unknown): ModuleLoadError {
  if (error instanceof ModuleLoadError) return error;
  const hint = `It comes from modules.${name} of the reader; where none was given, files of the package are missing: ${kRecipes}`;
  return new ModuleLoadError(`the ${name} module`, { hint, cause: error });
}
