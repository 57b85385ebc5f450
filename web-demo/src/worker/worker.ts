/** The worker: everything that lectern does on this page happens here. */
import { blobFs } from 'lectern/fs/blob';
import type { FromWorker, Reading, RequestKind, Requests, ToWorker } from '../protocol.js';
import { watchMemory } from './memory_watch.js';
import { callOnce, describeTool, type Progress, type ToolCall, ToolHost } from './reading.js';
import { listWorkspace, removeFromWorkspace, workspaceFs, writeWorkspace } from './workspace.js';

type Asked = Exclude<ToWorker, { kind: 'abort' }>;

/** Progress is told no more often than a screen shows it. */
const kProgressMs = 60;

/** A tool that needed more than this is not kept. */
const kMaxKeptBytes = 64 * 1024 * 1024;

/** The tool of the file that is open: it knows where the lines of a large file are. */
let open: { file: number; host: ToolHost } | undefined;

async function readOpen(
  { file, path, blob }: Requests['read']['ask'],
  call: ToolCall,
): Promise<Reading> {
  const fs = blobFs(new Map([[path, blob]]));
  if (file === undefined) return callOnce(fs, call);
  if (open?.file !== file) {
    open?.host.dispose();
    open = { file, host: await ToolHost.open(fs) };
  }
  const { host } = open;
  const reading = await host.call(call);
  if (host.memoryBytes > kMaxKeptBytes) {
    host.dispose();
    open = undefined;
  }
  return reading;
}

const running = new Map<number, AbortController>();

function post(message: FromWorker): void {
  postMessage(message);
}

function progressOf(id: number): Progress {
  let last = performance.now();
  return (loadedBytes, totalBytes) => {
    if (performance.now() - last < kProgressMs) return;
    last = performance.now();
    post({ id, kind: 'progress', loadedBytes, totalBytes });
  };
}

async function answer(
  request: Asked,
  signal: AbortSignal,
): Promise<Requests[RequestKind]['answer']> {
  const onProgress = progressOf(request.id);
  switch (request.kind) {
    case 'read':
      return readOpen(request, { ...request, signal, onProgress });
    case 'call':
      return callOnce(await workspaceFs(), { ...request, signal, onProgress });
    case 'describe':
      return describeTool(await workspaceFs(), request.options);
    case 'list':
      return listWorkspace();
    case 'write':
      return {
        unwritten: await writeWorkspace(request.files),
        files: await listWorkspace(),
      };
    case 'remove':
      await removeFromWorkspace(request.path);
      return listWorkspace();
  }
}

/** One after the other: two reads at a time would share the figures of their memory. */
let queue: Promise<void> = Promise.resolve();

async function handle(request: Asked): Promise<void> {
  const { id } = request;
  const signal = running.get(id)?.signal;
  try {
    signal?.throwIfAborted();
    post({ id, kind: 'answer', answer: await answer(request, signal as AbortSignal) });
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    post({ id, kind: 'failure', name, message });
  } finally {
    running.delete(id);
  }
}

watchMemory();
addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  if (data.kind === 'abort') {
    running.get(data.id)?.abort();
    return;
  }
  running.set(data.id, new AbortController());
  queue = queue.then(() => handle(data));
});
