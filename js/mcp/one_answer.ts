/**
 * One answer to each request, whichever SDK carries it. The SDKs answer no request that was cancelled, and would leave the
 * stream of its answer open.
 */

/** JSON-RPC's error for a request that was cancelled, as language servers have it. */
const kRequestCancelled = -32800;

/** What of a message decides here; the SDKs' own types differ. */
interface Message {
  id?: unknown;
  method?: string;
  params?: { requestId?: unknown };
}

interface Transport {
  // What an SDK passes beside the message is its own.
  send(message: never, options?: never): Promise<void>;
  onmessage?: ((message: never, extra?: never) => void) | undefined;
}

/** The requests of a connection that have no answer yet. */
export type OpenRequests = ReadonlySet<unknown>;

/**
 * Lets each request of a connection have one answer, a cancelled one an error.
 *
 * @param transport - of a server that is connected
 */
export function answerOnce(transport: Transport): OpenRequests {
  const onmessage = transport.onmessage as
    | ((message: Message, extra?: unknown) => void)
    | undefined;
  const send = transport.send.bind(transport) as (
    message: Message,
    options?: unknown,
  ) => Promise<void>;
  const open = new Set<unknown>();
  const answer = async (message: Message, options?: unknown) => {
    const isAnswer = 'result' in message || 'error' in message;
    if (!isAnswer || open.delete(message.id)) await send(message, options);
  };
  const take = (message: Message, extra?: unknown) => {
    if (message.method !== undefined && 'id' in message) open.add(message.id);
    onmessage?.(message, extra);
    if (message.method !== 'notifications/cancelled') return;
    const id = message.params?.requestId;
    if (typeof id !== 'string' && typeof id !== 'number') return;
    const error = { code: kRequestCancelled, message: 'the request was cancelled' };
    const cancelled = { jsonrpc: '2.0', id, error };
    // It may stand behind this message in one batch.
    setTimeout(() => {
      if (open.has(id)) answer(cancelled).catch(() => undefined);
    }, 0);
  };
  transport.send = answer as Transport['send'];
  transport.onmessage = take as Transport['onmessage'];
  return open;
}
