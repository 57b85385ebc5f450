/** What a server answers, whatever SDK carries it. */
import { baseName, joinPath, shownName, styleOf, wellFormed } from '../fs/path_text.js';
import { fileErrorCode } from '../fs/file_errors.js';
import { orAbort } from '../reader/abort.js';
import type { ReadProgress } from '../tool/load.js';
import { withinDeadline } from '../tool/timed_call.js';
import { type ToolInternals, toolInternalsOf } from '../tool/tool_internals.js';
import type { ReadTool } from '../tool/tool_types.js';
import type { ToolResult } from '../types/index.js';
import { base64Of } from '../wires/media.js';
import { type McpContent, type McpToolResult, toMcp } from '../wires/mcp.js';
import { factsOf, kFactsSchema } from './facts.js';
import { inTurn } from './gate.js';
import { kMaxMessageBytes, withinMessage } from './message_size.js';
import {
  fileUri,
  hasLines,
  type ListedPlace,
  pageOf,
  pathOf,
  rawBytes,
  rawContent,
  Refusal,
  type ResourceContent,
  resourceContent,
  textWithEnds,
  wholeFile,
  wholeText,
} from './resources.js';

/** The package's version; a test compares it with package.json. */
export const kVersion = '0.2.0';

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
  /**
   * Most bytes of one picture, sound or document in a result, as base64; a larger one becomes a line of text and a resource
   * link, for clients that take less than a message holds. @defaultValue `maxMessageBytes`
   */
  maxMediaBytes?: number;
  /**
   * Gives `structuredContent` beside the content, and its `outputSchema`: kind, size, lines, hash, the next call. The content is
   * not in it. Some clients show a model nothing but `structuredContent` when it is there: turn it on for clients that you know.
   *
   * @defaultValue false
   */
  structuredContent?: boolean;
  /** Gives sound (WAV, MP3, FLAC …) as audio content, for models that listen; else it is described. @defaultValue false */
  audio?: boolean;
  /**
   * `_meta` of the tool, for hints that some clients know: with `{ 'anthropic/alwaysLoad': true }` Claude has the tool from the beginning,
   * not only when it searches its tools. It is laid over `{ 'anthropic/maxResultSizeChars': 500000 }`, without which Claude puts a long page
   * into a file in place of showing it.
   */
  toolMeta?: Record<string, unknown>;
}

/** A result has its own limit of characters (`maxContentChars`); this is the most that Claude lets a tool ask for. */
const kToolMeta = { 'anthropic/maxResultSizeChars': 500_000 };

/** Bytes that every answer may have. */
const kLeastMessageBytes = 1000;

/** What is known of one request. */
export interface RequestContext {
  /** Ends the work on it. */
  signal: AbortSignal;
  /** Sends progress; absent when the client did not ask for it. */
  onProgress?: ((progress: ReadProgress) => void) | undefined;
}

/**
 * What a request brings, in the words of no SDK.
 *
 * @param notify sends a notification to the client; one that has gone does not want to know
 */
export function requestContext(
  signal: AbortSignal,
  progressToken: string | number | undefined,
  notify: (notification: {
    method: 'notifications/progress';
    params: { progressToken: string | number; progress: number; total?: number };
  }) => Promise<void>,
): RequestContext {
  if (progressToken === undefined) return { signal };
  return {
    signal,
    onProgress({ loadedBytes: progress, totalBytes }) {
      const total = totalBytes < 0 ? {} : { total: totalBytes };
      const params = { progressToken, progress, ...total };
      notify({ method: 'notifications/progress', params }).catch(() => undefined);
    },
  };
}

/** The answer of `work`; a refusal becomes the error that `errorOf` makes of it for an SDK. */
export async function answered<T>(
  work: Promise<T>,
  errorOf: (refusal: Refusal) => Error,
): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof Refusal ? errorOf(error) : error;
  }
}

/** A page of a list. */
interface PageParams {
  cursor?: string | undefined;
}

/** What a server does. Everything that a client gets wrong is thrown as a Refusal. */
export interface Operations {
  info: { name: string; version: string };
  listTools(): object;
  callTool(
    params: { name: string; arguments?: Record<string, unknown> | undefined },
    context: RequestContext,
  ): Promise<McpToolResult>;
  listResources(params: PageParams | undefined, context: RequestContext): Promise<object>;
  listTemplates(): object;
  readResource(
    params: { uri: string },
    context: RequestContext,
  ): Promise<{ contents: ResourceContent[] }>;
}

