/**
 * The Read tool as a server of the Model Context Protocol, revision 2026-07-28 and those before it, over
 * `@modelcontextprotocol/server`. Every request stands alone: there are no sessions.
 */
import {
  createMcpHandler as createHandler,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server';

import {
  answered,
  makeOperations,
  type McpServerOptions,
  type RequestContext,
  requestContext,
} from './operations.js';
import { answerOnce } from './one_answer.js';
import { bodyOf } from './request_body.js';
import { makeGuard, type RequestRules } from './request_guard.js';
import type { Refusal } from './resources.js';

export type { McpServerOptions } from './operations.js';
export type { RequestRules } from './request_guard.js';

/** Default of `maxRequestBytes`: a path has at most 4,096 bytes. */
const kMaxRequestBytes = 1024 * 1024;
/** What a server is and has does not change while it runs. */
const kStaticHint = { ttlMs: 3_600_000, cacheScope: 'private' } as const;
/** Files change at any time. */
const kFileHint = { ttlMs: 0, cacheScope: 'private' } as const;

/** What a handler is made of. */
export interface McpHandlerOptions extends McpServerOptions, RequestRules {
  /** Most bytes of a request. @defaultValue 1,048,576 */
  maxRequestBytes?: number;
  /** Called with what goes wrong beside an answer: requests that no client should send, clients that leave. @defaultValue nothing */
  onError?: (error: Error) => void;
}

/** Answers the requests of MCP clients. */
export type McpHandler = (request: Request) => Promise<Response>;

function contextOf({ mcpReq }: ServerContext): RequestContext {
  return requestContext(mcpReq.signal, mcpReq._meta?.progressToken, (notification) =>
    mcpReq.notify(notification),
  );
}

function errorOf({ message, uri, isMissing }: Refusal): Error {
  if (isMissing && uri !== undefined) return new ResourceNotFoundError(uri, message);
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message, uri && { uri });
}

/**
 * Makes a server for one connection; `serveStdio` of `@modelcontextprotocol/server/stdio` wants a function that does.
 *
 * @throws TypeError when an option has the wrong type
 * @example
 * ```ts
 * const tool = createReadTool({ fs: nodeFs(), root: '/home/me/project', provider: 'mcp' });
 * serveStdio(() => createMcpServer({ tool }));
 * ```
 */
export function createMcpServer(options: McpServerOptions): Server {
  const operations = makeOperations(options);
  const server = new Server(operations.info, {
    capabilities: { tools: {}, resources: {} },
    cacheHints: {
      'server/discover': kStaticHint,
      'tools/list': kStaticHint,
      'resources/templates/list': kStaticHint,
      'resources/list': kFileHint,
      'resources/read': kFileHint,
    },
  });
  // What the operations give is JSON of the protocol; the SDK's types have index signatures that ours lack.
  server.setRequestHandler('tools/list', async () => operations.listTools() as never);
  server.setRequestHandler(
    'tools/call',
    ({ params }, context) =>
      answered(operations.callTool(params, contextOf(context)), errorOf) as Promise<never>,
  );
  server.setRequestHandler(
    'resources/list',
    ({ params }, context) =>
      answered(operations.listResources(params, contextOf(context)), errorOf) as Promise<never>,
  );
  server.setRequestHandler(
    'resources/templates/list',
    async () => operations.listTemplates() as never,
  );
  server.setRequestHandler(
    'resources/read',
    ({ params }, context) =>
      answered(operations.readResource(params, contextOf(context)), errorOf) as Promise<never>,
  );
  return server;
}

/** The same server; each request of what it is connected to has one answer. */
function servingOnce(server: Server): Server {
  const connect = server.connect.bind(server);
  server.connect = async (transport) => {
    await connect(transport);
    answerOnce(transport);
  };
  return server;
}

/**
 * Makes a fetch handler for clients of revision 2026-07-28 and of 2025-11-25 and before, each request alone. It answers
 * requests of programs, and of pages by `allowedHosts` and `allowedOrigins`; who may read at all is for your own code to check
 * before it.
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
  allowedHosts,
  allowedOrigins,
  maxRequestBytes = kMaxRequestBytes,
  onError,
  ...options
}: McpHandlerOptions): McpHandler {
  if (!(maxRequestBytes > 0))
    throw new TypeError(`maxRequestBytes must be a positive number, got ${maxRequestBytes}`);
  makeOperations(options);
  const guard = makeGuard({
    ...(allowedHosts ? { allowedHosts } : {}),
    ...(allowedOrigins ? { allowedOrigins } : {}),
  });
  const handler = createHandler(() => servingOnce(createMcpServer(options)), {
    maxRequestBodySize: maxRequestBytes,
    ...(onError ? { onerror: onError } : {}),
  });
  return async (request) => {
    const refused = guard(request);
    if (refused) return refused;
    const body = await bodyOf(request, maxRequestBytes);
    return body instanceof Response ? body : handler.fetch(request, body);
  };
}
