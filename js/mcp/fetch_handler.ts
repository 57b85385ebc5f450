/** The server behind a fetch handler: streamable HTTP, for Workers, Deno, Bun and every host with Request and Response. */
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';

import { createMcpServer, type McpServerOptions } from './server.js';

/** Sessions that are kept at most; the one that was not used for the longest time is closed for a new one. */
const kMaxSessions = 1000;

/** What a handler is made of. */
export interface McpHandlerOptions extends McpServerOptions {
  /**
   * Whether clients get sessions, which live in this process: only with them can a call be cancelled by a message. Without
   * them each request stands alone, as it must where requests may reach different instances.
   *
   * @defaultValue false
   */
  sessions?: boolean;
}

/** Answers the requests of MCP clients. */
export type McpHandler = (request: Request) => Promise<Response>;

function statelessHandler(options: McpServerOptions): McpHandler {
  return async (request) => {
    const transport = new WebStandardStreamableHTTPServerTransport();
    // The SDK's transport and its own interface differ under exactOptionalPropertyTypes.
    await createMcpServer(options).connect(transport as never);
    // The end of the connection is the only way to cancel here.
    request.signal?.addEventListener('abort', () => void transport.close(), { once: true });
    return transport.handleRequest(request);
  };
}

function sessionHandler(options: McpServerOptions): McpHandler {
  const sessions = new Map<string, WebStandardStreamableHTTPServerTransport>();
  const keep = (id: string, transport: WebStandardStreamableHTTPServerTransport) => {
    sessions.delete(id);
    sessions.set(id, transport);
    const [oldest] = sessions;
    if (sessions.size > kMaxSessions && oldest) {
      sessions.delete(oldest[0]);
      void oldest[1].close();
    }
  };
  return async (request) => {
    const id = request.headers.get('mcp-session-id');
    if (id !== null) {
      const known = sessions.get(id);
      if (!known) return new Response('unknown session', { status: 404 });
      keep(id, known);
      return known.handleRequest(request);
    }
    const transport: WebStandardStreamableHTTPServerTransport =
      new WebStandardStreamableHTTPServerTransport({
        sessionIdGenerator: () => crypto.randomUUID(),
        onsessioninitialized: (created) => keep(created, transport),
        onsessionclosed: (closed) => void sessions.delete(closed),
      });
    await createMcpServer(options).connect(transport as never);
    return transport.handleRequest(request);
  };
}

/**
 * Makes a fetch handler.
 *
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
export function createMcpHandler({ sessions = false, ...options }: McpHandlerOptions): McpHandler {
  return sessions ? sessionHandler(options) : statelessHandler(options);
}
