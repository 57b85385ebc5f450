/** What every worker of a watched reader does. */
import type { CreateReader, ReaderModules } from '../reader/create.js';
import type { DecodedImage, Reader } from '../types/index.js';
import type { Decoded, FromWorker, ReadCall, ToWorker } from './watched_reader.js';

/** Sends a message to the reader that has started this worker. */
export type Send = (message: FromWorker, moved: ArrayBuffer[]) => void;

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** `pdf` is loaded by `loadPdf`, or by whatever is the default. */
function loaderOf(name: string, exported: Record<string, unknown>): unknown {
  return exported.default ?? exported[`load${name.slice(0, 1).toUpperCase()}${name.slice(1)}`];
}

/** Modules that are imported when the reader wants them. */
function modulesFrom(urls: Record<string, string>): ReaderModules {
  const load = (name: string, url: string) => async () => {
    // Written for bundlers, which cannot know the URL.
    const exported: Record<string, unknown> = await import(
      /* @vite-ignore */ /* webpackIgnore: true */ url
    );
    const loader = loaderOf(name, exported);
    if (typeof loader !== 'function')
      throw new TypeError(`${url} exports nothing that loads "${name}"`);
    return loader();
  };
  return Object.fromEntries(Object.entries(urls).map(([name, url]) => [name, load(name, url)]));
}

/** Answers what is sent to a worker, with the reader of its host. */
export function makeAnswer(createReader: CreateReader, send: Send): (message: ToWorker) => void {
  let modules: ReaderModules = {};
  let reader: Promise<Reader> | undefined;
  let receive: ((decoded: Decoded) => void) | undefined;

  const decodeImage = async (bytes: Uint8Array, mimeType: string) => {
    const answer = new Promise<Decoded>((resolve) => {
      receive = resolve;
    });
    // The host's copy: the reader still needs its own.
    const copy = new Uint8Array(bytes);
    send({ kind: 'decode', bytes: copy, mimeType }, [copy.buffer]);
    const { image, error } = await answer;
    if (error !== undefined) throw new Error(error);
    return image as DecodedImage | undefined;
  };

  const read = async ({ bytes, inputJson, optionsJson, canDecode }: ReadCall) => {
    reader ??= createReader({}, modules);
    const options = JSON.parse(optionsJson);
    const withDecoder = canDecode ? { ...options, decodeImage } : options;
    return (await reader).read(bytes, JSON.parse(inputJson), withDecoder);
  };

  return (message) => {
    if (message.kind === 'setUp') modules = modulesFrom(message.modules);
    else if (message.kind === 'decoded') receive?.(message);
    else {
      read(message).then(
        (result) => send({ kind: 'result', result }, []),
        // The host ends this worker then, and starts another one for the next read.
        (error) => send({ kind: 'failed', error: messageOf(error) }, []),
      );
    }
  };
}
