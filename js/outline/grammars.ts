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

/** What entries show of their lines. Many may stand in one. */
function shownOf(lines: readonly string[]): (line: number) => string {
  const known = new Map<number, string>();
  return (line) => {
    const before = known.get(line);
    if (before !== undefined) return before;
    const text = (lines[line - 1] ?? '').trim();
    // No character has more than two units.
    const chars = [...text.slice(0, 2 * (kMaxEntryChars + 1))];
    const shown =
      chars.length > kMaxEntryChars ? `${chars.slice(0, kMaxEntryChars).join('')}...` : text;
    known.set(line, shown);
    return shown;
  };
}

/** An entry's line without the blanks of its depth, which may be more than all else. */
interface EntryLine {
  depth: number;
  place: string;
  shown: string;
  /** With its line end. */
  size: number;
}

function entryLine(
  { first, last, line, depth }: OutlineEntry,
  shownIn: (line: number) => string,
): EntryLine {
  const place = first === last ? `${first}: ` : `${first}-${last}: `;
  const shown = shownIn(line);
  return { depth, place, shown, size: place.length + 2 * depth + shown.length + 1 };
}

function textOf({ depth, place, shown }: EntryLine): string {
  return `${place}${'  '.repeat(depth)}${shown}`;
}

/** The lines of the outline that have room: what lies deepest goes first, and is counted. */
function outlineText(
  head: string,
  entries: readonly OutlineEntry[],
  lines: readonly string[],
  room: number,
): string {
  const shownIn = shownOf(lines);
  const all = entries.map((entry) => entryLine(entry, shownIn));
  const leftOut = (count: number) =>
    `(${count.toLocaleString('en-US')} entries left out; an outline with offset and limit shows them)`;
  /** What all entries of a depth take. */
  const levels: { size: number; count: number }[] = [];
  for (const { depth, size } of all) {
    while (levels.length <= depth) levels.push({ size: 0, count: 0 });
    const level = levels[depth] as { size: number; count: number };
    level.size += size;
    level.count++;
  }
  let size = levels.reduce((sum, level) => sum + level.size, head.length);
  let missing = 0;
  for (let depth = levels.length - 1; depth >= 0; --depth) {
    const note = missing > 0 ? leftOut(missing) : undefined;
    if (size + (note === undefined ? 0 : note.length + 1) <= room) {
      const shown = all.filter((entry) => entry.depth <= depth).map(textOf);
      return [head, ...shown, ...(note === undefined ? [] : [note])].join('\n');
    }
    size -= levels[depth]?.size ?? 0;
    missing += levels[depth]?.count ?? 0;
  }
  const shown = [head];
  let left = room - head.length - leftOut(all.length).length;
  for (const entry of all) {
    left -= entry.size;
    if (left < 0) break;
    shown.push(textOf(entry));
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
