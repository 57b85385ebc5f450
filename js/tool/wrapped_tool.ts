/** Tools that read through another tool and change what it gives. */
import {
  setToolInternals,
  type FinishedRead,
  type ToolInternals,
  toolInternalsOf,
} from './tool_internals.js';
import type { HandleResult } from './media_handles.js';
import type { ExecuteOptions, ReadTool } from './tool_types.js';
import type { BlobResult, BytesResult, ToolResult } from '../types/index.js';

/** What any tool gives. */
export type AnyResult = ToolResult | BytesResult | BlobResult | HandleResult;

/** Hears of a read that opened a file. */
export type Tell = (read: FinishedRead) => void;

/** `execute` that tells one listener of the read, and nobody else. */
export type ExecuteFor<Result> = (
  input: unknown,
  call: ExecuteOptions | undefined,
  tell: Tell | undefined,
) => Promise<Result>;

const tellNobody: Tell = () => undefined;

/** How a tool is read through. One that this package has not made tells whom it likes. */
export function executorOf<Result extends AnyResult>(tool: ReadTool<Result>): ExecuteFor<Result> {
  const internals = toolInternalsOf(tool);
  return (input, call, tell = tellNobody) =>
    (internals?.executeFor(input, call, tell) ?? tool.execute(input, call)) as Promise<Result>;
}

/**
 * The same tool with another `execute`, for those who call it, who follow its reads, and who wrap it again.
 *
 * @param changed - what else it does otherwise
 * @param known - what else this package knows of it
 */
export function wrappedTool<Result extends AnyResult>(
  tool: ReadTool<Result>,
  execute: ExecuteFor<Result>,
  changed: Partial<Pick<ReadTool<Result>, 'materialize' | 'inlineMedia'>> = {},
  known: Partial<ToolInternals> = {},
): ReadTool<Result> {
  const { name, description, inputSchema } = tool;
  const internals = toolInternalsOf(tool);
  const wrapped: ReadTool<Result> = {
    name,
    description,
    inputSchema,
    execute: (input: unknown, call) => execute(input, call, internals?.tell),
    materialize: ((...given: Parameters<typeof tool.materialize>) =>
      tool.materialize(...given)) as typeof tool.materialize,
    inlineMedia: (result, call) => tool.inlineMedia(result, call),
    list: (directory, call) => tool.list(directory, call),
    locate: (filePath) => tool.locate(filePath),
    dispose: () => tool.dispose(),
    [Symbol.dispose]: () => tool.dispose(),
    [Symbol.asyncDispose]: async () => tool.dispose(),
    ...changed,
  };
  if (internals) setToolInternals(wrapped, { ...internals, ...known, executeFor: execute });
  return wrapped;
}

/** The same result with another text, which is in one part. */
export function withContent<Result extends AnyResult>(result: Result, content: string): Result {
  if (content === result.content) return result;
  const parts = result.parts?.map((part) =>
    part.type === 'text' && part.text === result.content ? { ...part, text: content } : part,
  );
  return { ...result, content, ...(parts ? { parts } : {}) };
}
