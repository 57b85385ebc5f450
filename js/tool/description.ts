/** What a model is told about the tool. The numbers are those that the tool is configured with. */
import type { Limits, ReadOptions } from '../types/index.js';
import type { PathRules } from './paths.js';

/** The defaults of the limits that the description names; docs/limits.md. */
const kDefaults = {
  maxImageBytes: 20_971_520,
  maxPdfBytes: 33_554_432,
  maxNotebookBytes: 52_428_800,
  maxLines: 2000,
  maxLineChars: 2000,
  maxPages: 20,
} as const satisfies Limits;

type NamedLimits = { [Name in keyof typeof kDefaults]: number };

function limitsOf(options: ReadOptions): NamedLimits {
  const set = Object.entries(options.limits ?? {}).filter(([, value]) => value !== undefined);
  return { ...kDefaults, ...Object.fromEntries(set) };
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
  return options.notebook === 'raw'
    ? `${upTo} are read as numbered lines of JSON.`
    : `${upTo}: all cells with their outputs and pictures; \`cells\` selects, as "3" or "1-5".`;
}

function pdfLine(options: ReadOptions, limits: NamedLimits): string {
  const upTo = `PDF files up to ${size(limits.maxPdfBytes)}`;
  return options.pdf === 'document'
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
- Text in any encoding: ${count(limits.maxLines)} lines from the first one, or \`limit\` lines from line \`offset\`. ${kLineForms[options.lineNumbers ?? 'cat']} Lines over ${count(limits.maxLineChars)} characters are cut; \`offset\` with \`column\` reads on inside a line.
- Images (PNG, JPEG, GIF, WebP; BMP, ICO and TIFF are converted) up to ${size(limits.maxImageBytes)} are shown to you as pictures. When a user gives the path of a screenshot, read it with this tool.
- ${notebookLine(options, limits)}
- ${pdfLine(options, limits)}
- A result that was cut ends with the arguments that read on. Other binary files, directories and devices cannot be read.`;
}

/** A JSON Schema, as far as the tool's input needs one. */
export interface InputSchema {
  /** Always an object. */
  type: 'object';
  /** The fields. */
  properties: Record<string, { type: 'string' | 'integer'; minimum?: number; description: string }>;
  /** The fields that must be there. */
  required: string[];
  /** Whether other fields are allowed. */
  additionalProperties: boolean;
}

/** The JSON Schema of `ReadInput`. */
export function inputSchemaOf(options: ReadOptions): InputSchema {
  const limits = limitsOf(options);
  return {
    type: 'object',
    properties: {
      file_path: { type: 'string', description: 'Path of the file to read' },
      offset: {
        type: 'integer',
        minimum: 1,
        description: 'First line to read, counted from 1 (text)',
      },
      limit: {
        type: 'integer',
        minimum: 1,
        description: `Number of lines to read (text); ${count(limits.maxLines)} if left out`,
      },
      column: {
        type: 'integer',
        minimum: 1,
        description:
          'First character of line offset, counted from 1, to read on inside a long line',
      },
      pages: {
        type: 'string',
        description: `PDF pages, counted from 1: "3", "1-5" or "2,7-9"; at most ${count(limits.maxPages)}`,
      },
      cells: {
        type: 'string',
        description: 'Notebook cells, counted from 1: "3", "1-5" or "2,7-9"',
      },
      file_type: {
        type: 'string',
        description:
          'What the file is, if it cannot be told: text, image, pdf, notebook or a MIME type',
      },
    },
    required: ['file_path'],
    additionalProperties: false,
  };
}
