/** Ranges of line numbers, sorted, apart, both ends included. */

/** A range of lines, from 1; both ends are in it. */
export type LineRange = [first: number, last: number];

/** Whether all lines from `first` to `last` are in one of the ranges. */
export function holds(ranges: readonly LineRange[], first: number, last: number): boolean {
  return ranges.some(([from, to]) => from <= first && last <= to);
}

/** Any ranges, sorted and joined. */
export function merged(ranges: readonly LineRange[]): LineRange[] {
  const joined: LineRange[] = [];
  for (const [first, last] of [...ranges].sort(([a], [b]) => a - b)) {
    const before = joined.at(-1);
    if (before && first <= before[1] + 1) before[1] = Math.max(before[1], last);
    else joined.push([first, last]);
  }
  return joined;
}
