/** Lines of a private key without its marks, as a read of a part of a file shows them: what stands before them tells. */
import { type LineRange, merged } from './ranges.js';

/** The number of a line. */
const kNumber = /^ *(\d+)(?:\t|→)/;
/** A line of a key, whatever stands around it; a hash in hexadecimal is none. */
const kPart =
  /(?<![A-Za-z0-9+/=])(?![0-9a-f]+(?![A-Za-z0-9+/=]))[A-Za-z0-9+/=]{40,100}(?![A-Za-z0-9+/=])/g;
/** No key has more. */
const kMostKeyLines = 250;
/** Parts that are searched for in all of a text. */
const kMostSearches = 200;
/** As many ranges one read takes. */
const kMostRanges = 1000;

/** A line of a result that may be of a key. */
interface KeyLine {
  /** 0: the result has no numbers. */
  number: number;
  parts: string[];
}

function partsOf(line: string): string[] {
  return line.match(kPart) ?? [];
}

/** The lines in a result that may be the middle of a key; behind as many as a key has none goes on. */
export function keyLines(content: string): KeyLine[] {
  const found: KeyLine[] = [];
  let run = 0;
  let next = 0;
  for (const line of content.split('\n')) {
    const number = Number(kNumber.exec(line)?.[1] ?? 0);
    const parts = partsOf(line);
    run = parts.length > 0 && number === next ? run + 1 : 0;
    next = parts.length > 0 && number > 0 ? number + 1 : 0;
    if (parts.length > 0 && run < kMostKeyLines) found.push({ number, parts });
  }
  return found;
}

/**
 * What a read shows of the file for telling whether lines are of a key, as the input's `lines`.
 *
 * @param shown - first and last line of the result that they are in
 */
export function linesAround(lines: readonly KeyLine[], shown: LineRange): string {
  const ranges = lines.map(({ number }): LineRange => {
    const [first, last] = number > 0 ? [number, number] : shown;
    return [Math.max(1, first - kMostKeyLines), Math.max(1, last)];
  });
  return merged(ranges)
    .slice(0, kMostRanges)
    .map((range) => range.join('-'))
    .join();
}

/** Tells whether a part is in a text: alone or, as where a line is cut, in a longer one. */
function finderIn(text: string): (part: string) => boolean {
  const parts = new Set(partsOf(text));
  let searches = kMostSearches;
  return (part) => parts.has(part) || (searches-- > 0 && text.includes(part));
}

/**
 * A result's text without lines of keys.
 *
 * @param around - what another read shows of the file, and the same without keys; undefined when it could not be read
 * @param marks - for a line of a key, and for one of which nothing is known
 */
export function withoutKeyLines(
  content: string,
  lines: readonly KeyLine[],
  around: { text: string; hidden: string } | undefined,
  marks: { key: string; unknown: string },
): string {
  const asked = new Set(lines.flatMap(({ parts }) => parts));
  const isKnown = finderIn(around?.text ?? '');
  const isHarmless = finderIn(around?.hidden ?? '');
  return content.replace(kPart, (part) => {
    if (!asked.has(part) || isHarmless(part)) return part;
    return isKnown(part) ? marks.key : marks.unknown;
  });
}
