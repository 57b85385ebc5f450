/** The body of a request over HTTP, and what of it no SDK refuses. */
import { orAbort, Turns } from '../reader/abort.js';

/** Pieces without a byte, one after the other, before a body is taken for one that does not end. */
const kMaxEmptyPieces = 1000;

/** As the SDKs have it, which look at all messages of a longer one first. */
const kMaxBatch = 100;

/** Text of at most `limit` bytes; undefined when there is more. */
async function textWithin(
  body: ReadableStream<Uint8Array>,
  limit: number,
  signal: AbortSignal | undefined,
) {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const turns = new Turns();
  let [text, size, empty] = ['', 0, 0];
  try {
    while (size <= limit && empty < kMaxEmptyPieces) {
      const { done, value } = await orAbort(reader.read(), signal);
      if (done) return text + decoder.decode();
      size += value.byteLength;
      empty = value.byteLength === 0 ? empty + 1 : 0;
      text += decoder.decode(value, { stream: true });
      await turns.count(value.byteLength);
    }
    if (size > limit) return undefined;
    throw new TypeError('the body goes on without a byte');
  } finally {
    // Nobody waits for a body that is slow to end.
    reader.cancel().catch(() => undefined);
  }
}

function errorResponse(status: number, code: number, message: string): Response {
  return Response.json({ jsonrpc: '2.0', error: { code, message }, id: null }, { status });
}

/** The ids of the requests in a message, or in a batch. */
export function idsOf(body: unknown): unknown[] {
  return (Array.isArray(body) ? body : [body]).flatMap((message) => {
    const { method, id } = (message ?? {}) as { method?: unknown; id?: unknown };
    return typeof method === 'string' && id !== undefined ? [id] : [];
  });
}

/**
 * Two answers to one id could not be told apart, and the SDKs leave one of them out: the protocol wants another id for each
 * request.
 */
export function repeatedIdResponse(): Response {
  return errorResponse(400, -32600, 'the id of the request is that of another without an answer');
}

/**
 * The body of a POST.
 *
 * @returns the response of a refusal; `parsedBody` is absent where there is nothing to read
 */
export async function bodyOf(
  request: Request,
  maxBytes: number,
): Promise<Response | { parsedBody?: unknown }> {
  if (request.method !== 'POST' || !request.body) return {};
  let parsedBody: unknown;
  try {
    const text = await textWithin(request.body, maxBytes, request.signal);
    if (text === undefined)
      return errorResponse(413, -32000, `a request has at most ${maxBytes} bytes`);
    parsedBody = JSON.parse(text);
  } catch {
    return errorResponse(400, -32700, 'the request is no JSON, or could not be read');
  }
  if (Array.isArray(parsedBody) && !(parsedBody.length > 0 && parsedBody.length <= kMaxBatch))
    return errorResponse(400, -32600, `a batch has from 1 to ${kMaxBatch} messages`);
  const ids = idsOf(parsedBody);
  return new Set(ids).size < ids.length ? repeatedIdResponse() : { parsedBody };
}
