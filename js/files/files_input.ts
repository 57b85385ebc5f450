/** What a call for several files asks for: from a model or a host, as an object or as its JSON text. */
import { isTooLong, kMaxFields } from '../tool/model_input.js';
import type { InputProperty, InputSchema } from '../tool/description.js';
import type { ReadInput } from '../types/index.js';

/** The input of a tool for several files. */
export interface FilesInput extends Omit<ReadInput, 'file_path'> {
  /**
   * The files, in the order of the results: paths, or whole inputs of the Read tool for what holds for one file only. The
   * fields beside it hold for every file that does not set them itself.
   */
  file_paths: readonly (string | ReadInput)[];
}

/** The JSON Schema of `FilesInput`, as a model sees it: paths only. */
export type FilesInputSchema = Omit<InputSchema, 'properties'> & {
  /** The fields. */
  properties: Record<
    string,
    | InputProperty
    | {
        type: 'array';
        items: { type: 'string' };
        minItems: number;
        maxItems: number;
        description: string;
      }
  >;
};

/** The schema of the Read tool, with `file_paths` in place of `file_path`. */
export function filesSchemaOf(schema: InputSchema, maxFiles: number): FilesInputSchema {
  const { file_path: _, ...properties } = schema.properties;
  const file_paths = {
    type: 'array' as const,
    items: { type: 'string' as const },
    minItems: 1,
    maxItems: maxFiles,
    description: 'Paths of the files to read; the other arguments hold for each of them',
  };
  const required = schema.required.map((name) => (name === 'file_path' ? 'file_paths' : name));
  return { ...schema, properties: { file_paths, ...properties }, required };
}

function parsed(input: unknown): unknown {
  if (typeof input !== 'string') return input;
  try {
    return JSON.parse(input);
  } catch {
    return input;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value has no more fields than the Read tool looks at: it refuses what has more. */
function hasFewFields(value: object): boolean {
  return Object.keys(value).length <= kMaxFields;
}

/** The inputs for the Read tool, or why there are none. */
export function inputsOf(
  asked: unknown,
  maxFiles: number,
): { inputs: unknown[] } | { error: string } {
  if (isTooLong(asked, maxFiles)) return { error: `the input is too long for ${maxFiles} files` };
  const input = parsed(asked);
  if (!isObject(input)) return { error: 'the input must be an object with file_paths' };
  // Each file has them all.
  if (!hasFewFields(input)) return { error: `the input has more than ${kMaxFields} fields` };
  const { file_paths, file_path, ...shared } = input;
  const paths = parsed(file_paths ?? file_path);
  const list = typeof paths === 'string' ? [paths] : paths;
  if (!Array.isArray(list)) return { error: 'file_paths must be a list of paths' };
  if (list.length === 0) return { error: 'file_paths must name a file' };
  if (list.length > maxFiles)
    return { error: `file_paths must name at most ${maxFiles} files, got ${list.length}` };
  return {
    inputs: list.map((item) => {
      if (!isObject(item)) return { ...shared, file_path: item };
      return hasFewFields(item) ? { ...shared, ...item } : item;
    }),
  };
}