function checkBytes(name: string, bytes: number): void {
  if (!(bytes >= kLeastMessageBytes))
    throw new TypeError(`${name} must be at least ${kLeastMessageBytes}, got ${bytes}`);
}

/** What is in the tool's directory. */
function placesOf(
  tool: ReadTool,
  internals: ToolInternals | undefined,
  signal: AbortSignal | undefined,
): Promise<ListedPlace[]> {
  const top = tool.locate('.');
  if (!internals || top === undefined)
    return tool
      .list('.', signal && { signal })
      .then((paths) => paths.map((path): ListedPlace => ({ path, isDirectory: false })));
  const style = styleOf(top);
  return orAbort(internals.list(top, signal), signal).then((entries) =>
    entries.map(
      ({ name, isDirectory, size, modified }): ListedPlace => ({
        path: joinPath(top, [name], style),
        isDirectory,
        ...(isDirectory || size === undefined ? {} : { size }),
        ...(modified ? { modified } : {}),
      }),
    ),
  );
}

function checked(options: McpServerOptions) {
  const { maxMessageBytes = kMaxMessageBytes, maxMediaBytes = maxMessageBytes } = options;
  checkBytes('maxMessageBytes', maxMessageBytes);
  checkBytes('maxMediaBytes', maxMediaBytes);
  return { maxMessageBytes, maxMediaBytes };
}

/** What has no text of its own as a resource. */
function isRaw(result: ToolResult): boolean {
  if (!result.success) return result.errorCode === 'BINARY_FILE';
  const { contentType, metadata } = result;
  return (
    contentType === 'document' ||
    contentType === 'audio' ||
    contentType === 'video' ||
    (contentType === 'archive' && metadata.mimeType !== 'inode/directory')
  );
}

/**
 * Makes what a server answers with.
 *
 * @throws TypeError when an option has the wrong type
 */
