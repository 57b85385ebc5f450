/** Parts of secrets that a result shows without what tells them: the file is read again around them. */
import type { ReadInput, ToolResult } from '../types/index.js';
import {
  callAround,
  cutStarts,
  kMaxStarts,
  lineIn,
  restOfToken,
  secretAcross,
} from './cut_secrets.js';
import { keyLines, linesAround, withoutKeyLines } from './key_lines.js';
import type { LineRange } from './ranges.js';
import type { SecretRule } from './secret_spans.js';

/** Reads another part of the file that a result is of. */
export type ReadAround = (
  place: Partial<ReadInput>,
  limits: { maxLineChars: number; maxContentChars: number; maxTokens: number; maxLines?: number },
) => Promise<Pick<ToolResult, 'success' | 'content'>>;

/** More than a line around a place has. */
const kMostChars = 100_000;
/** For lines before those that may be of a key. */
const kMostCharsOfLines = 3_000_000;
const kMostLines = 100_000;
const kMostLineChars = 20_000;

/** What is hidden because what stands around it could not be read again. */
const kUnchecked = 'unchecked';
const kKeyName = 'private-key';

/** What is known of a result, and how its secrets are hidden. */
export interface PartsCall {
  /** The result's text, its first and its last line. */
  content: string;
  startLine: number;
  endLine: number;
  /** Of the input. */
  column: number | undefined;
  isSearch: boolean;
  /** What may stand before its lines: lines of the file, cells of a notebook, or nothing that is not shown. */
  before: 'lines' | 'cells' | 'nothing';
  rules: readonly SecretRule[];
  /** A text without whole secrets. */
  hide: (text: string) => string;
  mark: (name: string) => string;
  /** Called for each part that is hidden. */
  count: (name: string) => void;
  read: ReadAround;
}

/** Without the ends of secrets that begin before what is shown of a line. */
async function withoutEnds(call: PartsCall): Promise<string> {
  let { content } = call;
  // From the last one up, so that the places of the others stay.
  const starts = [...cutStarts(content, call.column, call.isSearch).entries()].reverse();
  for (const [index, start] of starts) {
    const { before, place, shown } = callAround(start);
    const limits = { maxLineChars: shown, maxContentChars: kMostChars, maxTokens: kMostChars };
    const around = index < kMaxStarts ? await call.read(place, limits) : undefined;
    const text = around?.success ? lineIn(around.content) : undefined;
    const rest = content.slice(start.at);
    const across =
      text === undefined
        ? { units: restOfToken(rest), name: kUnchecked }
        : secretAcross({ before, text, rest }, call.rules, kUnchecked);
    if (!across || across.units === 0) continue;
    call.count(across.name);
    content = content.slice(0, start.at) + call.mark(across.name) + rest.slice(across.units);
  }
  return content;
}

/** Without lines of private keys. */
async function withoutMiddles(text: string, call: PartsCall): Promise<string> {
  const lines = keyLines(call.hide(text));
  if (lines.length === 0) return text;
  const shown: LineRange = [call.startLine, call.endLine];
  const place = call.before === 'cells' ? {} : { lines: linesAround(lines, shown) };
  const around = await call.read(place, {
    maxLineChars: kMostLineChars,
    maxContentChars: kMostCharsOfLines,
    maxTokens: kMostCharsOfLines,
    maxLines: kMostLines,
  });
  const known = around.success
    ? { text: around.content, hidden: call.hide(around.content) }
    : undefined;
  const marks = { key: call.mark(kKeyName), unknown: call.mark(kUnchecked) };
  const clean = withoutKeyLines(text, lines, known, marks);
  const times = (mark: string) => clean.split(mark).length - text.split(mark).length;
  if (times(marks.key) > 0) call.count(kKeyName);
  if (times(marks.unknown) > 0) call.count(kUnchecked);
  return clean;
}

/**
 * The text of a result without the parts of secrets of which it shows neither beginning nor end: ends of those that begin before
 * what is shown of a line, and lines of keys. What cannot be read again, or is not as it was shown, is hidden.
 */
export async function withoutPartsOfSecrets(call: PartsCall): Promise<string> {
  const text = await withoutEnds(call);
  return call.before === 'nothing' ? text : withoutMiddles(text, call);
}
