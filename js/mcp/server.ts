/** A server of the Model Context Protocol with one tool, and with the files as resources, over `@modelcontextprotocol/sdk`. */
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  CallToolRequestSchema,
  ErrorCode,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
  type ServerNotification,
  type ServerRequest,
} from '@modelcontextprotocol/sdk/types.js';
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';

import { makeOperations, type McpServerOptions, type RequestContext } from './operations.js';
import { Refusal } from './resources.js';

/** What the protocol called the error for a resource that does not exist until 2025-11-25. */
const kResourceNotFound = -32002;

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;

function contextOf(extra: Extra): RequestContext {
  const progressToken = extra._meta?.progressToken;
  if (progressToken === undefined) return { signal: extra.signal };
  return {
    signal: extra.signal,
    onProgress({ loadedBytes: progress, totalBytes }) {
      const total = totalBytes < 0 ? {} : { total: totalBytes };
      const params = { progressToken, progress, ...total };
      // A client that has gone does not want to know.
      extra.sendNotification({ method: 'notifications/progress', params }).catch(() => undefined);
    },
  };
}

/** A refusal as an error of the SDK. */
async function answered<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { message, uri, isMissing } = error;
    const code = isMissing ? kResourceNotFound : ErrorCode.InvalidParams;
    throw new McpError(code, message, uri === undefined ? undefined : { uri });
  }
}

/**
 * Makes a server; connect it to a transport of the SDK.
 *
 * @throws TypeError when an option has the wrong type
 * @example
 * ```ts
 * const tool = createReadTool({ fs: nodeFs(), root: '/home/me/project', provider: 'mcp' });
 * await createMcpServer({ tool }).connect(new StdioServerTransport());
 * ```
 */
export function createMcpServer(options: McpServerOptions): Server {
  const operations = makeOperations(options);
  const server = new Server(operations.info, { capabilities: { tools: {}, resources: {} } });
  // What the operations give is JSON of the protocol; the SDK's types have index signatures that ours lack.
  server.setRequestHandler(ListToolsRequestSchema, async () => operations.listTools() as never);
  server.setRequestHandler(CallToolRequestSchema, ({ params }, extra) =>
    answered(operations.callTool(params, contextOf(extra))),
  );
  server.setRequestHandler(
    ListResourcesRequestSchema,
    ({ params }, extra) =>
      answered(operations.listResources(params, contextOf(extra))) as Promise<never>,
  );
  server.setRequestHandler(
    ListResourceTemplatesRequestSchema,
    async () => operations.listTemplates() as never,
  );
  server.setRequestHandler(
    ReadResourceRequestSchema,
    ({ params }, extra) =>
      answered(operations.readResource(params, contextOf(extra))) as Promise<never>,
  );
  return server;
}
