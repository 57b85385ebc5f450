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
import type { ReadOptions, ToolResult } from '../types/index.js';
import { toMcp } from '../wires/mcp.js';

/** The package's version; a test compares it with package.json. */
export const kVersion = '0.1.0';

/** What the protocol calls the error for a resource that does not exist. */
const kResourceNotFound = -32002;
/** No bound but memory. */
const kUnbounded = Number.MAX_SAFE_INTEGER;

/** A resource is the file itself, not a view of it. */
const kWholeFile: ReadOptions = {
  text: { lineNumbers: 'none' },
  notebook: { form: 'raw' },
  pdf: { as: 'document' },
  limits: { maxLines: kUnbounded, maxLineChars: kUnbounded, maxContentChars: kUnbounded },
};

/** What a server is made of. */
export interface McpServerOptions {
  /** The Read tool, with its media inline. */
  tool: ReadTool;
  /** The server's name. @defaultValue 'lectern' */
  name?: string;
  /** The server's version. @defaultValue that of this package */
  version?: string;
}

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

/** `file:///` URI of an absolute path, of either style. */
export function fileUri(path: string): string {
  const segments = path.replaceAll('\\', '/').replace(/^\/+/, '').split('/');
  return `file:///${segments
    .map(encodeURIComponent)
    .join('/')
    .replace(/^([A-Za-z])%3A/, '$1:')}`;
}

function pathOf(uri: string): string {
  const match = /^file:\/\/(?:localhost)?(\/[^?#]*)$/.exec(uri);
  if (!match?.[1]) throw new McpError(ErrorCode.InvalidParams, `not the URI of a file: ${uri}`);
  try {
    const path = decodeURIComponent(match[1]);
    return /^\/[A-Za-z]:/.test(path) ? path.slice(1) : path;
  } catch {
    throw new McpError(ErrorCode.InvalidParams, `not the URI of a file: ${uri}`);
  }
}

function resourceContent(
  result: ToolResult,
  uri: string,
):
  | { uri: string; mimeType: string; text: string }
  | { uri: string; mimeType: string; blob: string } {
  if (!result.success) {
    const code =
      result.errorCode === 'FILE_NOT_FOUND' ? kResourceNotFound : ErrorCode.InvalidParams;
    throw new McpError(code, result.content, { uri });
  }
  const media = result.images?.[0] ?? result.documents?.[0];
  const { mimeType } = result.metadata;
  if (media && result.contentType !== 'notebook')
    return { uri, mimeType: media.mimeType, blob: media.data };
  return { uri, mimeType, text: result.metadata.sizeBytes === 0 ? '' : result.content };
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
}: McpServerOptions): Server {
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
    const result = await tool.execute(input, {
      signal: extra.signal,
      onProgress: progressTo(extra),
    });
    const path = input.file_path;
    return toMcp(result, typeof path === 'string' ? { uri: fileUri(path) } : {});
  });

  server.setRequestHandler(ListResourcesRequestSchema, async () => ({
    resources: (await tool.list()).map((path) => ({
      uri: fileUri(path),
      name: path.split(/[\\/]/).at(-1) ?? path,
    })),
  }));

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
    const result = await tool.execute(input, { signal: extra.signal, options: kWholeFile });
    return { contents: [resourceContent(result, params.uri)] };
  });
  return server;
}
