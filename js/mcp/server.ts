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

import {
  answered,
  makeOperations,
  type McpServerOptions,
  type RequestContext,
  requestContext,
} from './operations.js';
import type { Refusal } from './resources.js';

/** What the protocol called the error for a resource that does not exist until 2025-11-25. */
const kResourceNotFound = -32002;

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;

function contextOf(extra: Extra): RequestContext {
  return requestContext(extra.signal, extra._meta?.progressToken, (notification) =>
    extra.sendNotification(notification),
  );
}

function errorOf({ message, uri, isMissing }: Refusal): Error {
  const code = isMissing ? kResourceNotFound : ErrorCode.InvalidParams;
  return new McpError(code, message, uri === undefined ? undefined : { uri });
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
    answered(operations.callTool(params, contextOf(extra)), errorOf),
  );
  server.setRequestHandler(
    ListResourcesRequestSchema,
    ({ params }, extra) =>
      answered(operations.listResources(params, contextOf(extra)), errorOf) as Promise<never>,
  );
  server.setRequestHandler(
    ListResourceTemplatesRequestSchema,
    async () => operations.listTemplates() as never,
  );
  server.setRequestHandler(
    ReadResourceRequestSchema,
    ({ params }, extra) =>
      answered(operations.readResource(params, contextOf(extra)), errorOf) as Promise<never>,
  );
  return server;
}
