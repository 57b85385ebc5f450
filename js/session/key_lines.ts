/** Lines of a private key without its marks, as a read of a part of a file shows them: what stands before them tells. */

/** A numbered line that a key may have. */
const kKeyLine =
  /^ *(\d+)(?:\t|→)[^\S\n]*(?:[>|+"'#*/-]{1,4} ?)?[A-Za-z0-9+/=]{40,100}["',;\\nr+ ]{0,8}$/;
const kNumber = /^ *(\d+)(?:\t|→)/;
/** No key has more. */
const kMostKeyLines = 120;
/** Runs of one result that are looked at: each is a read. */
const kMaxRuns = 20;

/** Lines that follow each other. */
export interface LineRun {
  first: number;
  count: number;
}

/** The runs of lines in a result that may be the middle of a key. */
export function keyRuns(content: string): LineRun[] {
  const runs: LineRun[] = [];
  for (const line of content.split('\n')) {
    const number = Number(kKeyLine.exec(line)?.[1]);
    const last = runs.at(-1);
    if (last && number === last.first + last.count) last.count++;
    else if (number > 0) runs.push({ first: number, count: 1 });
  }
  return runs.slice(0, kMaxRuns);
}

/** The place of a read that shows what stands before a run, too. */
export function placeBefore({ first, count }: LineRun): { offset: number; limit: number } {
  const offset = Math.max(1, first - kMostKeyLines);
  // Behind so many lines no key goes on.
  return { offset, limit: first - offset + Math.min(count, kMostKeyLines) };
}

/**
 * A result's text with the lines of a run as another read has them, redacted.
 *
 * @param mark - that stands in a line which a key was in
 */
export function withLinesOf(content: string, redacted: string, run: LineRun, mark: string): string {
  const hidden = new Map<number, string>();
  for (const line of redacted.split('\n')) {
    const number = Number(kNumber.exec(line)?.[1]);
    if (number >= run.first && number < run.first + run.count && line.includes(mark))
      hidden.set(number, line);
  }
  if (hidden.size === 0) return content;
  const lines = content.split('\n').map((line) => {
    const number = Number(kKeyLine.exec(line)?.[1]);
    return hidden.get(number) ?? line;
  });
  return lines.join('\n');
}
