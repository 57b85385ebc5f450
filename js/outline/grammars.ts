/** A tool whose outlines come from syntax trees where a grammar is lent. */
import { fieldsOf } from '../tool/model_input.js';
import type { FinishedRead } from '../tool/tool_internals.js';
import type { ExecuteOptions, ReadTool } from '../tool/tool_types.js';
import { executorOf, withContent, wrappedTool } from '../tool/wrapped_tool.js';
import type { ReadInput, ToolResult } from '../types/index.js';
import { entriesOf, type Grammar, type OutlineEntry } from './syntax.js';

/** How outlines are made. */
export interface GrammarOptions {
  /** Characters of the longest text that is parsed; of longer ones the outline is the tool's own. @defaultValue 2000000 */
  maxTextChars?: number;
}

const kMaxTextChars = 2_000_000;
/** As the tool's own limit of characters has it. */
const kMaxContentChars = 100_000;
/** Characters of a line that an entry shows. */
const kMaxEntryChars = 200;

/** Whether all of a file's outline is asked for; a part of it is the tool's own. */
function wantsOutline(fields: Partial<ReadInput>): boolean {
  const { file_path: _, file_type: __, outline, ...others } = fields;
  return outline === true && Object.values(others).every((value) => value === undefined);
}

function grammarFor(path: string | undefined, grammars: readonly Grammar[]): Grammar | undefined {
  const name = (path ?? '').toLowerCase();
  return grammars.find(({ extensions }) =>
    extensions.some((end) => name.endsWith(end.toLowerCase())),
  );
}

function lineOf({ first, last, line, depth }: OutlineEntry, lines: readonly string[]): string {
  const place = first === last ? `${first}` : `${first}-${last}`;
  const text = (lines[line - 1] ?? '').trim();
  const chars = [...text];
  const shown =
    chars.length > kMaxEntryChars ? `${chars.slice(0, kMaxEntryChars).join('')}...` : text;
  return `${place}: ${'  '.repeat(depth)}${shown}`;
}

/** The lines of the outline that have room: what lies deepest goes first, and is counted. */
function outlineText(
  head: string,
  entries: readonly OutlineEntry[],
  lines: readonly string[],
  room: number,
): string {
  const all = entries.map((entry) => ({ depth: entry.depth, text: lineOf(entry, lines) }));
  const deepest = all.reduce((most, { depth }) => Math.max(most, depth), 0);
  const leftOut = (count: number) =>
    `(${count.toLocaleString('en-US')} entries left out; an outline with offset and limit shows them)`;
  for (let depth = deepest; depth >= 0; --depth) {
    const shown = all.filter((entry) => entry.depth <= depth).map(({ text }) => text);
    const missing = all.length - shown.length;
    const text = [head, ...shown, ...(missing > 0 ? [leftOut(missing)] : [])].join('\n');
    if (text.length <= room) return text;
  }
  const shown = [head];
  let left = room - head.length - leftOut(all.length).length;
  for (const { text } of all) {
    left -= text.length + 1;
    if (left < 0) break;
    shown.push(text);
  }
  return [...shown, leftOut(all.length - shown.length + 1)].join('\n');
}

function checkGrammars(grammars: readonly Grammar[]): void {
  const isGrammar = (grammar: Grammar) =>
    typeof grammar?.name === 'string' &&
    Array.isArray(grammar.extensions) &&
    typeof grammar.parse === 'function';
  if (!Array.isArray(grammars) || !grammars.every(isGrammar))
    throw new TypeError('grammars must be an array of {name, extensions, parse}');
}

/**
 * The same tool; the outline of a file whose language has a grammar here lists the declarations of its syntax tree. The
 * text is decoded and bounded by the tool, so archives, encodings and file systems work as ever. What cannot be parsed, is longer
 * than `maxTextChars`, or has no declaration keeps the tool's own outline; so does an outline of a part of a file.
 *
 * @throws TypeError for grammars that are none
 * @example
 * ```ts
 * // `parser` is a Parser of web-tree-sitter that has Python's grammar
 * const python = { name: 'Python', extensions: ['.py'], parse: (text) => parser.parse(text) };
 * const outlined = withGrammars(createReadTool({ fs: memoryFs({}), root: '/' }), [python]);
 * ```
 */
export function withGrammars(
  tool: ReadTool<ToolResult>,
  grammars: readonly Grammar[],
  { maxTextChars = kMaxTextChars }: GrammarOptions = {},
): ReadTool<ToolResult> {
  checkGrammars(grammars);
  const read = executorOf(tool);
  const outlined = async (
    fields: Partial<ReadInput>,
    own: ToolResult,
    call: ExecuteOptions | undefined,
  ): Promise<ToolResult> => {
    const grammar = grammarFor(fields.file_path, grammars);
    if (!grammar || !own.success || own.contentType !== 'text') return own;
    const { outline: _, ...file } = fields;
    const limits = { maxContentChars: maxTextChars, maxLineChars: maxTextChars, maxLines: 1e9 };
    const text = { ...call?.options?.text, lineNumbers: 'none' as const, outlineCut: false };
    const options = { ...call?.options, text, limits: { ...call?.options?.limits, ...limits } };
    // The model is shown nothing of it: nobody hears of this read.
    const whole = await read(file, { ...call, options }, undefined);
    if (!whole.success || whole.truncated || whole.contentType !== 'text') return own;
    const lines = whole.content.split('\n').slice(0, whole.totalLines);
    const tree = grammar.parse(lines.join('\n'));
    if (!tree) return own;
    try {
      const entries = entriesOf(tree.rootNode, grammar);
      if (!entries || entries.length === 0) return own;
      const count = lines.length.toLocaleString('en-US');
      const head = `Outline (${grammar.name}, ${count} line${lines.length === 1 ? '' : 's'})`;
      const room = call?.options?.limits?.maxContentChars ?? kMaxContentChars;
      return withContent(own, outlineText(head, entries, lines, room));
    } finally {
      tree.delete?.();
    }
  };
  return wrappedTool(tool, async (input, call, tell) => {
    let finished: FinishedRead | undefined;
    const own = await read(input, call, (told) => {
      finished = told;
    });
    const fields = fieldsOf(input);
    const result = wantsOutline(fields) ? await outlined(fields, own, call) : own;
    if (finished) tell?.({ ...finished, result });
    return result;
  });
}
