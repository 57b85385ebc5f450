/** What a model is told about the tool. The numbers are those that the tool is configured with. */
import type { ReadOptions } from '../types/index.js';
import { kInputProperties, kLimitDefaults, kRequiredInput } from './input_fields.js';
import type { PathRules } from './paths.js';

type NamedLimits = { [Name in keyof typeof kLimitDefaults]: number };

function limitsOf(options: ReadOptions): NamedLimits {
  const set = Object.entries(options.limits ?? {}).filter(([, value]) => value !== undefined);
  return { ...kLimitDefaults, ...Object.fromEntries(set) };
}

function count(number: number): string {
  return number.toLocaleString('en-US');
}

function size(bytes: number): string {
  const megabytes = bytes / (1024 * 1024);
  return megabytes >= 1 ? `${Number(megabytes.toFixed(2))} MB` : `${count(bytes)} bytes`;
}

function notebookLine(options: ReadOptions, limits: NamedLimits): string {
  const upTo = `Jupyter notebooks (.ipynb) up to ${size(limits.maxNotebookBytes)}`;
  return options.notebook?.form === 'raw'
    ? `${upTo} are read as numbered lines of JSON.`
    : `${upTo}: all cells with their outputs and pictures; \`cells\` selects, as "3" or "1-5".`;
}

function pdfLine(options: ReadOptions, limits: NamedLimits): string {
  const upTo = `PDF files up to ${size(limits.maxPdfBytes)}`;
  return options.pdf?.as === 'document'
    ? `${upTo} are shown to you as they are.`
    : `${upTo}: the text of each page, and pictures of pages with little text; at most ` +
        `${count(limits.maxPages)} pages a call, \`pages\` selects, as "3", "1-5" or "2,7-9".`;
}

const kLineForms = {
  cat: 'Each line comes with its number and a tab before it (cat -n); they are no part of the file.',
  arrow: 'Each line comes as number→line; the number and the arrow are no part of the file.',
  none: 'Lines come without numbers.',
} as const;

/** The description of the tool. */
export function describeTool(options: ReadOptions, rules: PathRules): string {
  const limits = limitsOf(options);
  const where =
    rules.root === undefined
      ? `file_path is absolute, or relative to ${rules.cwd}.`
      : `file_path is absolute, or relative to ${rules.cwd}. Only files in ${rules.root} can be read.`;
  return `Reads a file. The kind is told from its content, whatever its name; there is one tool for all kinds.

- ${where}
- Text in any encoding: ${count(limits.maxLines)} lines from the first one, or \`limit\` lines from line \`offset\`, or \`lines\`. ${kLineForms[options.text?.lineNumbers ?? 'cat']} Lines over ${count(limits.maxLineChars)} characters are cut; \`offset\` with \`column\` reads on inside a line.
- Images (PNG, JPEG, GIF, WebP; BMP, ICO, TIFF and QOI are converted) up to ${size(limits.maxImageBytes)} are shown to you as pictures. When a user gives the path of a screenshot, read it with this tool.
- ${notebookLine(options, limits)}
- ${pdfLine(options, limits)}
- Office documents, slides, books and mail come as Markdown: \`offset\` and \`limit\` count its lines, \`pages\` selects slides and chapters. Of spreadsheets \`range\` selects cells.
- Directories and archives (zip, 7z, tar, deb; gz, bz2, xz, zst) are listed; a longer path reads what is inside: logs.zip/2026/a.log.
- \`search\` and \`outline\` find your way in long files, \`block\` shows one function, \`at\` one value of JSON; \`region\` looks closer at an image.
- A result that was cut ends with the arguments that read on. Other binary files and devices cannot be read.`;
}

/** A property of a JSON Schema, as far as the tool's input needs one. */
export type InputProperty = {
  type: 'string' | 'integer' | 'boolean' | 'object';
  enum?: string[];
  minimum?: number;
  description?: string;
  properties?: Record<string, InputProperty>;
  required?: string[];
};

/** A JSON Schema, as far as the tool's input needs one. */
export type InputSchema = {
  /** Always an object. */
  type: 'object';
  /** The fields. */
  properties: Record<string, InputProperty>;
  /** The fields that must be there. */
  required: string[];
  /** Whether other fields are allowed. */
  additionalProperties: boolean;
};

/** The JSON Schema of `ReadInput`, with the numbers of the limits in its descriptions. */
export function inputSchemaOf(options: ReadOptions): InputSchema {
  const limits = limitsOf(options);
  const filled = (key: string, value: unknown): unknown =>
    key === 'description' && typeof value === 'string'
      ? value.replace(/\{(\w+)\}/g, (_, name: keyof NamedLimits) => count(limits[name]))
      : value;
  return {
    type: 'object',
    properties: JSON.parse(JSON.stringify(kInputProperties, filled)) as InputSchema['properties'],
    required: [...kRequiredInput],
    additionalProperties: false,
  };
}
