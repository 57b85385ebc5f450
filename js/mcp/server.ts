/** A server of the Model Context Protocol with one tool, and with the files as resources. */
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

import type { ReadProgress } from '../tool/load.js';
import type { ReadTool } from '../tool/tool_types.js';
import { toMcp } from '../wires/mcp.js';
import { inTurn } from './gate.js';
import { kMaxMessageBytes, withinMessage } from './message_size.js';
import { fileUri, pageOf, pathOf, resourceContent, wholeFile } from './resources.js';

/** The package's version; a test compares it with package.json. */
export const kVersion = '0.1.0';

/** What a server is made of. */
export interface McpServerOptions {
  /** The Read tool, with its media inline. */
  tool: ReadTool;
  /** The server's name. @defaultValue 'lectern' */
  name?: string;
  /** The server's version. @defaultValue that of this package */
  version?: string;
  /**
   * Most bytes of one answer. A resource that is larger is refused; of a result, what does not fit is named instead.
   *
   * @defaultValue 10,420,224: clients of the SDK end a session over standard input and output at 10 MiB
   */
  maxMessageBytes?: number;
}

/** Bytes that every answer may have. */
const kLeastMessageBytes = 1000;

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;

/** Sends progress to a client that asked for it. */
function progressTo(extra: Extra): ((progress: ReadProgress) => void) | undefined {
  const progressToken = extra._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  return ({ loadedBytes: progress, totalBytes: total }) => {
    const params = { progressToken, progress, total };
    // A client that has gone does not want to know.
    extra.sendNotification({ method: 'notifications/progress', params }).catch(() => undefined);
  };
}

/**
 * Makes a server; connect it to a transport of the SDK.
 *
 * @example
 * ```ts
 * const tool = createReadTool({ fs: nodeFs(), root: '/home/me/project', provider: 'mcp' });
 * await createMcpServer({ tool }).connect(new StdioServerTransport());
 * ```
 */
export function createMcpServer({
  tool,
  name = 'lectern',
  version = kVersion,
  maxMessageBytes = kMaxMessageBytes,
}: McpServerOptions): Server {
  if (!(maxMessageBytes >= kLeastMessageBytes)) {
    throw new TypeError(
      `maxMessageBytes must be at least ${kLeastMessageBytes}, got ${maxMessageBytes}`,
    );
  }
  const server = new Server({ name, version }, { capabilities: { tools: {}, resources: {} } });

  server.setRequestHandler(ListToolsRequestSchema, async () => ({
    tools: [
      {
        name: tool.name,
        description: tool.description,
        inputSchema: { ...tool.inputSchema },
        annotations: {
          title: 'Read a file',
          readOnlyHint: true,
          destructiveHint: false,
          idempotentHint: true,
          openWorldHint: false,
        },
      },
    ],
  }));

  server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra) => {
    if (params.name !== tool.name)
      throw new McpError(ErrorCode.InvalidParams, `unknown tool: ${params.name}`);
    const input = params.arguments ?? {};
    const call = { signal: extra.signal, onProgress: progressTo(extra) };
    const result = await inTurn(tool, extra.signal, () => tool.execute(input, call));
    const path = typeof input.file_path === 'string' ? tool.locate(input.file_path) : undefined;
    const answer = toMcp(result, path === undefined ? {} : { uri: fileUri(path) });
    return withinMessage(answer, maxMessageBytes);
  });

  server.setRequestHandler(ListResourcesRequestSchema, async ({ params }, extra) =>
    pageOf(
      await inTurn(tool, extra.signal, () => tool.list('.', { signal: extra.signal })),
      params?.cursor,
    ),
  );

  server.setRequestHandler(ListResourceTemplatesRequestSchema, async () => ({
    resourceTemplates: [
      {
        uriTemplate: 'file:///{+path}',
        name: 'A file',
        description: 'A file by its absolute path',
      },
    ],
  }));

  server.setRequestHandler(ReadResourceRequestSchema, async ({ params }, extra) => {
    const input = { file_path: pathOf(params.uri) };
    const options = wholeFile(maxMessageBytes);
    const call = { signal: extra.signal, options };
    const result = await inTurn(tool, extra.signal, () => tool.execute(input, call));
    return { contents: [resourceContent(result, params.uri, maxMessageBytes)] };
  });
  return server;
}
