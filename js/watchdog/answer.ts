/** What every worker of a watched reader does. */
import type { CreateReader, ReaderModules } from '../reader/create.js';
import { ModuleLoadError } from '../reader/load_error.js';
import type { ByteSource, Reader, SourceRead } from '../types/index.js';
import type { FromWorker, Given, ReadCall, ToWorker } from './watched_reader.js';

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
  let receive: ((given: Given) => void) | undefined;

  /** Asks the host. @throws Error when it does not have what was asked for */
  const ask = async (question: FromWorker, moved: ArrayBuffer[] = []): Promise<Given> => {
    const answer = new Promise<Given>((resolve) => {
      receive = resolve;
    });
    send(question, moved);
    const given = await answer;
    if (given.error !== undefined) throw new Error(given.error);
    return given;
  };

  const decodeImage = async (bytes: Uint8Array, mimeType: string) => {
    // The host's copy: the reader still needs its own.
    const copy = new Uint8Array(bytes);
    return (await ask({ kind: 'decode', bytes: copy, mimeType }, [copy.buffer])).image;
  };

  async function* stream(): AsyncGenerator<Uint8Array> {
    for (;;) {
      const { bytes } = await ask({ kind: 'next' });
      if (!bytes) return;
      yield bytes;
    }
  }

  const ranges = (sizeBytes: number): ByteSource => ({
    ...(sizeBytes < 0 ? {} : { sizeBytes }),
    async read(offset, length) {
      const { bytes } = await ask({ kind: 'bytes', offset, length });
      return bytes ?? new Uint8Array(0);
    },
  });

  const read = async (call: ReadCall): Promise<SourceRead> => {
    const { source, inputJson, optionsJson, canDecode, notes, media } = call;
    reader ??= createReader({}, modules);
    const options = JSON.parse(optionsJson);
    const input = JSON.parse(inputJson);
    const withDecoder = canDecode ? { ...options, decodeImage } : options;
    // The host gives the form of the media a type.
    const asked = { notes, media: media as 'base64' | undefined };
    const made = await reader.catch((error: unknown) => {
      reader = undefined;
      throw error;
    });
    if (source.kind === 'memory') {
      const result = await made.read(source.bytes, input, withDecoder, asked);
      return { result, loadedBytes: source.bytes.byteLength };
    }
    const bytes = source.kind === 'stream' ? stream() : ranges(source.sizeBytes);
    return made.readSource(bytes, input, withDecoder, asked);
  };

  const failed = (error: unknown): FromWorker => {
    if (error instanceof RangeError)
      return { kind: 'failed', error: error.message, isOfSource: true };
    if (!(error instanceof ModuleLoadError)) return { kind: 'failed', error: messageOf(error) };
    const { part, url, hint, cause } = error;
    return { kind: 'failed', error: messageOf(cause), missing: { part, url, hint } };
  };

  return (message) => {
    if (message.kind === 'setUp') modules = modulesFrom(message.modules);
    else if (message.kind === 'given') receive?.(message);
    else {
      read(message).then(
        (done) => send({ kind: 'result', read: done }, []),
        (error) => send(failed(error), []),
      );
    }
  };
}
