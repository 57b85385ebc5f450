// Reads a whole R2 bucket: POST /jobs puts the bucket's keys into a queue, and Cloudflare starts as many of these workers
// as the queue is long. Each result is kept under its file's key, with the version of the file that it was read from.
import { createReadTool } from 'lectern';
import { r2Fs } from 'lectern/fs/r2';
import { loadPdf } from 'lectern/pdf';

/** A queue takes as many messages at once. */
const kBatch = 100;
const kRetrySeconds = 30;

let tool;

function toolOf(env) {
  const options = {
    fs: r2Fs(env.FILES),
    root: '/',
    provider: 'anthropic',
    limits: { maxDecodedBytes: 40 * 1024 * 1024 },
  };
  tool ??= createReadTool(options, { pdf: loadPdf });
  return tool;
}

/** Queues a page of the bucket. The answer's cursor asks for the next one. */
async function enqueue(url, env) {
  const prefix = url.searchParams.get('prefix') ?? '';
  const cursor = url.searchParams.get('cursor') ?? undefined;
  const page = await env.FILES.list({ prefix, cursor });
  const messages = page.objects.map(({ key, etag }) => ({ body: { key, etag } }));
  for (let first = 0; first < messages.length; first += kBatch)
    await env.JOBS.sendBatch(messages.slice(first, first + kBatch));
  return Response.json({ queued: messages.length, cursor: page.truncated ? page.cursor : null });
}

/** A queue may deliver a message twice: what has been read already is not read again. */
async function readOne({ key, etag }, env) {
  const name = `${key}.json`;
  const known = await env.RESULTS.head(name);
  if (known?.customMetadata?.etag === etag) return;
  const result = await toolOf(env).execute({ file_path: `/${key}` });
  // The bucket could not be read: that is no result of the file.
  if (result.errorCode === 'IO_ERROR') throw new Error(result.error);
  await env.RESULTS.put(name, JSON.stringify(result), { customMetadata: { etag } });
}

export default {
  async fetch(request, env) {
    const url = new URL(request.url);
    if (url.pathname === '/jobs' && request.method === 'POST') return enqueue(url, env);
    return new Response('POST /jobs?prefix=…\n', { status: 404 });
  },

  /** One file after the other: an isolate has 128 MB for all of them. */
  async queue(batch, env) {
    for (const message of batch.messages) {
      try {
        await readOne(message.body, env);
        message.ack();
      } catch {
        message.retry({ delaySeconds: kRetrySeconds });
      }
    }
  },
};
