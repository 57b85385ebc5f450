/** The server behind a fetch handler: streamable HTTP, for Workers, Deno, Bun and every host with Request and Response. */
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';

import { answerOnce, type OpenRequests } from './one_answer.js';
import { bodyOf, idsOf, repeatedIdResponse } from './request_body.js';
import { makeGuard, type RequestGuard, type RequestRules } from './request_guard.js';
import type { McpServerOptions } from './operations.js';
import { createMcpServer } from './server.js';

/** Sessions that are kept at most; the one that was not used for the longest time is closed for a new one. */
const kMaxSessions = 1000;

/** What a handler is made of. */
export interface McpHandlerOptions extends McpServerOptions, RequestRules {
  /**
   * Whether clients get sessions, which live in this process: only with them can a call be cancelled by a message. Without
   * them each request stands alone, as it must where requests may reach different instances.
   *
   * @defaultValue false
   */
  sessions?: boolean;
  /** Most bytes of a request. @defaultValue 1,048,576 */
  maxRequestBytes?: number;
}

/** Default of `maxRequestBytes`: a path has at most 4,096 bytes. */
const kMaxRequestBytes = 1024 * 1024;

/** What a transport is made with. */
interface TransportOptions {
  maxRequestBodySize: number;
}

/** Answers the requests of MCP clients. */
export type McpHandler = (request: Request) => Promise<Response>;

/** There is nothing that a server would send by itself: a stream for it would stay open for nothing. */
function onlyPosts(): Response {
  return new Response(null, { status: 405, headers: { allow: 'POST' } });
}

/** The same response; who drops its body, or ends the request, ends the work on it. */
function endingWithBody(request: Request, response: Response, end: () => void): Response {
  const reader = response.body?.getReader();
  if (!reader) return response;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await reader.read();
      if (!done) return controller.enqueue(value);
      // The request is held until here: its signal lives no longer than it.
      request.signal?.removeEventListener('abort', end);
      controller.close();
    },
    cancel(reason) {
      end();
      return reader.cancel(reason);
    },
  });
  return new Response(body, response);
}

/** One connection with a client that has a session. */
interface Session {
  transport: WebStandardStreamableHTTPServerTransport;
  open: OpenRequests;
  /** Ids of requests that the transport does not know yet. */
  arriving: Set<unknown>;
}

async function answerOf(
  { transport, open, arriving }: Session,
  request: Request,
  { maxRequestBodySize }: TransportOptions,
): Promise<Response> {
  const body = await bodyOf(request, maxRequestBodySize);
  if (body instanceof Response) return body;
  const ids = idsOf(body.parsedBody);
  if (ids.some((id) => open.has(id) || arriving.has(id))) return repeatedIdResponse();
  for (const id of ids) arriving.add(id);
  try {
    return await transport.handleRequest(request, body);
  } finally {
    for (const id of ids) arriving.delete(id);
  }
}

function statelessHandler(options: McpServerOptions, limits: TransportOptions): McpHandler {
  return async (request) => {
    if (request.method !== 'POST') return onlyPosts();
    const body = await bodyOf(request, limits.maxRequestBodySize);
    if (body instanceof Response) return body;
    const transport = new WebStandardStreamableHTTPServerTransport(limits);
    // The SDK's transport and its own interface differ under exactOptionalPropertyTypes.
    await createMcpServer(options).connect(transport as never);
    answerOnce(transport);
    const end = () => void transport.close();
    if (request.signal?.aborted) end();
    request.signal?.addEventListener('abort', end, { once: true });
    return endingWithBody(request, await transport.handleRequest(request, body), end);
  };
}

function sessionHandler(options: McpServerOptions, limits: TransportOptions): McpHandler {
  const sessions = new Map<string, Session>();
  const keep = (id: string, session: Session) => {
    sessions.delete(id);
    sessions.set(id, session);
    const [oldest] = sessions;
    if (sessions.size > kMaxSessions && oldest) {
      sessions.delete(oldest[0]);
      void oldest[1].transport.close();
    }
  };
  return async (request) => {
    const id = request.headers.get('mcp-session-id');
    if (id !== null) {
      const known = sessions.get(id);
      if (!known) return new Response('unknown session', { status: 404 });
      keep(id, known);
      return answerOf(known, request, limits);
    }
    const transport: WebStandardStreamableHTTPServerTransport =
      new WebStandardStreamableHTTPServerTransport({
        ...limits,
        sessionIdGenerator: () => crypto.randomUUID(),
        onsessioninitialized: (created) => keep(created, session),
        onsessionclosed: (closed) => void sessions.delete(closed),
      });
    await createMcpServer(options).connect(transport as never);
    const session: Session = { transport, open: answerOnce(transport), arriving: new Set() };
    return answerOf(session, request, limits);
  };
}

function guarded(guard: RequestGuard, handler: McpHandler): McpHandler {
  return async (request) => guard(request) ?? handler(request);
}

/**
 * Makes a fetch handler. It answers requests of programs, and of pages by `allowedHosts` and `allowedOrigins`; who may read
 * at all is for your own code to check before it.
 *
 * @throws TypeError when an option has the wrong type
 * @example
 * ```ts
 * export default {
 *   fetch(request, env) {
 *     const tool = createReadTool({ fs: r2Fs(env.FILES), root: '/', provider: 'mcp' });
 *     return createMcpHandler({ tool })(request);
 *   },
 * };
 * ```
 */
export function createMcpHandler({
  sessions = false,
  allowedHosts,
  allowedOrigins,
  maxRequestBytes = kMaxRequestBytes,
  ...options
}: McpHandlerOptions): McpHandler {
  if (!(maxRequestBytes > 0))
    throw new TypeError(`maxRequestBytes must be a positive number, got ${maxRequestBytes}`);
  const guard = makeGuard({
    ...(allowedHosts ? { allowedHosts } : {}),
    ...(allowedOrigins ? { allowedOrigins } : {}),
  });
  const limits = { maxRequestBodySize: maxRequestBytes };
  const handler = sessions ? sessionHandler(options, limits) : statelessHandler(options, limits);
  return guarded(guard, handler);
}
