/** Which lines of a text file a result shows in full. */
import type { FinishedRead } from '../tool/tool_internals.js';
import { type LineRange, merged } from './ranges.js';

/** What the core writes behind a line that it has cut. */
const kCut = '... (truncated)';
/** The beginning of what stands for a secret. */
const kHidden = '[hidden: ';
/** The number before a line, in either form. */
const kNumber = /^ *(\d{1,15})(?:\t|→)/;

/** The ranges of `lines`: "7", "1-40", "900-". */
function askedRanges(lines: string): LineRange[] {
  return lines.split(',').flatMap((piece): LineRange[] => {
    const [, from = '', dash, to = ''] = /^\s*(\d+)\s*(-)?\s*(\d*)\s*$/.exec(piece) ?? [];
    if (from === '') return [];
    const last =
      dash === undefined ? Number(from) : to === '' ? Number.MAX_SAFE_INTEGER : Number(to);
    return [[Number(from), last]];
  });
}

function within(ranges: readonly LineRange[], first: number, last: number): LineRange[] {
  return ranges
    .map(([from, to]): LineRange => [Math.max(from, first), Math.min(to, last)])
    .filter(([from, to]) => from <= to);
}

/**
 * The lines that a result shows from their first to their last character. Every line of a file comes with its number, so a
 * file cannot pretend; without numbers the arguments say which lines they are.
 */
export function seenLines({ input, options, result, isHidden }: FinishedRead): LineRange[] {
  const { content, startLine, endLine, contentType, success } = result;
  if (!success || contentType !== 'text' || endLine < 1) return [];
  if (input.outline === true || input.range !== undefined || input.at !== undefined) return [];
  const form = options.text?.lineNumbers ?? 'cat';
  const isPart = Number(input.column ?? 1) > 1;
  if (form === 'none') {
    // Which lines are cut does not show without numbers.
    if (input.search !== undefined || isPart || result.truncation?.cause === 'columns') return [];
    const asked =
      typeof input.lines === 'string' ? askedRanges(input.lines) : [[1, endLine] as LineRange];
    const isPartial = content.includes(kCut) || (isHidden && content.includes(kHidden));
    return isPartial ? [] : within(asked, startLine, endLine);
  }
  const ranges: LineRange[] = [];
  let next = startLine;
  for (const text of content.split('\n')) {
    const line = Number(kNumber.exec(text)?.[1] ?? 0);
    if (line < next || line > endLine) continue;
    next = line + 1;
    if (isHidden && text.includes(kHidden)) continue;
    if (!text.endsWith(kCut) && !(isPart && line === startLine)) ranges.push([line, line]);
  }
  return merged(ranges);
}