export function makeOperations(options: McpServerOptions): Operations {
  const { tool, name = 'lectern', version = kVersion } = options;
  const { structuredContent = false, audio = false, toolMeta } = options;
  const bounds = checked(options);
  const internals = toolInternalsOf(tool);

  /** What the file system does within the tool's deadline. @throws Refusal when it takes longer */
  const inTime = <T>(
    callers: AbortSignal,
    work: (signal: AbortSignal | undefined) => Promise<T>,
    uri?: string,
  ) =>
    withinDeadline(
      { signal: callers, deadlineMs: internals?.deadlineMs },
      ({ signal }) => work(signal),
      ({ content }): T => {
        throw new Refusal(content, uri);
      },
    );

  const openBytes = async (path: string, uri: string, signal: AbortSignal | undefined) => {
    if (!internals || internals.hidesSecrets) return undefined;
    // A file system need not look at the signal.
    const opening = orAbort(internals.open(path, signal), signal, (late) => late.close?.());
    const handle = await opening.catch((error: unknown) => {
      signal?.throwIfAborted();
      if (fileErrorCode(error) === 'IO_ERROR') throw error;
      return undefined;
    });
    if (!handle) return undefined;
    try {
      return await rawBytes(handle, uri, bounds.maxMessageBytes, signal);
    } finally {
      const closing = handle.close?.();
      if (closing) await orAbort(closing, signal).catch(() => undefined);
    }
  };

  /** The file as it is; undefined when it lies in an archive, is gone, or may hold what the tool hides. */
  const bytesOf = (path: string, uri: string, callers: AbortSignal) =>
    inTime(callers, (signal) => openBytes(path, uri, signal), uri);

  const soundOf = async (result: ToolResult, path: string | undefined, signal: AbortSignal) => {
    const { mimeType } = result.metadata;
    const isSound = result.contentType === 'audio' || result.errorCode === 'BINARY_FILE';
    if (!audio || result.sounds || path === undefined) return undefined;
    if (!isSound || !mimeType.startsWith('audio/')) return undefined;
    // Without it, the description stands.
    const bytes = await bytesOf(path, fileUri(path), signal).catch(() => undefined);
    signal.throwIfAborted();
    if (!bytes) return undefined;
    // What the file says of itself, where that is known. Its last line says that the sound is not there.
    const described = result.success
      ? result.content.slice(0, result.content.lastIndexOf('\n('))
      : undefined;
    const text =
      described ?? `Read sound: ${shownName(baseName(path, styleOf(path)))} (${mimeType})`;
    const content: McpContent[] = [
      { type: 'text', text },
      { type: 'audio', data: base64Of(bytes), mimeType },
    ];
    return { content };
  };

  return {
    info: { name, version },

    listTools: () => ({
      tools: [
        {
          name: tool.name,
          title: 'Read a file',
          description: tool.description,
          inputSchema: { ...tool.inputSchema },
          ...(structuredContent ? { outputSchema: kFactsSchema } : {}),
          annotations: {
            title: 'Read a file',
            readOnlyHint: true,
            destructiveHint: false,
            idempotentHint: true,
            openWorldHint: false,
          },
          _meta: { ...kToolMeta, ...toolMeta },
        },
      ],
    }),

    async callTool(params, { signal, onProgress }) {
      if (params.name !== tool.name)
        throw new Refusal(`unknown tool: ${shownName(params.name.slice(0, 200))}`);
      const input = params.arguments ?? {};
      return inTurn(tool, signal, async () => {
        const result = await tool.execute(input, { signal, onProgress });
        const path = typeof input.file_path === 'string' ? tool.locate(input.file_path) : undefined;
        const uri = path === undefined ? undefined : fileUri(path);
        const sound = await soundOf(result, path, signal);
        const answer = sound ?? toMcp(result, uri === undefined ? {} : { uri });
        const hasSound = sound !== undefined || result.sounds !== undefined;
        const isFile = result.contentType === 'image' || result.contentType === 'pdf' || hasSound;
        const link: McpContent | undefined =
          uri !== undefined && isFile
            ? {
                type: 'resource_link',
                uri,
                name: shownName(path === undefined ? uri : baseName(path, styleOf(path))),
                mimeType: result.metadata.mimeType,
                size: result.metadata.sizeBytes,
              }
            : undefined;
        const facts = structuredContent
          ? {
              structuredContent: { ...factsOf(result), ...(sound ? { errorCode: undefined } : {}) },
            }
          : {};
        return wellFormedTexts({ ...withinMessage(answer, { ...bounds, link }), ...facts });
      });
    },

    async listResources(params, { signal }) {
      const places = await inTurn(tool, signal, () =>
        inTime(signal, (timed) => placesOf(tool, internals, timed)),
      );
      return pageOf(places, params?.cursor);
    },

    listTemplates: () => ({
      resourceTemplates: [
        {
          uriTemplate: 'file:///{+path}',
          name: 'A file',
          description: 'A file or a directory by its absolute path',
        },
      ],
    }),

    async readResource(params, { signal }) {
      const filePath = pathOf(params.uri);
      const uri = wellFormed(params.uri);
      const content = await inTurn(tool, signal, async () => {
        const options = internals?.hidesSecrets
          ? wholeText(bounds.maxMessageBytes)
          : wholeFile(bounds.maxMessageBytes);
        const result = await tool.execute({ file_path: filePath }, { signal, options });
        const { mimeType } = result.metadata;
        const path = tool.locate(filePath);
        const isText = hasLines(result);
        const bytes =
          path !== undefined && (isText || isRaw(result))
            ? await bytesOf(path, uri, signal).catch((error: unknown) => {
                if (isText && error instanceof Refusal) return undefined;
                throw error;
              })
            : undefined;
        if (bytes && !isText) return rawContent(bytes, uri, mimeType, bounds.maxMessageBytes);
        const shown = isText ? { ...result, content: textWithEnds(result, bytes) } : result;
        return resourceContent(shown, uri, bounds.maxMessageBytes);
      });
      return { contents: [content] };
    },
  };
}

/** JSON has no lone surrogates that every client can read: they become U+FFFD. */
function wellFormedTexts(result: McpToolResult): McpToolResult {
  const content = result.content.map((block) =>
    block.type === 'text' ? { ...block, text: wellFormed(block.text) } : block,
  );
  return { ...result, content };
}
